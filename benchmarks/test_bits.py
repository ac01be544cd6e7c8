"""Raw bits: how fast each set of checks reads a file to its results, on one core, beside other programs.

Seconds are those of the processor, so that what else the machine does counts little.
"""

import os
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.figures import SHORT, best, scaled, timed
from labharness.analysis.sampling.evaluation import fold
from labharness.analysis.sampling.files.file_sample import file_sample
from labharness.analysis.sampling.files.source import Observes, opened
from labharness.app.plug_ins.discovery import discover
from labharness.plans.plan import PlannedCheck
from labharness.plans.suite import find_suite

MEGABYTES = scaled(12.5, 2.5)
"""A hundred sequences of a million bits; in the short form twenty."""

ENT = ("byte_frequency", "byte_mean", "byte_pi", "byte_serial_correlation")
GENERATORS = ("long_complexity", "truncated_congruential", "folds", "byte_lags", "block_repeats")
"""Checks for what classical generators have in common."""
OTHERS = (*ENT, *GENERATORS, "fips_140_2")
SEARCHES = {"identified_generator", "identified_shuffler"}
"""Searches for known generators, which test_identification.py measures."""
SUITE = [each for each in find_suite("bytes").suite.checks if each.check not in SEARCHES]
FIFTEEN = [each.planned for each in SUITE if each.check not in OTHERS]


def named(*names):
    return [PlannedCheck(id=name.replace("_", "-"), check=name, stage="file") for name in names]


WHOLE = {
    "the bytes suite without its search": [each.planned for each in SUITE],
    "all fifteen of SP 800-22": FIFTEEN,
    "the same without the Fourier spectrum": [each for each in FIFTEEN if each.check != "spectral"],
}
PARTS = {
    "frequency, block frequency, runs": named("bit_frequency", "block_frequency", "bit_runs"),
    "serial and approximate entropy": named("serial_bits", "approximate_entropy"),
    "longest run, rank of matrices": named("longest_run", "matrix_rank"),
    "linear complexity": named("linear_complexity"),
    "ENT": named(*ENT),
    "FIPS 140-2": named("fips_140_2"),
}
TARGETS = {
    "the bytes suite without its search": 8,
    "all fifteen of SP 800-22": 8,
    "the same without the Fourier spectrum": 30,
    "frequency, block frequency, runs": 2000,
    "serial and approximate entropy": 200,
    "linear complexity": 60,
    "ENT": 500,
    "FIPS 140-2": 200,
}
"""MB/s."""
PROGRAMS = {"ENT": ["ent"], "FIPS 140-2": ["rngtest"]}
"""What other programs do of the same."""


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """A file of fair bits; the largest set takes a second of it."""
    path = tmp_path_factory.mktemp("bits") / "fair.bin"
    path.write_bytes(np.random.Generator(np.random.Philox(1)).bytes(int(MEGABYTES * 1e6)))
    return path


def program(command, path):
    """Return the seconds that another program takes for a file, the best of three."""

    def run():
        begun = os.times()
        with path.open("rb") as file:
            # rngtest ends with 1 where a block fails, as good ones must at times.
            subprocess.run(command, stdin=file, capture_output=True, check=False)
        ended = os.times()
        return ended.children_user + ended.children_system - begun.children_user - begun.children_system

    return min(run() for _ in range(3))


def built(planned):
    """Return checks by id, and the bytes that they look back."""
    catalog = discover()
    checks = {each.id: catalog.build(each) for each in planned}
    return checks, max(catalog.check_info(each.check).look_back for each in planned)


def compared(figure, sample, name, work, what):
    """Measure a set of checks beside NumPy's counts of the byte values; see that every check applied."""
    seconds, results = timed(work, warmup=True)
    assert not [key for key, result in results.items() if result.not_applicable]
    data = np.frombuffer(sample.read_bytes(), dtype=np.uint8)
    peer = MEGABYTES / best(lambda: np.bincount(data, minlength=256))
    rates = [MEGABYTES / each for each in seconds]
    figure(f"{name}, {what}", rates, "MB/s", ("bincount of the bytes", peer), TARGETS.get(name))
    return rates


@pytest.mark.parametrize("name", WHOLE)
def test_a_file_is_read_hashed_and_judged(figure, sample, name):
    checks, look_back = built(WHOLE[name])

    def results():
        with opened(str(sample)) as source:
            file = file_sample(source, Observes.BITS, {})
            tallies = fold(checks, file.blocks(look_back))
            return {key: check.judge(tallies[key], file.population) for key, check in checks.items()}

    compared(figure, sample, name, results, "from the file to the results")


@pytest.mark.parametrize("name", PARTS)
def test_bits_in_memory_are_judged(figure, sample, name):
    checks, look_back = built(PARTS[name])
    with opened(str(sample)) as source:
        file = file_sample(source, Observes.BITS, {})
        blocks = list(file.blocks(look_back))

    def results():
        # Fresh blocks, which remember nothing that an earlier round counted.
        tallies = fold(checks, map(replace, blocks))
        return {key: check.judge(tallies[key], file.population) for key, check in checks.items()}

    rates = compared(figure, sample, name, results, "from memory to the results")
    command = PROGRAMS.get(name)
    if command and shutil.which(command[0]) and not SHORT:
        other = MEGABYTES / program(command, sample)
        figure(f"{name} beside another program", rates, "MB/s", (f"`{command[0]}`", other))
