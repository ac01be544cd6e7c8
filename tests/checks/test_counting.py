"""Counting checks say which cards, in which unit."""

from dataclasses import replace
from functools import reduce

import numpy as np
import pytest

from labharness.analysis.sampling.check import EARLIEST, Tally
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.counts.card_count import CardCount
from labharness.checks.counts.composition import Composition
from labharness.checks.counts.stack_size import StackSize
from labharness.checks.outcomes.frequency import Frequency
from labharness.model.cards import Cards, parse_order
from labharness.model.observations import Deal, Draws, InputKnown, Kind, Round, Shuffle
from labharness.model.reasons.decision import Details, Sample
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
