"""What the parts of a game file call one another by: once each, and nothing that is not there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from labharness.games.places import Problem, entries
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs, Noun

if TYPE_CHECKING:
    from labharness.games.game_file import Game


def references(game: Game) -> Iterator[Problem]:
    """Yield the names of a game file that stand twice, and those that stand for nothing."""
    if not (game.sets or game.tiles or game.dice):
        yield "", Games.NO_EQUIPMENT()
    yield from _twice(game)
    yield from _unnamed_devices(game)
    sets, readings = tuple(each.id for each in game.sets), tuple(reading.id for reading in game.readings)
    for key, part in (*entries("devices", game.devices), *entries("outcomes", game.outcomes)):
        if part.set is not None and part.set not in sets:
            yield f"{key}.set", Inputs.UNKNOWN(what=Noun.SET, name=part.set, known=sets)
    for key, outcome in entries("outcomes", game.outcomes):
        for name in outcome.reading:
            if name not in readings:
                yield f"{key}.reading", Inputs.UNKNOWN(what=Noun.READING, name=name, known=readings)


def _unnamed_devices(game: Game) -> Iterator[Problem]:
    named = {device.device for device in game.devices}
    for key, obligation in entries("obligations", game.obligations):
        for device in obligation.devices:
            if device not in named:
                yield f"{key}.devices", Games.DEVICE_UNNAMED(device=device)
    for key, fault in entries("faults", game.faults):
        if fault.device is not None and fault.device not in named:
            yield f"{key}.device", Games.DEVICE_UNNAMED(device=fault.device)


def _twice(game: Game) -> Iterator[Problem]:
    tables = [table.id for outcome in game.outcomes for table in outcome.pays]
    names: tuple[tuple[str, Noun, Iterable[str]], ...] = (
        ("sets", Noun.SET, (each.id for each in game.sets)),
        ("dice", Noun.DICE, (die.id for die in game.dice)),
        ("dealing", Noun.DEALING, (dealing.method for dealing in game.dealing)),
        ("selections", Noun.SELECTION, (selection.id for selection in game.selections)),
        ("devices", Noun.DEVICE, (device.device for device in game.devices)),
        ("obligations", Noun.OBLIGATION, (obligation.id for obligation in game.obligations)),
        ("counts", Noun.COUNT, (count.id for count in game.counts)),
        ("faults", Noun.FAULT, (fault.id for fault in game.faults)),
        ("readings", Noun.READING, (reading.id for reading in game.readings)),
        ("outcomes", Noun.OUTCOME, (outcome.id for outcome in game.outcomes)),
        ("outcomes.pays", Noun.PAYTABLE, tables),
    )
    for key, what, each in names:
        seen: set[str] = set()
        for name in each:
            if name in seen:
                yield key, Inputs.TWICE(what=what, name=str(name))
            seen.add(name)
