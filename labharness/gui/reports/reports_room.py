"""The room of reports: the list, and the report that an address names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from labharness.acts import report
from labharness.acts.declaring import Seat
from labharness.app.overview.overview import Overview
from labharness.gui.kit.acting import why_not
from labharness.gui.kit.dropped_paths import DroppedPaths
from labharness.gui.kit.page import Crumb, Handed, Page
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.reports.report_page import ReportPage
from labharness.gui.reports.reports_page import ReportsPage
from labharness.model.address import MORNING, Address, Room
from labharness.model.reasons.address import Addresses

PAGE = "page"


class ReportsRoom(Page):
    """Two pages, one above the other.

    Parameters
    ----------
    seat
        The workspace, in whose folder choices begin.
    open_file
        Opens a file or folder with the desktop's program for it.
    """

    def __init__(
        self,
        seat: Seat,
        open_file: Callable[[Path], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.listed = self.list = ReportsPage(seat)
        self.report = ReportPage(seat, open_file)
        self.report.memory = self.memory
        self._wanted: Address | None = None
        self._unsigned: object = None
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.report)
        self.list.opened.connect(lambda number: self.went.emit(Address(Room.REPORTS, (number,))))
        self.list.elsewhere.connect(lambda: self.went.emit(Address(Room.EVIDENCE, ("elsewhere",))))
        self.list.read.connect(self._read)
        self.report.moved.connect(self.moved)
        self.report.changed.connect(self._change)
        DroppedPaths(self, self.take_files)

    def use_memory(self, memory: WindowState) -> None:
        """Take up where the keys of people are."""
        super().use_memory(memory)
        self.list.filter.use_memory(memory, "reports")
        self.report.memory = memory

    def take_files(self, files: Sequence[Path]) -> None:
        """Leave what came from elsewhere to the room of evidence."""
        if files:
            self.handed.emit(Handed(Room.EVIDENCE, tuple(files)))

    def show_address(self, address: Address) -> None:
        """Show the list, or the report that an address names, at its page, as soon as the list is read."""
        asks = address.path == MORNING.path
        self._wanted = address if address.path and not asks else None
        if self._wanted is None:
            self._stack.setCurrentWidget(self.list)
            if asks:
                self.list.ask_night()
        elif not self._show_wanted() and self.list.known:
            self.list.list_reports()  # it may have been built since

    def show_overview(self, overview: Overview) -> None:
        """Read the list again when other reports wait for a signature."""
        desk = getattr(overview, "desk", None)
        self.list.why_not = why_not(desk, report.build.gate.roles)
        unsigned = desk.unsigned if desk is not None else None
        if unsigned != self._unsigned:
            self._unsigned = unsigned
            if self.isVisible():
                self.list.list_reports()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Read what the workspace holds now."""
        super().showEvent(event)
        if not event.spontaneous():
            self.list.list_reports()

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the report, and its page beyond the first."""
        row = self.report.row
        if self._stack.currentWidget() is not self.report or row is None:
            return ()
        result = [Crumb(row.number, Address(Room.REPORTS, (row.number,)))]
        page = self.report.pdf.page
        if page > 1:
            result.append(Crumb(tr("page {page}", page=page), result[0].address.within(PAGE, str(page))))
        return tuple(result)

    def stop(self) -> None:
        """Let go of threads."""
        self.list.stop()
        self.report.stop()

    def _read(self) -> None:
        """Show what is wanted and was not there before, and the shown report as it is now."""
        if self._wanted is not None:
            if self._show_wanted():
                self.arrived.emit()
            elif self.list.known:
                self.told.emit(say(Addresses.NOT_HERE(text=str(self._wanted))))
                self._wanted = None
            return
        row = self.report.row
        if row is not None and row.number in self.list.rows:
            self.report.show_report(self.list.rows[row.number], max(self.report.pdf.page, 1))

    def _show_wanted(self) -> bool:
        wanted = self._wanted
        row = self.list.rows.get(wanted.path[0]) if wanted is not None else None
        if wanted is None or row is None:
            return False
        self._wanted = None
        page = int(wanted.path[2]) if len(wanted.path) == 3 and wanted.path[1] == PAGE else 1
        self._stack.setCurrentWidget(self.report)
        self.report.show_report(row, page)
        return True

    def _change(self, number: str) -> None:
        """Read the list again; a report that was built just now is shown."""
        if self.report.row is not None and number != self.report.row.number:
            self.list.open_new(number)
        else:
            self.list.list_reports()
