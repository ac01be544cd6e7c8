"""The room of runs: its table, and the results of the run that an address names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QStackedLayout, QWidget

from labharness.acts.declaring import Seat
from labharness.acts.remark import remark
from labharness.app.benches.queue_access import run_benches
from labharness.app.overview.overview import SOON_S, Overview
from labharness.app.run_index import latest, listed
from labharness.gui.kit.acting import why_not
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.window_state import WindowState
from labharness.gui.results.result_reading import read_result
from labharness.gui.results.results_page import ResultsPage
from labharness.gui.runs.run_rows import RunRow, address_of
from labharness.gui.runs.runs_page import RunsPage
from labharness.model.address import Address, Room


class RunsRoom(Page):
    """The table, or one run.

    Parameters
    ----------
    seat
        The workspace whose runs they are.
    open_file
        Opens a report.
    """

    def __init__(self, seat: Seat, open_file: Callable[[Path], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.listed = self.table = RunsPage(
            partial(latest, seat.workspace, SOON_S),
            partial(listed, seat.workspace, ended_only=True),
            partial(run_benches, seat.workspace),
            partial(read_result, seat.workspace),
        )
        self.results = ResultsPage(seat, open_file)
        self._stack = QStackedLayout(self)
        for widget in (self.table, self.results):
            self._stack.addWidget(widget)
        self.results.went.connect(self.went)
        self.results.told.connect(self.told)
        self.results.moved.connect(self.moved)
        self.results.arrived.connect(self.arrived)
        self.table.opened.connect(self._open)
        self.table.wanted.connect(self.went)
        self.table.new_run.connect(lambda: self.went.emit(Address(Room.NEW_RUN)))
        self.table.compared.connect(
            lambda *runs: self.went.emit(Address(Room.COMPARE, tuple(filter(None, runs))))
        )
        self._open_runs: frozenset[str] | None = None
        self._wanted: Address | None = None

    def show_overview(self, overview: Overview) -> None:
        """Hand what goes on to the table."""
        self._open_runs = frozenset(run.folder.run for run in overview.open_runs)
        self.table.show_overview(overview)
        self.results.restrict(why_not(overview.desk, remark.gate.roles))
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self.show_address(wanted)
            self.arrived.emit()

    def lose_overview(self, sentence: str) -> None:
        """Let the table say of when its runs are."""
        self.table.lose_overview(sentence)

    def show_address(self, address: Address) -> None:
        """Show the table, or the run that an address names; one that has not ended is shown live."""
        self._wanted = None
        if not address.path:
            self._stack.setCurrentWidget(self.table)
        elif self._open_runs is None:
            self._wanted = address  # until it is known which runs go on
        elif address.path[0] in self._open_runs:
            self._stack.setCurrentWidget(self.table)
            self.went.emit(Address(Room.LIVE, address.path[:1]))
        else:
            self._stack.setCurrentWidget(self.results)
            self.results.show_address(address)

    def use_memory(self, memory: WindowState) -> None:
        """Take up the filter and the groups that were left."""
        super().use_memory(memory)
        self.table.filter.use_memory(memory, "runs")
        self.table.grouping.use_memory(memory, "runs")

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the run and its check, where one is shown."""
        return self.results.crumbs() if self._stack.currentWidget() is self.results else ()

    def stop(self) -> None:
        """Let go of threads."""
        self.table.stop()
        self.results.stop()

    def _open(self, row: RunRow) -> None:
        self.went.emit(address_of(row))
