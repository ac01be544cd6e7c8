"""21 Baccarat: two hands of Blackjack totals, at most one more card each, and a bonus on each hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.drawing import BY_RANK, BY_VALUE, SEVEN, best_total, drawn, points, ranks
from labharness.games.outcomes.rule import Codes, Faces, Rule, by, first_of
from labharness.games.outcomes.three_cards import Three

TAKES = ("player 1", "banker 1", "player 2", "banker 2", "next", "next but one")
ACES = ("two aces rank highest", "two aces total 12")
"""Two aces are a natural that no section ranks; the published hold of the Tie Wager fits the first."""
BONUS_ACES = ("two aces take a card", "two aces take none")
APART = 100


def _two(value: NDArray[np.int8], first: int, second: int) -> NDArray[np.int8]:
    each, two = value[:, first], value[:, second]
    return best_total(each + two, (each == 1) | (two == 1))


def _final(value: NDArray[np.int8], own: tuple[int, int], third: NDArray[np.int8],
           draws: NDArray[np.bool_]) -> NDArray[np.int8]:  # fmt: skip
    first, second = value[:, own[0]], value[:, own[1]]
    more = draws * third
    return best_total(first + second + more, (first == 1) | (second == 1) | (more == 1))


def _draws(value: NDArray[np.int8]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether player and banker take a card: under 17, and no natural on the table."""
    player, banker = _two(value, 0, 2), _two(value, 1, 3)
    aces = [(value[:, each] == 1) & (value[:, other] == 1) for each, other in ((0, 2), (1, 3))]
    natural = aces[0] | aces[1] | (player == 21) | (banker == 21)
    return ~natural & (player < 17), ~natural & (banker < 17)


def length(faces: Faces, *, bonus: bool = False) -> NDArray[np.intp]:
    """Cards that each round takes; with a bonus wager on the table, also those that count for it only."""
    value = points(faces)
    player, banker = (_two(value, 0, 2) < 17, _two(value, 1, 3) < 17) if bonus else _draws(value)
    return player.astype(np.intp) + banker + 4


def _result(faces: Faces, reading: str) -> Codes:
    value = points(faces)
    player_aces = (value[:, 0] == 1) & (value[:, 2] == 1)
    banker_aces = (value[:, 1] == 1) & (value[:, 3] == 1)
    player_draws, banker_draws = _draws(value)
    player = _final(value, (0, 2), value[:, 4], player_draws)
    banker = _final(value, (1, 3), np.where(player_draws, value[:, 5], value[:, 4]), banker_draws)
    # Over 21 the lower total wins, and any total up to 21 beats it.
    player_rank, banker_rank = np.where(player > 21, -player, player), np.where(banker > 21, -banker, banker)
    if reading == ACES[0]:
        player_rank, banker_rank = (
            np.where(player_aces, APART, player_rank),
            np.where(banker_aces, APART, banker_rank),
        )
    player_wins, banker_wins = player_rank > banker_rank, banker_rank > player_rank
    return first_of(
        player_wins & (player_rank == 17), player_wins, banker_wins & (banker_rank == 17), banker_wins
    )


def _bonus(faces: Faces, reading: str) -> Codes:
    value, rank = points(faces), ranks(faces)
    two, pair = _two(value, 0, 1), rank[:, 0] == rank[:, 1]
    draws = two < 17
    if reading == BONUS_ACES[1]:
        draws &= ~(pair & (rank[:, 0] == 0))
    hand = Three.of(faces)
    total = best_total(value.sum(axis=1, dtype=np.int8), (value == 1).any(axis=1))
    return first_of(
        draws & hand.three & (rank[:, 0] == SEVEN),
        draws & hand.three,
        draws & hand.straight,
        draws & (total == 21),
        pair,
    )


RULES = (
    Rule(
        "21-baccarat-result",
        "§§ 681a.6(c), 681a.6(d)(1), 681a.7(f)-(k), 681a.8(a)",
        ("player with 17", "player", "banker with 17", "banker", "tie"),
        _result,
        takes=TAKES,
        deals=drawn(BY_VALUE, 6),
        readings=ACES,
    ),
    Rule(
        "21-baccarat-bonus",
        "§§ 681a.3(e), 681a.7(f)(2), 681a.7(g), 681a.8(c)",
        ("three 7s", "three of a kind", "three-card straight", "three-card 21", "one pair", "none"),
        _bonus,
        takes=("card 1", "card 2", "third card"),
        deals=drawn(BY_RANK, 3),
        readings=BONUS_ACES,
    ),
    Rule(
        "21-baccarat-natural",
        "§ 681a.1",
        ("two aces", "ace and ten-value card", "none"),
        by(points, lambda value: ((value == 1).all(axis=1), _two(value, 0, 1) == 21)),
        takes=("card 1", "card 2"),
        deals=drawn(BY_VALUE, 2),
        any_order=True,
    ),
)
