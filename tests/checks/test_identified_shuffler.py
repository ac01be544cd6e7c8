"""The check of shuffling programs known by name: proofs, chains, breaks, gaps, controls."""

import random
from itertools import pairwise

import numpy as np
import pytest

from labharness.analysis.generators.delphi import GENERATOR as DELPHI
from labharness.analysis.generators.java import GENERATOR as JAVA
from labharness.analysis.generators.python_seed import GENERATOR as SEEDED
from labharness.analysis.generators.shuffles.visual_basic import GENERATOR as RND
from labharness.analysis.identification import search as searching
from labharness.analysis.identification.decks import exchanged
from labharness.analysis.identification.generator import SHUFFLES, WayOfUse, families
from labharness.analysis.identification.search import search
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.orders.identified_shuffler import IdentifiedShuffler, Shuffler, readings
from labharness.model.cards import UNREAD, CardSet
from labharness.model.observations import Event, EventKind, Kind, Shuffle
from labharness.model.reasons.game import Identifications
from labharness.testing.samples import WITNESSED

pytestmark = pytest.mark.usefixtures("whole_searches")
LONG = pytest.mark.long
POPULATION = Population(Kind.SHUFFLE, CardSet.of_decks("one deck", 1))
DECK = POPULATION.held.new_deck_order()


@pytest.fixture
def of_one_program(monkeypatch, whole_searches):
    """Search for Java and Delphi alone: what is told of a stretch is the same, and sooner there."""
    whole = searching.problems

    def problems(stream, effort, known):
        return whole(stream, effort, [family for family in known if family in (JAVA, DELPHI)])

    monkeypatch.setattr(searching, "problems", problems)


def orders_of(family, count, seed=99, call=0):
    """Orders, each relative to its input, by a call of a family from the last place on."""
    bounds = np.tile(np.arange(52, 1, -1), count)
    draws = family.predict(WayOfUse(family.calls[call]), family.seeded(seed), bounds)
    return exchanged(draws.reshape(count, 51), range(51, 0, -1))


def after_one_another(orders):
    """Orders of a deck that is never sorted: each in terms of the first input."""
    totals = [orders[0]]
    for order in orders[1:]:
        totals.append(totals[-1][order])
    return np.array(totals)


def judged(orders, *, inputs=None, events=(), gaps=(), unread=(), **parameters):
    check, tally = IdentifiedShuffler(**parameters), None
    shuffles = []
    for place, order in enumerate(orders):
        before = DECK if inputs is None else inputs[place]
        output = before[order].copy()
        output[0] = UNREAD if place in unread else output[0]
        shuffles.append(Shuffle(before, output))
    for low, high in pairwise([0, *gaps, len(shuffles)]):
        more = check.tally(Block(POPULATION, low, tuple(shuffles[low:high]), WITNESSED, events=tuple(events)))
        tally = more if tally is None else tally.merge(more)
    return check.judge(tally, POPULATION)


def reason(result, code):
    (each,) = [line for line in result.details if line.is_a(code)]
    return each


@pytest.mark.parametrize("family", [JAVA, DELPHI], ids=["java", "delphi"])
@pytest.mark.parametrize("count", [1, 5])
def test_orders_of_a_program_are_a_violation(family, count):
    result = judged(orders_of(family, count))
    proof, draws = reason(result, Identifications.PROVED), reason(result, Shuffler.DRAWS)

    assert result.violations == 1
    assert proof["ways"][0]["generator"] in {family.name, "drand48 (POSIX, Perl)"}
    assert proof["predicted"] + proof["used"] == 51 * count
    assert int(reason(result, Identifications.STATE)["state"], 16) == family.seeded(99)
    assert (draws["shuffle"], draws["draws"], draws["input"]) == (1, 51, Shuffler.RECORDED())


def never_sorted(count, seed):
    """Orders of a new deck that CPython shuffles in place, each in terms of the new deck."""
    deck, source, orders = list(range(52)), random.Random(seed), []
    for _ in range(count):
        source.shuffle(deck)
        orders.append(tuple(deck))
    return np.array(orders)


def test_a_new_deck_that_is_never_sorted_has_the_first_draws_after_a_seeding():
    every = list(readings(never_sorted(4, 77), 1))
    (reading,) = (
        each
        for each in every
        for draws in each.how
        if (draws["input"], draws["loop"]) == (Shuffler.CHAINED_FROM_INPUT(), Shuffler.FROM_THE_END())
    )
    stream = reading.stream()
    (proof,) = search(stream, known=[SEEDED]).proofs

    assert (proof.candidate.state, len(stream)) == (77, 4 * 51)
    assert SEEDED in reading.known


def test_shuffles_that_cannot_be_undone_are_searched_in_the_orders_of_the_loop_that_they_take():
    """Of the draws of another loop they would make other orders than were recorded."""
    shuffles = set(families(SHUFFLES))
    with_shuffles = [
        reading.how[0]["loop"]
        for reading in readings(never_sorted(4, 77), 1)
        if shuffles & set(reading.known or ())
    ]

    assert with_shuffles == [Shuffler.FROM_THE_END()]


@LONG
def test_the_seed_of_a_new_deck_that_is_never_sorted_is_a_violation():
    result = judged(never_sorted(6, 77))
    draws = reason(result, Shuffler.DRAWS)

    assert result.violations == 1
    assert (draws["input"], draws["shuffle"]) == (Shuffler.CHAINED_FROM_INPUT(), 1)
    assert reason(result, Identifications.PROVED)["ways"][0]["generator"] == SEEDED.name


def test_a_deck_that_is_never_sorted_is_read_from_the_order_before_recorded_or_not():
    orders = orders_of(DELPHI, 6)
    result = judged(after_one_another(orders), budget=2)  # the input recorded is a sorted deck
    draws = reason(result, Shuffler.DRAWS)
    assert result.violations == 1
    assert (draws["input"], draws["shuffle"]) == (Shuffler.CHAINED(), 2)
    orders = orders_of(JAVA, 6)
    totals = after_one_another(orders)
    result = judged(orders, inputs=[DECK, *(DECK[total] for total in totals[:-1])])
    assert result.violations == 1
    assert reason(result, Shuffler.DRAWS)["input"] == Shuffler.RECORDED()


@pytest.mark.parametrize("call", [0, pytest.param(1, marks=LONG)], ids=["keys", "exchanges"])
def test_loops_that_cannot_be_undone_are_searched_by_their_seed(call):
    result = judged(orders_of(RND, 3, 4_321, call))

    assert result.violations == 1
    assert reason(result, Identifications.PROVED)["ways"][0]["call"] == RND.calls[call].name


def test_one_changed_order_is_no_proof_and_the_longest_stretch_is_searched(of_one_program):
    orders = orders_of(DELPHI, 40)
    orders[25, [3, 40]] = orders[25, [40, 3]]
    result = judged(orders, budget=2)
    assert result.violations is None
    assert result.not_applicable.is_a(Identifications.BROKEN)
    assert reason(result, Shuffler.BROKEN_AT)["shuffle"] == 26
    orders = np.concatenate([orders_of(JAVA, 3, 1), orders_of(JAVA, 6, 2), orders_of(JAVA, 2, 3)])
    for parts in ({"gaps": (3, 9)}, {"events": [Event(3, EventKind.RESTART), Event(9, EventKind.RESTART)]}):
        result = judged(orders, **parts)
        stretch = reason(result, Shuffler.STRETCH)
        assert (stretch["first"], stretch["last"], stretch["recorded"]) == (4, 9, 11)
        assert int(reason(result, Identifications.STATE)["state"], 16) == JAVA.seeded(2)


def test_a_shuffle_that_could_not_be_read_ends_a_stretch_and_those_beyond_the_most_are_not_read(
    of_one_program,
):
    result = judged(orders_of(JAVA, 9), unread=(2,))
    stretch = reason(result, Shuffler.STRETCH)
    assert (result.violations, stretch["first"], stretch["last"]) == (1, 4, 9)
    result = judged(orders_of(JAVA, 7), most=5)
    assert reason(result, Shuffler.NOT_READ)["read"] == 5
    assert (result.units, result.counted) == (7, 5)


def test_fair_orders_name_nothing_and_what_was_not_tried():
    random = np.random.Generator(np.random.PCG64(8))
    result = judged([random.permutation(52) for _ in range(30)], budget=1)

    assert (result.violations, result.not_applicable) == (0, None)
    assert reason(result, Identifications.NONE)["ways"] == result.statistic["ways"] > 50
    assert "MT19937" in reason(result, Identifications.LEFT_SHORT)["generators"]
    assert RND.name in reason(result, Identifications.LEFT_LATE)["generators"]


@pytest.mark.parametrize(
    "order",
    [
        np.arange(52),
        *(pytest.param(each, marks=LONG) for each in (np.arange(52)[::-1], np.roll(np.arange(52), 7))),
    ],
)
def test_the_same_order_again_and_again_is_no_proof(order):
    assert judged([order] * 40, budget=2).violations == 0
