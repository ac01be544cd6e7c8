from itertools import combinations

import numpy as np
import pytest

from labharness.errors import InputError
from labharness.games.outcomes.registry import rule
from labharness.model.cards import CardSet
from tests.support import round_laws as rounds
from tests.support.round_laws import deal, round_law, stacks

DECK, WITH_JOKER = CardSet.of_decks("deck", 1), CardSet.of_decks("deck with joker", 1, jokers=1)


def covariance_between(seen, law):
    """Covariance between two hands, all ordered pairs of hands of each round counted one by one."""
    chances = np.array([float(chance) for chance in law.values()])
    hands = seen.shape[1]
    together = np.zeros((len(chances),) * 2)
    for each in range(hands):
        for other in range(hands):
            if each != other:
                np.add.at(together, (seen[:, each], seen[:, other]), 1)
    return together / (len(seen) * hands * (hands - 1)) - np.outer(chances, chances)


def test_two_tiles_each_from_every_deal():
    each = rule("two-tiles")
    law = each.law()
    pairs = list(combinations(range(32), 2))
    disjoint = [(a, b) for a in pairs for b in pairs if not set(a) & set(b)]
    seen = np.stack(
        [each.classify(np.array([deal[hand] for deal in disjoint], dtype=np.uint8)) for hand in (0, 1)],
        axis=1,
    )
    result = round_law(each, stacks(8, 2))
    assert result.rounds == 0
    assert not result.error.any()
    assert np.allclose(result.between, covariance_between(seen, law), atol=1e-12)


def test_the_estimate_agrees_with_the_exact_covariance():
    each = rule("three-card-bonus")
    exact = round_law(each, stacks(6, 3), DECK)
    single = exact.mean / 6
    result, error = rounds._estimated(
        each, stacks(6, 3), rounds._deck(each, DECK), single, None, 1 << 17, 461
    )
    away = (result - exact.between) / error
    assert exact.rounds == 0
    assert abs(away).max() < 5
    assert (away**2).mean() < 2


@pytest.mark.parametrize(
    ("name", "seats", "cards"),
    [
        ("three-card-bonus", stacks(6, 3), DECK),
        ("pai-gow-poker-hand", stacks(7, 7), WITH_JOKER),
        ("stud-six", tuple((*range(3 * hand, 3 * hand + 3), 18, 19, 20) for hand in range(6)), DECK),
    ],
)
def test_counts_of_a_round_always_sum_to_its_hands(name, seats, cards):
    result = round_law(rule(name), seats, cards, rounds=1 << 12)
    assert result.mean.sum() == pytest.approx(len(seats))
    assert np.allclose(result.covariance.sum(axis=0), 0, atol=1e-9)
    assert np.allclose(result.covariance, result.covariance.T)
    assert np.linalg.eigvalsh(result.covariance).min() > -1e-9


def test_seven_hands_of_dealt_rounds_vary_as_the_law_says():
    each, hands, size = rule("pai-gow-poker-hand"), 7, 40_000
    result = round_law(each, stacks(hands, 7), WITH_JOKER)
    dealt = deal(np.random.default_rng(461), rounds._deck(each, WITH_JOKER), 49, size)
    counts = np.zeros((size, len(each.outcomes)))
    for hand in range(hands):
        counts[np.arange(size), each.classify(dealt[:, 7 * hand : 7 * hand + 7])] += 1
    common = result.mean > 0.1
    assert result.rounds == rounds.ROUNDS
    assert np.allclose(
        counts.mean(axis=0), result.mean, atol=5 * np.sqrt(result.covariance.diagonal().max() / size)
    )
    seen = np.cov(counts.T)[common][:, common].diagonal()
    assert np.allclose(seen, result.covariance.diagonal()[common], rtol=5 * np.sqrt(2 / size) + 0.01)


def test_players_who_share_community_cards_go_together():
    seats = tuple((*range(3 * hand, 3 * hand + 3), 18, 19, 20) for hand in range(6))
    result = round_law(rule("stud-six"), seats, DECK, rounds=1 << 14)
    assert result.rounds
    assert (result.between.diagonal() > 5 * result.error.diagonal())[7]


def test_one_hand_is_a_single_draw():
    result = round_law(rule("lunar-hand"), stacks(1, 5), DECK)
    chances = result.mean
    assert np.allclose(result.covariance, np.diag(chances) - np.outer(chances, chances))


def test_the_same_seed_gives_the_same_estimate():
    each, seats = rule("fortune-six"), stacks(7, 6)
    first, second, other = (round_law(each, seats, WITH_JOKER, rounds=4096, seed=seed) for seed in (1, 1, 2))
    assert (first.between == second.between).all()
    assert (first.between != other.between).any()


def test_cards_are_dealt_fairly():
    dealt = deal(np.random.default_rng(4614), np.arange(8, dtype=np.uint8), 3, 56 * 1000)
    seen = np.bincount(dealt[:, 0].astype(int) * 64 + dealt[:, 1] * 8 + dealt[:, 2], minlength=512)
    assert (dealt[:, 0] != dealt[:, 1]).all()
    assert (seen > 0).sum() == 8 * 7 * 6
    expected = len(dealt) / 336
    assert ((seen[seen > 0] - expected) ** 2 / expected).sum() < 335 + 4 * np.sqrt(2 * 335)


def test_seats_must_fit():
    with pytest.raises(InputError, match="seats of 5 places"):
        round_law(rule("lunar-hand"), stacks(6, 3), DECK)
    with pytest.raises(InputError, match="deals no hands"):
        round_law(rule("two-dice-total"), stacks(2, 2))
