"""All reports of the workspace, and the ways to build another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QPushButton, QStackedLayout

from labharness.acts import report
from labharness.acts import report as acts
from labharness.acts.declaring import Seat
from labharness.acts.morning import morning
from labharness.app.overview.overview import Overview
from labharness.app.reports.report_list import ReportRow, trust_of
from labharness.gui.kit.files import DroppedPaths
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.page import Crumb, Handed, Page
from labharness.gui.kit.parts import ActButton, push_button, text_label, why_not
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.slow_work import Errand, Latest, LongWork
from labharness.gui.kit.tables.row_table import FilterBar, FilteredList, RowTable, lay_out_list, list_head
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.reports.build_dialog import REPORTS, BuildDialog, NightDialog, Subjects
from labharness.gui.reports.report_page import ReportPage
from labharness.model.address import MORNING, Address, Room
from labharness.model.reasons.evidence import Answer
from labharness.model.reasons.wire import Addresses

HINT = tr("Filter: words, or kind:rehearsal state:draft submission:demo")
READING = tr("Reading the reports…")
ELSEWHERE = Address(Room.EVIDENCE, ("elsewhere",))
EMPTY = tr("No report yet. Build one from a submission or a run.")


class ReportsPage(FilteredList):
    """The list of reports.

    Attributes
    ----------
    why_not
        Why who sits here may build no report of a submission, "" where they may.
    """

    went = Signal(object)
    """Emitted with the :class:`Address` of what somebody wants to see, or of a report that was built just now."""
    read = Signal()
    """Emitted when the list was read."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat
        self.rows: dict[str, ReportRow] = {}
        self.known, self.why_not = False, ""
        self.dialog: QDialog | None = None
        self.heading = text_label(tr("Reports"), size=1.5, bold=True, wraps=False)
        self.table: RowTable[ReportRow] = RowTable(
            tr("Reports"), REPORTS, lambda row: row.number, READING, address=_address
        )
        self.filter, self.work = FilterBar(tr("reports"), self.table, HINT), LongWork()
        self.buttons: dict[str, QPushButton] = {
            "open": push_button(tr("&Open report"), self.table.open_current),
            "build": push_button(ActButton(acts.build), partial(self.ask_subject, ""), main=True),
            "night": push_button(ActButton(morning), self.ask_night),
            "elsewhere": push_button(ActButton(acts.verify), partial(self.went.emit, ELSEWHERE)),
        }
        self.table.acts = (self.buttons["open"],)
        self.say = self.work.say
        head = list_head(self.heading, self.filter)
        lay_out_list(self, head, self.buttons.values(), self.table, self.work)
        self._list, self._trust = Latest(self, self.lose), Errand(self)
        self._trust.changed.connect(self._next_trust)
        self.work.changed.connect(self._allow)
        self.table.opened.connect(lambda row: self.went.emit(_address(row)))
        self.table.chosen.connect(lambda _: self._allow())
        add_key(self, "F5", tr("Read the reports again"), self.list_reports)
        self._allow()

    def list_reports(self) -> None:
        """Read the list again, after a reading that is going on."""
        self._list.ask(lambda: self.seat.do(acts.list_), self._take)

    def ask_subject(self, submission: str = "") -> None:
        """Ask what a report is to be built of."""

        def take(subjects: Subjects) -> None:
            self._show_dialog(BuildDialog(subjects, submission, self.why_not, self))

        self.work.do(tr("Reading submissions and runs…"), lambda _: Subjects.of(self.seat.workspace), take)

    def stop(self) -> None:
        """Let go of threads."""
        for work in (self._list, self._trust, self.work):
            work.stop()

    def _take(self, rows: Sequence[ReportRow]) -> None:
        before = self.rows
        self.rows = {row.number: _with_trust(row, before.get(row.number)) for row in rows}
        self.known = True
        self.take_reading()
        self.table.tell_empty(EMPTY)
        self._show()
        self.read.emit()
        self._next_trust()

    def _next_trust(self) -> None:
        """Verify the signatures of the next report of which nothing is known, the latest first."""
        waiting = (row for row in self.rows.values() if row.trust is None and row.report.signatures)
        row = next(waiting, None)
        if row is None or self._trust.busy:
            return

        def take(answer: Answer) -> None:
            now = self.rows.get(row.number)
            if now is not None and now.report == row.report:
                self.rows[row.number] = replace(now, trust=answer)
                self._show()

        self._trust.begin(lambda _: trust_of(self.seat.workspace, row.report), take)

    def _show(self) -> None:
        self.table.show_rows(list(self.rows.values()))
        self._allow()

    def lose(self, sentence: str) -> None:
        """Say why there is no list, also to whoever waits for it."""
        super().lose(sentence)
        self.read.emit()

    def ask_night(self) -> None:
        """Ask which span of time a morning report is of."""
        self._show_dialog(NightDialog(datetime.now(UTC), self))

    def _build(self, dialog: BuildDialog | NightDialog) -> None:
        build = dialog.order(self.seat)
        self.work.do(
            tr("Building the report…"), lambda progress: build(step=progress.say).number, self.open_new
        )

    def open_new(self, number: str) -> None:
        """Read the list again, and open a report that was built just now."""
        self.rows.pop(number, None)
        self.list_reports()
        self.went.emit(Address(Room.REPORTS, (number,)))

    def _show_dialog(self, dialog: BuildDialog | NightDialog) -> None:
        self.dialog = dialog
        dialog.wanted.connect(partial(self._build, dialog))
        dialog.finished.connect(lambda _: setattr(self, "dialog", None))
        dialog.open()

    def _allow(self) -> None:
        idle = not self.work.busy
        self.buttons["open"].setEnabled(self.table.current is not None)
        for name in ("build", "night"):
            self.buttons[name].setEnabled(idle)


def _address(row: ReportRow) -> Address:
    return Address(Room.REPORTS, (row.number,))


def _with_trust(row: ReportRow, before: ReportRow | None) -> ReportRow:
    """Keep what is known of the signatures where they are the same."""
    known = before is not None and before.report == row.report
    return replace(row, trust=before.trust) if known and before is not None else row


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

    def __init__(self, seat: Seat, open_file: Callable[[Path], bool]) -> None:
        super().__init__()
        self.listed = self.list = ReportsPage(seat)
        self.report = ReportPage(seat, open_file)
        self.report.memory = self.memory
        self._wanted: Address | None = None
        self._unsigned: object = None
        self._stack = QStackedLayout(self)
        for widget in (self.list, self.report):
            self._stack.addWidget(widget)
        self.list.went.connect(self.went)
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
        desk = overview.desk
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
                self.announced.emit(say(Addresses.NOT_HERE(text=str(self._wanted))))
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
