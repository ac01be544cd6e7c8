"""What a check is held to: the rule that it cites, its role in the plan, and the levels that no citation states."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.model.gains import Limit
from labharness.model.results import Tail

OUTRIGHT = 1e-6
"""A required check below this p-value fails without a retest; an informational one prevents a pass."""


@dataclass(frozen=True, slots=True)
class CitedRule:
    """What a rule demands of a check.

    Parameters
    ----------
    id
        The section, as the report prints it.
    level
        Confidence that the rule states, 0.95 for 95%.
    several
        Whether it names several tests: then Holm among those; one test is judged alone.
    tail
        Tail in which the rule judges: right for a chi-square test.
    fail_below
        p-value below which the first sample fails without the retest; a tenth of 1 - level if left out.
    retest_below
        p-value below which the retest fails; 1 - level if left out.
    """

    id: str
    level: float = 0.95
    several: bool = False
    tail: Tail = Tail.RIGHT
    fail_below: float | None = None
    retest_below: float | None = None

    def __post_init__(self) -> None:
        if not 0.5 <= self.level < 1:
            raise ValueError("a level is at least 0.5 and below 1")
        for name, value in (("fail_below", self.fail_below), ("retest_below", self.retest_below)):
            if value is not None and not 0 < value <= self.alpha + 1e-12:
                raise ValueError(f"{name} is above 0 and at most 1 - level")

    @property
    def alpha(self) -> float:
        """Significance level, 1 - level without its binary dust."""
        return round(1 - self.level, 12)

    @property
    def failing(self) -> float:
        """Level below which no retest is asked for."""
        return self.alpha / 10 if self.fail_below is None else self.fail_below

    @property
    def retest(self) -> float:
        """Level of the retest."""
        return self.alpha if self.retest_below is None else self.retest_below


@dataclass(frozen=True, slots=True)
class DeclaredCheck:
    """One check as the plan lists it.

    Parameters
    ----------
    check_id
        Name in the plan; results are found by it.
    citation
        The rule it answers, None for one of the laboratory's own.
    limits
        Gains that the plan calls harmful: a pass needs a bound below each.
    """

    check_id: str
    counting: bool = False
    required: bool = True
    citation: CitedRule | None = None
    limits: tuple[Limit, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionLevels:
    """Levels that no citation states.

    Parameters
    ----------
    family_alpha
        Chance that a fair device fails any of the laboratory's own required checks (Holm, two-sided).
    informational_level
        False discovery rate at which informational checks are pointed out; never a verdict.
    outright
        A required check below this p-value fails without a retest; an informational one prevents a pass.
    """

    family_alpha: float = 0.05
    informational_level: float = 0.05
    outright: float = OUTRIGHT

    def __post_init__(self) -> None:
        for name in ("family_alpha", "informational_level", "outright"):
            if not 0 < getattr(self, name) <= 0.5:
                raise ValueError(f"{name} is above 0 and at most 0.5")
