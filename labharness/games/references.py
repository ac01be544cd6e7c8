"""What the parts of a game file call one another by: once each, and nothing that is not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from labharness.games.places import Problem, entries

if TYPE_CHECKING:
    from labharness.games.game_file import Game


def references(game: Game) -> Iterator[Problem]:
    """Yield the names of a game file that stand twice, and those that stand for nothing."""
    if not (game.sets or game.tiles or game.dice):
        yield "the file", "it has no set, tiles or dice"
    yield from _twice(game)
    yield from _unnamed_devices(game)
    sets, readings = [one.id for one in game.sets], [one.id for one in game.readings]
    for key, part in (*entries("devices", game.devices), *entries("outcomes", game.outcomes)):
        if part.set is not None and part.set not in sets:
            yield f"{key}.set", f"set {part.set!r} is not among the sets; {_choose(sets)}"
    for key, outcome in entries("outcomes", game.outcomes):
        for name in outcome.reading:
            if name not in readings:
                yield f"{key}.reading", f"reading {name!r} is not declared; {_choose(readings)}"


def _unnamed_devices(game: Game) -> Iterator[Problem]:
    named = {one.device for one in game.devices}
    for key, obligation in entries("obligations", game.obligations):
        for device in obligation.devices:
            if device not in named:
                yield f"{key}.devices", f"the chapter names no {device}, says devices"
    for key, fault in entries("faults", game.faults):
        if fault.device is not None and fault.device not in named:
            yield f"{key}.device", f"the chapter names no {fault.device}, says devices"


def _twice(game: Game) -> Iterator[Problem]:
    tables = [table.id for outcome in game.outcomes for table in outcome.pays]
    names: tuple[tuple[str, str, Iterable[str]], ...] = (
        ("sets", "set", (one.id for one in game.sets)),
        ("dice", "dice", (one.id for one in game.dice)),
        ("dealing", "dealing", (one.method for one in game.dealing)),
        ("selections", "selection", (one.id for one in game.selections)),
        ("devices", "device", (one.device for one in game.devices)),
        ("obligations", "obligation", (one.id for one in game.obligations)),
        ("counts", "count", (one.id for one in game.counts)),
        ("faults", "fault", (one.id for one in game.faults)),
        ("readings", "reading", (one.id for one in game.readings)),
        ("outcomes", "outcome", (one.id for one in game.outcomes)),
        ("outcomes.pays", "paytable", tables),
    )
    for key, label, each in names:
        seen: set[str] = set()
        for name in each:
            if name in seen:
                yield key, f"{label} {str(name)!r} occurs twice"
            seen.add(name)


def _choose(names: list[str]) -> str:
    return f"choose one of: {', '.join(names)}" if names else "the file declares none"
