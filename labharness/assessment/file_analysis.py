"""What an analysis of a file comes to: about the file, never about a device.

Whether the generator that a plan declares can be identified from the outcomes that the plan records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from labharness.analysis.identification.generator import KnownGenerator, SearchStage, families
from labharness.analysis.identification.stream import Stream
from labharness.analysis.sampling.files.source import Observes
from labharness.analysis.sampling.sample import population_of
from labharness.analysis.sampling.tables import Population
from labharness.model.observations import InputKnown, Kind
from labharness.model.reasons.game import Effort, Identifications
from labharness.model.results import CheckResult
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import PlannedCheck
from labharness.reason import Reason

if TYPE_CHECKING:
    from labharness.analysis.power.detection import DetectionRate


class FileFinding(StrEnum):
    """What a check says of the file."""

    REJECTED = "rejected"
    NOT_REJECTED = "not rejected"
    UNRESOLVED = "unresolved"
    NOT_APPLICABLE = "not applicable"
    INFORMATIONAL = "informational"


class FileOutcome(StrEnum):
    """What all required checks together say of the file."""

    REJECTED = "rejected"
    NOTHING_REJECTED = "nothing rejected"
    NOTHING_TESTED = "nothing tested"


@dataclass(frozen=True, slots=True)
class CheckList:
    """Where the checks came from: a suite's or a plan's id, version and hash."""

    kind: str
    id: str
    version: int
    sha256: str
    checks: tuple[PlannedCheck, ...]
    population: Population | None = None


@dataclass(frozen=True, slots=True)
class CheckOfFile:
    """One check of the file.

    Parameters
    ----------
    required
        Whether it can reject the file.
    p, corrected
        Two-sided p-value as found, and after Holm's correction among the required checks.
    remark
        What the finding rests on, None where it says all.
    """

    id: str
    check: str
    version: int
    title: str
    reference: str
    required: bool
    finding: FileFinding
    p: float | None
    corrected: float | None
    remark: Reason | None
    result: CheckResult

    @property
    def searched(self) -> tuple[Reason, ...]:
        """What a search of known programs shows beside the remark: state, way of reading, what was not tried."""
        shown = () if self.remark is None else (self.remark, *self.remark.inner())
        return tuple(line for line in self.result.details if self.check in IDENTIFYING and line not in shown)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a file says.

    Parameters
    ----------
    compared_with, drawn_from, input_known
        What its units were compared with, to be said and as values, and how the orders before shuffles are known.
    units
        How many there are.
    modified
        When the file was changed last (UTC).
    notes
        What nobody declared, and what was left out.
    """

    file: str
    sha256: str
    size: int
    observes: Observes
    compared_with: Reason
    units: int
    notes: tuple[Reason, ...]
    checks_from: CheckList
    level: float
    judged: tuple[CheckOfFile, ...]
    versions: Mapping[str, str]
    drawn_from: Population
    input_known: InputKnown
    modified: str

    @property
    def rejected(self) -> bool:
        """Whether any required check rejects the file."""
        return any(file.finding is FileFinding.REJECTED for file in self.judged)

    @property
    def finding(self) -> FileOutcome:
        """What all required checks together say."""
        if self.rejected:
            return FileOutcome.REJECTED
        return FileOutcome.NOTHING_REJECTED if self.tested else FileOutcome.NOTHING_TESTED

    @property
    def tested(self) -> bool:
        """Whether any required check could say something."""
        return any(file.finding in (FileFinding.REJECTED, FileFinding.NOT_REJECTED) for file in self.judged)


@dataclass(frozen=True, slots=True)
class FilePower:
    """How often files of one source are rejected.

    Parameters
    ----------
    defect, title
        Its name, and what it is; ``fair`` for none.
    replicates
        Simulated files.
    """

    defect: str
    title: str
    replicates: int
    rejected: DetectionRate


@dataclass(frozen=True, slots=True)
class ExaminedFile:
    """An analysis with what its sample could have shown; None where that was not simulated."""

    analysis: Analysis
    power: tuple[FilePower, ...] | None = None


IDENTIFYING = "identified_generator", "identified_shuffler"
MOST = 250_000
"""Outcomes that are looked at: no family in reach needs more."""
WORD_BYTES = 4


def declared_generator(frozen: FrozenPlan) -> Reason | None:
    """Return what a plan says of the generator that it declares; None if it declares none."""
    name = frozen.plan.generator
    if name is None:
        return None
    stages = {check.stage for check in frozen.plan.checks if check.check in IDENTIFYING}
    for stage in frozen.plan.acquisitions:
        if stage.name not in stages:
            continue
        population = population_of(frozen, stage)
        stream = _recorded(population, stage.units)
        for family in families():
            if family.name.casefold() != name.casefold() or family.stage is SearchStage.SEARCHED_SEEDS:
                continue
            every = needs(family, stream).items()
            reached = {call: need for call, need in every if need and need <= len(stream)}
            if reached:
                words = WORD_BYTES if population.kind is Kind.BYTES else 1
                of = {"generator": family.name, "stage": stage.name, "recorded": stage.units}
                needed = max(reached.values()) * words
                return Identifications.IDENTIFIED_HERE(**of, calls=tuple(reached), needed=needed)
    return Identifications.REVIEW_THE_SOURCE(generator=name)


def needs(family: KnownGenerator, stream: Stream) -> dict[str, int | None]:
    """Return how many outcomes in a row prove a state by each call, wherever they begin; None where that is out of reach."""
    ways = [way for way in family.ways(Effort.DEFAULT) if way.stride == 1 and not way.place]
    proving = ((way.call.name, family.proving(way, stream)) for way in ways)
    return {call: None if isinstance(need, Reason) else need for call, need in proving}


def fewest(family: KnownGenerator, stream: Stream) -> int | None:
    """Return the fewest outcomes in a row that prove a state of a family, None if all calls are out of reach."""
    needs = [family.proving(way, stream) for way in family.ways(Effort.DEFAULT) if way.stride == 1]
    return min((need for need in needs if not isinstance(need, Reason)), default=None)


def _recorded(population: Population, units: int) -> Stream:
    """Return outcomes of the size of a sample: what is needed depends on their range, and on the bits they tell on average."""
    if population.kind is Kind.SHUFFLE:
        bounds = np.arange(population.held.size, 1, -1)
        decks = min(units, MOST // len(bounds) + 1)
        bounds = np.tile(bounds, decks)
    else:
        bytes_ = population.kind is Kind.BYTES
        n = 1 << 8 * WORD_BYTES if bytes_ else population.high - population.low + 1
        bounds = np.broadcast_to(np.int64(n), min(units // (WORD_BYTES if bytes_ else 1), MOST))
    return Stream((np.arange(len(bounds)) * 2_654_435_761 >> 16) % bounds, bounds)
