"""Entries of packaged power tables by a second simulation: the Mersenne Twister, plain loops, nothing of the product's laws.

An entry is how often one check spoke against the device.  Both shares are binomial; their exact intervals at 99.99% must meet.
"""

import random

import numpy as np
import pytest
from scipy.special import gammaln
from scipy.stats import chi2, gamma, norm

from labharness.analysis.laws.intervals import clopper_pearson
from labharness.analysis.power.power_table import find_table, load_table
from tests.support.plans import catalog, read_plan

SURE = 0.9999
TENS_AND_ACE, LOW, PLACES, DECK = {1, 10, 11, 12, 13}, {2, 3, 4, 5, 6}, 16, 52


def entry(plan_id, defect, check):
    """Return how often a check spoke, of so many submissions, in the packaged table."""
    table = load_table(find_table(read_plan(plan_id), catalog()))
    (row,) = (row for row in table.rows if row.defect == defect)
    return row.found_by.get(check, 0), row.replicates


def alike(packaged, hits, trials):
    """Say whether two shares can be the same."""
    pair, other = clopper_pearson(*packaged, SURE), clopper_pearson(hits, trials, SURE)
    return pair[0] <= other[1] and other[0] <= pair[1]


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
    source, trials, result = random.Random(4613), 40, 0
    weights = [1.2 if card % 52 == 0 else 1.0 for card in range(312)]
    for _ in range(trials):
        counts = [0] * 52
        for _ in range(1000):
            for card in favored_round(source, weights):
                counts[card] += 1
        x2 = sum((count - 20_000 / 52) ** 2 / (20_000 / 52) for count in counts) * 311 / 292
        result += chi2.sf(x2, 51) < 0.05
    plan = "blackjack-633a-continuous-shuffler-rounds"
    assert alike(entry(plan, "favored:0.2", "card-frequency"), result, trials)


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
    result = [group[:, list(each)].sum() for each in sorted(sets) for group in groups]
    result += [(ranks[:, a] == ranks[:, b]).sum() for a, b in sorted(hands)]
    return np.array(result, dtype=float)


@pytest.mark.slow
def test_an_up_card_that_is_too_good_is_found_as_often():
    """The largest standardized contrast against that of 4,000 fair samples, at the level left to one of six checks."""
    source, shuffles, trials, fair = np.random.RandomState(4613), 260, 100, 4_000
    orders = (np.argsort(source.rand(shuffles, DECK), axis=1) for _ in range(fair))
    null = np.array([scores(order[:, :PLACES] % 13 + 1) for order in orders])
    mean, spread = null.mean(axis=0), null.std(axis=0)
    least = np.sort(np.abs((null - mean) / spread).max(axis=1))[-round(fair * 0.01 / 6)]
    rich = (scores(first_places(source, shuffles, 0.12)) for _ in range(trials))
    result = sum(np.abs((each - mean) / spread).max() > least for each in rich)
    plan = "blackjack-633a-batch-shuffler-by-hand"
    assert alike(entry(plan, "rich-up-card:0.12", "seats"), result, trials)


RNG_PLAN, BITS = "pai-gow-poker-645a-starting-position", 10_000_000
UNMARKED, MINI = "blackjack-633a-batch-shuffler-unmarked", "minibaccarat-541-batch-shuffler-unmarked"


def highest_capital(source, ends, chances):
    """Return the most that is made by betting on learned frequencies, with two priors that stop at a loss of four nats."""
    counts = np.cumsum(
        [source.multinomial(end - begin, chances) for begin, end in zip([0, *ends[:-1]], ends, strict=True)],
        axis=0,
    )
    capital, played, faces = np.full(len(ends), 0.5), np.array(ends), len(chances)
    for prior in (20.0, 2000 / faces):
        gain = gammaln(faces * prior) - gammaln(faces * prior + played) + played * np.log(faces)
        gain += (gammaln(prior + counts) - gammaln(prior)).sum(axis=1)
        lost = np.flatnonzero(gain <= -4)
        if len(lost):
            gain[lost[0] :] = gain[lost[0]]
        capital += 0.5 / 18 / 2 * np.exp(gain)
    return capital.max()


def test_an_outcome_that_comes_too_often_is_bet_on_as_often():
    """Half of the capital is cash; of the other half a table of frequencies has an 18th. Level left to one of seven checks."""
    source, trials, ends = np.random.RandomState(4613), 400, [1024]
    while ends[-1] < 150_000:
        ends.append(min(150_000, ends[-1] + min(16_384, max(1024, ends[-1] // 16 // 1024 * 1024))))
    chances = [0.99 / 7 + 0.01, *[0.99 / 7] * 6]
    result = sum(highest_capital(source, ends, chances) > 700 for _ in range(trials))
    assert alike(entry(RNG_PLAN, "stuck:0.01", "betting"), result, trials)


def test_raw_bits_out_of_balance_are_found_as_often_by_their_runs():
    """The test of runs asks first that the share of ones be within 2/√n of one half; else it counts changes."""
    source, trials = np.random.RandomState(4613), 400
    ones = source.binomial(BITS, 0.501, size=trials)
    unbalanced = int((np.abs(ones / BITS - 0.5) >= 2 / np.sqrt(BITS)).sum())
    assert alike(entry(RNG_PLAN, "unbalanced:0.001", "bit-runs"), unbalanced, trials)
    runs = 1 + source.binomial(BITS - 1, 0.499, size=trials)
    persistent = int((2 * norm.sf(np.abs(runs - BITS / 2) / (np.sqrt(BITS) / 2)) < 0.01 / 7).sum())
    assert alike(entry(RNG_PLAN, "persistent:0.001", "bit-runs"), persistent, trials)


@pytest.mark.slow
def test_raw_bits_out_of_balance_wander_as_far():
    """Ten walks of a million steps; the limit law of the farthest point, combined as Fisher does."""
    source, trials, steps, result = np.random.RandomState(4613), 40, 1_000_000, 0
    for _ in range(trials):
        total = 0.0
        for _ in range(10):
            walk = np.cumsum(np.where(source.rand(steps) < 0.501, 1, -1))
            far = max(walk.max(), -walk.min()) / np.sqrt(steps)
            total -= np.log(sum(4 * (-1) ** i * norm.sf((2 * i + 1) * far) for i in range(6)))
        result += gamma.sf(total, 10) < 1e-6
    packaged = entry("pai-gow-poker-645a-computerized-rng", "unbalanced:0.001", "raw-cumulative-sums")
    assert alike(packaged, result, trials)


def shoes(source, units, decks):
    """Return fair shoes of unmarked decks, types by place."""
    return np.tile(np.arange(DECK), decks)[np.argsort(source.rand(units, DECK * decks), axis=1)]


def most_deviating(statistic, source, decks, samples, flawed, trials):
    """Return how often the largest standardized value of flawed samples is beyond that of fair ones, at one of six checks."""
    fair = np.array([statistic(shoes(source, 60, decks)) for _ in range(samples)])
    mean, spread = fair.mean(axis=0), fair.std(axis=0)
    least = np.quantile(np.abs((fair - mean) / spread).max(axis=1), 1 - 0.01 / 6)
    return sum(np.abs((statistic(flawed()) - mean) / spread).max() > least for _ in range(trials))


def through_shelves(source, units, shelves, cards):
    """Lay cards from the bottom on top of or below the pile of a shelf, then the piles together in random order."""
    rows = []
    for _ in range(units):
        piles = [[] for _ in range(shelves)]
        for card in range(cards - 1, -1, -1):
            pile = piles[source.randint(shelves)]
            pile.insert(0 if source.rand() < 0.5 else len(pile), card)
        rows.append([card for place in source.permutation(shelves) for card in piles[place]])
    return np.array(rows) % DECK


@pytest.mark.slow
def test_equal_cards_of_a_pass_through_shelves_are_found_as_often():
    """How many cards equal the one 1 to 8 places behind, in 60 shoes of six decks."""
    source, trials = np.random.RandomState(4613), 60

    def equal(rows):
        return np.array([(rows[:, far:] == rows[:, :-far]).sum() for far in range(1, 9)], dtype=float)

    result = most_deviating(
        equal, source, 6, 4_000, lambda: through_shelves(source, 60, 38, 6 * DECK), trials
    )
    assert alike(entry(UNMARKED, "shelves:38", "equal-types"), result, trials)


def swapped_by_bytes(source, units, cards):
    """Swap each place, from the last on, with the remainder of a byte."""
    rows, each = np.tile(np.arange(cards), (units, 1)), np.arange(units)
    for last in range(cards - 1, 0, -1):
        other = source.randint(256, size=units) % (last + 1)
        rows[each, last], rows[each, other] = rows[each, other].copy(), rows[each, last].copy()
    return rows % DECK


@pytest.mark.slow
def test_parts_of_shoes_that_a_byte_cannot_reach_are_found_as_often():
    """X² of types in halves, quarters and eighths of each of 60 shoes of eight decks."""
    source, trials, decks = np.random.RandomState(4613), 200, 8
    cards = decks * DECK

    def segments(rows):
        result = []
        for parts in (2, 4, 8):
            cell = (np.arange(len(rows))[:, None] * parts + np.arange(cards) * parts // cards) * DECK + rows
            counts = np.bincount(cell.ravel(), minlength=len(rows) * parts * DECK)
            result.append(((counts - decks / parts) ** 2).sum() * parts / decks)
        return np.array(result)

    result = most_deviating(
        segments, source, decks, 4_000, lambda: swapped_by_bytes(source, 60, cards), trials
    )
    assert alike(entry(MINI, "byte-swap", "segments"), result, trials)
