"""Shoes of cards that nothing tells apart: exact moments by enumeration, and known flaws."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from labharness.analysis.laws.joint_minimum import MatchedCount, MatchedGamma
from labharness.analysis.laws.multinomial_x2 import equal_at, segment_x2
from labharness.analysis.laws.null_samples import FairOrders
from labharness.analysis.power.defects.flawed_shuffles import apart, shelved
from labharness.analysis.sampling.tables import Population
from labharness.checks.orders.equal_types import EqualCards, Equals
from labharness.checks.orders.segment_composition import PartsOfTheShoe, Segments
from labharness.model.cards import CardSet
from labharness.model.observations import InputKnown, Kind, Provenance, Source
from labharness.model.reasons.decision import Details
from tests.support.judged import judged, shuffles

SHOE = Population(Kind.SHUFFLE, CardSet.of_decks("eight decks", 8))
DECK = SHOE.held.new_deck_order()
CHAINED = Provenance(InputKnown.CHAINED, Source.OBSERVED)
CHECKS = (PartsOfTheShoe(replicates=199), EqualCards(replicates=199))


def answer(check, shoes):
    return judged(check, SHOE, shuffles(DECK, shoes), provenance=CHAINED)


def fair(shoes, seed):
    return FairOrders(np.random.default_rng(seed)).of(DECK, shoes)


def moments(values):
    return pytest.approx((np.mean(values), np.std(values)))


@pytest.mark.parametrize(
    ("kinds", "segments"), [((3, 2, 1), (4, 2)), ((2, 2, 2), (3, 3)), ((4, 3), (3, 2, 2))]
)
def test_moments_of_x2_are_those_of_all_orders(kinds, segments):
    deck, size = np.repeat(np.arange(len(kinds)), kinds), sum(kinds)
    ends = np.cumsum(segments)[:-1]
    result = []
    for order in permutations(deck.tolist()):
        parts = [Counter(part) for part in np.split(np.array(order), ends)]
        expected = [
            (kinds[kind] * sum(part.values()) / size, part[kind])
            for part in parts
            for kind in range(len(kinds))
        ]
        result.append(sum((seen - wanted) ** 2 / wanted for wanted, seen in expected))
    assert segment_x2(kinds, segments) == moments(result)


def test_moments_of_equal_cards_and_matched_laws_are_exact():
    for distance, kinds in product([1, 2, 3], [(3, 2, 2), (2, 2, 1), (4, 1, 2)]):
        deck = np.repeat(np.arange(len(kinds)), kinds).tolist()
        result = [
            sum(a == b for a, b in zip(order, order[distance:], strict=False)) for order in permutations(deck)
        ]
        assert equal_at(kinds, distance) == moments(result), (distance, kinds)
    # Poisson of mean 3.3: P(X >= 9) = 0.0075 by its series; chi-square of 4 degrees of freedom: 5 %
    # beyond 9.4877.
    from math import exp, factorial

    beyond = 1 - sum(exp(-3.3) * 3.3**k / factorial(k) for k in range(9))
    assert MatchedCount(1, 3.3, 3.3**0.5).p(np.array([9]))[0] == pytest.approx(2 * beyond)
    coin = MatchedCount(1, 5.0, 2.5**0.5)  # binomial of 10 fair tosses
    assert coin.p(np.array([9]))[0] == pytest.approx(2 * 11 / 1024)
    assert coin.p(np.array([-1])) < 1e-14
    wide = MatchedCount(1, 2.0, 2.0)  # negative binomial, 2 successes of chance 1/2: P(X = 0) = 1/4
    assert wide.p(np.array([0]))[0] == pytest.approx(0.5)
    assert MatchedGamma(1, 4.0, 8**0.5).p(np.array([9.4877]))[0] == pytest.approx(0.1, rel=1e-4)


@pytest.mark.parametrize("pieces", [8, 4, 2])
def test_parts_that_were_never_mixed_show_in_five_shoes(pieces):
    result = answer(CHECKS[0], DECK[apart(np.random.default_rng(10), 5, 416, pieces)])
    assert result.p["two_sided"] < 1e-3
    worst = next(detail["what"] for detail in result.details if detail.code == Details.MEMBER.code)
    assert worst in {Segments.PARTS(parts=parts) for parts in (2, 4, 8)}


def test_shelves_show_in_cards_of_one_type():
    places = shelved(np.random.default_rng(11), 60, 416, 20)
    result = answer(CHECKS[1], DECK[places])
    assert result.p["two_sided"] < 1e-3
    assert (
        next(detail["what"] for detail in result.details if detail.code == Details.MEMBER.code).code
        == Equals.APART.code
    )


@pytest.mark.parametrize("check", CHECKS, ids=["segments", "equal"])
def test_fair_shoes_are_not_alarmed(check):
    alarms = sum(answer(check, fair(20, (13, seed))).p["two_sided"] < 0.05 for seed in range(100))
    assert 1 <= alarms <= 14
