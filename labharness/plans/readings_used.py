"""Which reading of its game's text a plan uses, where the text can be read in more than one way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from labharness.games.outcomes.registry import RULES

if TYPE_CHECKING:
    from labharness.games.game import Game
    from labharness.games.provisions import OutcomeUse, Reading
    from labharness.plans.plan import Plan, PlannedCheck

DETERMINANT = "determinant-first-card"
"""The rule that the check of determinant cards goes by."""


@dataclass(frozen=True, slots=True)
class ReadingUsed:
    """A reading of the game, and what the plan made of it.

    Parameters
    ----------
    by
        Checks of the plan that read outcomes by it, by the name of the choice that they take; empty where none does.
    of_outcomes
        Whether outcomes of the game are read by it; the others say how the game file itself was meant.
    """

    reading: Reading
    by: dict[str, tuple[str, ...]]
    of_outcomes: bool


def readings_used(plan: Plan, game: Game) -> list[ReadingUsed]:
    """Return every open reading of a game with the choice that a plan takes, in the order of the file.

    Examples
    --------
    >>> from labharness.games.game import packaged_game
    >>> from labharness.plans.frozen import find_plan, freeze
    >>> frozen = freeze(find_plan("pai-gow-poker-645a-automated-dealing-shoe")[0], "example")
    >>> for one in readings_used(frozen.plan, frozen.game)[:2]:
    ...     print(one.reading.id, one.of_outcomes, one.by)
    face-up-stub False {}
    straight-or-three True {'straight': ('odds-of-fortune-bonus', 'odds-of-emperors-treasure')}
    """
    taken: dict[str, dict[str, list[str]]] = {}
    for check in plan.checks:
        for reading, choice in _choices(check, game):
            named = taken.setdefault(reading, {}).setdefault(choice, [])
            if check.id not in named:
                named.append(check.id)
    depending = {name for outcome in game.outcomes for name in outcome.reading}
    return [
        ReadingUsed(
            reading,
            {choice: tuple(checks) for choice, checks in taken.get(reading.id, {}).items()},
            reading.id in depending,
        )
        for reading in game.readings
    ]


def _choices(check: PlannedCheck, game: Game) -> Iterator[tuple[str, str]]:
    """Yield the readings by which a check reads outcomes, each with its choice."""
    if check.check == "determinant_card":  # it counts the rounds of each side by the reading that is of it
        for reading in (reading for reading in game.readings if reading.id in _read_by(DETERMINANT, game)):
            yield from ((reading.id, choice) for choice in reading.choices)
    rule = RULES.get(str(check.parameters.get("rule", "")))
    if rule is None:
        return
    words = check.parameters.get("reading") or rule.readings[0]  # as the checks take it
    for outcome in game.outcomes:
        if outcome.rule == rule.name:
            yield from _chosen(outcome, game, str(words))


def _read_by(rule: str, game: Game) -> set[str]:
    return {name for outcome in game.outcomes if outcome.rule == rule for name in outcome.reading}


def _chosen(outcome: OutcomeUse, game: Game, words: str) -> Iterator[tuple[str, str]]:
    declared = {reading.id: reading.choices for reading in game.readings}
    for picks in product(*(declared[name] for name in outcome.reading)):
        chosen = list(zip(outcome.reading, picks, strict=True))
        if chosen and "; ".join(declared[name][pick] for name, pick in chosen) == words:
            yield from chosen
