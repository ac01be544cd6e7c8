"""All runs of the workspace as a table that is filtered, sorted, copied and exported; Return opens one.

The room of runs: its table, and the results of the run that an address names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedLayout

from labharness.acts.declaring import Seat
from labharness.acts.remark import remark
from labharness.acts.run import run
from labharness.app.benches.queue_access import run_benches
from labharness.app.overview.overview import SOON_S, Overview
from labharness.app.runs.run_index import RunListing, latest, listed
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.parts import hold, push_button, text_label, why_not
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.tables.row_table import DragTable, FilterBar, FilteredList, lay_out_list, list_head
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import as_of, now, tr
from labharness.gui.results.result_tables import ResultFacts, read_result
from labharness.gui.results.results_page import ResultsPage
from labharness.gui.runs.run_rows import (
    RUNS,
    EndedRows,
    GroupingChoice,
    QuickLook,
    RunRow,
    address_of,
    group_of,
    open_row,
    rows_of,
    run_before,
    with_benches,
)
from labharness.language.numbers import number
from labharness.language.run_groups import RunGrouping
from labharness.language.template import plain
from labharness.model.address import Address, Room

HINT = tr("Filter: words, or verdict:fail device:1209 since:2026-11-01")
READING = tr("Reading the runs…")
EMPTY = tr("No runs in this workspace. Start one: New run.")


class RunsPage(FilteredList):
    """The table of runs.

    Parameters
    ----------
    latest, ended
        List what can soon be told of the runs that have ended, and all of them, as JSON values; called on another thread.
    benches
        Returns the bench of every run that was queued; called on another thread.
    result
        Reads and verifies a run for the quick look.

    Attributes
    ----------
    went
        Emitted with the :class:`Address` of what somebody wants to see.
    """

    went = Signal(object)
    _came = Signal(object)

    def __init__(
        self,
        latest: Callable[[], RunListing],
        ended: Callable[[], Sequence[Mapping[str, Any]]],
        benches: Callable[[], Mapping[str, str]],
        result: Callable[[str], ResultFacts],
    ) -> None:
        super().__init__()
        self._latest, self._list_all, self._rows = latest, ended, EndedRows()
        self._ended, self._list_benches = tuple[RunRow, ...](), benches
        self._benches: Mapping[str, str] = {}
        self._reading, self._read_at = True, ""
        self._failed, self._away = "", ""
        self._shown: tuple[object, object] = (None, None)
        self._overview: Overview | None = None
        self._known: object = None
        self.heading = text_label(tr("Runs"), size=1.5, bold=True, wraps=False)
        self.note = text_label(muted=True)
        self.start = push_button(tr("&New run"), partial(self.went.emit, Address(Room.NEW_RUN)), main=True)
        self.compare = push_button(
            tr("&Compare"),
            self._compare,
            hint=tr(
                "Choose two runs that have ended, or drop one on the other. One alone is compared with the run of its plan before it."
            ),
        )
        self.table: DragTable[RunRow] = DragTable(
            tr("Runs"),
            RUNS,
            lambda row: row.run,
            READING,
            Qt.DropAction.LinkAction,
            lambda row: row.ended,
            address=address_of,
        )
        self.table.acts = (self.compare,)
        self.table.more = (
            (tr("&Open"), self.table.open_current),
            (tr("&Verify its evidence"), partial(self._go, Room.EVIDENCE, "run")),
            (tr("&Report"), partial(self._go, Room.REPORTS)),
            (tr("&Quick look"), self._look),
        )
        self.quick = QuickLook(result, self)
        key = add_key(self.table, "Space", tr("Quick look at the chosen run"), self._look)
        key.setContext(Qt.ShortcutContext.WidgetShortcut)
        self.table.chosen.connect(self.quick.show_run)
        self.filter, self.grouping = FilterBar(tr("runs"), self.table, HINT), GroupingChoice()
        self.grouping.changed.connect(self._group)
        self.table.dropped.connect(self.beside)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._allow())
        self.table.opened.connect(lambda row: self.went.emit(address_of(row)))
        self.filter.textChanged.connect(self._count)
        add_key(self, "F5", tr("Read the runs again"), self._list)
        head = list_head(self.heading, self.filter, self.grouping, self.compare, self.start)
        lay_out_list(self, head, (), self.table, self.quick, self.note)
        self._listing = Latest(self, self._fail)
        self._came.connect(self._take_some)
        self._list()
        self._allow()

    def show_overview(self, overview: Overview) -> None:
        """Show runs that go on, and list the ended ones again when others have ended."""
        self._overview, self._away = overview, ""
        hold((self.start,), why_not(overview.desk, run.gate.roles))
        known = (
            [(run.run, run.updated) for run in overview.ended],
            [run.folder.run for run in overview.open_runs],
        )
        if known != self._known and not self._listing.busy:  # what is being read may be older than this news
            self._known = known
            self._list()
        self._show()

    def lose_overview(self, sentence: str) -> None:
        """Keep the runs that were listed, and say of when they are."""
        self._away = sentence
        self._count()

    def stop(self) -> None:
        """Let go of the threads."""
        self.quick.stop()
        self._listing.stop()

    def _list(self) -> None:
        self._listing.ask_if_idle(self._read, self._take)

    def _read(self) -> tuple[RunRow, ...]:
        self._benches = self._list_benches()
        pair = self._latest()
        first = with_benches(self._rows.of(pair.rows), self._benches)
        if pair.complete:
            return first
        self._came.emit(first)
        return with_benches(self._rows.of(self._list_all()), self._benches)

    def _take_some(self, ended: tuple[RunRow, ...]) -> None:
        """Show the latest runs while the others are read, unless there are more already."""
        if len(ended) > len(self._ended):
            self._ended, self._reading = ended, True
            self._show()

    def _take(self, ended: tuple[RunRow, ...]) -> None:
        self._ended, self._reading, self._failed = ended, False, ""
        self._read_at = now()
        self.table.tell_empty(EMPTY)
        self._show()

    def _fail(self, sentence: str) -> None:
        self._failed, self._known = sentence, None  # they are listed again with the next news
        self.table.tell_empty(plain(sentence, 500))
        self._count()

    def _show(self) -> None:
        open_runs = self._overview.open_runs if self._overview is not None else ()
        going_on = with_benches(map(open_row, open_runs), self._benches)
        ended, others = self._shown
        if ended is not self._ended or others != going_on:  # ten thousand are not compared twice a second
            self._shown = self._ended, going_on
            self.table.show_rows(rows_of(self._ended, going_on))
        self._count()

    def _look(self) -> None:
        self.quick.toggle(self.table.current)

    def _go(self, room: Room, *kind: str) -> None:
        if (row := self.table.current) is not None:
            self.went.emit(Address(room, (*kind, row.run)))

    def _compare(self) -> None:
        match [row for row in self.table.selected() if row.ended]:
            case [first, second]:
                self.beside(first.run, second.run)
            case [chosen]:
                earlier = run_before(chosen, self._ended)
                self.beside(*((earlier.run, chosen.run) if earlier is not None else (chosen.run,)))

    def beside(self, *runs: str) -> None:
        """Show one run beside another, or beside one that is still to be chosen."""
        self.went.emit(Address(Room.COMPARE, runs))

    def _allow(self) -> None:
        chosen = self.table.selected()
        self.compare.setEnabled(len(chosen) in (1, 2) and all(row.ended for row in chosen))

    def _group(self, by: object) -> None:
        self.table.heads.by(partial(group_of, by) if isinstance(by, RunGrouping) else None)

    def _count(self) -> None:
        if why := self._failed or self._away:
            self.note.setText(plain(as_of(why, self._read_at), 500))
            return
        shown, every = self.table.shown.rowCount(), self.table.rows.rowCount()
        of = " " + tr("of {every}", every=number(every)) if shown != every else ""
        more = " · " + tr("Older runs are being read…") if self._reading and every else ""
        self.note.setText(
            tr(
                "{shown:,} {shown:run|runs}{of}{more} · Verdicts as recorded, and no pass with the data of another run; opening a run verifies its record. Whether a run is set aside stands in its "
                "submission.",
                shown=shown,
                of=of,
                more=more,
            )
        )


class RunsRoom(Page):
    """The table, or one run.

    Parameters
    ----------
    seat
        The workspace whose runs they are.
    open_file
        Opens a report.
    """

    def __init__(self, seat: Seat, open_file: Callable[[Path], bool]) -> None:
        super().__init__()
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
            widget.went.connect(self.went)
        self.results.announced.connect(self.announced)
        self.results.moved.connect(self.moved)
        self.results.arrived.connect(self.arrived)
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
