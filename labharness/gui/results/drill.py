"""The way from a check to the bytes that it rests on: which level is shown, and its address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from labharness.gui.kit.page import Crumb
from labharness.gui.kit.words import tr
from labharness.gui.results.result_facts import FrameFacts, UnitFacts
from labharness.language.numbers import number
from labharness.model.address import Address, Room

CHECK, UNIT, RECORD, FRAME, BYTES = range(5)
"""Levels, from the outside in."""


@dataclass(frozen=True, slots=True)
class Way:
    """Where somebody stands in the results of a run."""

    run: str
    check: str = ""
    title: str = ""
    level: int = CHECK
    unit: UnitFacts | None = None
    frame: FrameFacts | None = None

    def crumbs(self) -> Iterator[Crumb]:
        """Yield the levels down to the one that is shown."""
        if not self.run:
            return
        address = Address(Room.RUNS, (self.run,))
        yield Crumb(self.run, address)
        if not self.check:
            return
        address = address.within("check", self.check)
        yield Crumb(self.title or self.check, address)
        unit, frame = self.unit, self.frame
        if self.level >= UNIT and unit is not None:
            address = address.within("unit", str(unit.first + 1))
            yield Crumb(tr("unit {first}", first=number(unit.first + 1)), address)
        if self.level >= RECORD and unit is not None:
            address = address.within("record", str(unit.record))
            yield Crumb(tr("record {record}", record=number(unit.record)), address)
        if self.level >= FRAME and unit is not None and frame is not None:
            address = address.within("frame", unit.channel, str(frame.number))
            yield Crumb(tr("frame {number}", number=number(frame.number)), address)
            if self.level >= BYTES and frame.payload:
                last = len(frame.payload) - 1
                yield Crumb(tr("bytes 0–{last}", last=number(last)), address.within("bytes", f"0-{last}"))


def level_of(named: Mapping[str, str]) -> int:
    """Return how deep the named parts of an address lead."""
    deepest = (("first", BYTES), ("frame", FRAME), ("record", RECORD), ("unit", UNIT))
    return next((level for name, level in deepest if name in named), CHECK)


def crumbs_to(address: Address) -> Iterator[Crumb]:
    """Yield the levels of an address whose run is still being read, by its own words."""
    levels = [address]
    while (outer := levels[0].outer) is not None and outer.path:
        levels.insert(0, outer)
    for level in levels:
        yield Crumb(level.path[-1], level)
