"""Where each line of a ledger begins and of which type it is, found without decoding any: a million lines in a second.

Nothing is verified by it; whoever decides reads the ledger.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from labharness.errors import IntegrityError
from labharness.evidence.ledger import LONGEST_LINE
from labharness.evidence.opening import LEDGER, evidence_file
from labharness.evidence.records.body import RecordType
from labharness.model.reasons.evidence import Evidence

PART = 1 << 24
"""Bytes that are looked at together."""
UNKNOWN = 255
_BEFORE = len('{"seq":,"prev":"","type":"') + 64
"""Characters of a line before its type, without the digits of its number."""
_KEY = 12
"""Characters from the type on that tell types apart; the longest beginning that is the same for every line of a type."""
_AFTER = b'","utc":"'
TYPES = tuple(RecordType)
_KEYS: NDArray[Any] = np.array([(each.value.encode() + _AFTER)[:_KEY] for each in TYPES], dtype=f"S{_KEY}")
_ORDER = np.argsort(_KEYS)
_TENS = 10 ** np.arange(1, 19)


@dataclass(frozen=True, slots=True)
class LineIndex:
    """The lines of a ledger.

    Parameters
    ----------
    ends
        Offset of the byte after each line, int64.
    types
        Place of each line's type in :data:`TYPES`, uint8; :data:`UNKNOWN` where a line does not begin as record of its
        number.
    """

    ends: NDArray[np.int64]
    types: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.ends)

    @property
    def size(self) -> int:
        """Bytes of all whole lines."""
        return int(self.ends[-1]) if len(self.ends) else 0

    def span(self, at: int) -> tuple[int, int]:
        """Return where a line begins and how long it is, newline included."""
        start = int(self.ends[at - 1]) if at else 0
        return start, int(self.ends[at]) - start

    def places(self, kind: RecordType) -> NDArray[np.int64]:
        """Return the numbers of the lines of a type."""
        return np.flatnonzero(self.types == TYPES.index(kind)).astype(np.int64)

    def neighbor(self, at: int, step: int) -> int | None:
        """Return the next line of the same type, or with ``step`` −1 the one before; None where there is none."""
        if step > 0:
            result = np.flatnonzero(self.types[at + 1 :] == self.types[at])
            return at + 1 + int(result[0]) if len(result) else None
        result = np.flatnonzero(self.types[:at] == self.types[at])
        return int(result[-1]) if len(result) else None


EMPTY = LineIndex(np.empty(0, np.int64), np.empty(0, np.uint8))


def index_of(folder: Path, known: LineIndex = EMPTY) -> LineIndex:
    """Find the whole lines of the ledger of a run folder.

    Parameters
    ----------
    known
        What was found before; only what was written since is read.

    Raises
    ------
    FileNotFoundError
        If there is no ledger.
    IntegrityError
        If it is no regular file, or a line is longer than any reader takes.
    StorageError
        If it cannot be read.
    """
    ends, types = [known.ends], [known.types]
    lines = len(known)
    for start, part in _whole_lines(folder, known.size, lines):
        result = np.flatnonzero(part == ord("\n"))
        begins = np.concatenate(([0], result[:-1] + 1))
        types.append(_types(part, begins, lines))
        ends.append(result.astype(np.int64) + start + 1)
        lines += len(result)
    return LineIndex(np.concatenate(ends), np.concatenate(types))


def _whole_lines(folder: Path, start: int, lines: int) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """Yield parts of the ledger that end with a line, each with its offset."""
    with evidence_file(folder, LEDGER) as file:
        file.seek(start)
        rest = b""
        while part := file.read(PART):
            cut = part.rfind(b"\n") + 1
            if not cut:
                rest += part
                if len(rest) > LONGEST_LINE:
                    raise IntegrityError(Evidence.LINE_TOO_LONG(line=lines + 1))
                continue
            whole = rest + part[:cut]
            yield start, np.frombuffer(whole, np.uint8)
            start, rest = start + len(whole), part[cut:]
            lines += whole.count(b"\n")


def _types(part: NDArray[np.uint8], begins: NDArray[Any], first: int) -> NDArray[np.uint8]:
    """Return the type of each line of a part; ``first`` is the number of the first."""
    if len(part) < _KEY:
        return np.full(len(begins), UNKNOWN, np.uint8)
    digits = np.searchsorted(_TENS, np.arange(first, first + len(begins)), side="right") + 1
    places = np.minimum(begins + _BEFORE + digits, len(part) - _KEY)
    keys = np.ascontiguousarray(sliding_window_view(part, _KEY)[places]).view(f"S{_KEY}").ravel()
    near = np.minimum(np.searchsorted(_KEYS[_ORDER], keys), len(_KEYS) - 1)
    array: NDArray[np.uint8] = np.where(_KEYS[_ORDER][near] == keys, _ORDER[near], UNKNOWN).astype(np.uint8)
    return array
