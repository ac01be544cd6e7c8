"""Addresses of the rows of a submission's tables, for *Copy link*."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from labharness.app.submission.drafts import DraftedEntry
from labharness.app.submission.open_items import OpenItem, SubmissionPart
from labharness.gui.filings.list_rows import SubmissionRow
from labharness.gui.filings.submission_view import SubmissionView
from labharness.gui.filings.tabs.entries_panel import EntriesPanel
from labharness.gui.kit.tables.row_table import RowTable
from labharness.model.address import Address, Room


def link_rows(table: RowTable[SubmissionRow], view: SubmissionView, shown: Callable[[], str]) -> None:
    """Give rows their addresses.

    Parameters
    ----------
    table
        The list of submissions.
    shown
        Returns the id of the submission that the view shows.
    """

    def within(part: SubmissionPart, *row: str) -> Address:
        return Address(Room.SUBMISSIONS, (shown(), part.value, *(each for each in row if each)))

    def entry(part: SubmissionPart, row: DraftedEntry) -> Address:
        return within(part, row.key)

    def open_item(row: OpenItem) -> Address:
        field = (row.place.field,) if row.place.row and row.place.field else ()
        return within(row.place.part, row.place.row, *field)

    table.address = lambda row: Address(Room.SUBMISSIONS, (row.id,))
    view.runs.table.address = lambda row: Address(Room.RUNS, (row.run,))
    view.reports.table.address = lambda row: Address(Room.REPORTS, (row.number,))
    view.documents.table.address = lambda row: within(SubmissionPart.DOCUMENTS, row.item)
    view.clauses.table.address = lambda row: within(SubmissionPart.CLAUSES, row.clause)
    view.overview.table.address = open_item
    for part, panel in view.parts.items():
        if isinstance(panel, EntriesPanel):
            entries: RowTable[Any] = panel.table
            entries.address = partial(entry, part)
