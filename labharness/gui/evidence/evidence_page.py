"""All runs with how much there is of each and what their verification found.

The columns of the room of evidence: runs, and the records of one.

Export of runs for somebody else: the folder is asked for, each copy is verified, and what became of them is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from labharness.acts import evidence as acts
from labharness.acts.declaring import Seat
from labharness.acts.headings import RUN
from labharness.acts.verify import verify as verify_run
from labharness.app.evidence.ledger_browser import EvidenceOfRun, LedgerRow
from labharness.evidence.folder import RunFolder
from labharness.evidence.verify import RunVerification
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.parts import ActButton, ask_for_file, push_button, text_label
from labharness.gui.kit.run_standing import Tone, clause
from labharness.gui.kit.slow_work import Errand, LongWork, WorkProgress
from labharness.gui.kit.tables.columns import counted, hashed, shown, time_utc
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import FilterBar, FilteredList, RowTable, lay_out_list, list_head
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.model.address import Address, Room
from labharness.model.reasons.conduct import Doing
from labharness.reporting.layout import UNVERIFIED

if TYPE_CHECKING:
    from labharness.app.evidence.exporting import Exported


NOT_VERIFIED, VERIFIED, NOT_READABLE = tr("Not verified yet"), tr("Verified"), tr("Not readable")
SHORT = 12
"""Digits of a hash that a table shows; copying it gives all."""


@dataclass(frozen=True, slots=True)
class IntegrityRow:
    """A run, and what its verification in this window found; None before it."""

    facts: EvidenceOfRun
    verification: RunVerification | None = None

    @property
    def run(self) -> str:
        """Its name."""
        return self.facts.run


def integrity(row: IntegrityRow) -> str:
    """Return what is known of the integrity of a run."""
    if row.facts.problem is not None:
        return f"{NOT_READABLE}: {clause(row.facts.problem)}"
    if row.verification is None:
        return NOT_VERIFIED
    if row.verification.clean:
        return VERIFIED if row.facts.ended else tr("{verified}, no end yet", verified=VERIFIED)
    return f"{UNVERIFIED}: {clause(row.verification.problems[0])}"


def integrity_tone(row: IntegrityRow) -> Tone:
    """Return which kind of news that is; what was not verified is none."""
    if row.facts.problem is not None or (row.verification is not None and not row.verification.clean):
        return Tone.FAIL
    return Tone.QUIET if row.verification is None else Tone.PASS


_facts: Callable[[IntegrityRow], EvidenceOfRun] = attrgetter("facts")
RUNS: Sequence[Column[IntegrityRow]] = (
    shown(RUN, 270, named=True),
    Column(tr("Integrity"), integrity, 230, tone=integrity_tone, facet=True),
    shown(acts.RECORDS.of(_facts), 90, sort=lambda row: row.facts.records, number=True),
    shown(acts.FRAMES.of(_facts), 90, sort=lambda row: row.facts.frames or -1, number=True),
    shown(acts.SIZE.of(_facts), 90, sort=lambda row: row.facts.size, number=True),
    shown(acts.HEAD.of(_facts), short=SHORT, name="head"),
)
SUMMARY = 4
"""Place of the column of records that takes the room that is left; others leave before it is too narrow to be read."""
NO_RECORD = tr("Not a record")
RECORDS: Sequence[Column[LedgerRow]] = (
    counted("#", lambda row: row.number, 70),
    Column(tr("Type"), lambda row: row.type or NO_RECORD, 124, uncut=True),
    time_utc(tr("Time UTC"), lambda row: row.utc, 112, yields=1, parts=True),
    shown(acts.STAGE, 90, yields=2),
    Column(tr("Summary"), lambda row: row.summary, 300),
    hashed(tr("Hash"), lambda row: row.hash, 108, yields=3),
)


Exports = Sequence[tuple[RunFolder, int]]
"""Runs that are to be copied, each with the size of its files."""


def ask_folder(parent: QWidget, seat: Seat, work: LongWork, runs: Exports) -> None:
    """Ask below which folder runs are copied, and copy them."""
    title = tr("Export below this folder")
    ask_for_file(parent, title, lambda folder: export_runs(seat, work, runs, folder), folder=True)


def export_runs(seat: Seat, work: LongWork, runs: Exports, target: Path) -> None:
    """Copy runs below a folder, one after the other; what was copied before one that fails stays."""

    def export(progress: WorkProgress) -> list[Exported]:
        read = progress.counting(sum(size for _, size in runs))
        return [
            seat.do(acts.export, str(folder.path), target, read=read, step=progress.say) for folder, _ in runs
        ]

    what = runs[0][0].run if len(runs) == 1 else tr("{count:,} {count:run|runs}", count=len(runs))
    if runs:
        work.do(tr("Exporting {run}…", run=what), export, lambda result: work.say(_told(result, target)))


def _told(result: Sequence[Exported], target: Path) -> str:
    bad = sum(not each.verification.clean for each in result)
    if len(result) == 1:
        state = tr("The run does NOT verify, nor does its copy.") if bad else tr("Its copy verifies.")
        folder, sums = result[0].folder, result[0].sums.name
        return tr(
            "{folder} was written, with {sums} beside it. {state}", folder=folder, sums=sums, state=state
        )
    state = tr("Every copy verifies.")
    if bad:
        state = tr(
            "{bad:,} of them {bad:does|do} NOT verify, nor {bad:does its copy|do their copies}.", bad=bad
        )
    return tr(
        "{count:,} runs were written below {folder}, each with the list of its files. {state}",
        count=len(result),
        folder=target,
        state=state,
    )


HINT = tr("Filter: words, or integrity:verified run:2026-11")
READING = tr("Reading the ends of the ledgers…")
EMPTY = tr("No runs in this workspace. Choose a run, or drop a bundle from elsewhere.")
DROP = tr("Drop a report folder, a run folder or a report (PDF) anywhere here to verify it.")


class EvidencePage(FilteredList):
    """The table of evidence.

    Attributes
    ----------
    went
        Emitted with the :class:`Address` of what somebody wants to see.
    """

    went = Signal(object)

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat
        self._facts: Sequence[EvidenceOfRun] = ()
        self.found: dict[str, RunVerification] = {}
        self.heading = text_label(tr("Evidence"), size=1.5, bold=True, wraps=False)
        self.hint = text_label(DROP, muted=True)
        self.table: RowTable[IntegrityRow] = RowTable(
            tr("Evidence"), RUNS, lambda row: row.run, READING, address=_address
        )
        self.filter, self.work = FilterBar(tr("evidence"), self.table, HINT), LongWork()
        verify, elsewhere = ActButton(verify_run), ActButton(acts.inspect)
        self.buttons: dict[str, QPushButton] = {
            "open": push_button(ActButton(acts.records), self.table.open_current),
            "verify": push_button(verify, lambda: self._verify(self.table.selected()), main=True),
            "all": push_button(tr("Verify a&ll"), lambda: self._verify(self._rows())),
            "export": push_button(ActButton(acts.export, tr("E&xport…")), self._ask_folder),
            "elsewhere": push_button(
                elsewhere, partial(self.went.emit, Address(Room.EVIDENCE, ("elsewhere",)))
            ),
            "analyze": push_button(tr("Anal&yze a file…"), partial(self.went.emit, Address(Room.ANALYZE))),
        }
        self.table.acts = tuple(self.buttons[name] for name in ("open", "verify", "export"))
        self.table.ask_for(4)
        self.say = self.work.say
        head = list_head(self.heading, self.filter)
        lay_out_list(self, head, self.buttons.values(), self.table, self.hint, self.work)
        self._list = Errand(self)
        self._list.failed.connect(self.lose)
        self._list.step.connect(self.table.tell_empty)
        self.work.changed.connect(self._allow)
        self.table.opened.connect(lambda row: self.went.emit(_address(row)))
        self.table.chosen.connect(lambda _: self._allow())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._allow())
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
        self.take_reading()
        self.table.tell_empty(EMPTY)
        self._show()

    def _show(self) -> None:
        self.table.show_rows(self._rows())
        self._allow()

    def _verify(self, rows: Sequence[IntegrityRow]) -> None:
        total = sum(row.facts.size for row in rows)
        what = rows[0].run if len(rows) == 1 else tr("{rows:,} {rows:run|runs}", rows=len(rows))

        def verify(progress: WorkProgress) -> dict[str, RunVerification]:
            read, result = progress.counting(total), {}
            for row in rows:
                progress.say(Doing.VERIFYING(run=row.run))
                result[row.run] = self.seat.do(verify_run, row.run, read=read).verification
            return result

        def take(result: dict[str, RunVerification]) -> None:
            self.found.update(result)
            bad = sum(not each.clean for each in result.values())
            text = tr("{what}: every line and byte verified.", what=what)
            if bad:
                text = tr(
                    "{bad} of {found:,} {found:run|runs} do NOT verify.", bad=number(bad), found=len(result)
                )
            self.work.say(text)
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


def _address(row: IntegrityRow) -> Address:
    return Address(Room.EVIDENCE, ("run", row.run))


def is_to_verify(path: Path) -> bool:
    """Say whether what was dropped is to be verified rather than analyzed: a folder, or a PDF."""
    return path.is_dir() or path.suffix.lower() == ".pdf"
