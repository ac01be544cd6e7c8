"""Units of cards: one line with a common input, or two lines that belong together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.formats.cards import CardLines
from labharness.analysis.formats.piece import Piece
from labharness.analysis.rows import Rows
from labharness.errors import InputError
from labharness.model.cards import Order
from labharness.model.observations import Round, Shuffle

INPUT, DEALT, RETURNED = b"<", b"dealt:", b"returned:"

CardUnits = Sequence[Shuffle | Round]


def decks_from(known: Order) -> Callable[[Piece], CardUnits]:
    """Return a reader of decks, one a line, that were all put in in one order."""

    def units(piece: Piece) -> CardUnits:
        lines = CardLines.of(piece, (INPUT,))
        own = np.flatnonzero(lines.marks)
        if len(own):
            raise piece.error(
                int(lines.places[own[0]]),
                "the input order is given once for all decks already; take out this line or the other.",
            )
        widths = np.diff(lines.bounds)
        if len(lines) and (widths == widths[0]).all():
            table = lines.cards.reshape(len(lines), -1)
            return Rows(Shuffle, np.broadcast_to(known, (len(lines), len(known))), table)
        return tuple(Shuffle(known, lines.cards[low:high]) for low, high in pairwise(lines.bounds.tolist()))

    return units


class Pairs:
    """Reader of units of two lines each, which may lie in two pieces.

    Parameters
    ----------
    of
        What a unit is.
    marks
        What lines may begin with.
    turn
        Which mark the first and the second line of a unit bear, from 1; 0 for none.
    sentences
        What is said of a line that comes where a first or a second line is due.
    """

    def __init__(
        self,
        of: type[Shuffle | Round],
        marks: tuple[bytes, ...],
        turn: tuple[int, int],
        sentences: tuple[str, str],
    ) -> None:
        self._of, self._marks, self._turn, self._sentences = of, marks, turn, sentences
        self._waiting: tuple[Order, InputError] | None = None
        """The first line of a unit whose second is still to come, and what to say if it never does."""

    def units(self, piece: Piece) -> CardUnits:
        """Return the units that are whole with this piece; raises :class:`InputError` where one is not."""
        lines = CardLines.of(piece, self._marks)
        marks, bounds, cards = lines.marks, lines.bounds, lines.cards
        before = self._waiting is not None
        if self._waiting is not None:
            first = self._waiting[0]
            marks, cards = np.append(np.int8(self._turn[0]), marks), np.concatenate([first, cards])
            bounds = np.append(0, bounds + len(first))
        due = np.resize(np.array(self._turn, np.int8), len(marks))
        wrong = np.flatnonzero(marks != due)
        if len(wrong):
            place = int(lines.places[wrong[0] - before])
            raise piece.error(place, self._sentences[int(wrong[0]) % 2])
        self._waiting = None
        if len(marks) % 2:
            last = cards[bounds[-2] :] if len(marks) > 0 else cards
            place = int(lines.places[-1]) if len(lines) else 0
            self._waiting = last, piece.error(place, self._sentences[1])
            bounds = bounds[:-1]
        return _units(self._of, cards, bounds)

    def finish(self) -> None:
        """Raise :class:`InputError` if the last unit has no second line."""
        if self._waiting is not None:
            raise self._waiting[1]


def shuffles() -> Pairs:
    """Return a reader of decks that each follow their own input order."""
    return Pairs(
        Shuffle,
        (INPUT,),
        (1, 0),
        (
            "no input order stands before this deck; write '< …' before each, or 'input: new-deck' at the top.",
            "a deck must follow its input order.",
        ),
    )


def rounds() -> Pairs:
    """Return a reader of rounds of a continuous shuffler."""
    return Pairs(
        Round,
        (DEALT, RETURNED),
        (1, 2),
        ("a round begins with a line 'dealt: …'.", "a line 'returned: …' must follow the line 'dealt: …'."),
    )


def _units(of: type[Shuffle | Round], cards: Order, bounds: NDArray[np.intp]) -> CardUnits:
    widths = np.diff(bounds).reshape(-1, 2)
    if len(widths) and (widths == widths[0]).all():
        table = cards[: bounds[-1]].reshape(len(widths), -1)
        return Rows(of, table[:, : widths[0, 0]], table[:, widths[0, 0] :])
    starts = bounds.tolist()
    return tuple(
        of(cards[low:middle], cards[middle:high])
        for low, middle, high in zip(starts[:-1:2], starts[1::2], starts[2::2], strict=True)
    )
