"""The Board's games: what a game file says, and its exact odds.

Tables of power computed for a plan, kept beside it, and in the user's cache for every workspace.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from labharness.analysis.power import QUICK, SEED
from labharness.analysis.power.defects.named import Defect, usual_defects
from labharness.analysis.power.detection import powers
from labharness.analysis.power.power_table import (
    FOLDER,
    PowerTable,
    dump_table,
    file_name,
    find_table,
    power_table,
)
from labharness.analysis.sampling.catalog import Catalog
from labharness.analysis.sampling.sample import population_of
from labharness.app.catalog import odds_cache
from labharness.app.plug_ins.plug_in_files import versions
from labharness.errors import CardError, InputError, PlanError
from labharness.evidence import durable
from labharness.evidence.durable import Writing
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.games.consistency import permitted
from labharness.games.dealing import Game
from labharness.games.equipment import OutcomeUse, PayTable
from labharness.games.game import find_game, packaged_game, parse_game
from labharness.games.mistakes import Problem, entries, placed
from labharness.games.outcomes.registry import rule as find_rule
from labharness.games.outcomes.rule import AS_WRITTEN, NO_CARDS, Law
from labharness.model.observations import Kind
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs
from labharness.plans.frozen import FrozenPlan, find_composed
from labharness.reason import OnStep, unheard


@dataclass(frozen=True, slots=True)
class Hold:
    """What the house keeps of a wager.

    Parameters
    ----------
    exact
        Share of the wagers, as a fraction; of a wager on a progressive meter, what it would be at nothing.
    per_meter
        What each wager's worth on the meter takes from that, None where there is no meter.
    published
        Share that the Board states, and where.
    """

    paytable: str
    wager: str
    exact: Fraction
    per_meter: Fraction | None
    published: float | None
    published_where: str | None
    citation: str


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact odds of one outcome by one reading.

    Parameters
    ----------
    set, decks
        What is dealt from; none for dice, tiles and numbers.
    reading
        How the text is read, in words, None where it has no other reading.
    choices
        The same by the ids of the game's readings.
    default
        Whether it is the reading that plans take.
    """

    outcome: str
    title: str
    rule: str
    citation: str
    set: str | None
    decks: int | None
    reading: str | None
    choices: Mapping[str, str]
    default: bool
    law: Law
    holds: tuple[Hold, ...]

    @property
    def plain(self) -> dict[str, Any]:
        """The same for programs: fractions as text, each with its decimal."""
        return {
            "outcome": self.outcome,
            "title": self.title,
            "rule": self.rule,
            "citation": self.citation,
            "set": self.set,
            "decks": self.decks,
            "reading": self.reading,
            "choices": dict(self.choices),
            "default": self.default,
            "chances": [
                {"outcome": name, "exact": str(chance), "chance": float(chance)}
                for name, chance in self.law.items()
            ],
            "holds": [
                {
                    "paytable": each.paytable,
                    "wager": each.wager,
                    "exact": str(each.exact),
                    "hold": float(each.exact),
                    "exact_per_meter": None if each.per_meter is None else str(each.per_meter),
                    "hold_per_meter": None if each.per_meter is None else float(each.per_meter),
                    "published_hold": each.published,
                    "published_where": each.published_where,
                    "citation": each.citation,
                }
                for each in self.holds
            ],
        }


def check(file: Path) -> tuple[Game, list[Odds]]:
    """Read a game file wholly, and count all its odds.

    Raises
    ------
    PlanError
        With one line for each mistake.
    """
    with FileReading(file, PlanError.of):
        content = read_outside(file, SizeLimit.WRITTEN)
    game = parse_game(content, file.name)
    if file.name != f"{game.id}.toml":
        raise PlanError(placed(file.name, [("id", Inputs.WRONG_FILE_NAME(id=game.id))]))
    return game, _all_odds(game, content)


def odds(game_id: str, *, set_id: str | None = None, decks: int | None = None) -> list[Odds]:
    """Return the exact odds of all outcomes of a game.

    Parameters
    ----------
    game_id
        Id of a packaged game.
    set_id
        Set that cards are dealt from, instead of each outcome's own.
    decks
        Decks of a batch; every permitted number if left out.

    Raises
    ------
    PlanError
        If the game file contradicts its own odds.
    CardError
        If the chapter has no such set, or does not permit so many decks.
    InputError
        If decks are given for a game without cards.
    """
    return _all_odds(packaged_game(game_id), find_game(game_id), set_id, decks)


def _all_odds(
    chosen: Game, content: bytes, set_id: str | None = None, decks: int | None = None
) -> list[Odds]:
    sets = {each.id: each for each in chosen.sets}
    if set_id is not None and set_id not in sets:
        chosen.card_set(set_id, 1)  # says which sets there are
    dealt: set[str] = {use.set for use in chosen.outcomes if use.set is not None}
    dealt = {set_id} if set_id is not None and dealt else dealt
    if decks is not None:
        if not dealt:
            raise InputError(Games.DECKS_NOT_USED(game=chosen.title))
        allowed = {name for name in dealt if sets[name].permits(decks)}
        for name in dealt if not allowed else ():
            chosen.card_set(name, decks)  # says what the chapter permits
    numbers = sorted({each for name in dealt for each in permitted(sets[name])}) if decks is None else [decks]
    result: list[Odds] = []
    for number in (None, *numbers):  # number by number, because rules share what they count from a set
        for use in chosen.outcomes:
            used = None if use.set is None else sets[set_id or use.set]
            if used is None and number is None:
                result += _odds(chosen, content, use, None, None)
            elif used is not None and number is not None and used.permits(number):
                result += _odds(chosen, content, use, used.id, number)
    problems = placed(f"{chosen.id}.toml", _contradicted(chosen, result))
    if problems:
        raise PlanError(problems)
    places = {use.id: place for place, use in enumerate(chosen.outcomes)}
    return sorted(result, key=lambda each: places[each.outcome])


def _contradicted(chosen: Game, result: list[Odds]) -> Iterator[Problem]:
    """Yield the published holds that do not follow from the odds by the default reading."""
    for key, use in entries("outcomes", chosen.outcomes):
        built = [each for each in result if each.outcome == use.id and each.default and each.set == use.set]
        for where, table in entries(f"{key}.pays", use.pays):
            for each in built:
                kept = next((hold.exact for hold in each.holds if hold.paytable == table.id), None)
                if kept is not None and table.contradicted(kept):
                    yield (
                        where,
                        Games.HOLD_CONTRADICTED(
                            published=table.published_hold, computed=float(kept), decks=each.decks
                        ),
                    )


def _odds(
    chosen: Game, content: bytes, use: OutcomeUse, set_id: str | None, decks: int | None
) -> Iterator[Odds]:
    """Odds of one outcome by all its readings."""
    rule = find_rule(use.rule)
    cards = NO_CARDS if set_id is None or decks is None else chosen.card_set(set_id, decks)
    file = odds_cache.file_of(content, f"{use.id} {set_id or ''}", decks or 0)
    known = odds_cache.kept(file)
    laws: dict[str, Law] = {}
    declared = {reading.id: reading for reading in chosen.readings}
    usual = {name: declared[name].default for name in use.reading}
    for picks in product(*(declared[name].choices for name in use.reading)):
        choices = dict(zip(use.reading, picks, strict=True))
        words = chosen.reading(use, choices)
        key = words or AS_WRITTEN
        try:
            laws[key] = known.get(key) or rule.law(cards, words)
        except CardError:
            if set_id == use.set:
                raise
            return  # another set was asked for, which this outcome is not played with
        yield Odds(
            use.id,
            use.title,
            use.rule,
            use.citation,
            set_id,
            decks,
            words,
            choices,
            choices == usual,
            laws[key],
            tuple(_hold(pay, laws[key]) for pay in use.pays if decks is None or pay.serves(decks)),
        )
    if laws.keys() != known.keys():
        odds_cache.keep(file, laws)


def _hold(table: PayTable, law: Law) -> Hold:
    exact, per_meter = table.hold(law, Fraction(0)), None
    if table.of_meter:
        per_meter = exact - table.hold(law, Fraction(1))
    return Hold(
        table.id, table.wager, exact, per_meter, table.published_hold, table.published_where, table.citation
    )


def usual(frozen: FrozenPlan) -> tuple[Defect, ...]:
    """Return the defects that a plan's table names; none where the plan draws no sample."""
    kinds = frozenset(stage.observes for stage in frozen.plan.acquisitions)
    alike = frozen.cards is not None and not frozen.cards.distinct and not frozen.plan.game.marked
    return usual_defects(kinds, unmarked=alike and Kind.SHUFFLE in kinds) if kinds else ()


def computed(
    frozen: FrozenPlan,
    catalog: Catalog,
    defects: Sequence[Defect],
    replicates: int = QUICK,
    seed: int = SEED,
    *,
    workers: int = 1,
    on_done: Callable[[str, int], None] = lambda _name, _done: None,
) -> PowerTable:
    """Return what a plan would do with devices of some defects; parameters as those of ``powers``."""
    rows = list(powers(frozen, catalog, defects, replicates, seed, workers=workers, on_done=on_done))
    known = versions()
    return power_table(
        frozen, catalog, rows, {name: known[name] for name in ("labharness", "python", "numpy", "scipy")}
    )


def cache() -> Path | None:
    """Return the folder of tables in the user's cache, None where there is no home."""
    place = odds_cache.folder()
    return None if place is None else place / FOLDER


def known_table(frozen: FrozenPlan, catalog: Catalog, folder: Path | None = None) -> bytes | None:
    """Return the table that fits a plan: a workspace's, the packaged one, or one that the user computed before."""
    content = find_table(frozen, catalog, folder)
    return content if content is not None else find_table(frozen, catalog, cache())


def table_for_run(
    frozen: FrozenPlan, catalog: Catalog, folder: Path, replicates: int = QUICK, on_step: OnStep = unheard
) -> bytes | None:
    """Return the table that a run's folder is to hold; a plan of the catalog has one always.

    Parameters
    ----------
    folder
        Of the workspace's tables.

    Notes
    -----
    The tables of all plans that ``labharness plans list`` names come with the product.  That of such a plan for
    other decks is computed before its first run: it takes up to two minutes of processor time.
    """
    known = known_table(frozen, catalog, folder)
    if known is not None or not simulated(frozen) or find_composed(frozen.plan.id) is None:
        return known
    on_step(Doing.COMPUTING_POWER())
    table = computed(frozen, catalog, usual(frozen), replicates, workers=os.cpu_count() or 1)
    content = dump_table(table)
    remember(content, file_name(frozen))
    return content


def simulated(frozen: FrozenPlan) -> bool:
    """Whether the samples of a plan can be simulated: the two sides of a double shoe cannot be."""
    stages = frozen.plan.acquisitions
    return bool(stages) and not any(population_of(frozen, stage).determinant for stage in stages)


def keep(table: PowerTable, frozen: FrozenPlan, folder: Path) -> Path:
    """Write a table into a folder, and into the user's cache.

    Raises
    ------
    StorageError
        If the folder cannot be written; a cache that cannot is no error.
    """
    content, name = dump_table(table), file_name(frozen)
    remember(content, name)
    with Writing(folder / name):
        folder.mkdir(parents=True, exist_ok=True)
        durable.put(folder / name, content)
    return folder / name


def remember(content: bytes, name: str) -> None:
    """Write a table into the user's cache, from where runs of the plan by its name take it."""
    place = cache()
    durable.keep(place and place / name, content)
