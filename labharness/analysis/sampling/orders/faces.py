"""What a player sees of a card: its color, suit or rank."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.check import Tally, count
from labharness.analysis.sampling.tables import Block
from labharness.model.cards import JOKER, RANKS, SUITS, TYPES, CardSet, Order, format_card, types
from labharness.model.observations import InputKnown, Kind
from labharness.model.reasons.decision import Sample
from labharness.reason import Reason

Face = Literal["color", "suit", "rank", "card"]
"""How cards are told apart; jokers and cover cards are kinds of their own."""


def face_of_types(face: Face) -> NDArray[np.intp]:
    """Return the kind of each card type, shape (TYPES,).

    Examples
    --------
    >>> face_of_types("color")[[0, 13, 26, 39, 52]].tolist()
    [0, 1, 0, 1, 2]
    """
    every = np.arange(TYPES)
    suit, rank = np.divmod(every, len(RANKS))
    kinds = {"color": suit % 2, "suit": suit, "rank": rank, "card": every}[face]
    beyond = int(kinds[:JOKER].max()) + 1
    return np.where(every < JOKER, kinds, beyond + every - JOKER)


def face_counts(cards: CardSet, face: Face) -> tuple[int, ...]:
    """Return how many cards the set has of each kind that occurs, ascending.

    Examples
    --------
    >>> face_counts(CardSet.of_decks("two decks", 2), "suit")
    (26, 26, 26, 26)
    """
    counts = np.bincount(face_of_types(face), weights=cards.counts).astype(int)
    return tuple(counts[counts > 0].tolist())


def face_names(cards: CardSet, face: Face) -> tuple[str, ...]:
    """Name the kinds of :func:`face_counts`.

    Examples
    --------
    >>> face_names(CardSet.of_decks("one deck", 1, jokers=1), "suit")
    ('S', 'D', 'C', 'H', 'JK')
    """
    kinds = face_of_types(face)
    named = {"color": ("black", "red"), "suit": tuple(SUITS), "rank": RANKS, "card": ()}[face]
    first = {int(kinds[kind]): format_card(kind) for kind in reversed(cards.present.tolist())}
    return tuple(named[kind] if kind < len(named) else first[kind] for kind in sorted(first))


def recoded(codes: Order, by: NDArray[np.integer]) -> Order:
    """Return ``by[codes]``.

    Examples
    --------
    >>> recoded(np.array([[2, 0]], dtype=np.uint16), np.array([5, 6, 7])).tolist()
    [[7, 5]]
    """
    from labharness.analysis.laws.kernels.cards import decks

    return decks.recoded(codes, by.astype(np.uint16))


def faces_of(block: Block, face: Face) -> Order:
    """Return kinds by unit and output place, numbered from 0 in the order of :func:`face_counts`.

    Distinct cards are read relative to their input: a card has the face that an unopened set has at its
    input place.  Where every input is an unopened set these are the real faces; where decks are chained
    or read, a flaw shows all the same.
    """
    cards = block.population.held
    relative = cards.distinct and block.population.kind is Kind.SHUFFLE
    return recoded(block.relative if relative else block.cards, _numbered(cards, face, relative=relative))


@lru_cache(maxsize=16)
def _numbered(cards: CardSet, face: Face, *, relative: bool) -> NDArray[np.intp]:
    """Return the number of the face of each type, or of the card at each input place of an unopened set."""
    kinds = face_of_types(face)
    dense = np.searchsorted(np.unique(kinds[cards.present]), kinds)
    return dense[types(cards.new_deck_order())] if relative else dense


def averaged_out(block: Block) -> bool:
    """Whether cards alike hide a flaw of shuffles whose input was not set."""
    cards = block.population.held
    hidden = block.provenance.input_known in (InputKnown.CHAINED, InputKnown.UNKNOWN)
    return hidden and not cards.distinct


def tally_faces(block: Block, faces: Order, counts: Mapping[str, NDArray[np.int64]]) -> Tally:
    """Tally what was counted of :func:`faces_of` a block, the units left out, and whether cards alike hide flaws."""
    left_out = count(block.units - len(faces))
    return Tally({**counts, "left_out": left_out}, {"chained": int(averaged_out(block))})


def refused(tally: Tally, *, enough: bool, needs: Reason) -> Reason | None:
    """Return why faces cannot be judged, None where they can.

    Parameters
    ----------
    enough
        Whether there are units and faces enough.
    needs
        The reason where there are not.
    """
    if tally.maxima.get("chained"):
        return Sample.AVERAGED_OUT()
    return None if enough else needs
