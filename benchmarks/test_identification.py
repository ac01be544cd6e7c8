"""Known generators: what the default effort takes where nothing is there, and the memory of an analysis that searches them.

Seconds are those of the processor. The search spends 60 declared seconds at most and reads no clock; the target says that it declares enough.
Of each engine some problems are measured beside what they declare: a ratio below 1 is room, one far below 1 leaves out ways for nothing.
"""

import json
import sys
import time

import numpy as np
import pytest

from benchmarks.figures import scaled
from benchmarks.test_decks import sample
from benchmarks.test_memory import peak_of
from labharness.analysis.identification.generator import SearchStage, families
from labharness.analysis.identification.search import BUDGET, problems
from labharness.analysis.identification.stream import Stream
from labharness.analysis.kit import Tally, count
from labharness.analysis.sampling.tables import Population
from labharness.checks.orders.identified_shuffler import IdentifiedShuffler
from labharness.checks.outcomes.identified_generator import IdentifiedGenerator
from labharness.model.cards import CardSet
from labharness.model.observations import Kind
from labharness.model.reasons.game import Effort

SPENT, MOST_MIB, DECKS = scaled(int(BUDGET), 2), 300, scaled(260, 5)
RANDOM = np.random.Generator(np.random.PCG64(1))
RANGES = {"8,000": (2, 7, 52), "150,000": (2, 7)}
OUTCOMES = {"8,000": scaled(8_000, 500), "150,000": scaled(150_000, 3_000)}
FAIR, STRIDES, EACH = 24_000, (1, 16), scaled(1_000, 1)
FILE = scaled(20_000_000, 100_000)
ANALYZE = """
import sys
from labharness.analysis.identification import search
if sys.argv[1] == "nothing":
    search.problems = lambda *_: []
from labharness.cli import main
main(sys.argv[2:])
"""
"""The command, which searches as users have it, or nothing."""


def searched(figure, what, check, tally, population):
    """Take the seconds of a search of a sample in which nothing is."""
    begun = time.process_time()
    result = check.judge(tally, population)
    seconds = time.process_time() - begun
    assert not result.violations
    figure(f"the default effort on {what}", seconds, "s", target=BUDGET)
    figure.hold()


def kept(codes):
    """Return what the check keeps of outcomes."""
    return Tally({"read": count(len(codes))}, columns={"codes": codes})


def drawn(n, size):
    """Return fair outcomes as the check keeps them, and what they are drawn from."""
    return kept(RANDOM.integers(0, n, size).astype(np.uint16)), Population(Kind.DRAW, low=0, high=n - 1)


@pytest.fixture(scope="module", autouse=True)
def _loaded():
    """Load what is compiled before anything is measured."""
    IdentifiedGenerator(budget=2).judge(*drawn(52, 300))


@pytest.mark.parametrize(("size", "n"), [(size, n) for size, ranges in RANGES.items() for n in ranges])
def test_outcomes(figure, size, n):
    what = f"{size} fair outcomes, {n} possible"
    searched(figure, what, IdentifiedGenerator(budget=SPENT), *drawn(n, OUTCOMES[size]))


@pytest.mark.parametrize("stage", SearchStage, ids=lambda stage: stage.name.lower())
def test_declared_seconds(figure, stage):
    """Solve problems of an engine on fair outcomes: no more seconds than it declares."""
    known, spent, declared = [family for family in families() if family.stage is stage], 0.0, 0.0
    for n in (7,) if stage is SearchStage.LONG_LINEAR else (2, 7, 52):
        stream = Stream.of(RANDOM.integers(0, n, FAIR), n)
        ready = [each for each in problems(stream, Effort.DEFAULT, known) if not each.untried]
        some = [each for each in ready if each.ways[0][1].stride in STRIDES]
        begun = time.process_time()
        for problem in some[:EACH]:
            assert not list(problem.steps(stream, lambda: None))
        spent += time.process_time() - begun
        declared += sum(problem.seconds for problem in some[:EACH])
    what = f"problems of {stage.name.lower().replace('_', ' ')} engines on {FAIR:,} fair outcomes"
    figure(what, spent, "s", ("what they declare", declared), declared)
    figure.hold()


def test_bytes(figure):
    tally = kept(RANDOM.integers(0, 256, scaled(1 << 20, 1 << 12), np.uint8))
    what = "1 MiB of fair bytes, read as words and bits too"
    searched(figure, what, IdentifiedGenerator(budget=SPENT), tally, Population(Kind.BYTES))


def test_decks(figure):
    check, (decks,) = IdentifiedShuffler(budget=SPENT), sample(CardSet.of_decks("set", 1), DECKS, 1)
    searched(figure, "260 fairly shuffled decks", check, check.tally(decks), decks.population)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell the peak memory of a child.")
@pytest.mark.parametrize("kind", ["bytes", "bits"])
def test_memory_of_an_analysis(figure, tmp_path, kind):
    file = tmp_path / "file"
    file.write_bytes(RANDOM.bytes(FILE))

    def peak(searched):
        command = ("analyze", file, "--observes", kind, "--power", 0, "--json")
        printed, peak, problem = peak_of(sys.executable, "-P", "-c", ANALYZE, searched, *command)
        assert json.loads(printed)["units"] == FILE, problem
        return peak / (1 << 20)

    beside = "without the search", peak("nothing")
    figure(f"peak memory of an analysis of 20 MB of {kind}", peak("all"), "MiB", beside, MOST_MIB)
