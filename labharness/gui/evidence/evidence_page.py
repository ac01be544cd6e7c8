"""All runs with how much there is of each and what their verification found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from labharness.acts import evidence as acts
from labharness.acts.declaring import Seat
from labharness.acts.verify import verify as verify_run
from labharness.app.evidence.listing import EvidenceOfRun
from labharness.evidence.verify import RunVerification
from labharness.gui.evidence.evidence_tables import RUNS, IntegrityRow
from labharness.gui.evidence.run_export import Exports, ask_folder
from labharness.gui.kit import theme
from labharness.gui.kit.act_button import ActButton
from labharness.gui.kit.screen_text import as_of, now
from labharness.gui.kit.shortcut import add_key
from labharness.gui.kit.slow_work.errand import Errand
from labharness.gui.kit.slow_work.long_work import LongWork, WorkProgress
from labharness.gui.kit.tables.filter_bar import FilterBar, FilteredList, lay_out_list, list_head
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.text import plain
from labharness.model.address import Address, Room

HINT = tr("Filter: words, or integrity:verified run:2026-11")
READING = tr("Reading the ends of the ledgers…")
EMPTY = tr("No runs in this workspace. Choose a run, or drop a bundle from elsewhere.")
DROP = tr("Drop a report folder, a run folder or a report (PDF) anywhere here to verify it.")


class EvidencePage(FilteredList):
    """The table of evidence.

    Attributes
    ----------
    opened
        Emitted with the name of a run.
    elsewhere
        Emitted with the path of what somebody chose to verify from elsewhere, None to choose there.
    analyze
        Emitted when a file of numbers or card orders is to be analyzed.
    """

    opened = Signal(str)
    elsewhere = Signal(object)
    analyze = Signal()

    def __init__(self, seat: Seat, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seat = seat
        self._facts: Sequence[EvidenceOfRun] = ()
        self.found: dict[str, RunVerification] = {}
        self._read_at, self._lost = "", False
        self.heading, self.hint = QLabel(tr("Evidence")), QLabel(DROP)
        theme.enlarge(self.heading, 1.5, bold=True)
        self.hint.setProperty("muted", True)  # noqa: FBT003  Qt's call
        self.hint.setWordWrap(True)
        self.table: RowTable[IntegrityRow] = RowTable(
            tr("Evidence"),
            RUNS,
            lambda row: row.run,
            READING,
            address=lambda row: Address(Room.EVIDENCE, ("run", row.run)),
        )
        self.filter = FilterBar(tr("evidence"), self.table, HINT)
        self.work = LongWork()
        self.buttons: dict[str, QPushButton] = {
            "open": ActButton(acts.records),
            "verify": ActButton(verify_run),
            "all": QPushButton(tr("Verify a&ll")),
            "export": ActButton(acts.export, tr("E&xport…")),
            "elsewhere": ActButton(acts.inspect),
            "analyze": QPushButton(tr("Anal&yze a file…")),
        }
        self.buttons["verify"].setProperty("main", True)  # noqa: FBT003  Qt's call
        self.table.acts = tuple(self.buttons[name] for name in ("open", "verify", "export"))
        self.table.ask_for(4)
        head = list_head(self.heading, self.filter)
        lay_out_list(self, head, self.buttons.values(), self.table, self.hint, self.work)
        self._list = Errand(self)
        self._list.failed.connect(self._fail)
        self._list.step.connect(self.table.tell_empty)
        self.work.changed.connect(self._allow)
        self.table.opened.connect(lambda row: self.opened.emit(row.run))
        self.table.chosen.connect(lambda _: self._allow())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._allow())
        self.filter.textChanged.connect(self.table.shown.keep)
        self.buttons["open"].clicked.connect(self._open)
        self.buttons["verify"].clicked.connect(lambda: self._verify(self.table.selected()))
        self.buttons["all"].clicked.connect(lambda: self._verify(self._rows()))
        self.buttons["export"].clicked.connect(self._ask_folder)
        self.buttons["elsewhere"].clicked.connect(lambda: self.elsewhere.emit(None))
        self.buttons["analyze"].clicked.connect(self.analyze)
        add_key(self, "F5", tr("Read the runs again"), self.read)
        self._allow()

    def read(self) -> None:
        """Read again how much there is of each run."""

        def tell(at: int) -> None:
            if at % 64 == 0:
                self._list.check()
                self._list.step.emit(tr("{reading} {at:,} {at:run|runs} so far.", reading=READING, at=at))

        self._list.begin(lambda _: self.seat.do(acts.list_, read=tell), self._take)

    def take_verification(self, run: str, result: RunVerification) -> None:
        """Take up what a verification found."""
        self.found[run] = result
        self._show()

    def row(self, run: str) -> IntegrityRow | None:
        """Return the row of a run, None where there is none yet."""
        facts = next((fact for fact in self._facts if fact.run == run), None)
        return None if facts is None else IntegrityRow(facts, self.found.get(run))

    def stop(self) -> None:
        """Let go of threads."""
        self._list.stop()
        self.work.stop()

    def _rows(self) -> list[IntegrityRow]:
        return [IntegrityRow(facts, self.found.get(facts.run)) for facts in self._facts]

    def _take(self, facts: Sequence[EvidenceOfRun]) -> None:
        heads = {fact.run: fact.head for fact in self._facts}
        self._facts = facts
        for fact in facts:  # what was verified and has grown since is not verified any more
            if fact.run in self.found and heads.get(fact.run) != fact.head:
                del self.found[fact.run]
        self._read_at = now()
        if self._lost:
            self._lost = False
            self.work.say("")
        self.table.tell_empty(EMPTY)
        self._show()

    def _fail(self, sentence: str) -> None:
        self._lost = True
        self.table.tell_empty(plain(sentence, 500))
        self.work.say(as_of(sentence, self._read_at))

    def _show(self) -> None:
        self.table.show_rows(self._rows())
        self._allow()

    def _open(self) -> None:
        if self.table.current is not None:
            self.opened.emit(self.table.current.run)

    def _verify(self, rows: Sequence[IntegrityRow]) -> None:
        total = sum(row.facts.size for row in rows)
        what = rows[0].run if len(rows) == 1 else tr("{rows:,} {rows:run|runs}", rows=len(rows))

        def verify(progress: WorkProgress) -> dict[str, RunVerification]:
            read, result = progress.counting(total), {}
            for row in rows:
                progress.say(tr("verifying {run}", run=row.run))
                result[row.run] = self.seat.do(verify_run, row.run, read=read).found
            return result

        def take(result: dict[str, RunVerification]) -> None:
            self.found.update(result)
            bad = sum(not each.clean for each in result.values())
            good = tr("{what}: every line and byte verified.", what=what)
            self.work.say(
                tr("{bad} of {found:,} {found:run|runs} do NOT verify.", bad=number(bad), found=len(result))
                if bad
                else good
            )
            self._show()

        if rows:
            self.work.do(tr("Verifying {what}…", what=what), verify, take)

    @property
    def exports(self) -> Exports:
        """The chosen runs."""
        return [(self.seat.workspace.run(row.run), row.facts.size) for row in self.table.selected()]

    def _ask_folder(self) -> None:
        ask_folder(self, self.seat, self.work, self.exports)

    def _allow(self) -> None:
        idle, chosen = not self.work.busy, self.table.current is not None
        self.buttons["open"].setEnabled(chosen)
        for name in ("verify", "export"):
            self.buttons[name].setEnabled(idle and bool(self.table.selected()))
        self.buttons["all"].setEnabled(idle and bool(self._facts))


def is_to_verify(path: Path) -> bool:
    """Say whether what was dropped is to be verified rather than analyzed: a folder, or a PDF."""
    return path.is_dir() or path.suffix.lower() == ".pdf"
