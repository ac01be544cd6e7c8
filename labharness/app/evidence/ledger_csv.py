"""Records of a ledger as a CSV file, however many there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from labharness.app.evidence.ledger_browser import LedgerBrowser
from labharness.language.delimited import as_csv

TITLES = ("Record", "Type", "Time UTC", "Stage", "Summary", "Hash")
AT_ONCE = 1000
"""Records that are written between two steps."""


def write_records(
    browser: LedgerBrowser, numbers: Sequence[int], file: Path, at: Callable[[int], None] = lambda _: None
) -> int:
    """Write what a list shows of records, hashes in full; returns how many.

    Parameters
    ----------
    at
        Is told how many are written; what it raises ends that, and no file is left.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    part = file.with_name(f"{file.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as out:
            out.write(as_csv([TITLES]))
            for first in range(0, len(numbers), AT_ONCE):
                chosen = numbers[first : first + AT_ONCE]
                out.write(
                    as_csv(
                        [
                            (str(row.number), row.type, row.utc, row.stage, row.summary, row.hash)
                            for row in browser.rows(chosen)
                        ]
                    )
                )
                at(first + len(chosen))
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return len(numbers)
