"""Verifying a run: every byte of its raw segments hashed and walked frame by frame."""

import hashlib
import os
import time

import pytest

from labharness.evidence.segments import Direction
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.results import Ending
from tests.support.runs import tiny_body

MIB = 1 << 20
TOTAL = 512 * MIB
ROUNDS = 3


def hashed(files):
    """Return the seconds that SHA-256 of the same files takes."""
    begun = time.perf_counter()
    for path in files:
        with path.open("rb") as file:
            hashlib.file_digest(file, "sha256")
    return time.perf_counter() - begun


@pytest.mark.parametrize("frame", [MIB, 16 << 10], ids=["frames of 1 MiB", "frames of 16 KiB"])
def test_verify(benchmark, tmp_path, frame):
    path = tmp_path / "run"
    writer = RunWriter.create(path, {}, tiny_body(path.name))
    for _ in range(TOTAL // frame):
        writer.record("device", Direction.IN, os.urandom(frame))
    writer.end(Ending.COMPLETE, ())

    found = benchmark.pedantic(verify, args=(path,), rounds=ROUNDS)

    assert found.clean
    floor = min(hashed(sorted((path / "raw").iterdir())) for _ in range(ROUNDS))
    benchmark.extra_info["MB/s"] = round(TOTAL / 1e6 / benchmark.stats["min"])
    benchmark.extra_info["MB/s of SHA-256 alone"] = round(TOTAL / 1e6 / floor)
    benchmark.extra_info["times the floor"] = round(benchmark.stats["min"] / floor, 2)
