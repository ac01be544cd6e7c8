"""Titles of all plans, read without making them."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.games.documents import read_toml
from labharness.games.game import readable_games
from labharness.plans.coverage import composed_title, coverage
from labharness.plans.files import packaged


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


def listed_plans() -> list[PlanListing]:
    """Return the packaged plans, then those that games and device classes make, of games that can be read."""
    games, _ = readable_games()
    heads = [read_toml(content, f"{name}.toml") for name, content in packaged().items()]
    found = [
        PlanListing(one["id"], one["title"], one["device_class"], games[game].title, game)
        for one in heads
        if (game := one["game"]["id"]) in games
    ]
    named = {one.id for one in found}
    found += [
        PlanListing(
            cell.plan, composed_title(games[cell.game], cell.device), cell.device.value, cell.title, cell.game
        )
        for cell in coverage()
        if cell.plan is not None and cell.plan not in named
    ]
    return found
