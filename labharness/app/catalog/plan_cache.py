"""What the list of plans says of the product's plans, kept between starts in the user's cache folder.

To compose and check every plan takes seconds; whatever is wrong with the file, that is done again.

What somebody who has to choose a plan wants to know of it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from labharness.app.catalog import odds_cache
from labharness.errors import FileRefused
from labharness.evidence import durable
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.games.consistency import permitted
from labharness.games.dealing import Game
from labharness.games.equipment import DeviceUse
from labharness.games.game import cite
from labharness.language.catalog import clause
from labharness.model.device import DeviceClass
from labharness.model.observations import InputKnown, Kind
from labharness.plans.attendance import Attendance, Handling
from labharness.plans.coverage import composed_id, packaged
from labharness.plans.frozen import FrozenPlan
from labharness.plans.procedures import Inspect, Procedure

FAIR = "fair"
TABLES = "power"
"""Folder of the tables of power, beside plans."""
FOUND = 0.9
"""Share of samples from which on a defect counts as one that a plan detects."""


class PlanOrigin(StrEnum):
    """Where a plan comes from."""

    BUREAU = "bureau"
    """It comes with the product, made from the chapters that the Board publishes."""
    OWN = "own"
    PLUG_IN = "plug_in"


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
    version, sha256
        Version that the file states, and the hash of the file.
    seconds
        How long people are needed.
    detects
        Named defects of its table of power that at least nine in ten samples find, and all that it names; None where
        there is no table.
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
    version: int = 0
    sha256: str = ""
    seconds: float = 0.0
    detects: tuple[int, int] | None = None
    origin: PlanOrigin = PlanOrigin.BUREAU

    @property
    def own(self) -> bool:
        """Whether it is a file of the laboratory's own."""
        return self.origin is PlanOrigin.OWN


def plan_entry(
    frozen: FrozenPlan,
    name: str,
    times: Handling | None = None,
    origin: PlanOrigin = PlanOrigin.BUREAU,
    table: bytes | None = None,
) -> PlanEntry:
    """Return what is said of a plan; ``table`` is its table of power, as it is kept."""
    plan, game = frozen.plan, frozen.game
    use = game.device(plan.device_class)
    result = name == composed_id(game.id, plan.device_class) and name not in packaged()
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
        choices=_choices(game, use) if result and use is not None else (),
        version=plan.version,
        sha256=frozen.sha256,
        seconds=attendance(frozen, times).seconds,
        detects=None if table is None else _detects(table),
        origin=origin,
    )


def _sample(frozen: FrozenPlan) -> str:
    recorded = [
        f"{stage.units:,} {'chained ' * (stage.input is InputKnown.CHAINED)}{UNITS[stage.observes]}"
        for stage in frozen.plan.acquisitions
    ]
    tried = [trial for trial in frozen.plan.trials if isinstance(trial, Procedure)]
    if tried:
        recorded.append(
            f"{sum(each.trials for each in tried):,} trials in {_number(len(tried), 'procedure')}"
        )
    looked = sum(len(trial.items) for trial in frozen.plan.trials if isinstance(trial, Inspect))
    if looked:
        recorded.append(f"{_number(looked, 'item')} to look at")
    return ", ".join(recorded)


def hours(frozen: FrozenPlan, times: Handling | None = None) -> str:
    """Say how long people are needed, by the handling times of a laboratory or of the product."""
    return attendance(frozen, times).words or "none for a sample"


def attendance(frozen: FrozenPlan, times: Handling | None = None) -> Attendance:
    """Return what a plan asks of people, by the handling times of a laboratory or of the product."""
    cards = frozen.cards.size if frozen.cards else 0
    return Attendance.of(frozen.plan, frozen.game, cards, times)


def _detects(table: bytes) -> tuple[int, int] | None:
    """Return how many of the named defects nine in ten samples find; a fair device is none of them."""
    try:
        shares = [row["not_passed"]["share"] for row in json.loads(table)["rows"] if row["defect"] != FAIR]
        return sum(share >= FOUND for share in shares), len(shares)
    except (ValueError, LookupError, TypeError):
        return None


def _cards(frozen: FrozenPlan) -> str:
    cards, use = frozen.cards, frozen.plan.game
    if cards is None or use.decks is None:
        return ""
    chosen = next(each for each in frozen.game.sets if each.id == use.set)
    batches = f"{chosen.batches} batches by turns, each of " if chosen.batches > 1 else ""
    if chosen.alternate == "determinant":
        batches = "two sides, each of "
    jokers = f" with {_number(chosen.jokers * use.decks, 'joker')}" if chosen.jokers else ""
    return (
        f"{batches}{_number(use.decks, 'deck')}, {_number(cards.size, 'card')}{jokers}"
        f" (set {chosen.id}; the chapter permits {clause(chosen.allowed)}, {cite(chosen.citation)})"
    )


def _choices(game: Game, use: DeviceUse) -> tuple[int, ...]:
    chosen = next((each for each in game.sets if each.id == use.set), None)
    return tuple(permitted(chosen)) if chosen is not None else ()


def _number(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


SOURCES = (
    "test_plans",
    "labharness.plans",
    "labharness.games",
    "labharness.app.catalog",
    "labharness.language",
)
"""Packages on which the entries depend."""
_ENTRIES = TypeAdapter(tuple[PlanEntry, ...])


def file_of(times: Handling) -> Path | None:
    """Return where the entries by some handling times are kept, None where the user has no cache folder."""
    place = odds_cache.folder()
    if place is None:
        return None
    key = hashlib.sha256(
        f"{odds_cache.sources_hash(*SOURCES)} {times.model_dump_json()}".encode()
    ).hexdigest()
    return place / f"plans-{key[:40]}.json"


def kept(file: Path | None) -> tuple[PlanEntry, ...]:
    """Return the entries of a file; none where it is not there or not as it was written."""
    if file is None:
        return ()
    try:
        return _ENTRIES.validate_json(read_outside(file, SizeLimit.KEPT))
    except (OSError, ValidationError, FileRefused):
        return ()


def keep(file: Path | None, entries: tuple[PlanEntry, ...]) -> None:
    """Write the entries; a folder that cannot be written is no error."""
    durable.keep(file, _ENTRIES.dump_json(entries))
