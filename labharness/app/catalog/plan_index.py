"""Every plan there is, with what somebody who has to choose one wants to know of it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path

from labharness.app.catalog import plan_cache
from labharness.app.catalog.plan_cache import TABLES, PlanEntry, PlanOrigin, plan_entry
from labharness.app.plug_ins.plug_in_files import data_files, read_data
from labharness.errors import FileRefused, LabharnessError, PlanError, StorageError
from labharness.evidence.durable import Writing
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.games.chapter_standing import standing_reasons
from labharness.games.game import cite, packaged_game, readable_games
from labharness.language.catalog import sentences
from labharness.language.run_groups import worded
from labharness.model.device import DeviceClass
from labharness.model.reasons.plan import Plans
from labharness.plans.attendance import Handling, laboratory_times, usual_times
from labharness.plans.coverage import packaged
from labharness.plans.frozen import FrozenPlan, composable, compose, find_plan, freeze
from labharness.plans.origin import refuse_borrowed

SAYS = {
    "required": "the chapter requires it",
    "yes": "the chapter permits it",
    "implied": "the chapter mentions it",
}
SILENT = "the chapter is silent"


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One game.

    Parameters
    ----------
    standing
        Whether the chapter is temporary, rescinded or replaced, in words.
    devices
        What the chapter says of each device class that it names, with the citation.
    """

    id: str
    title: str
    chapter: str
    source: str
    standing: str
    devices: dict[DeviceClass, str]


@dataclass(frozen=True, slots=True)
class PlanIndex:
    """All games and plans.

    Parameters
    ----------
    problems
        One sentence for each plan file of the workspace that cannot be used, and for each mistake in a game file.
    """

    games: tuple[GameEntry, ...] = ()
    plans: tuple[PlanEntry, ...] = ()
    problems: tuple[str, ...] = ()

    def find(self, name: str) -> PlanEntry | None:
        """Return the plan that a runner is told by a name, or an own one by its id."""
        result = (plan for plan in self.plans if plan.name == name)
        return next(result, next((plan for plan in self.plans if plan.id == name), None))

    def game(self, game_id: str) -> GameEntry:
        """Return the game of an id."""
        return next(game for game in self.games if game.id == game_id)

    def matching(self, text: str) -> list[PlanEntry]:
        """Return the plans in which every word of a text occurs, in whatever case and order."""
        words = text.casefold().split()
        return [plan for plan in self.plans if all(word in self._words(plan) for word in words)]

    def having(self, plan: PlanEntry) -> PlanIndex:
        """Return an index that has this plan too."""
        return replace(self, plans=(*(each for each in self.plans if each.name != plan.name), plan))

    def _words(self, plan: PlanEntry) -> str:
        game = self.game(plan.game)
        known = (
            plan.id,
            plan.title,
            game.title,
            f"chapter {game.chapter}",
            plan.device.words,
            plan.purpose,
            plan.sample,
        )
        return " ".join((*known, "own" if plan.own else "")).casefold()


def plan_index(folder: Path) -> PlanIndex:
    """Return all games and plans, with the plan files of a folder.

    Parameters
    ----------
    folder
        The workspace's plans; only its ``.toml`` files are read, and it need not be there.
    """
    own: list[PlanEntry] = []
    problems: list[str] = []
    times = usual_times()
    try:
        times = laboratory_times(folder.parent)
    except PlanError as error:
        problems += sentences(error)
    others = list(_of_plug_ins(folder.parent, times, problems))
    for file in sorted(folder.glob("*.toml")):
        try:
            own.append(read_plan(file, times))
        except PlanError as error:
            problems.append(
                f"{sentences(error)[0]} For all mistakes, drop the file on Plans, or run: labharness plans check {file}"
            )
    unreadable = (line for error in readable_games()[1] for line in sentences(error))
    return PlanIndex(_games(), (*_plans(times), *others, *own), (*unreadable, *problems))


def _of_plug_ins(workspace: Path, times: Handling, problems: list[str]) -> Iterator[PlanEntry]:
    """Yield the plans of plug-ins; what cannot be read is added to the problems."""
    try:
        names = list(data_files("plans", workspace))
    except LabharnessError as error:
        problems += sentences(error)
        return
    for name in names:
        try:
            data = read_data("plans", name, workspace)
            if data is not None:
                frozen = freeze(*data)
                refuse_borrowed(frozen, data[1])
                yield plan_entry(frozen, name, times, PlanOrigin.PLUG_IN)
        except LabharnessError as error:
            problems.append(sentences(error)[0])


def read_plan(file: Path, times: Handling | None = None) -> PlanEntry:
    """Return the plan of a file; raises :class:`PlanError` with every mistake."""
    content, where = find_plan(str(file))
    frozen = freeze(content, where)
    refuse_borrowed(frozen, where)
    return plan_entry(frozen, str(file), times, PlanOrigin.OWN, _own_table(file.parent / TABLES, frozen))


def _own_table(folder: Path, frozen: FrozenPlan) -> bytes | None:
    """Return the table of power that was computed for this very file."""
    try:
        content = read_outside(folder / f"{frozen.plan.id}-v{frozen.plan.version}.json", SizeLimit.KEPT)
        return content if json.loads(content)["sha256"] == frozen.sha256 else None
    except (OSError, ValueError, LookupError, TypeError, FileRefused):
        return None


def with_decks(plan: PlanEntry, decks: int) -> PlanEntry:
    """Return the same plan for other decks, not kept as a file yet; raises :class:`PlanError`."""
    if decks == plan.decks:
        return plan
    content = compose(packaged_game(plan.game), plan.device, decks)
    frozen = freeze(content, f"{plan.game}.toml")
    return replace(plan_entry(frozen, frozen.plan.id), choices=plan.choices, content=content)


def kept(plan: PlanEntry, folder: Path) -> PlanEntry:
    """Return a plan as a runner can find it: one that was made is written into a folder first.

    Raises
    ------
    StorageError
        If it cannot be written, or another file has its name.
    """
    if not plan.content:
        return plan
    file = folder / f"{plan.id}.toml"
    with Writing(file):
        folder.mkdir(exist_ok=True)
        if not file.exists():
            file.write_bytes(plan.content)
        elif read_outside(file, SizeLimit.WRITTEN) != plan.content:
            raise StorageError(Plans.FILE_DIFFERS(file=str(file)))
    return replace(plan, name=str(file), choices=(), content=b"", origin=PlanOrigin.OWN)


@cache
def _games() -> tuple[GameEntry, ...]:
    games = readable_games()[0].values()
    return tuple(
        GameEntry(
            game.id,
            game.title,
            game.chapter,
            game.source or "",
            worded(standing_reasons(game.chapter, game.standing)),
            {use.device: f"{SAYS[use.permitted]}, {cite(use.citation)}" for use in game.devices},
        )
        for game in sorted(games, key=lambda game: (game.title, game.chapter))
    )


@cache
def _plans(times: Handling) -> tuple[PlanEntry, ...]:
    """Return the plans that come with the product, which do not change while it runs."""
    file = plan_cache.file_of(times)
    known = plan_cache.kept(file)
    if known:
        return known
    games, _ = readable_games()
    files = (name for name, plan in packaged().items() if tomllib.loads(plan.decode())["game"]["id"] in games)
    tables = resources.files("test_plans").joinpath(TABLES)
    result = []
    for name in dict.fromkeys((*files, *composable())):
        frozen = freeze(find_plan(name)[0], f"{name}.toml")
        table = tables.joinpath(f"{frozen.plan.id}-v{frozen.plan.version}.json")
        content = table.read_bytes() if table.is_file() else None
        result.append(plan_entry(frozen, name, times, table=content))
    plan_cache.keep(file, tuple(result))
    return tuple(result)
