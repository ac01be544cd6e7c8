"""Titles of all plans, read without making them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from labharness.app.plug_ins.plug_in_files import data_files, read_data
from labharness.games.game import readable_games
from labharness.games.mistakes import Slug, Text, parse
from labharness.model.device import DeviceClass
from labharness.plans.coverage import composed_title, coverage, packaged, variants


class NamedGame(BaseModel):
    """The game of a plan, by its id."""

    id: Slug


class Head(BaseModel):
    """What the list shows of a plan file; all else is read by whoever takes the plan."""

    model_config = ConfigDict(extra="ignore")

    id: Slug
    title: Text
    device_class: DeviceClass
    game: NamedGame


@dataclass(frozen=True, slots=True)
class PlanListing:
    """A plan that can be run.

    Parameters
    ----------
    game, game_id
        Title of the game, and its id.
    """

    id: str
    title: str
    device_class: str
    game: str
    game_id: str


def listed_plans(workspace: Path | None = None) -> list[PlanListing]:
    """Return the plan files, then the plans that games and device classes make, of games that can be read.

    Parameters
    ----------
    workspace
        Whose plug-ins may hold plans; those of installed distributions are listed too.

    Raises
    ------
    PlanError, PlugInError
        If a plan of others cannot be read, or several files have its name.
    """
    games, _ = readable_games()
    files = {f"{name}.toml": content for name, content in packaged().items()}
    for name in data_files("plans", workspace):
        if (other := read_data("plans", name, workspace)) is not None:
            files.setdefault(other[1], other[0])
    heads = [parse(Head, content, name) for name, content in files.items()]
    listings = [
        PlanListing(head.id, head.title, head.device_class.value, games[head.game.id].title, head.game.id)
        for head in heads
        if head.game.id in games
    ]
    named = {each.id for each in listings}
    listings += [
        PlanListing(
            cell.plan, composed_title(games[cell.game], cell.device), cell.device.value, cell.title, cell.game
        )
        for cell in coverage()
        if cell.plan is not None and cell.plan not in named
    ]
    return [
        *listings,
        *(
            PlanListing(
                f"{cell.plan}{variant}",
                composed_title(games[cell.game], cell.device, variant),
                cell.device.value,
                cell.title,
                cell.game,
            )
            for cell, variant in variants()
        ),
    ]
