"""Stretches of a file that are read apart, each by the process that counts it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO

from labharness.analysis.sampling.files.source import (
    Cut,
    Piece,
    SourceFile,
    in_pieces,
    read_parts,
    read_range,
)
from labharness.analysis.sampling.tables import Block, Population, tail
from labharness.errors import InputError
from labharness.model.observations import Observation, Provenance
from labharness.model.reasons.inputs import Files
from labharness.model.reasons.night import Clusters

LARGEST, SMALLEST, SHARE = 1 << 23, 1 << 20, 4
"""Bytes of a stretch: of each process's part of what is left a fourth, so that all end at about one time, within limits."""


@dataclass(frozen=True, slots=True)
class Form:
    """How units stand in a file of which one can read any part that begins and ends between two of them.

    Parameters
    ----------
    units
        Reads the units of a piece.
    count
        Says how many units a text holds if nothing is wrong with it, faster than by reading them.
    border
        Pattern of a byte after which a unit can begin; none where each byte is a unit.
    cut
        Where lines may be cut, as for :meth:`SourceFile.pieces`.
    part
        Bytes that are read at once.
    """

    units: Callable[[Piece], Sequence[Observation]]
    count: Callable[[bytes], int]
    border: bytes
    cut: Cut
    part: int

    def pieces(self, source: SourceFile, skip: int, most: int) -> Iterator[Piece]:
        """Yield the file in pieces that end where a unit ends, of at most so many bytes where each byte is a unit."""
        if self.border:
            return source.pieces(self.cut, skip)
        return (Piece(source.name, part) for part in source.parts(min(most, self.part)))

    def last(self, text: bytes, units: int) -> bytes:
        """Return the end of a text that ends with a unit: at least so many units, or all of it."""
        size = units if not self.border else 4 * units
        while self.border and 0 < size < len(text):
            match = re.compile(self.border).search(text, len(text) - size)
            if match and self.count(text[match.end() :]) >= units:
                return text[match.end() :]
            size *= 2
        return text[max(len(text) - size, 0) :]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some of a file that begins and ends between units.

    Parameters
    ----------
    path, name
        Where the file is, and what messages call it.
    start, size
        First byte, and how many.
    line, column
        Place of the first byte, from 1.
    skip
        Bytes of a header that it begins with.
    index, units
        Number of the first unit, and how many there are.
    before
        Text of the last units before, without remarks.
    sha256
        Hash of its bytes, "" where the process that counts it is sure to read the same file.
    """

    form: Form
    population: Population
    provenance: Provenance
    look_back: int
    path: Path
    name: str
    start: int
    size: int
    line: int
    column: int
    skip: int
    index: int
    units: int
    before: bytes
    sha256: str = ""

    def blocks(self) -> Iterator[Block]:
        """Yield the units in blocks of bounded size.

        Raises
        ------
        InputError
            If one is wrong, or the bytes are not those that were cut.
        """
        seen = self.form.units(Piece(self.name, self.before)) if self.before else ()
        context = tail(Block(self.population, 0, seen, self.provenance), self.look_back)
        index = self.index
        with self._opened() as (file, start):
            parts = read_parts(file, start, self.size, self.form.part)
            begin = Piece(self.name, b"", self.line, self.column)
            pieces = (
                in_pieces(parts, begin, self.form.cut, self.skip)
                if self.form.border
                else (Piece(self.name, part) for part in parts)
            )
            for piece in pieces:
                block = Block(self.population, index, self.form.units(piece), self.provenance, context)
                if block.units:
                    yield block
                    index, context = index + block.units, tail(block, self.look_back)
        if index != self.index + self.units:
            raise InputError(Files.CHANGED(file=self.name))

    @contextmanager
    def _opened(self) -> Iterator[tuple[IO[bytes], int]]:
        """Yield the file, or its bytes once their hash was compared, and where the stretch begins there."""
        if not self.sha256:
            with self.path.open("rb") as file:
                yield file, self.start
            return
        content = read_range(self.path, self.start, self.size)
        if sha256(content).hexdigest() != self.sha256:
            raise InputError(Clusters.OTHER_BYTES(path=str(self.path), byte=self.start))
        yield BytesIO(content), 0


def stretches(
    source: SourceFile,
    form: Form,
    population: Population,
    provenance: Provenance,
    look_back: int,
    *,
    skip: int,
    workers: int,
) -> Iterator[Stretch]:
    """Cut a file for so many processes, and hash it by the way; no unit is read here."""
    start = size = index = units = 0
    before, held, left, begin = b"", b"", skip, Piece(source.name, b"")

    def stretch() -> Stretch:
        return Stretch(
            form,
            population,
            provenance,
            look_back,
            source.path,
            source.name,
            start,
            size,
            begin.line,
            begin.column,
            min(left, size),
            index,
            units,
            before,
        )

    try:
        for piece in form.pieces(source, skip, SMALLEST):
            most = min(max((source.size - start) // (workers * SHARE), SMALLEST), LARGEST)
            if size and size + len(piece.text) > most:
                yield stretch()
                start, index, before = start + size, index + units, held
                size = units = left = 0
            begin = begin if size else piece
            size += len(piece.text)
            count = form.count(piece.text)
            units += count
            if look_back:
                held = form.last(piece.text if count >= look_back else held + piece.text, look_back)
    except InputError:
        if size:  # what is wrong there is said first
            yield stretch()
        raise
    if size:
        yield stretch()
