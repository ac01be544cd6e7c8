"""Runs, the devices they were of, and the hashes of their last records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from labharness.app.run_index import listed, standing_of_facts
from labharness.gui.kit.findable import LATER, FoundObject, Later, ResultGroup
from labharness.gui.kit.screen_text import code_words, day_and_time
from labharness.gui.kit.words import tr
from labharness.gui.services import Services
from labharness.language.standings import standing_words
from labharness.model.address import Address, Room

DIGITS = 12


def objects(services: Services) -> Iterator[FoundObject | Later]:
    """Yield runs by their names at once, then with what the index has of those that ended.

    A run comes twice, so that its name is found before a long index was read.
    """
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
