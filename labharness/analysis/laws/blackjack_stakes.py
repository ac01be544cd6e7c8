"""What each card of the first round of Blackjack is worth to a player of basic strategy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STAND, HIT, DOUBLE = range(3)
ACE, TEN = 0, 9
VALUES = range(10)

Counts = tuple[int, ...]


class HandWorth(NamedTuple):
    """Mean payoff of a hand, in bets, and its change where one card of a role is known.

    Parameters
    ----------
    edge
        Mean over all deals.
    own, up, hole
        Change for each value from ace to ten: one of the player's first two cards, the dealer's card face up, and
        the dealer's card face down.  Shape (10,).
    """

    edge: float
    own: NDArray[np.float64]
    up: NDArray[np.float64]
    hole: NDArray[np.float64]


def move(total: int, up: int, *, soft: bool, first: bool) -> int:
    """Return what basic strategy does with a total, without splits.

    Parameters
    ----------
    up
        Value of the dealer's card, ace 0 to ten 9.
    soft
        Whether an ace counts 11.
    first
        Whether the hand has two cards, so that it may be doubled.

    References
    ----------
    Griffin 1999, The Theory of Blackjack, ch. 2; Baldwin, Cantey, Maisel & McDermott 1956, J. Amer. Statist. Assoc.
    51, 429-439.

    Examples
    --------
    >>> move(11, 5, soft=False, first=True), move(12, 3, soft=False, first=True), move(18, 9, soft=True, first=True)
    (2, 0, 1)
    """
    weak = 1 <= up <= 5
    if soft:
        doubles = (
            (2 <= up <= 5 and 17 <= total <= 18)
            or (3 <= up <= 5 and 15 <= total <= 16)
            or (4 <= up <= 5 and 13 <= total <= 14)
        )
        if first and doubles:
            return DOUBLE
        return HIT if total <= 17 or (total == 18 and up in (ACE, 8, TEN)) else STAND
    doubles = (total == 11 and up != ACE) or (total == 10 and 1 <= up <= 8) or (total == 9 and 2 <= up <= 5)
    if first and doubles:
        return DOUBLE
    hits = total <= 11 or (total == 12 and not 3 <= up <= 5) or (total <= 16 and not weak)
    return HIT if hits else STAND


@lru_cache(maxsize=16)
def worth(held: Counts) -> HandWorth:
    """Return what the cards of the first round are worth, exactly, for a set of these cards.

    Parameters
    ----------
    held
        Cards of each value from ace to ten.

    Notes
    -----
    The dealer stands on every 17, a blackjack pays 3 to 2, any first two cards may be doubled, nothing is split, and a
    dealer's blackjack takes the first bet alone.  All hands of one player are counted; what others are dealt is a
    part of what is not known, and changes no mean.  With each mean less the overall one, the sum over the roles is the
    first-order projection of the payoff.

    References
    ----------
    Hoeffding 1948, Annals of Mathematical Statistics 19, 293-325.  Griffin 1999, The Theory of Blackjack, ch. 4.

    Examples
    --------
    >>> one_deck = worth((4,) * 9 + (16,))
    >>> round(one_deck.edge, 5), one_deck.own.round(2).tolist()[:2], one_deck.up.round(2).tolist()[0]
    (-0.00401, [0.51, -0.12], -0.36)
    """
    sums, chances = np.zeros((3, 10)), np.zeros((3, 10))
    for each, two, up, chance in _starts(held):
        by_hole, hole_chances = _payoffs(held, each, two, up)
        payoff = float(by_hole.sum())
        for role, value in ((0, each), (0, two), (1, up)):
            part = chance / 2 if role == 0 else chance
            sums[role, value] += part * payoff
            chances[role, value] += part
        sums[2] += chance * by_hole
        chances[2] += chance * hole_chances
    edge = float(sums[1].sum())
    means = np.divide(sums, chances, out=np.full((3, 10), edge), where=chances > 0) - edge
    return HandWorth(edge, *means)


def _starts(held: Counts) -> Iterator[tuple[int, int, int, float]]:
    """Yield the player's two cards in ascending order, the dealer's card face up, and the chance."""
    cards = sum(held)
    for each in VALUES:
        for two in range(each, 10):
            pair = held[each] * (held[two] - (each == two)) * (1 if each == two else 2)
            for up in VALUES:
                left = held[up] - (up == each) - (up == two)
                if pair and left > 0:
                    yield each, two, up, pair * left / (cards * (cards - 1) * (cards - 2))


def _payoffs(held: Counts, number: int, two: int, up: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean payoff and the chance of each value of the dealer's second card, each as a part of the whole."""
    from labharness.analysis.laws.kernels.cards.place_scores import results

    start = list(held)
    for value in (number, two, up):
        start[value] -= 1
    chances = np.array(start) / sum(start)
    completing = {ACE: TEN, TEN: ACE}.get(up)
    if number == ACE and two == TEN:
        by_hole = 1.5 * chances
        if completing is not None:
            by_hole[completing] = 0.0
        return by_hole, chances
    hands = list(_finished(tuple(start), number, two, up))
    left = np.array([hand[0] for hand in hands], dtype=np.int64)
    weights, totals, stakes = (np.array([hand[part] for hand in hands]) for part in (1, 2, 3))
    holes = left / left.sum(axis=1, keepdims=True)
    by_hole = (weights * stakes) @ (holes * results(left, totals.astype(np.int64), up))
    if completing is not None:
        by_hole[completing] = -chances[completing]
    return by_hole, chances


def _finished(start: Counts, number: int, two: int, up: int) -> Iterator[tuple[Counts, float, int, float]]:
    """Yield the cards left, the chance, the total and the stake of every way in which a hand ends."""
    hands: dict[tuple[int, ...], float] = {(): 1.0}
    while hands:
        drawn_on: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for drawn, chance in hands.items():
            hard = number + two + 2 + sum(drawn) + len(drawn)
            ace = ACE in (number, two, *drawn)
            soft = ace and hard <= 11
            total = hard + 10 if soft else hard
            left = list(start)
            for value in drawn:
                left[value] -= 1
            cards = sum(left)
            chosen = STAND if total > 21 else move(total, up, soft=soft, first=not drawn)
            if chosen == STAND or cards < 2:  # one is the dealer's
                yield tuple(left), chance, total, 1.0
                continue
            for value in VALUES:
                if not left[value]:
                    continue
                part = chance * left[value] / cards
                if chosen == HIT:
                    drawn_on[tuple(sorted((*drawn, value)))] += part
                    continue
                now = hard + value + 1
                best = now + 10 if (ace or value == ACE) and now <= 11 else now
                yield (*left[:value], left[value] - 1, *left[value + 1 :]), part, best, 2.0
        hands = drawn_on
