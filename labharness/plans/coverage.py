"""Which games and device classes make a plan, and its title; no plan is made.

Plan files, and what their heads say; no plan is checked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from string import Template

from labharness.games.dealing import Game
from labharness.games.equipment import DeviceUse
from labharness.games.game import readable_games
from labharness.games.mistakes import read_toml
from labharness.model.device import DeviceClass

TITLE = re.compile(r"(?m)^title = .*$")
"""The line of a template that names its plan."""


class Variant(StrEnum):
    """What the id of a plan ends with that is for another bench than the usual: another template makes it."""

    USUAL = ""
    BY_HAND = "-by-hand"
    """A device without a port, whose outcomes people enter."""
    UNMARKED = "-unmarked"
    """Cards of several decks that bear no marks, so that equal cards are not told apart."""


OTHERS = (Variant.BY_HAND, Variant.UNMARKED)


@dataclass(frozen=True, slots=True)
class Cell:
    """What there is for one game and one device class.

    Parameters
    ----------
    title
        Title of the game.
    plan
        Id of the plan, None where the chapter is silent.
    permitted
        What the chapter says of the device class, ``silent`` where it does not name it.
    """

    game: str
    title: str
    device: DeviceClass
    plan: str | None
    permitted: str


def composed_id(game: str, device: DeviceClass) -> str:
    """Return the id of the plan of a game and a device class."""
    return f"{game}-{device.value.replace('_', '-')}"


def coverage() -> list[Cell]:
    """Return one cell for every game that can be read and every device class, silent ones included."""
    return [_cell(game, device) for game in readable_games()[0].values() for device in DeviceClass]


def variants() -> list[tuple[Cell, Variant]]:
    """Return the cells for which there is a plan for another bench, with that bench."""
    games = readable_games()[0]
    return [
        (cell, variant)
        for variant in OTHERS
        for cell in coverage()
        if cell.plan is not None and _made_for(games[cell.game], cell.device, variant)
    ]


def composed_title(game: Game, device: DeviceClass, variant: Variant = Variant.USUAL) -> str:
    """Return the title of the plan of a game and a device class."""
    use, template = game.device(device), templates(variant)[device]
    assert use is not None
    (line,) = TITLE.findall(template.template)
    blanks = title_blanks(game, use, usual_decks(game, use))
    return str(read_toml(Template(line).substitute(blanks).encode(), device)["title"])


def title_blanks(game: Game, use: DeviceUse, decks: int | None) -> dict[str, str]:
    """Return what the title of a template may name; ``decks`` is None where the device holds no cards."""
    texts = {"title": game.title}
    if decks is not None:
        texts["decks_words"] = "one deck" if decks == 1 else f"{decks} decks"
        texts["of_batches"] = ", two batches by turns" if two_batches(game, use) else ""
    return texts


def two_batches(game: Game, use: DeviceUse) -> bool:
    """Whether a shuffler has one of two batches inside while the other is in play."""
    return use.device is DeviceClass.BATCH_SHUFFLER and game.takes_turns(use.set or "") in ("shoe", "round")


def usual_decks(game: Game, use: DeviceUse) -> int | None:
    """Return the decks of one batch that a plan is for where nobody names them: the usual, else the most or fewest."""
    chosen = next((each for each in game.sets if each.id == use.set), None)
    return (chosen.usual or chosen.max_decks or chosen.min_decks) if chosen else None


@cache
def templates(variant: Variant = Variant.USUAL) -> dict[DeviceClass, Template]:
    """Return the templates that come with the product, for the usual bench or another."""
    folder = resources.files("test_plans.device_classes")
    files = {each: folder.joinpath(f"{each.value}{variant.replace('-', '_')}.toml") for each in DeviceClass}
    return {each: Template(file.read_text("utf-8")) for each, file in files.items() if file.is_file()}


def _made_for(game: Game, device: DeviceClass, variant: Variant) -> bool:
    """Whether there is a plan for this bench: without marks only of cards that are equal."""
    use = game.device(device)
    equal = use is not None and (usual_decks(game, use) or 1) > 1
    return device in templates(variant) and (equal or variant is not Variant.UNMARKED)


def _cell(game: Game, device: DeviceClass) -> Cell:
    use = game.device(device)
    plan = composed_id(game.id, device) if use is not None and device in templates() else None
    return Cell(game.id, game.title, device, plan, use.permitted if use else "silent")


def packaged() -> dict[str, bytes]:
    """Return the plan files that come with the product, by id."""
    folder = resources.files("test_plans")
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {
        file.name.removesuffix(".toml"): file.read_bytes() for file in sorted(files, key=lambda f: f.name)
    }
