"""Every plan there is, with what somebody who has to choose one wants to know of it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from labharness.errors import PlanError, StorageError
from labharness.games.chapter_standing import standing_reasons
from labharness.games.consistency import permitted
from labharness.games.game import Game, packaged_game, readable_games
from labharness.games.provisions import DeviceUse
from labharness.language.catalog import clause, sentences
from labharness.language.recorded import worded
from labharness.model.device import DeviceClass
from labharness.model.observations import InputKnown, Kind
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans
from labharness.plans.attendance import Attendance
from labharness.plans.composed import composable, compose
from labharness.plans.coverage import composed_id
from labharness.plans.files import packaged
from labharness.plans.frozen import FrozenPlan, find_plan, freeze
from labharness.plans.handling import Handling, laboratory_times, usual_times
from labharness.plans.origin import refuse_borrowed
from labharness.plans.procedures import Inspect, Procedure

SAYS = {
    "required": "the chapter requires it",
    "yes": "the chapter permits it",
    "implied": "the chapter mentions it",
}
SILENT = "the chapter is silent"
UNITS = {
    Kind.SHUFFLE: "shuffles",
    Kind.ROUND: "rounds",
    Kind.DEAL: "deals",
    Kind.DRAW: "outcomes",
    Kind.BYTES: "raw bytes",
}


@dataclass(frozen=True, slots=True)
class PlanEntry:
    """One plan.

    Parameters
    ----------
    name
        What a runner is told: the id, or the path of a plan file.
    sample
        What is recorded, in words.
    hours
        How long people are needed, in words.
    reason
        Why the sample has this size.
    cards
        The set and its decks, "" where the device holds no cards.
    decks, choices
        Decks of one batch, and those that the same plan can be made for.
    content
        The plan file, where it has been made but not been kept yet.
    """

    name: str
    id: str
    title: str
    game: str
    device: DeviceClass
    purpose: str
    sample: str
    hours: str
    reason: str
    cards: str = ""
    decks: int | None = None
    choices: tuple[int, ...] = ()
    content: bytes = b""

    @property
    def own(self) -> bool:
        """Whether it is a file of the laboratory's own."""
        return self.name != self.id


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
        """Return the plan that a runner is told by a name."""
        return next((one for one in self.plans if one.name == name), None)

    def game(self, game_id: str) -> GameEntry:
        """Return the game of an id."""
        return next(one for one in self.games if one.id == game_id)

    def matching(self, text: str) -> list[PlanEntry]:
        """Return the plans in which every word of a text occurs, in whatever case and order."""
        words = text.casefold().split()
        return [one for one in self.plans if all(word in self._words(one) for word in words)]

    def having(self, plan: PlanEntry) -> PlanIndex:
        """Return an index that has this plan too."""
        return replace(self, plans=(*(one for one in self.plans if one.name != plan.name), plan))

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
    for file in sorted(folder.glob("*.toml")):
        try:
            own.append(read_plan(file, times))
        except PlanError as error:
            problems.append(f"{sentences(error)[0]} All mistakes: labharness plans check {file}")
    unreadable = (line for error in readable_games()[1] for line in sentences(error))
    return PlanIndex(_games(), (*_plans(times), *own), (*unreadable, *problems))


def read_plan(file: Path, times: Handling | None = None) -> PlanEntry:
    """Return the plan of a file; raises :class:`PlanError` with every mistake."""
    content, where = find_plan(str(file))
    frozen = freeze(content, where)
    refuse_borrowed(frozen, where)
    return _entry(frozen, str(file), times)


def with_decks(plan: PlanEntry, decks: int) -> PlanEntry:
    """Return the same plan for other decks, not kept as a file yet; raises :class:`PlanError`."""
    if decks == plan.decks:
        return plan
    content = compose(packaged_game(plan.game), plan.device, decks)
    frozen = freeze(content, f"{plan.game}.toml")
    return replace(_entry(frozen, frozen.plan.id), choices=plan.choices, content=content)


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
    try:
        folder.mkdir(exist_ok=True)
        if not file.exists():
            file.write_bytes(plan.content)
        elif file.read_bytes() != plan.content:
            raise StorageError(Plans.FILE_DIFFERS(file=str(file)))
    except OSError as error:
        raise StorageError(Inputs.UNWRITABLE(path=str(file), why=str(error.strerror))) from error
    return replace(plan, name=str(file), choices=(), content=b"")


@cache
def _games() -> tuple[GameEntry, ...]:
    games = readable_games()[0].values()
    return tuple(
        GameEntry(
            one.id,
            one.title,
            one.chapter,
            one.source or "",
            worded(standing_reasons(one.chapter, one.standing)),
            {use.device: f"{SAYS[use.permitted]}, {use.citation}" for use in one.devices},
        )
        for one in sorted(games, key=lambda game: (game.title, game.chapter))
    )


@cache
def _plans(times: Handling) -> tuple[PlanEntry, ...]:
    """Return the plans that come with the product, which do not change while it runs."""
    games, _ = readable_games()
    files = (name for name, plan in packaged().items() if tomllib.loads(plan.decode())["game"]["id"] in games)
    names = dict.fromkeys((*files, *composable()))
    return tuple(_entry(freeze(find_plan(name)[0], f"{name}.toml"), name, times) for name in names)


def _entry(frozen: FrozenPlan, name: str, times: Handling | None = None) -> PlanEntry:
    plan, game = frozen.plan, frozen.game
    use = game.device(plan.device_class)
    made = name == composed_id(game.id, plan.device_class) and name not in packaged()
    return PlanEntry(
        name=name,
        id=plan.id,
        title=plan.title,
        game=game.id,
        device=plan.device_class,
        purpose=plan.purpose,
        sample=_sample(frozen),
        hours=hours(frozen, times),
        reason=plan.sample_size_reason,
        cards=_cards(frozen),
        decks=plan.game.decks,
        choices=_choices(game, use) if made and use is not None else (),
    )


def _sample(frozen: FrozenPlan) -> str:
    recorded = [
        f"{stage.units:,} {'chained ' * (stage.input is InputKnown.CHAINED)}{UNITS[stage.observes]}"
        for stage in frozen.plan.acquisitions
    ]
    tried = [one for one in frozen.plan.trials if isinstance(one, Procedure)]
    if tried:
        recorded.append(f"{sum(one.trials for one in tried):,} trials in {_number(len(tried), 'procedure')}")
    looked = sum(len(one.items) for one in frozen.plan.trials if isinstance(one, Inspect))
    if looked:
        recorded.append(f"{_number(looked, 'item')} to look at")
    return ", ".join(recorded)


def hours(frozen: FrozenPlan, times: Handling | None = None) -> str:
    """Say how long people are needed, by the handling times of a laboratory or of the product."""
    cards = frozen.cards.size if frozen.cards else 0
    return Attendance.of(frozen.plan, frozen.game, cards, times).words or "none for a sample"


def _cards(frozen: FrozenPlan) -> str:
    cards, use = frozen.cards, frozen.plan.game
    if cards is None or use.decks is None:
        return ""
    chosen = next(one for one in frozen.game.sets if one.id == use.set)
    batches = f"{chosen.batches} batches by turns, each of " if chosen.batches > 1 else ""
    if chosen.alternate == "determinant":
        batches = "two sides, each of "
    jokers = f" with {_number(chosen.jokers * use.decks, 'joker')}" if chosen.jokers else ""
    return (
        f"{batches}{_number(use.decks, 'deck')}, {_number(cards.size, 'card')}{jokers}"
        f" (set {chosen.id}; the chapter permits {clause(chosen.allowed)}, {chosen.citation})"
    )


def _choices(game: Game, use: DeviceUse) -> tuple[int, ...]:
    chosen = next((one for one in game.sets if one.id == use.set), None)
    return tuple(permitted(chosen)) if chosen is not None else ()


def _number(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
