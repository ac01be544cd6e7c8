"""One column of a table of values separated by commas, semicolons or tabs, as the outcomes that it holds."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from labharness.analysis.sampling.files.source import MARK, SourceFile
from labharness.errors import InputError
from labharness.model.reasons.file import Files

_SEPARATORS = ",;\t"
_LONGEST = 1 << 20
"""Characters of the first row."""


@contextmanager
def column_of(source: SourceFile, column: str) -> Iterator[SourceFile]:
    """Give the values of a column as a text of its own, one value a line; the file's hash stays that of the file.

    Parameters
    ----------
    column
        Name in the first row, or the number of the column from 1. A first row that holds a word where the column's
        values belong is a row of names.

    Raises
    ------
    InputError
        If there is no such column, a row is too short, or the text is not UTF-8.
    """
    with tempfile.TemporaryDirectory(prefix="labharness-") as folder:
        path = Path(folder) / "column"
        with path.open("w+b") as file:
            for value in _values(source, column):
                file.write(value.encode() + b"\n")
            file.flush()
            yield _Column(source, column, file, path)


class _Column(SourceFile):
    """The values of a column; hash and size are those of the whole table."""

    def __init__(self, table: SourceFile, column: str, file: IO[bytes], path: Path) -> None:
        super().__init__(file, path, f"{table.name}, column {column}", file.tell())
        self._table_hash, self._table = table.sha256, table
        self.column = column

    @property
    def sha256(self) -> str:
        """Hash of the whole table."""
        return self._table_hash

    @property
    def modified(self) -> str:
        """When the table was changed last."""
        return self._table.modified


def _values(source: SourceFile, column: str) -> Iterator[str]:
    rows = csv.reader(_lines(source), delimiter=_separator(source), strict=True)
    place: int | None = None
    try:
        for number, row in enumerate(rows, 1):
            if not row or row[0].startswith("#"):
                continue
            if place is None:
                place, named = _place(source, row, column)
                if named:
                    continue
            if len(row) <= place:
                raise InputError(Files.ROW_SHORT(file=source.name, row=number, column=column))
            yield _whole(source, row[place].strip(), number)
    except csv.Error as error:
        raise InputError(Files.NOT_A_TABLE(file=source.name, row=rows.line_num, why=str(error))) from error
    except UnicodeDecodeError as error:
        raise InputError(Files.NOT_A_TABLE(file=source.name, row=rows.line_num + 1, why="UTF-8")) from error


def _place(source: SourceFile, row: list[str], column: str) -> tuple[int, bool]:
    """Return the column's place from 0, and whether the row holds names."""
    names = [name.strip() for name in row]
    if column in names and names.count(column) == 1 and not column.isdigit():
        return names.index(column), True
    if not column.isdigit() or not 1 <= int(column) <= len(row):
        raise InputError(Files.NO_COLUMN(file=source.name, column=column, known=tuple(names[:12])))
    return int(column) - 1, not names[int(column) - 1].isdigit()


def _whole(source: SourceFile, text: str, row: int) -> str:
    """Return a whole number as it stands; a decimal sign is not rounded away."""
    if not text.isascii() or not text.isdigit():
        raise InputError(Files.NOT_WHOLE(file=source.name, row=row, text=text[:40]))
    return text


def _lines(source: SourceFile) -> Iterator[str]:
    """Yield lines, with the line ends that fields in quotation marks may hold."""
    kept = b""
    for number, part in enumerate(source.parts(_LONGEST)):
        kept += part.removeprefix(MARK) if number == 0 else part
        *whole, kept = kept.split(b"\n")
        for line in whole:
            yield f"{line.decode('utf-8')}\n"
        if len(kept) > _LONGEST:
            raise InputError(Files.LINE_TOO_LONG(file=source.name, line=number + 1, most=_LONGEST))
    if kept:
        yield kept.decode("utf-8")


def _separator(source: SourceFile) -> str:
    """Return the separator that stands most often in the first row."""
    first = next(iter(io.BytesIO(next(source.parts(_LONGEST), b"")).readlines()), b"")
    return max(_SEPARATORS, key=lambda sign: (first.count(sign.encode()), -_SEPARATORS.index(sign)))


def columns_of(source: SourceFile) -> tuple[str, ...]:
    """Return the names in the first row of a table, or the numbers of its columns where the row holds values.

    Returns
    -------
    tuple
        Empty where the file is no table of several columns.
    """
    first = next(iter(io.BytesIO(next(source.parts(_LONGEST), b"").removeprefix(MARK)).readlines()), b"")
    try:
        row = next(csv.reader([first.decode("utf-8")], delimiter=_separator(source), strict=True), [])
    except (csv.Error, UnicodeDecodeError):
        return ()
    names = [name.strip() for name in row]
    if len(names) < 2 or not all(name.isprintable() for name in names):
        return ()
    numbers = [str(at) for at in range(1, len(names) + 1)]
    if all(name.lstrip("+-").replace(".", "", 1).isdigit() for name in names):
        return tuple(numbers)
    unique = (name if name and names.count(name) == 1 and not name.isdigit() else None for name in names)
    return tuple(name or number for name, number in zip(unique, numbers, strict=True))
