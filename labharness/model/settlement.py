"""What all attempts on one device with one plan come to, the one retest included."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.model.results import Decision, Ending, Outcome, Standing, standing_of
from labharness.reason import Reason

SET_ASIDE = "set aside"
"""Role of a run that the authorizer invalidated for an assignable cause, and that counts no more."""


@dataclass(frozen=True, slots=True)
class Level:
    """What a check that awaits the retest is held to: α, α₁ and α₂ of its citation."""

    check: str
    citation: str
    level: float
    fail_below: float
    retest_below: float


@dataclass(frozen=True, slots=True)
class Tried:
    """One attempt.

    Parameters
    ----------
    role
        ``first``, ``retest``, ``not completed``, ``not asked for`` or ``set aside``.
    outcome, reasons
        Of this run alone, judged again from its records as if it were the only one.
    p
        By id of a check that awaits the retest: the p-value as compared, None where there is none.
    simulated
        Whether its device was simulated.
    interim
        What the rule would make of its samples that are not complete; for information.
    counts
        Why it counts although the authorizer invalidated it, None where it was not invalidated or is set aside.
    same, explained
        Runs that have data in common with it: those that nobody explained, and those that a person explained.
    """

    run: str
    started: str
    role: str
    ending: Ending
    outcome: Outcome
    reasons: tuple[Reason, ...]
    p: dict[str, float | None]
    head: str
    simulated: bool = False
    interim: tuple[Decision, ...] = ()
    counts: Reason | None = None
    same: tuple[str, ...] = ()
    explained: tuple[str, ...] = ()

    @property
    def standing(self) -> Standing:
        """Its verdict alone, with its qualifiers."""
        return standing_of(
            self.outcome,
            simulated=self.simulated,
            set_aside=self.role == SET_ASIDE,
            same_data=bool(self.same),
            explained_data=bool(self.explained),
        )


@dataclass(frozen=True, slots=True)
class Settlement:
    """What all attempts together come to.

    Parameters
    ----------
    basis
        What decides it, then the runs that the authorizer set aside.
    plan
        Id of the plan, then the hashes of plan and game.
    notes
        What a reader should know of other runs in the workspace; never a reason.
    """

    outcome: Outcome
    basis: tuple[Reason, ...]
    reasons: tuple[Reason, ...]
    unit: tuple[str, ...]
    software: tuple[str, ...]
    plan: tuple[str, ...]
    levels: tuple[Level, ...]
    attempts: tuple[Tried, ...]
    decisions: tuple[Decision, ...]
    notes: tuple[Reason, ...]

    @property
    def standing(self) -> Standing:
        """Their verdict with its qualifiers."""
        return standing_of(
            self.outcome,
            simulated=any(attempt.simulated for attempt in self.attempts),
            same_data=any(attempt.same for attempt in self.attempts),
            explained_data=any(attempt.explained for attempt in self.attempts),
        )
