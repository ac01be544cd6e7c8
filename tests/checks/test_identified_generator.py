"""The check of generators known by name: proofs, breaks, gaps, controls."""

from itertools import pairwise

import numpy as np
import pytest

from labharness.analysis.identification import search
from labharness.analysis.identification.generator import WayOfUse, families
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.outcomes.identified_generator import IdentifiedGenerator
from labharness.language.catalog import say
from labharness.model.observations import Draws, Event, EventKind, Kind, RawBytes
from labharness.model.reasons.game import Identifications
from labharness.testing.samples import WITNESSED

pytestmark = pytest.mark.usefixtures("whole_searches")
JAVA, MMIX = (
    next(family for family in families() if family.name == name)
    for name in ("java.util.Random", "MMIX (Knuth)")
)
SAME_STATES = ("java.util.Random", "drand48 (POSIX, Perl)")
LONG = pytest.mark.long


@pytest.fixture
def of_these_states(monkeypatch, whole_searches):
    """Search for the two families of the same states alone: what is told of a stretch is the same, and sooner there."""
    whole = search.problems

    def problems(stream, effort, known):
        return whole(stream, effort, [family for family in known if family.name in SAME_STATES])

    monkeypatch.setattr(search, "problems", problems)


def of_java(count, n=7, seed=1, call=0, stride=1):
    way = WayOfUse(JAVA.calls[call], stride)
    return JAVA.predict(way, JAVA.seeded(seed), np.full(count, n))


def blocks(outcomes, n, events=(), gaps=()):
    """Blocks of a sample of outcomes from 1, with gaps before some of them."""
    population = Population(Kind.DRAW, low=1, high=n)
    borders = [0, *gaps, len(outcomes)]
    for low, high in pairwise(borders):
        drawn = Draws((outcomes[low:high] + 1).astype(np.uint16))
        yield Block(population, low, (drawn,), WITNESSED, events=tuple(events))


def judged(outcomes, n=7, events=(), gaps=(), **parameters):
    check, tally = IdentifiedGenerator(**parameters), None
    for block in blocks(np.asarray(outcomes), n, events, gaps):
        more = check.tally(block)
        tally = more if tally is None else tally.merge(more)
    return check.judge(tally, Population(Kind.DRAW, low=1, high=n))


def reason(result, code):
    (each,) = [line for line in result.details if line.is_a(code)]
    return each


def test_a_proof_is_a_violation_with_its_state():
    result = judged(of_java(2_000))
    proof = reason(result, Identifications.PROVED)

    assert result.violations == 1
    ways = [(way["generator"], way["call"], way["stride"]) for way in proof["ways"]]
    assert ("java.util.Random", "nextInt(n)", 1) in ways
    assert int(reason(result, Identifications.STATE)["state"], 16) == JAVA.seeded(1)
    assert proof["predicted"] + proof["used"] == 2_000
    assert proof["after"] == proof["used"]
    assert reason(result, Identifications.STATE)["bits"] >= 92
    assert reason(result, Identifications.STATE)["ranges"] == (7,)


@pytest.mark.parametrize("place", [*(pytest.param(each, marks=LONG) for each in (0, 10_000)), 10, 19_999])
def test_one_changed_outcome_is_no_proof_but_its_place(place, of_these_states):
    outcomes = of_java(20_000)
    outcomes[place] = (outcomes[place] + 1) % 7
    result = judged(outcomes)
    broken = result.not_applicable

    assert result.violations is None
    assert broken.is_a(Identifications.BROKEN)
    assert broken["generator"] in SAME_STATES
    assert (broken["wrong"], broken["place"]) == (1, place + 1)
    assert "but 1 of 20,000 outcomes was not:" in say(broken)
    assert (broken["start"], broken["stop"]) == ((1, place) if place >= 10_000 else (place + 2, 20_000))


def test_every_third_outcome_is_proved_and_a_lost_one_is_a_break(of_these_states):
    result = judged(of_java(2_000, n=52, stride=3), n=52)
    assert reason(result, Identifications.PROVED)["ways"][0]["stride"] == 3
    broken = judged(np.delete(of_java(20_000), 8_000)).not_applicable
    assert broken.is_a(Identifications.BROKEN)
    assert (broken["start"], broken["stop"], broken["place"]) != (1, 19_999, None)
    assert broken["stop"] - broken["start"] > 7_000


def test_the_longest_stretch_without_a_gap_is_searched(of_these_states):
    outcomes = np.concatenate([of_java(900, seed=1), of_java(1_500, seed=2), of_java(700, seed=3)])
    for parts in (
        {"gaps": (900, 2_400)},
        {"events": [Event(900, EventKind.RESTART), Event(2_400, EventKind.RESTART)]},
    ):
        result = judged(outcomes, **parts)
        stretch = reason(result, Identifications.STRETCH)
        assert (stretch["first"], stretch["last"], stretch["recorded"]) == (901, 2_400, 3_100)
        assert (result.units, result.judged) == (3_100, 1_500)
        assert int(reason(result, Identifications.STATE)["state"], 16) == JAVA.seeded(2)
        assert reason(result, Identifications.STATE)["first"] == 901


def test_families_of_the_same_states_are_named_though_another_problem_was_solved():
    (call,) = [each for each in JAVA.calls if each.name.startswith("Math.floorMod")]
    words = JAVA.predict(WayOfUse(call), JAVA.seeded(77), np.full(1_000, 1 << 32))
    population = Population(Kind.BYTES)
    block = Block(population, 0, (RawBytes(words.astype("<u4").tobytes()),), WITNESSED)
    check = IdentifiedGenerator()
    ways = reason(check.judge(check.tally(block), population), Identifications.PROVED)["ways"]

    assert {way["generator"] for way in ways} == {"drand48 (POSIX, Perl)", "java.util.Random"}


def test_several_calls_that_fit_are_all_named_and_one_of_two_words_comes_first():
    result = judged(of_java(400, n=7, call=1))
    ways = reason(result, Identifications.PROVED)["ways"]
    assert len({way["call"] for way in ways}) > 1
    assert all(f"{way['call']} of {way['generator']}" in say(result.details[0]) for way in ways)
    way = reason(judged(of_java(2_000, n=52, call=2), n=52), Identifications.PROVED)["ways"][0]
    assert (way["call"], way["stride"]) == ("(int)(nextDouble() * n)", 1)


@pytest.mark.parametrize("order", ["<", pytest.param(">", marks=LONG)])
def test_bytes_are_read_as_words_in_either_order(order):
    words = MMIX.predict(WayOfUse(MMIX.calls[0]), 12345, np.full(2_000, 1 << 32)).astype(np.uint64)
    full = words << np.uint64(32) | np.uint64(77)
    check, population = IdentifiedGenerator(), Population(Kind.BYTES)
    block = Block(population, 0, (RawBytes(full.astype(f"{order}u8").tobytes()),), WITNESSED)
    result = check.judge(check.tally(block), population)

    assert result.violations == 1
    assert reason(result, Identifications.READING)["reading"]["bits"] == 64


@pytest.mark.parametrize("n", [2, pytest.param(7, marks=LONG), 52])
def test_a_fair_sample_names_nothing(n):
    random = np.random.Generator(np.random.PCG64(9))
    result = judged(random.integers(0, n, 2_000), n, budget=1)

    assert (result.violations, result.not_applicable, result.counted) == (0, None, 2_000)
    none = reason(result, Identifications.NONE)
    assert none["ways"] == result.statistic["ways"]
    assert "java.util.Random" in none["generators"]
    assert set(none["generators"]) < {each.name for each in families()}
    assert reason(result, Identifications.LEFT_LATE)["seconds"] > 1, "the budget does not buy it"


def test_an_outcome_out_of_range_ends_a_stretch_and_those_beyond_the_most_are_not_read(of_these_states):
    outcomes = of_java(3_000)
    outcomes[1_000] = 7
    result = judged(outcomes)
    stretch, proof = reason(result, Identifications.STRETCH), reason(result, Identifications.STATE)
    assert (stretch["first"], stretch["last"], stretch["stretches"]) == (1_002, 3_000, 2)
    assert (result.violations, proof["first"]) == (1, 1_002)
    assert judged(of_java(2_000), most=1_500).counted == 1_500


def test_too_few_outcomes_and_those_out_of_range_alone_say_why_nothing_was_tried():
    result = judged(np.full(2_000, 7))
    assert result.not_applicable.is_a(Identifications.NOTHING_TRIED)
    assert not any(line.is_a(Identifications.STRETCH) for line in result.details)
    reason = judged(of_java(20)).not_applicable
    assert reason.is_a(Identifications.NOTHING_TRIED)
    assert reason["needed"] > reason["recorded"] == 20


@pytest.mark.parametrize("period", [*(pytest.param(period, marks=LONG) for period in (1, 2, 4)), 7])
def test_a_sample_of_a_short_period_is_no_proof(period):
    assert judged(np.arange(1_000) % period, budget=2).violations == 0
