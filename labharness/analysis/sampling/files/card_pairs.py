"""Units of cards: one line with a common input, or two lines that belong together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.files.card_text import CardLines
from labharness.analysis.sampling.files.piece import Piece
from labharness.analysis.sampling.rows import CardRows
from labharness.errors import InputError
from labharness.model.cards import Order
from labharness.model.events import Event, EventKind
from labharness.model.observations import Round, Shuffle
from labharness.model.reasons.file import Files
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.reason import Reason

INPUT, DEALT, RETURNED = b"<", b"dealt:", b"returned:"
_EVENT = re.compile(rb"^event:([^\n]*)", re.MULTILINE)

CardUnits = Sequence[Shuffle | Round]


def decks_from(known: Order, piece: Piece) -> CardUnits:
    """Return decks, one a line, that were all put in in one order."""
    lines = CardLines.of(piece, (INPUT,))
    own = np.flatnonzero(lines.marks)
    if len(own):
        raise piece.error(
            int(lines.places[own[0]]),
            Files.SECOND_INPUT_ORDER(),
        )
    widths = np.diff(lines.bounds)
    if len(lines) and (widths == widths[0]).all():
        table = lines.cards.reshape(len(lines), -1)
        return CardRows(Shuffle, np.broadcast_to(known, (len(lines), len(known))), table)
    return tuple(Shuffle(known, lines.cards[low:high]) for low, high in pairwise(lines.bounds.tolist()))


def count_decks(text: bytes) -> int:
    """Return the number of lines that are not blank."""
    from labharness.analysis.laws.kernels.outcomes import written_samples as texts

    return int(texts.full_lines(np.frombuffer(text, np.uint8)))


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
    missing
        What lacks where a line stands in place of a first or a second line.
    events
        Where events that stand between units are written down, None where the text may hold none.
    """

    def __init__(
        self,
        of: type[Shuffle | Round],
        marks: tuple[bytes, ...],
        turn: tuple[int, int],
        missing: tuple[Reason, Reason],
        events: list[Event] | None = None,
    ) -> None:
        self._of, self._marks, self._turn, self._missing = of, marks, turn, missing
        self._events, self._done = events, 0
        self._waiting: tuple[Order, InputError] | None = None
        """The first line of a unit whose second is still to come, and what to say if it never does."""

    def units(self, piece: Piece) -> CardUnits:
        """Return the units that are whole with this piece; raises :class:`InputError` where one is not."""
        # Looking for the bare word is much faster where there is none.
        some = self._events is not None and b"event:" in piece.text
        text = list(_EVENT.finditer(piece.text)) if some else []
        if text:
            piece = replace(piece, text=_EVENT.sub(_blank, piece.text))
        lines = CardLines.of(piece, self._marks)
        marks, bounds, cards = lines.marks, lines.bounds, lines.cards
        before = self._waiting is not None
        for each in text:
            self._take(piece, each, int(np.searchsorted(lines.places, each.start())) + before)
        if self._waiting is not None:
            first = self._waiting[0]
            marks, cards = np.append(np.int8(self._turn[0]), marks), np.concatenate([first, cards])
            bounds = np.append(0, bounds + len(first))
        due = np.resize(np.array(self._turn, np.int8), len(marks))
        wrong = np.flatnonzero(marks != due)
        if len(wrong):
            place = int(lines.places[wrong[0] - before])
            raise piece.error(place, self._missing[int(wrong[0]) % 2])
        self._waiting = None
        if len(marks) % 2:
            last = cards[bounds[-2] :] if len(marks) > 0 else cards
            place = int(lines.places[-1]) if len(lines) else 0
            self._waiting = last, piece.error(place, self._missing[1])
            bounds = bounds[:-1]
        whole = _units(self._of, cards, bounds)
        self._done += len(whole)
        return whole

    def _take(self, piece: Piece, match: re.Match[bytes], lines: int) -> None:
        """Write down the event of a line that comes after so many lines of units not yet done."""
        assert self._events is not None
        name = match[1].decode("utf-8", "replace").strip()
        if lines % 2:
            raise piece.error(match.start(), Files.EVENT_WITHIN_ROUND())
        if name not in set(EventKind):
            unknown = Inputs.UNKNOWN(what=Noun.EVENT, name=name, known=tuple(EventKind))
            raise piece.error(match.start(1), unknown)
        self._events.append(Event(self._done + lines // 2, EventKind(name)))

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
        (Files.INPUT_ORDER_EXPECTED(), Files.DECK_EXPECTED()),
    )


def rounds(events: list[Event]) -> Pairs:
    """Return a reader of rounds of a continuous shuffler that appends the events between them."""
    return Pairs(
        Round,
        (DEALT, RETURNED),
        (1, 2),
        (Files.DEALT_EXPECTED(), Files.RETURNED_EXPECTED()),
        events,
    )


def _blank(match: re.Match[bytes]) -> bytes:
    """Return as many blanks, so that places stay what they are."""
    return b" " * len(match[0])


def _units(of: type[Shuffle | Round], cards: Order, bounds: NDArray[np.intp]) -> CardUnits:
    widths = np.diff(bounds).reshape(-1, 2)
    if len(widths) and (widths == widths[0]).all():
        table = cards[: bounds[-1]].reshape(len(widths), -1)
        return CardRows(of, table[:, : widths[0, 0]], table[:, widths[0, 0] :])
    starts = bounds.tolist()
    return tuple(
        of(cards[low:middle], cards[middle:high])
        for low, middle, high in zip(starts[:-1:2], starts[1::2], starts[2::2], strict=True)
    )
