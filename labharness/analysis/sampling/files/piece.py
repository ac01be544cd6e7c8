"""A piece of a text, its places, and what is wrong at one of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from labharness.errors import InputError
from labharness.model.reasons.file import Files
from labharness.model.reasons.inputs import located
from labharness.reason import Reason

SHOWN = 20
"""Bytes of a wrong word that a message repeats."""

_REMARK = re.compile(rb"^#[^\n]*", re.MULTILINE)
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")


@dataclass(frozen=True, slots=True)
class Piece:
    """Some of a text, and where it stands in the file.

    Parameters
    ----------
    name
        What messages call the file.
    text
        The bytes.
    line, column
        Place of the first byte, from 1; line 0 is no file's.
    """

    name: str
    text: bytes
    line: int = 1
    column: int = 1

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of a byte, from 1."""
        lines = self.text.count(b"\n", 0, offset)
        if not lines:
            return self.line, self.column + offset
        return self.line + lines, offset - self.text.rindex(b"\n", 0, offset)

    def error(self, offset: int, *problems: Reason) -> InputError:
        """Return the error that says what is wrong at a byte; text of line 0 was given on the command line."""
        if not self.line:
            return InputError(*located(self.name, problems))
        line, column = self.place(offset)
        return InputError(
            *(Files.AT(file=self.name, line=line, column=column, problem=each) for each in problems)
        )

    def word(self, offset: int) -> str:
        """Return the word that begins at a byte, as messages show it."""
        match = re.match(rb"[^\s,;]*", self.text[offset : offset + SHOWN])
        return match[0].decode("utf-8", "replace") if match else ""

    def blanked(self, end: int) -> Piece:
        """Return the piece with blanks for its first bytes, so that places stay what they are."""
        return (
            self
            if not end
            else replace(self, text=re.sub(rb"[^\n]", b" ", self.text[:end]) + self.text[end:])
        )

    def without_remarks(self) -> Piece:
        """Return the piece with blanks for lines that begin with ``#``."""
        if b"#" not in self.text or not (self.text.startswith(b"#") or b"\n#" in self.text):
            return self

        def blank(match: re.Match[bytes]) -> bytes:
            whole = self.column == 1 or match.start() > 0
            return b" " * len(match[0]) if whole else match[0]

        return replace(self, text=_REMARK.sub(blank, self.text))

    def refuse_controls(self) -> None:
        """Raise :class:`InputError` at the first byte that no plain text holds."""
        low = np.count_nonzero(np.frombuffer(self.text, np.uint8) < 32)
        if low == sum(map(self.text.count, (b"\t", b"\n", b"\r"))):
            return
        match = _CONTROL.search(self.text)
        assert match
        raise self.error(match.start(), Files.NOT_TEXT(byte=f"0x{match[0].hex()}"))
