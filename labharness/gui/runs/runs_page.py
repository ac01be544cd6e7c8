"""All runs of the workspace as a table that is filtered, sorted, copied and exported; Return opens one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from labharness.app.overview.overview import Overview
from labharness.gui.kit import theme
from labharness.gui.kit.shortcut import add_key
from labharness.gui.kit.slow_work.background import Poll
from labharness.gui.kit.tables.filter_bar import FilterBar, list_head
from labharness.gui.kit.tables.row_table import keep_place, restore_place
from labharness.gui.runs.run_rows import rows_of
from labharness.gui.runs.run_table import RunTable
from labharness.language.numbers import amount
from labharness.language.text import plain

HINT = "Filter: words, or verdict:fail device:1209 since:2026-11-01"
READING = "Reading the runs…"
EMPTY = "No runs in this workspace. Start one: New run."


class RunsPage(QWidget):
    """The table of runs.

    Parameters
    ----------
    ended
        Lists the runs that have ended, as JSON values; called on another thread.

    Attributes
    ----------
    opened
        Emitted with the row that somebody opens.
    new_run
        Emitted when a run is to be started.
    compared
        Emitted with the names of two runs.
    """

    opened = Signal(object)
    new_run = Signal()
    compared = Signal(str, str)

    def __init__(
        self, ended: Callable[[], Sequence[Mapping[str, Any]]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._ended: Sequence[Mapping[str, Any]] = ()
        self._overview: Overview | None = None
        self._known: object = None
        self.heading, self.note = QLabel("Runs"), QLabel()
        theme.enlarge(self.heading, 1.5, bold=True)
        self.note.setProperty("muted", True)  # noqa: FBT003  Qt's call
        start = QPushButton("&New run")
        start.setProperty("main", True)  # noqa: FBT003  Qt's call
        start.clicked.connect(self.new_run)
        self.compare = QPushButton("&Compare")
        self.compare.setToolTip("Choose two runs that have ended, or drop one on the other")
        self.compare.clicked.connect(self._compare)
        self.table = RunTable(READING)
        self.filter = FilterBar("runs", self.table, HINT)
        self.table.dropped.connect(self.compared)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._allow())
        self.table.opened.connect(self.opened)
        self.filter.textChanged.connect(self._filter)
        add_key(self, "F5", "Read the runs again", self._list)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 10)
        column.setSpacing(8)
        column.addLayout(list_head(self.heading, self.filter, self.compare, start))
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        self._poll = Poll(ended, self)
        self._poll.answered.connect(self._take)
        self._poll.failed.connect(self._fail)
        self._list()
        self._allow()

    def show_overview(self, overview: Overview) -> None:
        """Show runs that go on, and list the ended ones again when others have ended."""
        self._overview = overview
        known = (
            [(run.run, run.updated) for run in overview.ended],
            [run.folder.run for run in overview.open_runs],
        )
        if known != self._known:
            self._known = known
            self._list()
        self._show()

    def keep(self) -> object:
        """Return the filter, the chosen run and how far the table is scrolled."""
        return self.filter.text(), keep_place(self.table)

    def restore(self, kept: object) -> None:
        """Take up what :meth:`keep` returned."""
        match kept:
            case (str(words), place):
                self.filter.setText(words)
                restore_place(self.table, place)

    def stop(self) -> None:
        """Let go of the thread."""
        self._poll.wait()

    def _list(self) -> None:
        self._poll.ask()

    def _take(self, ended: Sequence[Mapping[str, Any]]) -> None:
        self._ended = ended
        self.table.tell_empty(EMPTY)
        self._show()

    def _fail(self, sentence: str) -> None:
        self.table.tell_empty(plain(sentence, 500))
        self.note.setText(plain(sentence, 500))

    def _show(self) -> None:
        runs = self._overview.open_runs if self._overview is not None else ()
        self.table.show_rows(list(rows_of(self._ended, runs)))
        self._count()

    def _compare(self) -> None:
        match [row.run for row in self.table.selected() if row.ended]:
            case [first, second]:
                self.compared.emit(first, second)

    def _allow(self) -> None:
        chosen = self.table.selected()
        self.compare.setEnabled(len(chosen) == 2 and all(row.ended for row in chosen))

    def _filter(self, words: str) -> None:
        self.table.keep(words)
        self._count()

    def _count(self) -> None:
        shown, every = self.table.shown.rowCount(), self.table.rows.rowCount()
        of = f" of {every:,}" if shown != every else ""
        self.note.setText(
            f"{amount(shown, 'run')}{of} · Verdicts as recorded; opening a run verifies its record."
        )
