"""Cards of a piece as numbers, by table and not one by one.

Units of cards: one line with a common input, or two lines that belong together.

Outcomes and bits that are written as digits.

What a file says of itself before its first unit, and what is said of it beside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.files.source import Piece, SourceFile
from labharness.analysis.sampling.tables import CardRows
from labharness.errors import CardError, InputError
from labharness.model.cards import Order, parse_card
from labharness.model.observations import Event, EventKind, Round, Shuffle
from labharness.model.reasons.inputs import Files, Inputs, Noun
from labharness.reason import CommandOption, Reason

_SHORT = 3
"""Bytes of a word that the table knows."""
_LONGEST_MARK = 16
_SHOWN = 64
"""Bytes of a word that are looked at: far more than any card has."""


@dataclass(frozen=True, slots=True)
class CardLines:
    """Lines of cards, blank ones left out.

    Parameters
    ----------
    cards
        All cards, shape (cards,).
    bounds
        Where the cards of each line begin, and the end, shape (lines + 1,).
    marks
        Which mark each line begins with, from 1; 0 for none.
    places
        Where in the piece each line begins.
    """

    cards: Order
    bounds: NDArray[np.int64]
    marks: NDArray[np.int64]
    places: NDArray[np.int64]

    @classmethod
    def of(cls, piece: Piece, marks: tuple[bytes, ...] = ()) -> CardLines:
        """Read a piece whose lines may begin with one of these marks.

        Raises
        ------
        InputError
            At the first byte that is no text, or the first word that is no card.
        """
        from labharness.analysis.laws.kernels.outcomes import written_samples as texts

        text = np.frombuffer(piece.text, np.uint8)
        begins = np.array([list(mark.ljust(_LONGEST_MARK, b"\0")) for mark in marks], np.uint8)
        codes = np.empty(len(text) // 2 + 1, np.uint16)
        starts = np.empty(len(codes), np.int32)
        lines = np.empty((len(codes) + 2, 3), np.int64)
        words = texts.card_lines(text, begins.reshape(-1, _LONGEST_MARK), _table(), codes, starts, lines)
        if words == texts.ODD:
            piece.refuse_controls()
        codes, starts = codes[:words], starts[:words]
        unknown = np.flatnonzero(codes == 0)
        if len(unknown):
            codes[unknown] = _learned(piece, starts[unknown])
        line = lines[: lines[-1, 0]]
        return cls(codes - np.uint16(1), np.append(line[:, 2], words), line[:, 0], line[:, 1])

    def __len__(self) -> int:
        return len(self.marks)


@cache
def _table() -> NDArray[np.uint16]:
    """Return card + 1 by the bytes of a word of up to three, 0 where none is known yet."""
    return np.zeros(1 << 8 * _SHORT, np.uint16)


def _learned(piece: Piece, starts: NDArray[np.int32]) -> NDArray[np.uint16]:
    """Return card + 1 (modulo 2^16) of words that the table does not know, and add the short ones to it."""
    from labharness.analysis.laws.kernels.outcomes import written_samples as texts

    keys = texts.keys(np.frombuffer(piece.text, np.uint8), starts)
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    codes = np.zeros(len(first), np.uint16)
    wrong: dict[int, CardError] = {}
    for number, start in enumerate(starts[first].tolist()):
        text = piece.text[start : start + _SHOWN].split(None, 1)[0]
        try:
            codes[number] = (parse_card(text.decode("utf-8", "replace")) + 1) & 0xFFFF
        except CardError as error:
            wrong[start] = error
        else:
            if len(text) <= _SHORT:
                _table()[int.from_bytes(text, "little")] = codes[number]
    if wrong:
        offset = min(wrong)
        raise piece.error(offset, *wrong[offset].reasons) from wrong[offset]
    return codes[which]


INPUT, DEALT, RETURNED = b"<", b"dealt:", b"returned:"
_EVENT = re.compile(rb"^event:([^\n]*)", re.MULTILINE)

CardUnits = Sequence[Shuffle | Round]


def decks_from(known: Order, piece: Piece) -> CardUnits:
    """Return decks, one a line, that were all put in in one order."""
    lines = CardLines.of(piece, (INPUT,))
    own = np.flatnonzero(lines.marks)
    if len(own):
        raise piece.error(int(lines.places[own[0]]), Files.SECOND_INPUT_ORDER())
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
    return Pairs(Shuffle, (INPUT,), (1, 0), (Files.INPUT_ORDER_EXPECTED(), Files.DECK_EXPECTED()))


def rounds(events: list[Event]) -> Pairs:
    """Return a reader of rounds of a continuous shuffler that appends the events between them."""
    return Pairs(
        Round, (DEALT, RETURNED), (1, 2), (Files.DEALT_EXPECTED(), Files.RETURNED_EXPECTED()), events
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


LARGEST = 65535
"""Largest outcome that is read."""
_DIGITS = 8
_COMMA, _SEMICOLON = b",", b";"


def outcomes(source: SourceFile, skip: int = 0) -> Iterator[NDArray[np.uint16]]:
    """Yield the whole numbers of a text, which white space, commas or semicolons separate.

    Parameters
    ----------
    skip
        Bytes of the header.

    Raises
    ------
    InputError
        At the first word that is no whole number from 0 to :data:`LARGEST`.
    """
    for piece in source.pieces(last_separator, skip):
        yield outcomes_of(piece)


def ascii_bits(source: SourceFile, remainder: list[int]) -> Iterator[bytes]:
    """Yield digits 0 and 1 as packed bytes, the first digit the most significant bit.

    Parameters
    ----------
    remainder
        Takes the number of digits at the end that fill no byte.

    Raises
    ------
    InputError
        At the first character that is neither digit nor white space.
    """
    from labharness.analysis.laws.kernels.outcomes import written_samples as texts

    begun = digits = 0
    for piece in source.pieces(len):
        packed = np.zeros((len(piece.text) + 15) // 8, np.uint8)
        result = texts.packed_bits(np.frombuffer(piece.text, np.uint8), begun, digits, packed)
        if result == texts.ODD:
            piece.refuse_controls()
            offset = next(re.finditer(rb"[^01\s]", piece.text)).start()
            text = piece.text[offset : offset + 1].decode("ascii", "replace")
            raise piece.error(offset, Files.NOT_A_BIT(text=text))
        whole, digits = divmod(result, 8)
        begun = int(packed[whole]) & ((1 << digits) - 1)
        yield packed[:whole].tobytes()
    remainder.append(digits)


def last_separator(text: bytes) -> int:
    """Return how much of a line ends between two outcomes."""
    return max(map(text.rfind, (b" ", b"\t", _COMMA, _SEMICOLON))) + 1


def outcomes_of(piece: Piece) -> NDArray[np.uint16]:
    """Return the outcomes of a piece."""
    from labharness.analysis.laws.kernels.outcomes import written_samples as texts

    values = np.empty(len(piece.text) // 2 + 1, np.uint16)
    numbers = texts.numbers(np.frombuffer(piece.text, np.uint8), LARGEST, values)
    if numbers == texts.ODD:
        raise _wrong(piece)
    return values[:numbers]


def count_outcomes(text: bytes) -> int:
    """Return the number of words, right or wrong."""
    from labharness.analysis.laws.kernels.outcomes import written_samples as texts

    return int(texts.words(np.frombuffer(text, np.uint8)))


def _wrong(piece: Piece) -> InputError:
    """Return the error of the first word that is no outcome."""
    piece.refuse_controls()
    for each in re.finditer(rb"[^\s,;]+", piece.text):
        word = each[0]
        if len(word) > _DIGITS or not word.isdigit() or int(word) > LARGEST:
            break
    start = each.start()
    return piece.error(start, Files.NOT_AN_OUTCOME(word=piece.word(start), most=LARGEST))


_ENTRY = re.compile(rb"[ \t]*([A-Za-z][A-Za-z_-]*)[ \t]*:[ \t]*([^\n]*?)[ \t\r]*(?:\n|\Z)")
_BLANK = re.compile(rb"[ \t\r]*\n")
UNITS = ("dealt", "returned", "event")
"""Words that begin a unit or tell of an event, not an entry of the header."""


@dataclass(frozen=True, slots=True)
class Header:
    """Entries ``key: value`` by key, each as the text it is.

    Parameters
    ----------
    entries
        The values, with the places where they stand.
    end
        Where in the piece the header ends.
    """

    entries: Mapping[str, Piece] = field(default_factory=dict)
    end: int = 0

    @classmethod
    def of(cls, piece: Piece, keys: tuple[str, ...]) -> Header:
        """Read the header at the start of a text; raises :class:`InputError` where it is wrong."""
        entries: dict[str, Piece] = {}
        end = 0
        while True:
            blank = _BLANK.match(piece.text, end)
            match = None if blank else _ENTRY.match(piece.text, end)
            key = match[1].decode("ascii").lower() if match else ""
            if blank:
                end = blank.end()
                continue
            if not match or key in UNITS:
                return cls(entries, end)
            if key not in keys:
                unknown = Inputs.UNKNOWN(what=Noun.ENTRY, name=key, known=keys)
                raise piece.error(match.start(1), unknown)
            if key in entries:
                raise piece.error(match.start(1), Inputs.TWICE(what=Noun.ENTRY, name=key))
            line, column = piece.place(match.start(2))
            entries[key] = Piece(piece.name, match[2], line, column)
            end = match.end()

    def joined(self, given: Mapping[str, str], keys: tuple[str, ...]) -> Header:
        """Return the header with what was given beside it; raises :class:`InputError` if the two disagree."""
        entries = dict(self.entries)
        for key, value in given.items():
            if key not in keys:
                raise InputError(Files.OPTION_UNUSED(option=CommandOption(key)))
            mine = entries.setdefault(key, Piece(CommandOption(key), value.encode(), line=0))
            if mine.text.decode("utf-8", "replace").split() != value.split():
                raise mine.error(
                    0, Files.OPTION_DISAGREES(file=mine.word(0), option=CommandOption(key), given=value)
                )
        return Header(entries, self.end)

    def number(self, key: str, low: int, high: int) -> int | None:
        """Return a whole number between two others, None where it is not given."""
        entry = self.entries.get(key)
        if entry is None:
            return None
        text = entry.text.decode("utf-8", "replace")
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and low <= int(text) <= high):
            raise entry.error(0, Files.NOT_A_NUMBER(key=key, least=low, most=high, got=entry.word(0)))
        return int(text)
