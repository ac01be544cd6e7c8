"""The room of evidence: the table of runs, the ledger of one, and what came from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from labharness.acts.declaring import Seat
from labharness.app.overview.overview import Overview
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.verify import RunVerification
from labharness.gui.evidence.evidence_page import EvidencePage, is_to_verify
from labharness.gui.evidence.ledger_page import LedgerPage
from labharness.gui.kit.dropped_paths import DroppedPaths
from labharness.gui.kit.page import Crumb, Handed, Page
from labharness.gui.kit.window_sentences import explain, say
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.verification.elsewhere_page import ElsewherePage
from labharness.model.address import Address, Room
from labharness.model.reasons.address import Addresses

RUN, RECORD, ELSEWHERE, LEDGER = "run", "record", "elsewhere", "ledger"


class EvidenceRoom(Page):
    """Three pages, one above the other.

    Parameters
    ----------
    seat
        The workspace, in whose folder choices begin.
    """

    def __init__(self, seat: Seat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seat = seat
        self.listed = self.table = EvidencePage(seat)
        self.ledger = LedgerPage(seat)
        self.elsewhere = ElsewherePage(seat)
        self._foreign: RunFolder | None = None
        self._ended: object = None
        self._stack = QStackedLayout(self)
        for widget in (self.table, self.ledger, self.elsewhere):
            self._stack.addWidget(widget)
        self.table.opened.connect(lambda run: self.went.emit(Address(Room.EVIDENCE, (RUN, run))))
        self.table.elsewhere.connect(lambda _: self.went.emit(Address(Room.EVIDENCE, (ELSEWHERE,))))
        self.table.analyze.connect(lambda: self.went.emit(Address(Room.ANALYZE)))
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
            self.told.emit(f"{say(Addresses.NOT_HERE(text=str(address)))} {explain(error)}")
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
