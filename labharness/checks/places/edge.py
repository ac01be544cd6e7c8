"""What the first cards of a round change in the payoff of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LEAST_UNITS = 30
"""Units from which Student's law of their mean is used."""
CENTS = 10_000
"""Cents per $100 in a bet."""


class Edges(kit.Code, area="edge"):
    """What this check says."""

    OF_SEATS = kit.note(seats=int)
    OF_PLAYER_WAGER = kit.note(hands=int)


SENTENCES = {
    Edges.OF_SEATS: (
        "Change of a player's mean result in bets, by the first cards of {seats} {seats:seat|seats} (ideal: 0)."
    ),
    Edges.OF_PLAYER_WAGER: (
        "Change of the mean result of a Player Wager in bets, by the first four cards of {hands} {hands:hand|hands} "
        "a shoe (ideal: 0)."
    ),
}


@kit.check(
    title="Value of the first cards",
    observes=(kit.Kind.SHUFFLE, kit.Kind.ROUND),
    reference="Hoeffding 1948, Annals of Mathematical Statistics 19, 293-325; Student 1908, Biometrika 6, 1-25",
    hypothesis="The cards dealt first are worth as much to the players as those of a fairly mixed set.",
    null_law="Student",
    applies_from="30 units of cards without jokers that deal a whole first round",
)
class Edge:
    """How much money the cards that are dealt first move between the players and the house.

    Each of these cards changes what its hand is paid on average: an ace by half a bet to whom it is dealt first.  The
    changes of one unit, added up over the cards of a hand, are the first-order projection of its payoff; a fair set
    owes them 0 on average.  Their mean over all units estimates the change of the edge with a small part of the
    spread of hands that are played out, so that a night of shuffles bounds it.

    At Blackjack the cards are the first two of every seat and those of the dealer; the test is that of all seats
    together.  At Baccarat they are the first four of each hand, played one after another by the third-card rules as
    long as every hand has six cards; the test is that of the Player Wager.

    Parameters
    ----------
    wager
        The game's main wager.
    served
        Whom a round of Blackjack serves, in turn, each with a number of cards.
    positions
        Most players; as many sit as a unit can serve.
    burns
        Cards burned before the first one is served.  A shoe of Baccarat is burned by its first card.

    Notes
    -----
    Bounded is what any seat gains, and what the house gains from all of them, by Student's one-sided limits, at all
    seats at once (Bonferroni).  What pairs of cards do beyond their sum, and cards drawn later, are not in it.
    Players follow basic strategy without splits; a dealer stands on every 17, and a blackjack pays 3 to 2
    (§ 633a.7).  A winning Banker Wager pays 5% less.

    References
    ----------
    Hoeffding 1948, Annals of Mathematical Statistics 19, 293-325.  Griffin 1999, The Theory of Blackjack, ch. 4.
    Student 1908, Biometrika 6, 1-25.

    Examples
    --------
    >>> from labharness.testing.samples import POPULATIONS
    >>> one_deck = Edge(positions=1).scored(POPULATIONS[kit.Kind.SHUFFLE])
    >>> import numpy as np
    >>> one_deck.scores(np.array([[0, 9, 10, 1]], dtype=np.uint16)).tolist()  # A and J against 10 and 2, in 0.001% of a bet
    [[53894]]
    """

    wager: kit.Wager = kit.Wager.BLACKJACK
    served: tuple[str, ...] = ("players 1", "the dealer, face up 1", "players 1", "the dealer, face down 1")
    positions: int = kit.within(7, 1, 20)
    burns: int = kit.within(0, 0, 52)

    def __post_init__(self) -> None:
        kit.Wager(self.wager)
        kit.parse_served(self.served)

    def scored(self, population: kit.Population) -> kit.FirstCards | None:
        """Return how units of a population are scored, None where they do not deal these cards."""
        return kit.first_cards.first_cards(
            population, kit.Wager(self.wager), kit.parse_served(self.served), self.positions, self.burns
        )

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up the scores of regular units, each seat or wager alone and all together."""
        cards, scored = block.cards, self.scored(block.population)
        result = kit.counts(units=len(cards), left_out=block.units - len(cards))
        if scored is None:
            return kit.Tally(result)
        each = scored.scores(cards)
        every = np.concatenate((each, each.sum(axis=1, keepdims=True)), axis=1)
        return kit.Tally(result | {"total": every.sum(axis=0), "squares": (every**2).sum(axis=0)})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the mean change with 0, and bound what anybody gains."""
        units, scored = tally.number("units"), self.scored(population)
        if scored is None:
            return kit.CheckResult(units, not_applicable=kit.Sample.NO_FIRST_ROUND())
        kit.refuse_if(population.buffer or population.determinant, units, kit.Sample.DEPENDENT_ROUNDS())
        kit.refuse(units, kit.too_few(units, LEAST_UNITS, kit.Counted.UNITS))
        changes = _Changes(units, scored, tally.sums["total"], tally.sums["squares"])
        blackjack = scored.wager is kit.Wager.BLACKJACK
        tested = (-1, scored.columns) if blackjack else (0, 1)
        name = (
            Edges.OF_SEATS(seats=scored.columns) if blackjack else Edges.OF_PLAYER_WAGER(hands=scored.hands)
        )
        effect = kit.successive_rounds.student(name, units, *changes.moments(*tested))
        error = changes.error(*tested)
        kit.refuse_if(error == 0, units, kit.Sample.EQUAL_VALUES(units=units))
        from scipy.special import stdtr

        t = effect.value / error
        return kit.CheckResult(
            units,
            {"t": t},
            float(units - 1),
            kit.both_tails(float(stdtr(units - 1, -t)), float(stdtr(units - 1, t))),
            kit.Laws.STUDENT_ZERO(df=units - 1),
            effect,
            details=kit.left_out_line(tally.number("left_out"), kit.Irregular.UNITS),
            bounds=_bounds(changes, blackjack=blackjack),
        )


@dataclass(frozen=True)
class _Changes:
    """Sums over all units, each seat or wager alone and all together, and their moments in bets a hand."""

    units: int
    scored: kit.FirstCards
    total: NDArray[np.int64]
    squares: NDArray[np.int64]

    def moments(self, column: int, columns: int = 1, sign: int = 1) -> tuple[float, float]:
        """Return the sum and the sum of squares of the changes of so many columns together."""
        unit = kit.first_cards.SCALE * self.scored.hands * columns
        fair = sum(self.scored.fair) if columns > 1 else self.scored.fair[column]
        total, n = float(self.total[column]), self.units
        square = float(self.squares[column]) - 2 * fair * total + n * fair**2
        return sign * (total - n * fair) / unit, square / unit**2

    def error(self, column: int, columns: int = 1) -> float:
        """Return the standard error of the mean change."""
        total, squares = self.moments(column, columns)
        return sqrt(max(0.0, squares / self.units - (total / self.units) ** 2) / (self.units - 1))

    def most(self, signed: Sequence[tuple[int, int, int]]) -> tuple[float, float, float, int]:
        """Return the largest gain in cents per $100, its simultaneous upper bound, the level and the number of gains."""
        level = 1 - (1 - kit.gain_bounds.LEVEL) / len(signed)
        pairs = [kit.mean_bound(self.units, *self.moments(*each), level) for each in signed]
        return (
            CENTS * max(mean for mean, _ in pairs),
            kit.at_least_nothing(CENTS * max(most for _, most in pairs)),
            kit.gain_bounds.LEVEL,
            len(pairs),
        )


def _bounds(changes: _Changes, *, blackjack: bool) -> tuple[kit.GainBound, ...]:
    columns, hands = changes.scored.columns, changes.scored.hands
    mine = [(column, 1, 1) for column in range(columns)]
    if blackjack:
        seats, dealer = (
            kit.Gains.FIRST_CARDS_OF_SEATS(seats=columns),
            kit.Gains.FIRST_CARDS_OF_DEALER(seats=columns),
        )
        return _bound(kit.Gainer.SEAT, seats, changes.most(mine)), _bound(
            kit.Gainer.SIDE, dealer, changes.most([(-1, columns, -1)])
        )
    wagers, house = kit.Gains.FIRST_CARDS_OF_WAGERS(hands=hands), kit.Gains.FIRST_CARDS_OF_HOUSE(hands=hands)
    against = [(column, 1, -1) for column in range(columns)]
    return _bound(kit.Gainer.SEAT, wagers, changes.most(mine)), _bound(
        kit.Gainer.SIDE, house, changes.most(against)
    )


def _bound(gainer: kit.Gainer, what: kit.Reason, reached: tuple[float, float, float, int]) -> kit.GainBound:
    seats = what.is_a(kit.Gains.FIRST_CARDS_OF_SEATS, kit.Gains.FIRST_CARDS_OF_DEALER)
    covers = kit.Gains.BY_BASIC_STRATEGY() if seats else kit.Gains.BY_EVERY_HAND()
    return kit.GainBound(gainer, what, kit.GainUnit.WAGERED, *reached, covers)
