"""Hands dealt from recorded orders: which cards of an order each hand holds.

How many hands are dealt from an order is fixed beforehand, so that every hand of a fair order has the law of
the first.  Hands of one order share a deck and depend on each other; the order is what is independent.

Rounds of different lengths dealt one after another from a shoe.

Each round begins where the one before ended.  Every round of a fairly shuffled shoe has the law of the
first, provided the number of rounds is fixed beforehand: rounds "until the cut card comes out" are more from
a shoe whose rounds are short, so their frequencies are not quite those of the law.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from labharness.errors import InputError
from labharness.games.outcomes import baccarat, dealer_hand, twenty_one_baccarat
from labharness.games.outcomes.rule import Codes, Deals, Faces, Rule
from labharness.model.cards import JOKER, RANKS, CardSet, Order
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs, Noun

Seats = tuple[tuple[int, ...], ...]
"""For each hand, where its pieces lie in the order dealt, counted from 0."""
COMMUNITY = "community"
SELECTED = "selected card"
TILES = 32

PLAY_OF = {
    **{each.name: "baccarat" for each in baccarat.RULES if each.needed > 1},
    "21-baccarat-result": "21-baccarat",
    **{each.name: "dealer-alone" for each in dealer_hand.RULES},
}
"""Rules whose rounds differ in length, so that each begins where the one before ended."""


def _ranks(faces: Faces, _: str) -> Codes:
    return np.where(faces[:, 0] == JOKER, len(RANKS), faces[:, 0] % 13).astype(np.intp)


def _each_type(cards: CardSet) -> list[Deals]:
    return [(cards.present.astype(np.uint8)[:, None], np.array(cards.counts)[cards.present])]


CARD = Rule("card", "the set as it is declared", (*RANKS, "joker"), _ranks, takes=("card",), deals=_each_type)
"""A single card, whatever game it is for: the outcome is its rank."""


@dataclass(frozen=True)
class Hands:
    """Hands of a rule in the cards of one unit.

    Parameters
    ----------
    rule, reading
        How each hand is read.
    number
        How many there are.
    seats
        For each hand, where its cards lie in the order; empty where the cards decide that.
    play
        Of :data:`labharness.games.outcomes.hands.PLAYS`, where the cards decide how long a round is.
    """

    rule: Rule
    reading: str
    number: int
    seats: Seats = ()
    play: str = ""

    @property
    def places(self) -> int:
        """Cards that it reads at most."""
        return PLAYS[self.play].longest * self.number if self.play else 1 + max(map(max, self.seats))

    def codes(self, orders: Order) -> Codes:
        """Say what each hand of each order is.

        Parameters
        ----------
        orders
            Cards in the order in which they leave, shape (units, at least :attr:`places`).

        Returns
        -------
        numpy.ndarray
            Indices into the rule's outcomes, shape (units, number).

        Examples
        --------
        >>> from labharness.games.outcomes.registry import rule
        >>> from labharness.model.cards import parse_order
        >>> order = parse_order("AS 2D KH 2C 9S 9D")
        >>> dealt = hands_of(rule("bet-the-set"), 3, 6, players=3)  # one card each in turn
        >>> [dealt.rule.outcomes[code] for code in dealt.codes(order[None])[0]]
        ['none', 'none', 'none']
        >>> dealt.seats
        ((0, 3), (1, 4), (2, 5))
        """
        if self.play:
            dealt: NDArray[np.uint16] = rounds(self.play, orders, self.number)
        else:
            dealt = orders[:, np.array(self.seats)]
        flat = dealt.reshape(-1, dealt.shape[2])
        return self.rule.classify(flat, self.reading).reshape(-1, self.number)


def hands_of(
    rule: Rule,
    number: int,
    cards: int,
    *,
    reading: str | None = None,
    players: int = 1,
    stacks: tuple[int, ...] = (),
) -> Hands:
    """Lay out hands in the cards of a unit.

    Parameters
    ----------
    rule
        A rule of cards.
    number
        Hands, or rounds one after another where the cards decide how long a round is.
    cards
        Cards of a unit.
    reading
        Name of a reading, or the first.
    players
        Hands that get one card each in turn; 1 where a hand gets all its cards at once.
    stacks
        Sizes of the stacks that a shoe deals, each a hand; or the last one the community cards of all.

    Raises
    ------
    InputError
        If the rule reads no cards, or the unit has too few for so many hands.
    """
    if rule.pieces != "cards" or SELECTED in rule.takes:
        raise InputError(Games.NOT_ONLY_CARDS(rule=rule.name))
    reading = rule.reading(reading)
    if stacks:
        return Hands(rule, reading, number, seats=_stacked(rule, number, stacks))
    if rule.name in PLAY_OF:
        if players > 1:
            raise InputError(Games.PLAYERS_BY_RULE(rule=rule.name))
        hands = Hands(rule, reading, number, play=PLAY_OF[rule.name])
    else:
        if number % players:
            raise InputError(Games.NOT_WHOLE_ROUNDS(hands=number, players=players))
        hands = Hands(rule, reading, number, seats=_in_turn(rule.needed, number, players))
    if hands.places > cards:
        raise InputError(Games.CARDS_TOO_FEW(rule=rule.name, hands=number, needed=hands.places, cards=cards))
    return hands


def written_hands(rule: Rule, number: int, *, reading: str | None = None, players: int = 1) -> Hands:
    """Lay out hands in tiles, or in a selected card and the cards after it, as people write them down.

    Parameters
    ----------
    rule
        A rule of tiles, whose hands are stacks, or one of a selected card, the first of all, and of hands that
        get one card each in turn.

    Raises
    ------
    InputError
        If the rule reads neither, or there are too few tiles for so many hands.

    Examples
    --------
    >>> from labharness.games.outcomes.registry import rule
    >>> written_hands(rule("magic-card"), 2, players=2).seats
    ((0, 1, 3), (0, 2, 4))
    """
    reading = rule.reading(reading)
    if rule.pieces == "tiles":
        seats = _in_turn(rule.needed, number, 1)
        if max(map(max, seats)) >= TILES:
            needed = number * rule.needed
            raise InputError(Games.TILES_TOO_FEW(rule=rule.name, hands=number, needed=needed, tiles=TILES))
    elif SELECTED in rule.takes:
        if number % players:
            raise InputError(Games.NOT_WHOLE_ROUNDS(hands=number, players=players))
        own = _in_turn(rule.needed - 1, number, players)
        seats = tuple((0, *(place + 1 for place in seat)) for seat in own)
    else:
        raise InputError(Games.NOT_WRITTEN_DOWN(rule=rule.name, pieces=rule.pieces))
    return Hands(rule, reading, number, seats=seats)


def _in_turn(needed: int, number: int, players: int) -> Seats:
    """Seats of hands of so many players, round after round, one card each in turn."""
    return tuple(
        tuple(needed * players * turn + player + players * place for place in range(needed))
        for turn in range(number // players)
        for player in range(players)
    )


def _stacked(rule: Rule, number: int, stacks: tuple[int, ...]) -> Seats:
    """Seats of hands that lie in stacks of their own, or in one of their own and the last of all."""
    starts = [sum(stacks[:place]) for place in range(len(stacks))]
    shared = sum(piece.startswith(COMMUNITY) for piece in rule.takes)
    if 0 < shared < rule.needed and shared == stacks[-1]:
        common = tuple(range(starts[-1], starts[-1] + shared))
        starts, stacks = starts[:-1], stacks[:-1]
    else:
        shared, common = 0, ()
    own = rule.needed - shared
    if number > len(starts) or any(size < own for size in stacks[:number]):
        raise InputError(Games.STACKS_TOO_FEW(rule=rule.name, hands=number, cards=own, stacks=stacks))
    return tuple((*range(start, start + own), *common) for start in starts[:number])


@dataclass(frozen=True)
class Play:
    """How many cards a round takes, and how many it can take at most."""

    longest: int
    length: Callable[[Faces], NDArray[np.intp]]


PLAYS = {
    "baccarat": Play(6, baccarat.length),
    "21-baccarat": Play(6, twenty_one_baccarat.length),
    "21-baccarat-with-bonus-wagers": Play(6, partial(twenty_one_baccarat.length, bonus=True)),
    "dealer-alone": Play(dealer_hand.LONGEST, dealer_hand.length),
}


def rounds(
    play: str, shoes: NDArray[np.uint16], number: int, start: int | NDArray[np.intp] = 0
) -> NDArray[np.uint16]:
    """Deal so many rounds from each shoe.

    Parameters
    ----------
    play
        One of :data:`PLAYS`.
    shoes
        Cards in the order in which they leave, shape (shoes, cards).
    number
        Rounds from each shoe.
    start
        Where the first round begins, for all shoes or for each.

    Returns
    -------
    numpy.ndarray
        Cards of each round and those behind it, as rules want them, shape (shoes, number, longest).

    Raises
    ------
    InputError
        If a shoe may be too short for so many rounds.

    Examples
    --------
    >>> from labharness.games.outcomes.registry import rule
    >>> from labharness.model.cards import parse_order
    >>> shoe = parse_order("9S 2D KS 2C 5H 7S 2C 10C 8D 3S AC 4D")
    >>> dealt = rounds("baccarat", shoe[None], 2)  # a natural, so the second round begins at the 5
    >>> rule("baccarat-result").classify(dealt[0]).tolist()
    [0, 2]
    """
    if play not in PLAYS:
        raise InputError(Inputs.UNKNOWN(what=Noun.PLAY, name=play, known=tuple(PLAYS)))
    chosen = PLAYS[play]
    place = np.broadcast_to(np.asarray(start, dtype=np.intp), (len(shoes),)).copy()
    dealt = np.empty((len(shoes), number, chosen.longest), dtype=shoes.dtype)
    for turn in range(number):
        if len(place) and int(place.max()) + chosen.longest > shoes.shape[1]:
            raise InputError(Games.SHOE_TOO_SHORT(rounds=number, most=turn))
        dealt[:, turn] = np.take_along_axis(shoes, place[:, None] + np.arange(chosen.longest), axis=1)
        place += chosen.length((dealt[:, turn] & 0x3F).astype(np.uint8))
    return dealt
