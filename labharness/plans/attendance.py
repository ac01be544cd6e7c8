"""How long people are needed for a whole plan, its samples, trials and items, and in how many sessions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from labharness.games.game import Game
from labharness.model.observations import Kind
from labharness.plans import sample_sizes as sizes
from labharness.plans.plan import Plan
from labharness.plans.procedures import Inspect, Procedure
from labharness.plans.stages import Acquire


@dataclass(frozen=True, slots=True)
class Attendance:
    """What people spend on a plan.

    Parameters
    ----------
    sample
        Seconds spent on samples.
    trials, items
        Trials of all procedures, and items of all inspections.

    Examples
    --------
    >>> print(Attendance(44_800, 363, 51).words)
    about 12.4 hours for the sample, 12.1 hours for 363 trials of about two minutes and 4.2 hours for 51 items of about five \
minutes: 28.8 hours or 5 sessions of at most 6 hours in all
    >>> Attendance(0, 0, 8).words
    'about 0.7 hours for 8 items of about five minutes: one session'
    """

    sample: float
    trials: int
    items: int

    @classmethod
    def of(cls, plan: Plan, game: Game, cards: int) -> Attendance:
        """Return what a plan asks for; ``cards`` are those of one load."""
        trials = sum(one.trials for one in plan.trials if isinstance(one, Procedure))
        items = sum(len(one.items) for one in plan.trials if isinstance(one, Inspect))
        return cls(sum(_spent(stage, game, cards) for stage in plan.acquisitions), trials, items)

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.sample + self.trials * sizes.TRIAL_S + self.items * sizes.ITEM_S

    @property
    def divided(self) -> int:
        """Sessions into which the samples are divided."""
        return sizes.sessions(self.sample)

    @property
    def sessions(self) -> int:
        """Sessions of the whole plan, none of them longer than one may be."""
        return max(1, ceil(self.seconds / sizes.SESSION_S))

    @property
    def words(self) -> str:
        """All of it in words; "" where nobody is needed."""
        *parts, last = list(self._parts()) or [""]
        told = f"about {', '.join(parts)}{' and ' * bool(parts)}{last}" if last else ""
        whole = f"{_hours(self.seconds)} or " if parts or self.sessions > 1 else ""
        several = f"{self.sessions} sessions of at most {sizes.SESSION_S // 3600} hours"
        number = "one session" if self.sessions == 1 else several
        return f"{told}: {whole}{number}{' in all' if parts else ''}" if told else ""

    @property
    def reason(self) -> str:
        """A sentence or more for the plan itself."""
        if not self.words:
            return ""
        told = [f"Attendance: {self.words}."]
        if self.divided > 1:
            told.append(f"The sample is divided in {self.divided} sessions.")
        if self.sessions > self.divided:
            told.append("A session can be closed between any two trials or items.")
        if self.items:
            told.append("What is read or built away from the bench comes on top.")
        return " ".join(told)

    def _parts(self) -> Iterator[str]:
        items = f"{self.items} item{'s' * (self.items != 1)}"
        for seconds, what in (
            (self.sample, "the sample"),
            (self.trials * sizes.TRIAL_S, f"{self.trials:,} trials of about two minutes"),
            (self.items * sizes.ITEM_S, f"{items} of about five minutes"),
        ):
            if seconds:
                yield f"{_hours(seconds)} for {what}"


def _spent(stage: Acquire, game: Game, cards: int) -> float:
    """Return the seconds for which people are needed while a stage acquires."""
    read = sizes.LOAD_S + sizes.READ_S * cards / 52
    if stage.observes is Kind.SHUFFLE:
        return stage.units * (sizes.SHUFFLE_S + read)
    if stage.observes is Kind.ROUND:
        return stage.independent_reads * sizes.TRIAL_S
    if stage.rounds:  # people shuffle both sides of every load and deal it
        return stage.units * (2 * sizes.SHUFFLE_S + read)
    if stage.observes is Kind.DEAL:
        return stage.independent_reads * read
    thrown = next((one for one in game.dice if one.id == stage.selection), None)
    return stage.units / thrown.number * sizes.THROW_S if thrown else 0.0


def _hours(seconds: float) -> str:
    return f"{seconds / 3600:.1f} hours"
