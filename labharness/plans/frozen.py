"""A plan as it is frozen before the first byte: read, checked against its game, hashed.

Plans made of two parts: what a device class is put through, and the numbers of a game.

A template in ``test_plans/device_classes/`` is a plan with ``$names`` where the game has the say.
``$with_...`` takes in a part of ``test_plans/parts/`` that others have too, ``$each_...`` the same once for
each selection or layout of the game, ``$asked_...`` only where the chapter asks for what the part cites,
``$inspect_...`` a list of ``test_plans/inspections/``, and ``$inspect_chapter`` all that the chapter asks and
nothing else in the plan answers.  The plan that comes out is an ordinary TOML file, which people can read, copy
and change, and whose bytes are frozen.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from string import Template

import numpy as np

from labharness.errors import CardError, PlanError
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import evidence
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.games.dealing import Dealing, Game, RoundLayout, Selection
from labharness.games.game import find_game, game_ids, packaged_game, recorded_game
from labharness.games.mistakes import Problem, parse, placed
from labharness.model.cards import CardSet, Order
from labharness.model.device import DeviceClass
from labharness.model.observations import Kind
from labharness.model.reasons.inputs import Inputs, Noun, located
from labharness.model.reasons.plan import Plans
from labharness.plans import sample_sizes
from labharness.plans.attendance import Attendance
from labharness.plans.coverage import (
    OTHERS,
    Variant,
    composed_id,
    coverage,
    packaged,
    templates,
    usual_decks,
    variants,
)
from labharness.plans.filling import Filling, chapter_inspection, inspection
from labharness.plans.plan import Acquire, Plan
from labharness.reason import Reason

WITH, EACH, ASKED, INSPECT, CHAPTER = "with_", "each_", "asked_", "inspect_", "inspect_chapter"
CITES = re.compile(r"\$cites_(\w+)")
TRIALS = re.compile(r"(?m)^trials = (\d+)$")
MOST_DECKS = 64
"""Most decks of one batch that a plan may be for."""
COUNTING = ("window_repeats", "block_repeats", "identified_generator")
"""Checks of these parts that count violations: they have no p-value, so they take nothing from a level."""
DECKS = re.compile(r"-([1-9][0-9]?)-decks$")


def composable() -> dict[str, tuple[str, DeviceClass]]:
    """Return the ids of all plans that games and templates make, with their parts."""
    cells = [(cell.plan, cell.game, cell.device) for cell in coverage() if cell.plan is not None]
    result = {plan: (game, device) for plan, game, device in cells}
    return result | {f"{each.plan}{variant}": (each.game, each.device) for each, variant in variants()}


@cache
def find_composed(plan_id: str) -> bytes | None:
    """Return the plan of an id, None where no game and device class have it.

    Raises
    ------
    PlanError, CardError
        If the id names a number of decks that the chapter does not permit.
    """
    variant = next((each for each in OTHERS if plan_id.endswith(each)), Variant.USUAL)
    plan_id = plan_id.removesuffix(variant)
    named = DECKS.search(plan_id)
    stem = plan_id[: named.start()] if named else plan_id
    for device in DeviceClass:
        game = stem.removesuffix(composed_id("", device))
        if game != stem and game in game_ids() and (use := _game(game).device(device)):
            usual = usual_decks(_game(game), use)
            decks = int(named[1]) if named else None
            if device not in templates(variant) or (decks is not None and decks == usual):
                return None
            if variant is Variant.UNMARKED and (decks or usual or 1) == 1:
                return None
            return compose(_game(game), device, decks, variant)
    return None


def compose(
    game: Game, device: DeviceClass, decks: int | None = None, variant: Variant = Variant.USUAL
) -> bytes:
    """Return the plan of a game and a device class, as a TOML file.

    Parameters
    ----------
    decks
        Decks of one batch; what the game's file calls usual, else the most, else the fewest.
    variant
        The bench that it is for.

    Raises
    ------
    PlanError, CardError
        If the chapter is silent of the device or does not permit so many decks, a plan has not so many, or there is no
        template.
    """
    use, template = game.device(device), templates(variant).get(device)
    if use is None:
        named = tuple(device.device for device in game.devices)
        raise PlanError(
            (Plans.DEVICE_NOT_NAMED(game=game.title, chapter=game.chapter, device=device, named=named),)
        )
    if template is None:
        raise PlanError((Plans.NO_TEMPLATE(device=device),))
    usual = usual_decks(game, use)
    if decks is not None and (use.set is None or usual is None):
        raise PlanError((Plans.DECKS_NOT_USED(device=device),))
    if decks is not None and decks > MOST_DECKS:
        raise PlanError((Plans.DECKS_EXCEEDED(most=MOST_DECKS, decks=decks),))
    chosen = usual if decks is None else decks
    if use.set is not None and chosen is not None:
        game.card_set(use.set, chosen)  # raises what the chapter permits
    plan_id = composed_id(game.id, device) + (f"-{chosen}-decks" if chosen != usual else "") + variant
    return _filled(template, Filling(game, use, chosen, _families()), plan_id).encode()


def _filled(template: Template, filling: Filling, plan_id: str) -> str:
    names = template.get_identifiers()
    texts = {name: _part(name.partition("_")[2]) for name in names if name.startswith((WITH, EACH, ASKED))}
    texts |= {
        name: ""
        for name, text in texts.items()
        if name.startswith(ASKED) and not filling.asks(set(CITES.findall(text)))
    }
    blanks = {"id": plan_id, **filling.blanks()}
    parts = {}
    for name, text in texts.items():
        several = filling.repeated() if name.startswith(EACH) else [{}]
        parts[name] = "\n".join(Template(text).substitute(blanks | each) for each in several)
    cited = set(CITES.findall("\n".join((template.template, *texts.values()))))
    for name in names:
        if name == CHAPTER:
            parts[name] = chapter_inspection(filling.duties, filling.answered(cited))
        elif name.startswith(INSPECT):
            parts[name] = inspection(name.removeprefix(INSPECT).replace("_", "-"), filling.game)
    tried = TRIALS.findall("\n".join((template.safe_substitute(blanks), *parts.values())))
    blanks["trials_words"] = sample_sizes.trials(list(map(int, tried)))
    draft = template.substitute(blanks | parts | {"sessions": "1"})
    needed = Attendance.of(parse(Plan, draft.encode(), f"{plan_id}.toml"), filling.game, filling.held)
    blanks["sessions"] = str(needed.divided)
    filled = template.substitute(blanks | parts)
    return re.sub(r"\n{3,}", "\n\n", filled).strip() + "\n"


@cache
def _game(name: str) -> Game:
    return packaged_game(name)


@cache
def _part(name: str) -> str:
    """Return the text of a part by the name that templates give it."""
    return resources.files("test_plans.parts").joinpath(f"{name.replace('_', '-')}.toml").read_text("utf-8")


def _families() -> dict[str, int]:
    """Return how many required checks the parts list that share a level."""
    return {
        name: sum(_required(_part(name)))
        for name in ("named_tests", "draw_checks", "raw_checks", "face_checks", "typed_checks")
    }


def _required(part: str) -> Iterator[bool]:
    """Yield for each check of a part whether it shares a level: required, and no count of violations."""
    for block in part.split("[[checks]]")[1:]:
        counts = any(f'check = "{name}"' in block for name in COUNTING)
        yield 'role = "informational"' not in block and not counts


PLAN, GAME = "plan.toml", "game.toml"
"""Names of the plan and of its game in a run folder."""


@dataclass(frozen=True, slots=True)
class FrozenPlan:
    """A plan with the bytes that it and its game were read from."""

    plan: Plan
    game: Game
    plan_bytes: bytes
    game_bytes: bytes

    @property
    def sha256(self) -> str:
        """Hash of the plan file."""
        return hashlib.sha256(self.plan_bytes).hexdigest()

    @property
    def files(self) -> dict[str, bytes]:
        """What a run folder keeps of it, by name."""
        return {PLAN: self.plan_bytes, GAME: self.game_bytes}

    @property
    def cards(self) -> CardSet | None:
        """The cards of a unit, None where the device holds none: one batch, or both sides of a double shoe."""
        use = self.plan.game
        if use.decks is None:
            return None
        both = self.game.takes_turns(use.set) == "determinant"
        return (self.game.both_batches if both else self.game.card_set)(use.set, use.decks)

    @property
    def unopened(self) -> Order | None:
        """Order of the unopened set as it is put in, None where the device holds no cards."""
        if self.cards is None:
            return None
        return self.cards.marked() if self.plan.game.marked else self.cards.new_deck_order()

    @property
    def stock(self) -> CardSet | None:
        """All cards that the plan uses: those of both batches where it has two."""
        use = self.plan.game
        if use.decks is None or all(stage.batches == 1 for stage in self.plan.acquisitions):
            return self.cards
        return self.game.both_batches(use.set, use.decks)

    def put_in(self, stage: Acquire, unit: int) -> Order | None:
        """Order of the unopened set that is put in before a unit: of the batch whose turn it is."""
        order, cards = self.unopened, self.cards
        if order is None or cards is None:
            return None
        return order + np.uint16(unit % stage.batches * max(cards.counts) << 6)

    def dealing(self, stage: Acquire) -> Dealing | None:
        """Return the game's dealing method that a stage uses."""
        return self.game.dealt_by(stage.dealing)

    def layout(self, stage: Acquire) -> RoundLayout | None:
        """Return the stacks and the stub of a stage, None where it has none."""
        dealing, cards = self.dealing(stage), self.cards
        if dealing is None or cards is None:
            return None
        return dealing.layout(stage.players or self.game.positions, cards.size, stage.rounds)

    def selection(self, stage: Acquire) -> Selection | None:
        """Return the game's selection that a stage uses; of dice, what each of them selects."""
        return next(
            (selection for selection in selections(self.game) if selection.id == stage.selection), None
        )


def selections(game: Game) -> list[Selection]:
    """Return what a game selects by number, and by each die."""
    dice = [Selection(id=die.id, low=1, high=6, citation=die.citation) for die in game.dice]
    return [*game.selections, *dice]


def freeze(plan_bytes: bytes, where: str, game_bytes: bytes | None = None) -> FrozenPlan:
    """Read a plan and its game and check one against the other.

    Parameters
    ----------
    game_bytes
        The game as it was frozen with a run; without it, the packaged one is taken, and held against the rules
        and sections that there are.

    Raises
    ------
    PlanError
        With every mistake: file, key, and what is wrong.
    """
    plan = parse(Plan, plan_bytes, where)
    if game_bytes is None:
        try:
            game_bytes = find_game(plan.game.id)
        except PlanError as error:
            raise PlanError(located(where, error.problems)) from error
        game = packaged_game(plan.game.id)
    else:
        game = recorded_game(game_bytes, f"games/{plan.game.id}.toml")
    frozen = FrozenPlan(plan, game, plan_bytes, game_bytes)
    problems = placed(where, _against_game(frozen))
    if problems:
        raise PlanError(problems)
    return frozen


def frozen_plan(folder: RunFolder, *, altered: bool = False) -> FrozenPlan:
    """Return the plan that a run was started with.

    Parameters
    ----------
    altered
        Take the files even if they were changed since, as one who shows them must and who judges by them may not.

    Raises
    ------
    FileNotFoundError
        If an altered file is not there.
    IntegrityError
        If a file was changed since, or is no regular file.
    PlanError
        If what the files say is no plan any more.
    """
    plan, game = (evidence(folder.path, name) if altered else folder.frozen(name) for name in (PLAN, GAME))
    return freeze(plan, PLAN, game)


def _against_game(frozen: FrozenPlan) -> Iterator[Problem]:
    """Yield what in a plan contradicts its game, by stage."""
    use, game, cards = frozen.plan.game, frozen.game, None
    try:
        cards = frozen.cards
    except CardError as error:
        yield from (("game", each) for each in error.reasons)
    for stage in frozen.plan.acquisitions:
        where = f"stages (name {stage.name})"
        if stage.batches > 1 and not (game.takes_turns(use.set) in ("shoe", "round") and use.marked):
            yield where, Plans.BATCHES_NEED_MARKS()
        if stage.observes in (Kind.SHUFFLE, Kind.ROUND, Kind.DEAL) and use.decks is None:
            yield where, Plans.DECKS_NEEDED()
        if stage.dealing and frozen.dealing(stage) is None:
            methods = tuple(dealing.method for dealing in game.dealing)
            yield where, Inputs.UNKNOWN(what=Noun.DEALING, name=stage.dealing, known=methods)
        if stage.selection and frozen.selection(stage) is None:
            ids = tuple(selection.id for selection in selections(game))
            yield where, Inputs.UNKNOWN(what=Noun.SELECTION, name=stage.selection, known=ids)
        if stage.players is not None and stage.players > game.positions:
            yield (
                where,
                Plans.POSITIONS_EXCEEDED(game=game.title, positions=game.positions, players=stage.players),
            )
        if cards:
            yield from ((where, each) for each in _against_cards(frozen, stage, cards))


def _against_cards(frozen: FrozenPlan, stage: Acquire, cards: CardSet) -> Iterator[Reason]:
    """Yield why a stage takes more or fewer cards than the set has."""
    if stage.round_cards >= cards.size:
        yield Plans.ROUND_EXCEEDS_SET(round_cards=stage.round_cards, cards=cards.size)
    elif stage.buffer and stage.round_cards + stage.buffer > cards.size:
        yield Plans.BUFFER_EXCEEDS_SET(round_cards=stage.round_cards, buffer=stage.buffer, cards=cards.size)
    layout = frozen.layout(stage)
    if layout and (layout.stub < 0 or layout.total != cards.size):
        yield Plans.DEAL_IS_NOT_THE_SET(dealt=layout.total - min(0, layout.stub), cards=cards.size)


def find_plan(name: str) -> tuple[bytes, str]:
    """Return the bytes of a plan by path or id, and what to call it in messages.

    A packaged file of an id comes before the plan that game and device class of that id make.
    """
    path = Path(name)
    if path.suffix == ".toml":
        with FileReading(name, PlanError.of):
            return read_outside(path, SizeLimit.WRITTEN), path.name
    plans = packaged()
    content = plans.get(name) or find_composed(name)
    if content is None:
        raise PlanError((Plans.UNKNOWN_PLAN(plan=name),))
    return content, f"{name}.toml"
