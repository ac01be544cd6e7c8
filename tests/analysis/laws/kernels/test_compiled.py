import os
import subprocess
import sys

import numba
import numpy as np
import pytest
from numba import types

from labharness.analysis.laws.kernels.bits.patterns import overlapping
from labharness.analysis.laws.kernels.compiled import kernel, read


def double(values):
    return 2 * values.sum()


def test_reads_buffers_that_cannot_be_written():
    data = np.frombuffer(bytes([1, 2]), dtype=np.uint8)
    assert not data.flags.writeable
    assert overlapping(data, 0).nonzero()[0].tolist() == [0x0102]


def test_a_cache_that_cannot_be_written_is_no_error_and_another_error_is_not_hidden(monkeypatch):
    real = numba.njit

    def no_place(signature, **options):
        if options.pop("cache", False):
            raise RuntimeError("cannot cache function 'double': no locator available for file 'x'")
        return real(signature, **options)

    monkeypatch.setattr("labharness.analysis.laws.kernels.compiled.njit", no_place)
    doubled = kernel(types.int64, read(types.int64))(double)
    assert doubled(np.arange(4)) == 12

    def broken(signature, **options):
        raise RuntimeError("something else")

    monkeypatch.setattr("labharness.analysis.laws.kernels.compiled.njit", broken)
    with pytest.raises(RuntimeError, match="something else"):
        kernel(types.int64, read(types.int64))(double)


def test_warm_compiles_every_family(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "labharness", "warm"],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    assert done.returncode == 0, done.stderr
    assert "loops are compiled" in done.stdout
