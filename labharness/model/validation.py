"""What the harness found when it was turned on itself: references, false alarms and detection, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.reason import Reason


@dataclass(frozen=True, slots=True)
class Share:
    """Hits among trials, with exact limits (Clopper & Pearson 1934)."""

    hits: int
    trials: int
    low: float
    high: float
    level: float

    @property
    def value(self) -> float:
        """The share itself."""
        return self.hits / self.trials


@dataclass(frozen=True, slots=True)
class ReferenceFound:
    """A published number and what the harness makes of it.

    Parameters
    ----------
    subject
        Group of references that it belongs to.
    found
        None where computing it ended in an error, which ``error`` then says.
    """

    subject: str
    name: str
    source: str
    published: float
    found: float | None
    tolerance: float
    agrees: bool
    error: str = ""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something spoke against a fair device.

    Parameters
    ----------
    name
        What spoke, such as ``p < 0.05``.
    nominal
        How often it may: at most this, by its own law or rule.
    excess
        Exact binomial chance of as many hits or more where the rate is nominal.
    """

    name: str
    nominal: float
    share: Share
    excess: float

    @property
    def above(self) -> bool:
        """Whether the interval lies above what is nominal."""
        return self.share.low > self.nominal


@dataclass(frozen=True, slots=True)
class CheckRates:
    """One check on fair samples.

    Parameters
    ----------
    parameters
        Those that differ from the check's own defaults.
    not_applicable
        Samples of which it said nothing.
    uniformity
        Kolmogorov-Smirnov p-value of randomised p-values; None of a counting check and of a p-value that is a bound.
    """

    check: str
    version: int
    title: str
    kind: str
    units: int
    parameters: dict[str, int | float | str]
    replicates: int
    seed: int
    not_applicable: int
    rates: tuple[Rate, ...]
    uniformity: float | None = None


@dataclass(frozen=True, slots=True)
class RuleRates:
    """A plan or a suite, with its own decision rule, on fair devices.

    Parameters
    ----------
    what
        ``plan`` or ``suite``.
    units
        Sample size by stage; a suite's under what its units are.
    against
        How often each check stood against a pass at first, or rejected, by its id.
    not_applicable
        Checks that said nothing of any sample of this size.
    cut
        Parameters of its checks that were made smaller than they are, to be done in time.
    observed
        What each stage of a plan observes, such as ``draw``; none for a suite, and in records of former versions.
    """

    what: str
    id: str
    version: int
    sha256: str
    title: str
    units: dict[str, int]
    replicates: int
    seed: int
    rates: tuple[Rate, ...]
    against: dict[str, int]
    not_applicable: tuple[str, ...] = ()
    cut: dict[str, int] = field(default_factory=dict)
    observed: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Detection:
    """How often each check finds one defect in a sample of one size.

    Parameters
    ----------
    source
        ``fault model`` or ``simulated machine``.
    population
        What a unit is, in words.
    level
        Two-sided p-value at or below which a check has found it; a counting check has with one violation.
    found
        By check; None where the check did not apply to any sample.
    """

    source: str
    defect: str
    title: str
    kind: str
    population: str
    units: int
    level: float
    replicates: int
    seed: int
    found: dict[str, Share | None]


@dataclass(frozen=True, slots=True)
class Conditions:
    """Where, when and with what; nothing here changes a number of the file."""

    started: str
    seconds: float
    host: str
    workers: int
    versions: dict[str, str]


@dataclass(frozen=True, slots=True)
class Validation:
    """A whole validation file.

    Parameters
    ----------
    parts
        What was asked for.
    missing
        Parts, or pieces of one, that were asked for and are not there.
    faults
        What is not as it should be.
    notes
        What a reader must know of the numbers.
    level
        Chance that any fault by rate or uniformity is named where all is well.
    """

    seed: int
    replicates: int
    detection_replicates: int
    level: float
    parts: tuple[str, ...]
    missing: tuple[str, ...]
    faults: tuple[Reason, ...]
    notes: tuple[Reason, ...]
    references: tuple[ReferenceFound, ...]
    checks: tuple[CheckRates, ...]
    rules: tuple[RuleRates, ...]
    detections: tuple[Detection, ...]
    conditions: Conditions
    schema: int = field(default=1)

    @property
    def complete(self) -> bool:
        """Whether everything that was asked for is there."""
        return not self.missing
