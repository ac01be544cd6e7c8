"""All plans as a table: found by words, chosen for a run, copied, compared; a plan file that is dropped is read.

What the table of plans shows of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QWidget

from labharness.acts import plan_results as results
from labharness.acts import plans as acts
from labharness.app.catalog.plan_cache import PlanEntry
from labharness.app.catalog.plan_index import PlanIndex
from labharness.gui.kit.findable import FoundObject, ResultGroup, allow, refuse
from labharness.gui.kit.parts import ActButton, in_column, in_row, push_button, text_label
from labharness.gui.kit.tables.columns import shown
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import FilterBar, FilteredList, RowTable, list_head
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.template import plain
from labharness.model.address import Address, Room


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A plan with the title of its game."""

    entry: PlanEntry
    game: str


def address_of(row: PlanRow) -> Address:
    """Return where a plan is read."""
    return Address(Room.PLANS, (row.entry.id,))


def rows_of(index: PlanIndex) -> list[PlanRow]:
    """Return every plan, by game, device class and title."""
    titles = {game.id: game.title for game in index.games}
    rows = [PlanRow(plan, titles.get(plan.game, plan.game)) for plan in index.plans]
    return sorted(rows, key=lambda row: (row.game, row.entry.device.words, row.entry.title))


def found_plans(index: PlanIndex) -> Iterator[FoundObject]:
    """Yield every plan for the search: by its title, id, game and device class."""
    for row in rows_of(index):
        entry = row.entry
        note = f"{row.game} · {entry.device.words} · {entry.sample}"
        yield FoundObject(ResultGroup.PLAN, entry.title, address_of(row), note, entry.id)


def _share(row: PlanRow) -> float:
    return row.entry.detects[0] / row.entry.detects[1] if row.entry.detects else -1.0


_entry: Callable[[PlanRow], PlanEntry] = attrgetter("entry")
PLANS: Sequence[Column[PlanRow]] = (
    Column(tr("Game"), lambda row: row.game, 140, facet=True),
    Column(tr("Device class"), lambda row: row.entry.device.words, 160, name="device", facet=True),
    shown(results.TITLE.of(_entry), 246, named=True),
    shown(results.SAMPLE.of(_entry), 150, yields=1),
    shown(results.HOURS.of(_entry), 118, sort=lambda row: row.entry.seconds, number=True),
    shown(results.DETECTS.of(_entry), 84, sort=_share),
    shown(results.VERSION.of(_entry), 68, sort=lambda row: row.entry.version, number=True),
    shown(results.ORIGIN.of(_entry), 80, facet=True),
    shown(results.ID.of(_entry), 300),
)


HINT = tr("Type to find: words, or device:shoe origin:yours game:blackjack")
READING = tr("Reading the plans…")
ONE, TWO = tr("Choose a plan in the table."), tr("Choose two plans in the table (Ctrl+click).")


class PlanList(FilteredList):
    """The table of plans.

    Attributes
    ----------
    opened
        Emitted with the id of a plan to read.
    used
        Emitted with what a new run is told of a plan.
    copied
        Emitted with the id of a plan of which a copy is to be edited.
    compared
        Emitted with the ids of two plans.
    resumed
        Emitted with the name of a draft.
    """

    opened, used, copied, resumed = Signal(str), Signal(str), Signal(str), Signal(str)
    compared = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.note = text_label(muted=True)
        self.table: RowTable[PlanRow] = RowTable(
            tr("Plans"), PLANS, lambda row: row.entry.name, READING, address=address_of
        )
        self.filter = FilterBar(tr("plans"), self.table, HINT)
        self.table.columns.choose(len(PLANS) - 1, shown=False)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.use = push_button(tr("&Use in a run"), lambda: self._each(self.used, "name"), main=True)
        self.read = push_button(tr("&Read"), lambda: self._each(self.opened, "id"))
        self.copy = push_button(ActButton(acts.copy), lambda: self._each(self.copied, "id"))
        self.compare = push_button(ActButton(acts.compare), self._compare)
        self.table.acts = (self.use, self.read, self.copy, self.compare)
        self.drafts = QHBoxLayout()
        heading = text_label(tr("Plans"), size=1.5, bold=True, wraps=False)
        head = list_head(heading, self.filter)
        deeds = in_row((self.note, 1), self.compare, self.copy, self.read, self.use)
        in_column(head, self.drafts, (self.table, 1), deeds, gap=8, edges=(20, 16, 20, 10), on=self)
        self.filter.textChanged.connect(self._count)
        self.table.opened.connect(lambda row: self.opened.emit(row.entry.id))
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._allow())
        self._allow()

    def show_index(self, index: PlanIndex) -> None:
        """Show all plans; the chosen one stays chosen."""
        self._problems = index.problems
        self.take_reading()
        self.table.show_rows(rows_of(index))
        self._count()
        self._allow()

    def show_drafts(self, names: Sequence[str]) -> None:
        """Offer to go on with drafts."""
        while (item := self.drafts.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        if not names:
            return
        self.drafts.addWidget(text_label(tr("Your drafts"), muted=True, wraps=False))
        before: QWidget = self.filter.add
        for name in names:
            spoken = tr("Go on with the draft {name}", name=plain(name, 60))
            button = push_button(plain(name, 60), partial(self.resumed.emit, name), name=spoken)
            self.drafts.addWidget(button)
            QWidget.setTabOrder(before, button)
            before = button
        self.drafts.addStretch(1)

    def tell(self, sentence: str) -> None:
        """Show one sentence instead of the count."""
        self.note.setText(plain(sentence, 1000))
        if not self.table.rows.rowCount():
            self.table.tell_empty(plain(sentence, 500))

    say = tell
    _problems: tuple[str, ...] = ()

    def _count(self) -> None:
        shown, every = self.table.shown.rowCount(), self.table.rows.rowCount()
        of = " " + tr("of {every}", every=number(every)) if shown != every else ""
        problems = (
            " " + tr("Left out: {problems}", problems=plain(self._problems[0], 300)) if self._problems else ""
        )
        self.note.setText(
            tr("{shown:,} {shown:plan|plans}{of}.{problems}", shown=shown, of=of, problems=problems)
        )

    def _allow(self) -> None:
        chosen = len(self.table.selected())
        for button in (self.use, self.read, self.copy):
            allow(button) if chosen == 1 else refuse(button, ONE)
        allow(self.compare) if chosen == 2 else refuse(self.compare, TWO)

    def _each(self, signal: SignalInstance, attribute: str) -> None:
        for row in self.table.selected()[:1]:
            signal.emit(getattr(row.entry, attribute))

    def _compare(self) -> None:
        each, other = (row.entry.id for row in self.table.selected())
        self.compared.emit(each, other)
