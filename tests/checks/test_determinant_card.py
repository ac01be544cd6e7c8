"""Rounds of a double shoe: exact chances by counting, a plain dealer, what is a violation and what is left out."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest
from scipy.stats import chi2

from labharness.analysis.laws.pair_tables import rounds_of
from labharness.analysis.sampling.tables import Population
from labharness.checks.places.determinant_card import DeterminantCard
from labharness.games.outcomes.double_shoe import READINGS, fair_loads, openings
from labharness.games.outcomes.registry import rule
from labharness.model.cards import CardSet, format_card, parse_order
from labharness.model.observations import Deal, Kind
from labharness.model.reasons.decision import Details, Irregular, Sample
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.unit import SimulatedUnit
from labharness.testing.samples import LOADS, fair_block
from tests.support.judged import judged, wrong

SEED = 4614
NAMES = {"S": "spades", "D": "diamonds", "C": "clubs", "H": "hearts"}


def suit(card):
    return card.partition("#")[0][-1]


def plain_load(sides, rounds, size):
    """Deal a load as the text says, card by card: the rounds as they are laid down, and what each was."""
    sides, laid, seen = [list(sides[0]), list(sides[1])], [], []
    for number in range(rounds):
        drawn_from = number % 2
        card = sides[drawn_from].pop(0)
        opens = 0 if suit(card) in "SC" else 1
        table = [card] if opens == drawn_from else []
        while len(table) < size - (opens != drawn_from):
            table.append(sides[opens].pop(0))
        word = "dealt itself" if opens == drawn_from else f"segregated, then {NAMES[suit(table[0])]}"
        seen.append((drawn_from, f"{NAMES[suit(card)]}{',' if opens == drawn_from else ''} {word}"))
        laid.append(table if opens == drawn_from else [*table, card])
    return laid, [*sides[0], *sides[1]], seen


def law(drawn_from, side):
    result = rule("determinant-first-card").law(side, READINGS[drawn_from])
    return {name: chance for name, chance in result.items() if chance}


def test_the_law_of_first_cards_is_that_of_every_load_and_gives_the_opening_suits_three_times_as_often():
    """What the second round takes depends on the first one's cards; its law does not."""
    side = ["AS", "AC", "AD", "AH"]
    counts, orders = [Counter(), Counter()], list(permutations(side))
    for first in orders:
        for second in orders:
            for place, (_, outcome) in enumerate(plain_load((first, second), 2, 2)[2]):
                counts[place][outcome] += 1
    cards = CardSet("four aces", tuple(np.bincount(parse_order(" ".join(side)), minlength=54).tolist()))
    for place in (0, 1):
        assert {name: Fraction(n, len(orders) ** 2) for name, n in counts[place].items()} == law(place, cards)
    chances = Counter()
    for name, chance in law(0, CardSet.of_decks("side", 6)).items():
        chances[name.split()[-1] if "then" in name else name.partition(",")[0]] += chance
    assert chances == {
        "spades": Fraction(3, 8), "clubs": Fraction(3, 8), "diamonds": Fraction(1, 8), "hearts": Fraction(1, 8)
    }  # fmt: skip


def test_twenty_thousand_plainly_dealt_rounds_agree_with_the_law():
    random, deck, seen = Random(SEED), [format_card(kind) for kind in range(52)], [Counter(), Counter()]
    for _ in range(2900):
        for drawn_from, outcome in plain_load((random.sample(deck, 52), random.sample(deck, 52)), 7, 5)[2]:
            seen[drawn_from][outcome] += 1
    side = CardSet.of_decks("side", 1)
    for drawn_from in (0, 1):
        rounds = sum(seen[drawn_from].values())
        expected = {name: float(chance) * rounds for name, chance in law(drawn_from, side).items()}
        assert seen[drawn_from].keys() == expected.keys()
        x2 = sum((seen[drawn_from][name] - mean) ** 2 / mean for name, mean in expected.items())
        assert chi2.sf(x2, 9) > 0.001


def marked(loads):
    """Plainly dealt loads as a reader of marks sees them: cards of the second side are copies 1."""
    random, deck = Random(SEED), [format_card(kind) for kind in range(52)]
    for _ in range(loads):
        sides = random.sample(deck, 52), [f"{card}#1" for card in random.sample(deck, 52)]
        laid, left, _ = plain_load(sides, 7, 5)
        yield Deal(tuple(parse_order(" ".join(cards)) for cards in laid), parse_order(" ".join(left)))


def seen(deals, population=LOADS, **parameters):
    return judged(DeterminantCard(**parameters), population, deals)


@pytest.mark.parametrize("limit", [400, 100])
def test_plainly_dealt_loads_pass(limit):
    result = seen(marked(150), replicates=199, asymptotic_from=limit)
    assert result.violations is None
    assert result.statistic["items"] == 1050
    assert 0.01 < result.p["two_sided"] < 1


def of_machine(*faults, loads=60, decks=1, population=LOADS):
    machine = build_machine("double_shoe", SEED)
    unit = SimulatedUnit(machine, [build_fault(fault, SEED, machine) for fault in faults])
    for _ in range(loads):
        unit.load(population.cards.marked())
        *stacks, stub = unit.deal(population.stacks)
        yield Deal(tuple(stacks), stub)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("determinant_ignored", Details.OPENS_OTHER_SIDE),
        ("determinant_unused", Details.OPENS_OTHER_SIDE),
        ("mixed_sides=7", Details.OTHER_SIDE),
    ],
)
def test_a_fault_of_the_sides_is_named_round_by_round(fault, code):
    result = seen(of_machine(fault, loads=10), replicates=99)
    assert result.violations > 5
    assert result.details[0].is_a(Details.IN_ROUND)
    assert result.details[0]["deal"] == 1
    assert result.details[0]["problem"].is_a(code)


@pytest.mark.parametrize("among", [2, 3])
def test_a_chosen_determinant_card_is_found_without_a_violation(among):
    result = seen(of_machine(f"determinant_chosen={among}"), replicates=999)
    assert result.violations is None
    assert result.p["right"] == pytest.approx(0.001)


def test_a_fair_double_shoe_passes_whatever_side_a_color_opens():
    both = CardSet.of_decks("six decks on each side", 12)
    population = Population(Kind.DEAL, both, stacks=(5,) * 46, stub=624 - 230, determinant=True)
    result = seen(of_machine(loads=12, population=population), population, replicates=199)
    assert result.violations is None
    assert 0.01 < result.p["two_sided"] < 1
    fair = fair_loads(
        np.random.default_rng(SEED), CardSet.of_decks("side", 1).marked(), 40, LOADS.stacks, "red", 1
    )
    ends = np.cumsum(LOADS.stacks)
    deals = [Deal(tuple(parts[:-1]), parts[-1]) for parts in (np.split(order, ends) for order in fair)]
    assert seen(deals, first="red", replicates=99).violations is None
    assert seen(deals, replicates=99).violations > 100


def test_loads_without_marks_or_out_of_turn_are_left_out_and_said_so():
    (whole,) = (fair_block(LOADS, 20, np.random.default_rng(SEED)).observations,)
    plain = [Deal(tuple(stack & 0x3F for stack in deal.stacks), deal.stub & 0x3F) for deal in whole]
    assert seen(plain, replicates=99).not_applicable == Sample.SIDES_UNMARKED()
    late = [Deal((*deal.stacks[1:], deal.stacks[0]), deal.stub) for deal in whole[:2]]
    result = seen([*whole[2:], *plain[:1], *late], replicates=99)
    assert result.details[2:4] == (
        Details.LEFT_OUT(number=1, what=Irregular.UNMARKED_LOADS),
        Details.LEFT_OUT(number=2, what=Irregular.LOADS_OUT_OF_TURN),
    )
    assert result.violations is None
    assert result.units == 18


def test_sides_that_are_uneven_and_stacks_that_are_no_rounds_are_not_judged():
    deal, *more = of_machine(loads=20)
    stub = deal.stub.copy()
    stub[-1] ^= 1 << 6
    result = seen([Deal(deal.stacks, stub), *more], replicates=99)
    assert result.violations == 1
    assert result.details[0] == wrong(Kind.DEAL, 1, Details.UNEVEN_SIDES(first=53, second=51, each=52))
    other = Population(Kind.DEAL, CardSet.of_decks("two decks", 2), stacks=(5,) * 7, stub=69)
    assert seen((), other).not_applicable == Sample.NO_DOUBLE_SHOE()


def test_the_null_deals_the_same_rounds_as_whole_loads_do():
    """The same shuffled sides, once dealt whole and once only as far as the law needs."""
    side = CardSet.of_decks("side", 1)
    whole = fair_loads(np.random.default_rng(SEED), side.marked(), 50, LOADS.stacks, "black", 1)
    random = np.random.default_rng(SEED)
    both = np.stack([random.permuted(np.tile(side.marked(), (50, 1)), axis=1) for _ in range(2)])
    result = [cards & 0x3F for cards in rounds_of(whole, LOADS.stacks, 1)]
    assert all(
        np.array_equal(*pair) for pair in zip(result, openings(both, LOADS.stacks, "black"), strict=True)
    )
