"""Plans made of two parts: what a device class is put through, and the numbers of a game.

A template in ``test_plans/device_classes/`` is a plan with ``$names`` where the game has the say.
``$with_...`` takes in a part of ``test_plans/parts/`` that others have too, ``$each_...`` the same once for
each selection or layout of the game, ``$asked_...`` only where the chapter asks for what the part cites,
``$inspect_...`` a list of ``test_plans/inspections/``, and ``$inspect_chapter`` all that the chapter asks and
nothing else in the plan answers.  The plan that comes out is an ordinary TOML file, which people can read, copy
and change, and whose bytes are frozen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from string import Template

from labharness.errors import PlanError
from labharness.games.data import parse
from labharness.games.game import Game, game_ids, packaged_game
from labharness.games.provisions import DeviceUse
from labharness.model.device import DeviceClass
from labharness.model.reasons.plan import Plans
from labharness.plans import sample_sizes
from labharness.plans.attendance import Attendance
from labharness.plans.coverage import (
    OTHERS,
    Variant,
    composed_id,
    coverage,
    templates,
    usual_decks,
    variants,
)
from labharness.plans.filling import Filling
from labharness.plans.inspections import chapter_inspection, inspection
from labharness.plans.plan import Plan

WITH, EACH, ASKED, INSPECT, CHAPTER = "with_", "each_", "asked_", "inspect_", "inspect_chapter"
CITES = re.compile(r"\$cites_(\w+)")
TRIALS = re.compile(r"(?m)^trials = (\d+)$")
MOST_DECKS = 64
"""Most decks of one batch that a plan may be for."""
COUNTING = ("window_repeats", "block_repeats", "identified_generator", "identified_shuffler")
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
    return _filled(template, _filling(game, use, chosen), plan_id).encode()


def _filling(game: Game, use: DeviceUse, decks: int | None = None) -> Filling:
    """Return what fills a template, for the usual decks where no number is given."""
    return Filling(game, use, usual_decks(game, use) if decks is None else decks, _families())


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
