"""What the table of plans shows of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from labharness.app.catalog.plan_entry import PlanEntry, detected
from labharness.app.catalog.plan_index import PlanIndex
from labharness.gui.kit.findable import FoundObject, ResultGroup
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import tr
from labharness.language.catalog import term
from labharness.language.numbers import number
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


def _hours(row: PlanRow) -> str:
    hours = row.entry.seconds / 3600
    return tr("none") if not hours else number(round(hours, 1))


def _share(row: PlanRow) -> float:
    return row.entry.detects[0] / row.entry.detects[1] if row.entry.detects else -1.0


PLANS: Sequence[Column[PlanRow]] = (
    Column[PlanRow](tr("Game"), lambda row: row.game, 140, facet=True),
    Column[PlanRow](tr("Device class"), lambda row: row.entry.device.words, 160, name="device", facet=True),
    Column[PlanRow](tr("Plan"), lambda row: row.entry.title, 246, named=True),
    Column[PlanRow](tr("Sample"), lambda row: row.entry.sample, 150, yields=1),
    Column[PlanRow](tr("Hours of people"), _hours, 118, sort=lambda row: row.entry.seconds, number=True),
    Column[PlanRow](tr("Detects"), lambda row: detected(row.entry).removesuffix(" defects"), 84, sort=_share),
    Column[PlanRow](
        tr("Version"), lambda row: str(row.entry.version), 68, sort=lambda row: row.entry.version, number=True
    ),
    Column[PlanRow](tr("Origin"), lambda row: term(row.entry.origin), 80, facet=True),
    Column[PlanRow](tr("Id"), lambda row: row.entry.id, 300),
)
