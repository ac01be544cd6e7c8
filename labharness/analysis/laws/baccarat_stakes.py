"""What each of the first four cards of a hand of Baccarat is worth to a wager on either side."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from labharness.games.outcomes.baccarat import DEALS, BaccaratHands
from labharness.games.outcomes.drawing import points
from labharness.model.cards import CardSet

VIGORISH = 0.05
"""What a Banker Wager that wins leaves to the house, the usual 5%: §§ 541.13(c), 543.13(c), 545.13(c), 629a.12(c)."""
POINTS = 10


class WagerWorth(NamedTuple):
    """Mean payoff of a wager, in bets, and its change where one of the first four cards is known.

    Parameters
    ----------
    edge
        Mean over all deals.
    player, banker
        Change for each point value, ace 1 to ten 0: one of the first two cards of the Player's Hand, and of the
        Banker's Hand.  Shape (10,).
    """

    edge: float
    player: NDArray[np.float64]
    banker: NDArray[np.float64]


@lru_cache(maxsize=8)
def worth(cards: CardSet) -> tuple[WagerWorth, WagerWorth]:
    """Return what the first four cards are worth to a Player Wager and to a Banker Wager, exactly.

    Notes
    -----
    All deals of six cards are played by the rules of § 629a.10.  A tie returns both wagers.

    References
    ----------
    Hoeffding 1948, Annals of Mathematical Statistics 19, 293-325.

    Examples
    --------
    >>> player, banker = worth(CardSet.of_decks("eight decks", 8))
    >>> round(100 * player.edge, 3), round(100 * banker.edge, 3)
    (-1.235, -1.058)
    """
    ((faces, weights),) = DEALS(cards)
    hands = BaccaratHands.of(faces)
    chances = np.asarray(weights, dtype=np.float64)
    chances /= chances.sum()
    value = points(faces) % POINTS
    ahead = np.sign(hands.player - hands.banker)
    return (
        _worth(ahead.astype(np.float64), chances, value),
        _worth(np.where(ahead < 0, 1 - VIGORISH, -ahead), chances, value),
    )


def _worth(payoff: NDArray[np.float64], chances: NDArray[np.float64], value: NDArray[np.int8]) -> WagerWorth:
    edge = float(payoff @ chances)
    result = []
    for column in (0, 1):  # the second card of each hand is worth as much as the first
        chance = np.bincount(value[:, column], chances, POINTS)
        total = np.bincount(value[:, column], payoff * chances, POINTS)
        result.append(np.divide(total, chance, out=np.full(POINTS, edge), where=chance > 0) - edge)
    return WagerWorth(edge, *result)
