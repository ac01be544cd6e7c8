"""A plan as it is frozen before the first byte: read, checked against its game, hashed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from labharness.errors import CardError, PlanError
from labharness.evidence.folder import RunFolder
from labharness.evidence.opening import evidence
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.games.data import parse
from labharness.games.dealing import Dealing, RoundLayout, Selection
from labharness.games.game import Game, find_game, packaged_game, recorded_game
from labharness.games.places import Problem, placed
from labharness.model.cards import CardSet, Order
from labharness.model.observations import Kind
from labharness.model.reasons.inputs import Inputs, Noun, located
from labharness.model.reasons.plan import Plans
from labharness.plans.composed import find_composed
from labharness.plans.files import packaged
from labharness.plans.plan import Plan
from labharness.plans.stages import Acquire
from labharness.reason import Reason

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
        return next((dealing for dealing in self.game.dealing if dealing.method == stage.dealing), None)

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
        try:
            return read_outside(path, SizeLimit.WRITTEN), path.name
        except OSError as error:
            raise PlanError((Inputs.FILE_UNREADABLE(path=name, why=str(error.strerror)),)) from error
    plans = packaged()
    content = plans.get(name) or find_composed(name)
    if content is None:
        raise PlanError((Plans.UNKNOWN_PLAN(plan=name),))
    return content, f"{name}.toml"
