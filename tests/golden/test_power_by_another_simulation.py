"""Entries of packaged power tables by a second simulation: the Mersenne Twister, plain loops, nothing of the product's laws.

An entry is how often one check spoke against the device.  Both shares are binomial; their exact intervals at 99.99% must meet.
"""

import random

import numpy as np
import pytest
from scipy.stats import chi2

from labharness.analysis.laws.intervals import clopper_pearson
from labharness.analysis.power.power_table import find_table, load_table
from tests.support.plans import catalog, read_plan

SURE = 0.9999
TENS_AND_ACE, LOW, PLACES, DECK = {1, 10, 11, 12, 13}, {2, 3, 4, 5, 6}, 16, 52


def entry(plan_id, defect, check):
    """Return how often a check spoke, of so many submissions, in the packaged table."""
    table = load_table(find_table(read_plan(plan_id), catalog()))
    (row,) = (one for one in table.rows if one.defect == defect)
    return row.found_by.get(check, 0), row.replicates


def alike(packaged, hits, trials):
    """Say whether two shares can be the same."""
    one, other = clopper_pearson(*packaged, SURE), clopper_pearson(hits, trials, SURE)
    return one[0] <= other[1] and other[0] <= one[1]


def test_orders_that_come_again_are_met_as_often():
    """Two of 530 deals as they were put in, and two of 65,536 seeds alike: in both the same order comes twice."""
    source, trials = random.Random(4613), 400
    twice = sum(sum(source.random() < 0.01 for _ in range(530)) > 1 for _ in range(trials))
    assert alike(entry("pai-gow-poker-645a-dealing-shoe", "returned:0.01", "exact-repeat"), twice, trials)
    seeds = sum(len({source.getrandbits(16) for _ in range(530)}) < 530 for _ in range(trials))
    assert alike(entry("pai-gow-poker-645a-dealing-shoe", "reseeded:16", "exact-repeat"), seeds, trials)


def favored_round(source, weights):
    """Draw twenty cards one after another, each by its weight among those that are left."""
    left, dealt = list(range(312)), []
    for _ in range(20):
        total, place = sum(weights[card] for card in left), 0
        at = source.random() * total
        while (at := at - weights[left[place]]) > 0:
            place += 1
        dealt.append(left.pop(place) % 52)
    return dealt


@pytest.mark.slow
def test_cards_drawn_more_readily_are_found_as_often():
    """X² of 52 types over 1,000 rounds of 20 cards of six decks, scaled by 311/292, rejects below 5% (51 degrees)."""
    source, trials, found = random.Random(4613), 40, 0
    weights = [1.2 if card % 52 == 0 else 1.0 for card in range(312)]
    for _ in range(trials):
        counts = [0] * 52
        for _ in range(1000):
            for card in favored_round(source, weights):
                counts[card] += 1
        x2 = sum((count - 20_000 / 52) ** 2 / (20_000 / 52) for count in counts) * 311 / 292
        found += chi2.sf(x2, 51) < 0.05
    plan = "blackjack-633a-continuous-shuffler-rounds"
    assert alike(entry(plan, "favored:0.2", "card-frequency"), found, trials)


def first_places(source, shuffles, excess):
    """Return ranks of the first sixteen cards, of which the eighth is a ten or an ace so much more often."""
    ranks = np.argsort(source.rand(shuffles, DECK), axis=1) % 13 + 1
    good = np.isin(ranks, list(TENS_AND_ACE))
    for order, fit in zip(ranks, good, strict=True):
        if not fit[7] and source.rand() < excess / (32 / 52):
            other = source.choice(np.flatnonzero(fit))
            order[7], order[other] = order[other], order[7]
    return ranks[:, :PLACES]


def scores(ranks):
    """Return the sums of all contrasts of a sample: sets of places by groups, and pairs by hands."""
    hilo = np.where(np.isin(ranks, list(LOW)), 1, np.where(np.isin(ranks, list(TENS_AND_ACE)), -1, 0))
    groups = [ranks == 1, ranks >= 10, np.isin(ranks, list(TENS_AND_ACE)), np.isin(ranks, list(LOW)), hilo]
    sets = {(place,) for place in range(PLACES)}
    hands = set()
    for players in range(1, 8):
        seats = [(seat, seat + players + 1) for seat in range(players)]
        dealer = (players, 2 * players + 1)
        hands |= {*seats, dealer}
        sets |= {*seats, dealer, tuple(place for seat in seats for place in seat)}
    found = [group[:, list(one)].sum() for one in sorted(sets) for group in groups]
    found += [(ranks[:, a] == ranks[:, b]).sum() for a, b in sorted(hands)]
    return np.array(found, dtype=float)


@pytest.mark.slow
def test_an_up_card_that_is_too_good_is_found_as_often():
    """The largest standardized contrast against that of 4,000 fair samples, at the level left to one of six checks."""
    source, shuffles, trials, fair = np.random.RandomState(4613), 260, 100, 4_000
    null = np.array(
        [scores(np.argsort(source.rand(shuffles, DECK), axis=1)[:, :PLACES] % 13 + 1) for _ in range(fair)]
    )
    mean, spread = null.mean(axis=0), null.std(axis=0)
    least = np.sort(np.abs((null - mean) / spread).max(axis=1))[-round(fair * 0.01 / 6)]
    found = sum(
        np.abs((scores(first_places(source, shuffles, 0.12)) - mean) / spread).max() > least
        for _ in range(trials)
    )
    plan = "blackjack-633a-batch-shuffler-by-hand"
    assert alike(entry(plan, "rich-up-card:0.12", "seats"), found, trials)
