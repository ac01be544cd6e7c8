"""The column of every list that has verdicts: each with its qualifiers, whole, whatever the room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from labharness.gui.kit.run_standing import Tone, tone_of
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import tr
from labharness.language.standings import standing_words
from labharness.model.standing import Standing

Row = TypeVar("Row")
WIDTH = 130
"""Pixels in any case; the column is as wide as the longest standing of its rows."""


def standing_column(
    of: Callable[[Row], Standing | None],
    missing: Callable[[Row], tuple[str, Tone]] = lambda _: ("", Tone.QUIET),
    title: str = "",
) -> Column[Row]:
    """Return the column of a list whose rows have a standing.

    Parameters
    ----------
    of
        How a row stands, None where it is about nothing that is judged.
    missing
        Word and tone of such a row.
    title
        What the column is called, "Verdict" where left out.
    """

    def words(row: Row) -> str:
        result = of(row)
        return missing(row)[0] if result is None else standing_words(result)

    def tone(row: Row) -> Tone | None:
        result = of(row)
        if result is None:
            word, kind = missing(row)
            return kind if word else None
        return tone_of(result)

    return Column[Row](title or tr("Verdict"), words, WIDTH, tone=tone, facet=True, grows=True)
