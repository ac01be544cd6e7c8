"""The audit trail of a submission: who changed what, when and why, field by field."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from labharness.app.submission.draft_saving import body_differences
from labharness.filings.entries.snapshot import KINDS, Change
from labharness.gui.kit.forms.value_words import value_words
from labharness.gui.kit.labels.elided_label import ElidedLabel
from labharness.gui.kit.screen_text import day_and_time, day_of
from labharness.gui.kit.tables.fact_table import FactRow, FactTable
from labharness.gui.kit.tables.filter_bar import below_filter
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.language.field_words import field_words, kind_words
from labharness.language.text import plain

EMPTY = tr("Nothing is on record yet. Every change that is saved to the register is listed here.")


def _who(change: Change) -> str:
    return (
        tr("{who} (account {account})", who=change.who, account=change.account)
        if change.account
        else change.who
    )


def _what(change: Change) -> str:
    if not change.kind:
        return change.what
    act = tr("removed") if change.what != "put" else tr("wrote") if change.before is None else tr("changed")
    kind = kind_words(change.kind).one if change.kind in KINDS else change.kind
    return f"{act} {kind} {change.entry}"


COLUMNS: tuple[Column[Change], ...] = (
    Column(tr("Record"), lambda row: str(row.number), 80, number=True, sort=lambda row: row.number),
    Column(
        tr("When"),
        lambda row: day_and_time(row.utc),
        218,
        sort=lambda row: row.utc,
        day=lambda row: day_of(row.utc),
    ),
    Column(tr("Who"), _who, 190, facet=True),
    Column(tr("Change"), _what, 220),
    Column(tr("Signed"), lambda row: tr("yes") if row.signature else "", 70, facet=True, yields=1),
    Column(tr("Reason"), lambda row: row.why, 240),
)


class HistoryTab(QWidget):
    """Records, the newest first, and what the chosen one changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hash = ""
        self.table: RowTable[Change] = RowTable(tr("History"), COLUMNS, lambda row: str(row.number), EMPTY)
        self.fields = FactTable(
            tr("Changed fields"), ((tr("Field"), 180), (tr("Before"), 300), (tr("After"), 300))
        )
        self.head = ElidedLabel()
        copy = QAction(tr("&Copy the head hash"), self.head)
        copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(self._hash))
        self.head.addAction(copy)
        self.head.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.head.setProperty("muted", True)  # noqa: FBT003  Qt's call
        both = QSplitter(Qt.Orientation.Vertical)
        self.filter, listed = below_filter(self.table, tr("records"), "change:waiver since:2026-11-01")
        self.table.ask_for(3, only_large=True)
        both.addWidget(listed)
        both.addWidget(self.fields)
        both.setSizes([320, 160])
        both.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.addWidget(both, 1)
        column.addWidget(self.head)
        self.table.chosen.connect(self._show_fields)

    def show_changes(self, changes: Sequence[Change]) -> None:
        """Show the records of a submission."""
        self.table.show_rows(list(reversed(changes)))
        self._hash = changes[-1].hash if changes else ""
        self.head.setText(tr("Head: {hash}", hash=self._hash) if changes else "")

    def _show_fields(self, change: Change | None) -> None:
        rows = []
        for difference in body_differences(change) if change is not None else ():
            try:
                label = field_words(change.kind if change is not None else "", difference.field).label
            except KeyError:
                label = difference.field
            before, after = value_words(difference.base), value_words(difference.theirs)
            rows.append(FactRow((plain(label), plain(before, 1000), plain(after, 1000))))
        self.fields.show_rows(rows)
