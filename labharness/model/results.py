"""What a check, a citation and a run found."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from enum import StrEnum

from labharness.model.axis import Axis
from labharness.model.counted import Counted, PerShuffle
from labharness.model.gains import GainBound
from labharness.reason import Reason


class Outcome(StrEnum):
    """What was found; ordered by :meth:`worst`."""

    PASS = "PASS"  # noqa: S105  a verdict, no password
    INCONCLUSIVE = "INCONCLUSIVE"
    FAIL = "FAIL"


class ClauseResult(StrEnum):
    """What a clause comes to in a conclusion on file."""

    PASS = "PASS"  # noqa: S105  a verdict, no password
    INCONCLUSIVE = "INCONCLUSIVE"
    FAIL = "FAIL"
    NOT_TESTED = "NOT_TESTED"
    NOT_APPLICABLE = "NOT_APPLICABLE"
    NO_TEST = "NO_TEST"
    RELIED_ON = "RELIED_ON"


class Ending(StrEnum):
    """How a run stopped; kept apart from what it found."""

    COMPLETE = "COMPLETE"
    STOPPED_BY_OPERATOR = "STOPPED_BY_OPERATOR"
    STOPPED_BY_RULE = "STOPPED_BY_RULE"
    DEVICE_LOST = "DEVICE_LOST"
    ERROR = "ERROR"
    INTERRUPTED = "INTERRUPTED"
    """Only ever concluded by a reader who finds no end record and no living owner."""


class Tail(StrEnum):
    """Which tail of the null law speaks against the device."""

    RIGHT = "right"
    LEFT = "left"
    TWO_SIDED = "two_sided"


@dataclass(frozen=True, slots=True)
class Effect:
    """Size of a deviation with its confidence interval (95% unless ``level`` says otherwise)."""

    name: Reason
    value: float
    low: float
    high: float
    level: float = 0.95


Label = Axis | Counted | PerShuffle | Reason
"""What an axis of a picture shows; a reason is a plug-in's own."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Numbers that a report or a window may draw; never needed to reach a verdict.

    Parameters
    ----------
    form
        ``heatmap`` (rows × columns of ``values``) or ``histogram`` (one row).
    x_label, y_label
        What the columns and the rows, or the counts of a histogram, are.
    x, y
        Names of the columns and rows.
    values, expected
        Observed and expected counts, rows × columns; expected has one entry per column and row, or one
        row that holds for every row.
    title
        Read in records of version 0.1.0, and not kept.
    """

    form: str
    x_label: Label
    y_label: Label
    x: tuple[str, ...]
    y: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]
    expected: tuple[tuple[float, ...], ...]
    title: InitVar[str] = ""


SMALLEST_OF_COUNTS = 1e-15
"""Where p-values of counts by a law of matched mean and variance are cut: differences from 1 tell no more."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check found in one sample.

    A statistical check carries p-values; a counting check carries violations.  A check that does not
    apply says why and carries neither.

    Parameters
    ----------
    units
        Units that the check read.
    statistic
        Named statistics, for example ``{"X2": 2601.2, "scaled": 2550.1}``.
    df
        Degrees of freedom where the law has them.
    p
        ``{tail: p}`` for the tails that the check can speak to; ``two_sided`` always present for a
        statistical check that applies.
    law
        The null law: exact, asymptotic, or Monte Carlo with seed and replicates; None where nothing was compared.
    violations
        Number of confirmed violations of a counting check, else None.
    details
        One line for each thing a reader should know, such as which cards were missing where.
    not_applicable
        Why the check is not computed, None where it is.
    bounds
        Upper bounds on what somebody can gain; None where the check states none.
    interim
        p-values of what was recorded of a sample that is not complete, as ``p``. They are for information: no
        verdict rests on them, and a run whose own ones speak against the device is not set aside.
    """

    units: int
    statistic: dict[str, float] = field(default_factory=dict)
    df: float | None = None
    p: dict[str, float] = field(default_factory=dict)
    law: Reason | None = None
    effect: Effect | None = None
    violations: int | None = None
    details: tuple[Reason, ...] = ()
    not_applicable: Reason | None = None
    pictures: tuple[Picture, ...] = ()
    interim: dict[str, float] = field(default_factory=dict)
    bounds: tuple[GainBound, ...] | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """What the decision rule made of one planned check.

    Parameters
    ----------
    check_id
        The planned check; of what people did, or of orders that were read again, the stage, see
        :func:`stage_decision` and :func:`reads_decision`.
    family
        The citation that the check answers, ``laboratory`` or ``counting``, or ``informational``.
    p, threshold
        The p-value that was compared and the level it had to reach, None for counting checks.
    reason
        What was decided, and why.
    """

    check_id: str
    family: str
    outcome: Outcome
    p: float | None
    threshold: float | None
    reason: Reason


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run found, with every reason for not being a pass."""

    outcome: Outcome
    reasons: tuple[Reason, ...]
    decisions: tuple[Decision, ...] = ()


def stage_decision(stage: str) -> str:
    """Return the id of the decision about what a whole stage showed.

    Examples
    --------
    >>> stage_decision("jam")
    'stage-jam'
    """
    return f"stage-{stage}"


MONITORING = "monitoring"
"""Family of the decisions about what was bet against samples while they were recorded."""


def monitor_decision(stage: str) -> str:
    """Return the id of the decision about what was bet against a stage's sample.

    Examples
    --------
    >>> monitor_decision("outcomes")
    'monitoring-outcomes'
    """
    return f"monitoring-{stage}"


def reads_decision(stage: str) -> str:
    """Return the id of the decision about the independent reads of a stage.

    Examples
    --------
    >>> reads_decision("deals")
    'reads-deals'
    """
    return f"reads-{stage}"
