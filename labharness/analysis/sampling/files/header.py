"""What a file says of itself before its first unit, and what is said of it beside."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from labharness.analysis.sampling.files.piece import Piece
from labharness.errors import InputError
from labharness.model.reasons.file import Files
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.titled import CommandOption

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
