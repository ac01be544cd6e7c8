"""What the search finds of rooms: objects with their addresses, read on another thread.

What they are read with is imported when the search first asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from labharness.gui.kit.findable import LATER, FoundObject, Later, ResultGroup
from labharness.gui.kit.words import code_words, day_and_time, tr
from labharness.gui.services import RoomEntry, Services
from labharness.language.standings import standing_words
from labharness.model.address import Address, Room

if TYPE_CHECKING:
    from labharness.app.manual.place import ManualPage

DIGITS = 12


def sources(
    entries: Iterable[RoomEntry], services: Services
) -> list[Callable[[], Iterable[FoundObject | Later]]]:
    """Return what gives the objects of each room that has some."""
    return [partial(entry.objects, services) for entry in entries if entry.objects is not None]


def benches(services: Services) -> Iterator[FoundObject | Later]:
    """Yield the benches and the items they have; the overview that knows them looks at every run."""
    yield LATER
    for now in services.overview().benches:
        counts = tr(
            "{taken:,} {taken:item|items} taken, {waiting} waiting",
            taken=len(now.taken),
            waiting=len(now.waiting),
        )
        name = now.bench.name
        yield FoundObject(ResultGroup.BENCH, name, Address(Room.BENCHES, (name,)), counts, now.bench.host)
        for item in (*now.taken, *now.waiting):
            address = Address(Room.BENCHES, (name, "item", item.id))
            yield FoundObject(
                ResultGroup.BENCH, item.id, address, tr("queued for {name}", name=name), item.device
            )


def pages(services: Services) -> Iterator[FoundObject]:
    """Yield the pages for users, then their headings; then those for whoever changes the program."""
    manual = services.manual()
    for developing in (False, True):
        yield from _headed([page for page in manual.pages if page.developing is developing])


def _headed(group: Sequence[ManualPage]) -> Iterator[FoundObject]:
    for page in group:
        yield FoundObject(ResultGroup.HELP, page.title, Address(Room.HELP, (page.name,)), tr("manual"))
    for page in group:
        for section in page.sections:
            if section.anchor:
                yield FoundObject(
                    ResultGroup.HELP,
                    section.heading,
                    Address(Room.HELP, (page.name, section.anchor)),
                    page.title,
                )


def runs(services: Services) -> Iterator[FoundObject | Later]:
    """Yield runs by their names at once, then with what the index has of those that ended.

    A run comes twice, so that its name is found before a long index was read.
    """
    from labharness.app.runs.run_index import listed

    for folder in services.workspace.latest_runs():
        yield FoundObject(ResultGroup.RUN, folder.run, Address(Room.RUNS, (folder.run,)))
    yield LATER
    rows = sorted(listed(services.workspace, ended_only=True), key=lambda row: row["started"], reverse=True)
    yield from map(_run, rows)
    yield from _devices(rows)
    for row in rows:
        if row["head"]:
            address = Address(Room.RUNS, (row["run"],))
            yield FoundObject(
                ResultGroup.RECORD,
                row["head"][:DIGITS],
                address,
                tr("last record of {run}", run=row["run"]),
                row["head"],
            )


def _run(row: Mapping[str, Any]) -> FoundObject:
    from labharness.app.runs.run_index import standing_of_facts

    parts = (standing_words(standing_of_facts(row)), code_words(row["ending"]), day_and_time(row["started"]))
    note = tr("record damaged") if row["problems"] else " · ".join(filter(None, parts))
    also = f"{row['plan']} {row['device']} {row['submission']}"
    return FoundObject(ResultGroup.RUN, row["run"], Address(Room.RUNS, (row["run"],)), note, also)


def _devices(rows: Sequence[Mapping[str, Any]]) -> Iterator[FoundObject]:
    """Yield each device with its latest run."""
    by_device: dict[str, list[str]] = {}
    for row in rows:
        if row["device"]:
            by_device.setdefault(row["device"], []).append(row["run"])
    for device, runs in by_device.items():
        note = tr("{runs:,} {runs:run|runs}, the latest {run}", runs=len(runs), run=runs[0])
        yield FoundObject(ResultGroup.DEVICE, device, Address(Room.RUNS, (runs[0],)), note)
