"""Counting checks say which cards, in which unit, and which are of the other one of two batches by turns."""

from dataclasses import replace
from functools import reduce

import numpy as np
import pytest

from labharness.analysis.sampling.check import EARLIEST, Tally
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.counts.batches import Batches
from labharness.checks.counts.card_count import CardCount
from labharness.checks.counts.composition import Composition
from labharness.checks.counts.stack_size import StackSize
from labharness.checks.outcomes.frequency import Frequency
from labharness.model.cards import UNREAD, Cards, CardSet, parse_order
from labharness.model.observations import Deal, Draws, InputKnown, Kind, Round, Shuffle
from labharness.model.reasons.decision import Details, Ordinal, Sample
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.unit import SimulatedUnit
from labharness.testing.samples import POPULATIONS, WITNESSED, fair_units, ordered_units, pieces
from tests.support.judged import judged, wrong

SHUFFLE, ROUND, DEAL = (POPULATIONS[kind] for kind in (Kind.SHUFFLE, Kind.ROUND, Kind.DEAL))
DECK = SHUFFLE.cards.new_deck_order()


def found(check, population, units, index=0, known=InputKnown.RESET):
    return judged(check, population, units, index=index, provenance=replace(WITNESSED, input_known=known))


def outputs(*orders):
    return [Shuffle(DECK, order) for order in orders]


def changed(first: str):
    return np.concatenate([parse_order(first), DECK[1:]]).astype(np.uint16)


def test_missing_and_extra_cards_are_named_with_their_unit():
    result = found(Composition(), SHUFFLE, outputs(DECK, changed("KH"), DECK[1:], changed("AS!")), index=10)
    assert result.violations == 3
    assert result.details == (
        wrong(Kind.SHUFFLE, 12, Cards.MISSING(cards=("AS",)), Cards.EXTRA(cards=("KH",))),
        wrong(Kind.SHUFFLE, 13, Cards.MISSING(cards=("AS",))),
        wrong(Kind.SHUFFLE, 14, Cards.FOREIGN_BACK(cards=("AS!",))),
    )
    assert result.units == 4


def test_details_are_capped_but_the_count_is_exact_also_in_pieces():
    result = found(Composition(), SHUFFLE, outputs(*[DECK[1:]] * 50))
    assert result.violations == 50
    assert len(result.details) == 21
    assert result.details[-1] == Details.MORE(number=30)
    whole = Block(SHUFFLE, 0, tuple(outputs(*[DECK[1:]] * 50)), WITNESSED)
    merged = reduce(Tally.merge, map(Composition().tally, pieces(whole, [7, 15, 40])))
    assert merged == Composition().tally(whole)
    assert len(merged.earliest["lines"]) == EARLIEST


@pytest.mark.parametrize("first", ["?? ??", "?? KH"])
def test_unread_card_that_completes_nothing_is_a_violation(first):
    assert found(Composition(), SHUFFLE, outputs(changed(first))).violations == 1


@pytest.mark.parametrize(("cards", "violations"), [
    ("AS AS 2S 3S 4S", 0), ("AS AS AS 3S 4S", 1), ("AS AS 2S KH 4S", 1), ("AS AS 2S 3S! 4S", 1),
    ("AS ?? 2S 3S 4S", None),
])  # fmt: skip
def test_round_holds_cards_that_the_set_can_hold(cards, violations):
    dealt = parse_order(cards)
    assert found(Composition(), ROUND, [Round(dealt, dealt)]).violations == violations


def test_unread_card_is_no_violation_and_read_input_is_held_to_the_set_too():
    result = found(Composition(), SHUFFLE, outputs(DECK, changed("??")))
    assert result.violations is None
    assert result.not_applicable.is_a(Sample.UNREAD_CARDS)
    assert result.details == (wrong(Kind.SHUFFLE, 2, Cards.MISSING(cards=("AS",)), Cards.UNREAD(cards=1)),)
    spoiled = [Shuffle(DECK[1:], DECK)]
    assert found(Composition(), SHUFFLE, spoiled).violations == 0
    result = found(Composition(), SHUFFLE, spoiled, known=InputKnown.READ)
    missing = Cards.MISSING(cards=("AS",))
    assert result.details == (Details.IN_INPUT(unit=Kind.SHUFFLE, number=1, problems=(missing,)),)
    units = outputs(changed("KH"))
    assert found(CardCount(), SHUFFLE, units).violations == 0
    assert found(Composition(), SHUFFLE, units).violations == 1


def counted(unit, cards, needed):
    return wrong(unit, 1, Details.CARD_COUNT(cards=cards, needed=needed))


def test_wrong_counts_and_stacks_are_named():
    assert found(CardCount(), SHUFFLE, outputs(DECK[2:])).details == (counted(Kind.SHUFFLE, 50, 52),)
    short = parse_order("AS 2S 3S 4S")
    assert found(CardCount(), ROUND, [Round(short, short)]).details == (counted(Kind.ROUND, 4, 5),)
    stacks = ordered_units(DEAL, [DEAL.cards.new_deck_order()])[0].stacks
    assert found(CardCount(), DEAL, [Deal(stacks, parse_order("AS"))]).details == (
        counted(Kind.DEAL, 50, 53),
    )
    good = ordered_units(DEAL, [DEAL.cards.new_deck_order()])[0]
    bad = Deal((*good.stacks[:5], good.stacks[5][:6]), good.stub[:3])
    result = found(StackSize(), DEAL, [good, bad])
    assert result.violations == 1
    assert result.details == (
        wrong(
            Kind.DEAL,
            2,
            Details.STACKS(stacks=6, needed=7),
            Details.STACK_SIZE(stack=6, cards=6, needed=7),
            Details.STUB_SIZE(cards=3, needed=4),
        ),
    )


def test_outcomes_outside_the_range_are_violations_beside_the_p_value():
    population = Population(Kind.DRAW, low=1, high=7)
    values = np.array([1, 9, 7, 0], dtype=np.uint16)
    few = found(Frequency(), population, [Draws(values)], index=100)
    assert (few.violations, few.p, few.not_applicable) == (2, {}, None)
    assert few.details == (
        Details.OUTCOME_OUTSIDE(place=102, outcome=9),
        Details.OUTCOME_OUTSIDE(place=104, outcome=0),
    )
    many = found(
        Frequency(), population, [Draws(values), *fair_units(population, 500, np.random.default_rng(1))]
    )
    assert many.violations == 2
    assert many.p["two_sided"] > 1e-3


BY_TURNS = Population(Kind.SHUFFLE, CardSet.of_decks("two decks", 2), batches=2)


def shuffles(*faults, units=8, population=BY_TURNS):
    machine = build_machine("two_batch_shuffler", 4614)
    unit = SimulatedUnit(machine, [build_fault(fault, 4614, machine) for fault in faults])
    deck, decks = population.cards.marked(), max(population.cards.counts)
    result = []
    for number in range(units):
        order = deck + np.uint16(number % 2 * decks << 6)
        unit.load(order)
        result.append(Shuffle(order, unit.shuffle()))
    return result


def by_turns(result, population=BY_TURNS, cut=3):
    """Judge a sample in two blocks, the second of which begins with an odd unit."""
    check = Batches()
    first = Block(population, 0, tuple(result[:cut]), WITNESSED)
    later = Block(population, cut, tuple(result[cut:]), WITNESSED)
    return check.judge(check.tally(first).merge(check.tally(later)), population)


def test_a_card_of_the_other_batch_is_named_there_and_in_the_batch_that_it_left():
    result = by_turns(shuffles("mixed_batches=3"))
    assert result.violations == 5
    assert result.details[0]["number"] == 4
    ((each,), (other,), (again,)) = (line["problems"] for line in result.details[:3])
    assert (each["batch"], each["own"]) == (Ordinal.FIRST, Ordinal.SECOND)
    assert (other["batch"], other["own"]) == (Ordinal.SECOND, Ordinal.FIRST)
    assert again["cards"][0] == each["cards"][0]


def test_a_whole_batch_that_is_wrong_or_comes_with_the_other_is_called_so():
    result = by_turns(shuffles("same_batch_twice=3"))
    problem = Details.WHOLLY_OTHER_BATCH(cards=104, batch=Ordinal.FIRST, own=Ordinal.SECOND)
    assert result.details == (wrong(Kind.SHUFFLE, 4, problem),)
    result = by_turns(shuffles("batches_together=2"))
    assert result.violations == 1
    (line,) = result.details
    assert line["number"] == 3
    assert len(line["problems"][0]["cards"]) == 104


def test_batches_by_turns_are_each_of_their_own_cards_and_a_card_not_read_proves_nothing():
    result = by_turns(shuffles())
    assert (result.violations, result.units, result.not_applicable) == (0, 8, None)
    result = shuffles()
    result[1].output[5] = UNREAD
    assert by_turns(result).violations == 0
    result = [Shuffle(pair.input & 0x3F, pair.output & 0x3F) for pair in shuffles()]
    assert by_turns(result).not_applicable == Sample.BATCHES_UNMARKED()


@pytest.mark.parametrize("decks", [1, 2])
def test_where_there_is_one_batch_another_copy_is_of_another(decks):
    population = replace(BY_TURNS, cards=CardSet.of_decks("one batch", decks), batches=1)
    order = population.cards.marked()
    assert by_turns([Shuffle(order, order)] * 4, population).violations == 0
    other = order.copy()
    other[0] |= decks << 6
    result = by_turns([Shuffle(order, other)] * 4, population)
    problem = Details.OTHER_BATCH(cards=(f"AS#{decks}",), batch=Ordinal.SECOND, own=Ordinal.FIRST)
    assert result.details[0] == wrong(Kind.SHUFFLE, 1, problem)
