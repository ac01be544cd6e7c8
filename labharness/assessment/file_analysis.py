"""What an analysis of a file comes to: about the file, never about a device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from labharness.analysis.sampling.files.source import Observes
from labharness.analysis.sampling.tables import Population
from labharness.assessment.declared_generator import IDENTIFYING
from labharness.model.observations import InputKnown
from labharness.model.results import CheckResult
from labharness.plans.plan import PlannedCheck
from labharness.reason import Reason

if TYPE_CHECKING:  # what simulates defects takes long to load
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
