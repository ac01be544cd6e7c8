"""Raw bits: how fast each set of checks reads a file to its results, on one core, beside other programs.

Seconds are those of the processor, so that what else the machine does counts little.
"""

import os
import shutil
import subprocess
import time
from dataclasses import replace

import numpy as np
import pytest

from labharness.analysis.sampling.files.file_sample import file_sample
from labharness.analysis.sampling.files.observes import Observes
from labharness.analysis.sampling.files.source import opened
from labharness.analysis.sampling.fold import fold
from labharness.app.plug_ins.discovery import discover
from labharness.plans.plan import PlannedCheck
from labharness.plans.suite import find_suite

MEGABYTES = 12.5
"""A hundred sequences of a million bits."""

ENT = ("byte_frequency", "byte_mean", "byte_pi", "byte_serial_correlation")
GENERATORS = ("long_complexity", "truncated_congruential", "folds", "byte_lags", "block_repeats")
"""Checks for what classical generators have in common."""
OTHERS = (*ENT, *GENERATORS, "fips_140_2")
SUITE = find_suite("bytes").suite.checks
FIFTEEN = [one.planned for one in SUITE if one.check not in OTHERS]


def named(*names):
    return [PlannedCheck(id=name.replace("_", "-"), check=name, stage="file") for name in names]


WHOLE_SUITE = "the whole suite"
SETS = {
    WHOLE_SUITE: [one.planned for one in SUITE],
    "all fifteen of SP 800-22": FIFTEEN,
    "the same without the Fourier spectrum": [one for one in FIFTEEN if one.check != "spectral"],
    "frequency, block frequency, runs": named("bit_frequency", "block_frequency", "bit_runs"),
    "serial and approximate entropy": named("serial_bits", "approximate_entropy"),
    "ENT": named(*ENT),
    **{
        name.replace("_", " "): named(name)
        for name in (
            "longest_run",
            "matrix_rank",
            "spectral",
            "non_overlapping_templates",
            "overlapping_templates",
            "universal",
            "linear_complexity",
            "cumulative_sums",
            "random_excursions",
            "random_excursions_variant",
            "fips_140_2",
        )
    },
}
WHOLE = list(SETS)[:3]
PROGRAMS = {"ENT": ["ent"], "fips 140 2": ["rngtest"]}
"""What other programs do of the same."""


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """A file of fair bits; the largest set takes a second of it."""
    path = tmp_path_factory.mktemp("bits") / "fair.bin"
    path.write_bytes(np.random.Generator(np.random.Philox(1)).bytes(int(MEGABYTES * 1e6)))
    return path


def floor(data):
    """Return the seconds of counting the byte values with NumPy, the best of five."""

    def once():
        begun = time.process_time()
        np.bincount(np.frombuffer(data, dtype=np.uint8), minlength=256)
        return time.process_time() - begun

    return min(once() for _ in range(5))


def program(command, path):
    """Return the seconds that another program takes for a file, the best of three."""

    def once():
        begun = os.times()
        with path.open("rb") as file:
            # rngtest ends with 1 where a block fails, as good ones must at times.
            subprocess.run(command, stdin=file, capture_output=True, check=False)
        ended = os.times()
        return ended.children_user + ended.children_system - begun.children_user - begun.children_system

    return min(once() for _ in range(3))


def built(name):
    """Return the checks of a set by id, and the bytes that they look back."""
    catalog = discover()
    checks = {planned.id: catalog.build(planned) for planned in SETS[name]}
    return checks, max(catalog.check_info(planned.check).look_back for planned in SETS[name])


def noted(benchmark, sample, results):
    """Run it, see that every check applied, and note its speed."""
    found = benchmark.pedantic(results, rounds=5, warmup_rounds=1)
    assert not [key for key, result in found.items() if result.not_applicable]
    seconds = benchmark.stats["min"]
    benchmark.extra_info["MB/s"] = round(MEGABYTES / seconds, 1)
    benchmark.extra_info["times NumPy's byte counts"] = round(seconds / floor(sample.read_bytes()), 2)


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("name", WHOLE)
def test_a_file_is_read_hashed_and_judged(benchmark, sample, name):
    checks, look_back = built(name)

    def results():
        with opened(str(sample)) as source:
            file = file_sample(source, Observes.BITS, {})
            tallies = fold(checks, file.blocks(look_back))
            return {key: check.judge(tallies[key], file.population) for key, check in checks.items()}

    noted(benchmark, sample, results)
    assert name != WHOLE_SUITE or benchmark.extra_info["MB/s"] >= 8


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("name", SETS)
def test_bits_in_memory_are_judged(benchmark, sample, name):
    checks, look_back = built(name)
    with opened(str(sample)) as source:
        file = file_sample(source, Observes.BITS, {})
        blocks = list(file.blocks(look_back))

    def results():
        # Fresh blocks, which remember nothing that an earlier round counted.
        tallies = fold(checks, map(replace, blocks))
        return {key: check.judge(tallies[key], file.population) for key, check in checks.items()}

    noted(benchmark, sample, results)
    command = PROGRAMS.get(name)
    if command and shutil.which(command[0]):
        benchmark.extra_info[f"{command[0]}, MB/s"] = round(MEGABYTES / program(command, sample), 1)
