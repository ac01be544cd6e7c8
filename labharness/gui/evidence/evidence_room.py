"""The room of evidence: the table of runs, the ledger of one, and what came from elsewhere.

One run: how much there is, whether it verifies, and its ledger.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from labharness.acts import evidence as acts
from labharness.acts.declaring import Seat
from labharness.acts.verify import verify as verify_run
from labharness.app.evidence.ledger_browser import (
    EvidenceOfRun,
    LedgerBrowser,
    Photograph,
    evidence_of_run,
    write_records,
)
from labharness.app.overview.overview import Overview
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.course import EndBody
from labharness.evidence.verify import RunVerification
from labharness.gui.evidence.evidence_page import (
    EvidencePage,
    Exports,
    IntegrityRow,
    ask_folder,
    integrity,
    integrity_tone,
    is_to_verify,
)
from labharness.gui.evidence.ledger_view import LedgerView
from labharness.gui.evidence.verification_view import ElsewherePage
from labharness.gui.kit.files import DroppedPaths
from labharness.gui.kit.labels import ElidedLabel, LoudLabel, StandingChip
from labharness.gui.kit.page import Crumb, Handed, Page
from labharness.gui.kit.parts import TOP, ActButton, in_column, in_wrapped_row, push_button, text_label
from labharness.gui.kit.run_standing import explain, say
from labharness.gui.kit.slow_work import Latest, LongWork
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.language.numbers import size
from labharness.language.template import plain
from labharness.model.address import Address, Room
from labharness.model.reasons.wire import Addresses
from labharness.reporting.layout import SIMULATED

Opened = tuple[LedgerBrowser, EvidenceOfRun, Sequence[Photograph], Mapping[str, str]]


class LedgerPage(QWidget):
    """A run of the workspace, or one from elsewhere, which is only read.

    Attributes
    ----------
    moved
        Emitted when a record is to be on the way back.
    verified
        Emitted with the name of a run and what its verification found.
    """

    moved = Signal()
    verified = Signal(str, object)

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat
        self.folder: RunFolder | None = None
        self.record: int | None = None
        self._facts: EvidenceOfRun | None = None
        self._wanted: int | None = None
        self.title, self.about = text_label(size=1.4, bold=True), text_label(muted=True)
        self.about.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.head, self.chip = ElidedLabel(), StandingChip(tr("Integrity"))
        self.head.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.head.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        copy = QAction(tr("Copy the head hash"), self.head)
        copy.triggered.connect(self._copy_head)
        self.head.addAction(copy)
        self.simulated, self.view = LoudLabel(tr("Simulated device")), LedgerView()
        self.work, self.verify, self.export = LongWork(), ActButton(verify_run), ActButton(acts.export)
        push_button(self.verify, self._verify)
        push_button(self.export, lambda: ask_folder(self, self.seat, self.work, self.exports))
        titles = in_column(self.title, self.about, self.head, gap=2)
        beside = ((widget, 0, TOP) for widget in (self.chip, self.verify, self.export))
        head = in_wrapped_row((titles, 1, 420), *beside)
        in_column(head, self.simulated, (self.view, 1), self.work, gap=8, edges=(20, 14, 20, 10), on=self)
        self._open = Latest(self, self._refuse)
        self.work.changed.connect(self._allow)
        self.view.announced.connect(self.work.say)
        self.view.marked.connect(self._mark)
        self.view.exported.connect(self.export_records)
        self._allow()

    def show_run(self, folder: RunFolder, record: int | None = None, *, foreign: bool = False) -> None:
        """Show a run, at a record where one is named; a foreign one is from elsewhere."""
        self.record = record
        self.view.addressed = not foreign
        if self.folder == folder and self.view.browser is not None:
            if record is not None:
                self.view.go_to(record)
            return
        self.folder, self._facts, self._wanted = folder, None, record
        self.title.setText(plain(folder.run, 200))
        for label in (self.about, self.head):
            label.setText("")
        self.simulated.say("")
        self.work.say("")
        self.chip.clear()
        self.view.clear()
        self._allow()

        def read() -> Opened:
            browser = LedgerBrowser(folder)
            return browser, evidence_of_run(folder), browser.photographs(), _hashes(browser)

        self._open.ask(read, lambda opened: self._show(*opened))

    def show_integrity(self, row: IntegrityRow) -> None:
        """Show what is known of the integrity of the run."""
        if self.folder is not None and row.run == self.folder.run:
            self.chip.show_standing(integrity_tone(row), integrity(row))

    def stop(self) -> None:
        """Let go of threads."""
        self._open.stop()
        self.view.stop()
        self.work.stop()

    def _show(
        self,
        browser: LedgerBrowser,
        facts: EvidenceOfRun,
        photographs: Sequence[Photograph],
        hashes: Mapping[str, str],
    ) -> None:
        self._facts = facts
        parts = [tr("{browser:,} {browser:record|records}", browser=len(browser)), size(facts.size)]
        parts += [] if facts.frames is None else [tr("{frames:,} {frames:frame|frames}", frames=facts.frames)]
        parts += [] if facts.ended else [tr("no end yet: F5 reads on")]
        self.about.setText("  ·  ".join(parts))
        self.head.setText(tr("Head {head}", head=facts.head) if facts.head else "")
        self.simulated.say(SIMULATED if facts.simulated else "")
        self.view.show_ledger(browser, photographs, hashes)
        self._allow()
        wanted, self._wanted = self._wanted, None
        if len(browser) and (wanted is None or not self.view.go_to(wanted)):
            self.view.table.select(0)
        self.view.table.setFocus()

    def _copy_head(self) -> None:
        if self._facts is not None:
            QGuiApplication.clipboard().setText(self._facts.head)

    def _refuse(self, sentence: str) -> None:
        self.folder = None
        self.view.clear(plain(sentence, 600))
        self.work.say(sentence)

    def _mark(self, record: int) -> None:
        self.record = record
        self.moved.emit()

    def _verify(self) -> None:
        folder, facts = self.folder, self._facts
        if folder is None or facts is None:
            return

        def take(result: RunVerification) -> None:
            self.verified.emit(folder.run, result)
            if self._facts is not None and folder == self.folder:
                self.show_integrity(IntegrityRow(self._facts, result))

        self.work.do(
            tr("Verifying {run}…", run=folder.run),
            lambda progress: (
                self.seat.do(verify_run, str(folder.path), read=progress.counting(facts.size)).verification
            ),
            take,
        )

    @property
    def exports(self) -> Exports:
        """The run that is shown, if its size is known."""
        folder, facts = self.folder, self._facts
        return () if folder is None or facts is None else ((folder, facts.size),)

    def export_records(self, file: Path) -> None:
        """Write the listed records as CSV."""
        browser, listed = self.view.browser, self.view.listed
        if browser is None:
            return
        self.work.do(
            tr("Writing {file}…", file=file.name),
            lambda progress: write_records(
                browser, listed, file, lambda done: progress.at(done, len(listed))
            ),
            lambda count: self.work.say(_written(file, count)),
        )

    def _allow(self) -> None:
        there = self.view.browser is not None
        for widget in (self.verify, self.export):
            widget.setEnabled(there and not self.work.busy)


def _written(file: Path, count: int) -> str:
    return tr("{file} was written: {count:,} {count:record|records}, hashes in full.", file=file, count=count)


def _hashes(browser: LedgerBrowser) -> Mapping[str, str]:
    last = browser.record(len(browser) - 1) if len(browser) else None
    segments = last.body.segments if last is not None and isinstance(last.body, EndBody) else ()
    return {f"raw/{state.name}": state.sha256 for state in segments}


RUN, RECORD, ELSEWHERE, LEDGER = "run", "record", "elsewhere", "ledger"


class EvidenceRoom(Page):
    """Three pages, one above the other.

    Parameters
    ----------
    seat
        The workspace, in whose folder choices begin.
    """

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat
        self.listed = self.table = EvidencePage(seat)
        self.ledger, self.elsewhere = LedgerPage(seat), ElsewherePage(seat)
        self._foreign: RunFolder | None = None
        self._ended: object = None
        self._stack = QStackedLayout(self)
        for widget in (self.table, self.ledger, self.elsewhere):
            self._stack.addWidget(widget)
        self.table.went.connect(self.went)
        self.ledger.moved.connect(self.moved)
        self.ledger.verified.connect(self._take_verification)
        self.elsewhere.browse.connect(self._browse)
        DroppedPaths(self, self.take_files)

    def take_files(self, files: Sequence[Path]) -> None:
        """Verify what was dropped; a file that is no report is for the analysis."""
        if not files:
            return
        if not is_to_verify(files[0]):
            self.handed.emit(Handed(Room.ANALYZE, tuple(files)))
            return
        self.went.emit(Address(Room.EVIDENCE, (ELSEWHERE,)))
        self._stack.setCurrentWidget(self.elsewhere)
        self.elsewhere.verify_path(files[0])

    def show_address(self, address: Address) -> None:
        """Show the table, a run at one of its records, or what came from elsewhere."""
        match address.path:
            case (str(kind), str(run), *rest) if kind == RUN:
                self._show_run(address, run, int(rest[1]) if len(rest) == 2 and rest[0] == RECORD else None)
            case (str(kind), str(part)) if (kind, part) == (ELSEWHERE, LEDGER) and self._foreign is not None:
                self._stack.setCurrentWidget(self.ledger)
                self.ledger.show_run(self._foreign, foreign=True)
            case (str(kind), *_) if kind == ELSEWHERE:
                self._stack.setCurrentWidget(self.elsewhere)
            case _:
                self._stack.setCurrentWidget(self.table)

    def show_overview(self, overview: Overview) -> None:
        """Read the table again where runs have ended."""
        ended = [(run.run, run.updated) for run in overview.ended]
        if ended != self._ended:
            self._ended = ended
            if self.isVisible():
                self.table.read()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  Qt's name
        """Read what the workspace holds now."""
        super().showEvent(event)
        if not event.spontaneous():
            self.table.read()

    def use_memory(self, memory: WindowState) -> None:
        """Take up the filter that was left."""
        super().use_memory(memory)
        self.table.filter.use_memory(memory, "evidence")

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the run and the record that somebody went to, or that it is from elsewhere."""
        shown, folder = self._stack.currentWidget(), self.ledger.folder
        outside = Crumb(tr("From elsewhere"), Address(Room.EVIDENCE, (ELSEWHERE,)))
        if shown is self.elsewhere:
            return (outside,)
        if shown is not self.ledger or folder is None:
            return ()
        if folder == self._foreign:
            return (outside, Crumb(folder.run, outside.address.within(LEDGER)))
        result = [Crumb(folder.run, Address(Room.EVIDENCE, (RUN, folder.run)))]
        if self.ledger.record is not None:
            number = str(self.ledger.record)
            result.append(
                Crumb(tr("record {number}", number=number), result[0].address.within(RECORD, number))
            )
        return tuple(result)

    def stop(self) -> None:
        """Let go of threads."""
        for page in (self.table, self.ledger, self.elsewhere):
            page.stop()

    def _show_run(self, address: Address, run: str, record: int | None) -> None:
        try:
            folder = self.seat.workspace.run(run)
        except LabharnessError as error:
            self.announced.emit(f"{say(Addresses.NOT_HERE(text=str(address)))} {explain(error)}")
            self._stack.setCurrentWidget(self.table)
            return
        self._stack.setCurrentWidget(self.ledger)
        self.ledger.show_run(folder, record)
        row = self.table.row(run)
        if row is not None:
            self.ledger.show_integrity(row)

    def _browse(self, folder: RunFolder) -> None:
        """Show the ledger of a run from elsewhere; Back leads to its verification."""
        self._foreign = folder
        self.went.emit(Address(Room.EVIDENCE, (ELSEWHERE, LEDGER)))

    def _take_verification(self, run: str, result: RunVerification) -> None:
        if self.ledger.folder != self._foreign:
            self.table.take_verification(run, result)
