"""A rule: what it reads, what it can say, and how often it says it when every deal is as likely as any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from labharness.errors import InputError
from labharness.model.cards import JOKER, TYPES, CardSet
from labharness.model.reasons.game import Games

Faces = NDArray[np.uint8]
"""Card types, faces of dice or tile numbers in the order dealt, shape (rounds, pieces)."""
Codes = NDArray[np.intp]
"""Index into the outcomes of a rule, shape (rounds,)."""
Deals = tuple[Faces, NDArray[np.generic]]
"""Representative rounds, and how many equally likely deals each stands for."""
Law = Mapping[str, Fraction]
Pieces = Literal["cards", "dice", "tiles", "numbers"]
Truth = NDArray[np.bool_]
Read = TypeVar("Read")

AS_WRITTEN = "as written"
NO_CARDS = CardSet("no cards", (0,) * TYPES)
CHUNK = 1 << 16


@dataclass(frozen=True)
class Rule:
    """One decision-free rule of a game.

    The law is counted and not derived: representatives of all deals, each with the number of deals it
    stands for, go through the same classification as the cards of a capture.

    Parameters
    ----------
    name
        Name by which game files call the rule.
    citation
        Sections that state it.
    outcomes
        Everything the rule can say of a round; exactly one applies.
    codes
        Classification of rounds under a reading.
    takes
        What each piece of a round is, in the order in which :meth:`classify` wants them.
    deals
        Representatives of all deals from a set; none for a rule with ``count``.
    readings
        Ways to read the text; the first is taken where none is named.
    pieces
        What is dealt.
    any_order
        Whether the pieces of a round may stand in any order.
    count
        Number of deals for each outcome, where representatives would be too many.
    whole_decks
        The number of decks that it is played with, none of their cards taken out; None where any set of cards
        will do.
    jokers
        Jokers in each deck that it is played with.
    """

    name: str
    citation: str
    outcomes: tuple[str, ...]
    codes: Callable[[Faces, str], Codes]
    _: KW_ONLY
    takes: tuple[str, ...]
    deals: Callable[[CardSet], Iterable[Deals]] = lambda _: ()
    readings: tuple[str, ...] = (AS_WRITTEN,)
    pieces: Pieces = "cards"
    any_order: bool = False
    count: Callable[[CardSet, str], Sequence[int]] | None = None
    whole_decks: int | None = None
    jokers: int = 0

    @property
    def needed(self) -> int:
        """Pieces that a round takes."""
        return len(self.takes)

    @property
    def lowest(self) -> int:
        """Lowest number of a piece."""
        return 1 if self.pieces in ("dice", "numbers") else 0

    @property
    def highest(self) -> int:
        """Highest number of a piece; the joker is a card."""
        return {"cards": JOKER, "dice": 6, "tiles": 31, "numbers": len(self.outcomes)}[self.pieces]

    def reading(self, name: str | None) -> str:
        """Return the reading meant; raises :class:`InputError` naming those there are."""
        if name is None:
            return self.readings[0]
        if name not in self.readings:
            raise InputError(Games.RULE_WITHOUT_READING(rule=self.name, reading=name, readings=self.readings))
        return name

    def law(self, cards: CardSet = NO_CARDS, reading: str | None = None) -> Law:
        """Exact chance of each outcome for a round dealt from a fairly mixed set.

        Parameters
        ----------
        cards
            The set; rules of dice, tiles and numbers take none.
        reading
            Name of a reading, or the first.

        Raises
        ------
        CardError
            If the rule cannot be played with the set.
        """
        return _law(self, cards, self.reading(reading))

    def classify(self, rounds: NDArray[np.integer], reading: str | None = None) -> Codes:
        """Say what the rule makes of each round.

        Parameters
        ----------
        rounds
            Cards, faces of dice or tile numbers, shape (rounds, at least :attr:`needed`); copy numbers and
            backs of cards do not matter, and columns beyond those needed are not read.
        reading
            Name of a reading, or the first.

        Raises
        ------
        InputError
            If rounds are too short, or hold what the rule does not know.
        """
        reading = self.reading(reading)
        if rounds.ndim != 2 or rounds.shape[1] < self.needed:
            raise InputError(Games.ROUND_TOO_SHORT(rule=self.name, needed=self.needed, pieces=self.pieces))
        codes = np.empty(len(rounds), dtype=np.intp)
        for start in range(0, len(rounds), CHUNK):  # so that what is computed between stays in the cache
            part = rounds[start : start + CHUNK, : self.needed]
            faces = (part & 0x3F if self.pieces == "cards" else part).astype(np.uint8)
            if faces.size and not self.lowest <= int(faces.min()) <= int(faces.max()) <= self.highest:
                raise InputError(Games.FOREIGN_PIECES(rule=self.name, pieces=self.pieces))
            codes[start : start + CHUNK] = self.codes(faces, reading)
        return codes


@lru_cache(maxsize=512)
def _law(rule: Rule, cards: CardSet, reading: str) -> Law:
    if rule.count:
        counts = [int(each) for each in rule.count(cards, reading)]
    else:
        counts = [0] * len(rule.outcomes)
        for faces, weights in rule.deals(cards):
            codes = rule.classify(faces, reading)
            for code in np.unique(codes).tolist():
                counts[code] += int(weights[codes == code].sum())
    total = sum(counts)
    return MappingProxyType(
        {name: Fraction(number, total) for name, number in zip(rule.outcomes, counts, strict=True)}
    )


def first_of(*conditions: Truth) -> Codes:
    """Code of the first condition that holds in each round; their number where none does."""
    codes = np.full(len(conditions[0]), len(conditions), dtype=np.intp)
    for code in range(len(conditions) - 1, -1, -1):
        codes[conditions[code]] = code
    return codes


def by(
    read: Callable[[Faces], Read], conditions: Callable[[Read], Iterable[Truth]]
) -> Callable[[Faces, str], Codes]:
    """Classification of rounds by the first condition that holds for what is read of their pieces.

    Examples
    --------
    >>> by(lambda faces: faces.sum(axis=1), lambda total: (total == 7, total > 7))(np.array([[3, 4], [1, 1]]), "")
    array([0, 2])
    """
    return lambda faces, _: first_of(*conditions(read(faces)))


def hold(law: Law, pays: Mapping[str, Fraction | int]) -> Fraction:
    """Part of a wager that the house keeps on average.

    Parameters
    ----------
    law
        Chance of each outcome.
    pays
        What an outcome pays for one unit, the stake not counted (*n to 1* is n; a push is 0); what is not
        named loses the unit.

    Raises
    ------
    InputError
        If an outcome is paid that the law does not know.

    Examples
    --------
    >>> hold({"red": Fraction(18, 38), "black": Fraction(18, 38), "green": Fraction(2, 38)}, {"red": 1})
    Fraction(1, 19)
    """
    unknown = sorted(set(pays) - set(law))
    if unknown:
        raise InputError(Games.PAID_WITHOUT_LAW(outcome=unknown[0], outcomes=tuple(law)))
    return -sum((chance * Fraction(pays.get(name, -1)) for name, chance in law.items()), Fraction(0))
