"""How long people are needed for a whole plan, its samples, trials and items, and in how many sessions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from labharness.games.game import Game
from labharness.model.observations import Kind
from labharness.plans.handling import Handling, usual_times
from labharness.plans.plan import Plan
from labharness.plans.presence import BenchSetup, people_needed
from labharness.plans.procedures import Inspect, Procedure
from labharness.plans.stages import Acquire, ValidateCapture

KNOWN = 52
"""Cards of a known deck, for the time that reading it takes."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """What people spend on a plan.

    Parameters
    ----------
    sample
        Seconds spent on samples.
    trials, items
        Trials of all procedures, and items of all inspections.
    trial, item, session
        Seconds of one trial, of one item, and of the longest session.
    decks, deck
        Known decks that are laid into the reader, and seconds of one.

    Examples
    --------
    >>> print(Attendance(44_800, 363, 51, 120, 300, 21_600).words)
    about 12.4 hours for the sample, 12.1 hours for 363 trials of about 2 minutes and 4.2 hours for 51 items of about 5 \
minutes: 28.8 hours or 5 sessions of at most 6 hours in all
    >>> Attendance(0, 0, 8, 120, 300, 21_600).words
    'about 0.7 hours for 8 items of about 5 minutes: one session'
    """

    sample: float
    trials: int
    items: int
    trial: float
    item: float
    session: float
    decks: int = 0
    deck: float = 0.0

    @classmethod
    def of(cls, plan: Plan, game: Game, cards: int, times: Handling | None = None) -> Attendance:
        """Return what a plan asks for.

        Parameters
        ----------
        cards
            Cards of one load.
        times
            Those of the product if left out.
        """
        times = times or usual_times()
        trials = sum(trial.trials for trial in plan.trials if isinstance(trial, Procedure))
        items = sum(len(trial.items) for trial in plan.trials if isinstance(trial, Inspect))
        sample = sum(_spent(stage, game, cards, times) for stage in plan.acquisitions)
        needed = {need.stage for need in people_needed(plan.stages, BenchSetup())}
        known = [
            stage for stage in plan.stages if isinstance(stage, ValidateCapture) and stage.name in needed
        ]
        return cls(
            sample,
            trials,
            items,
            times.tried(cards),
            times.item,
            times.session,
            decks=sum(each.decks for each in known),
            deck=times.load + times.read(KNOWN),
        )

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.sample + self.decks * self.deck + self.trials * self.trial + self.items * self.item

    @property
    def divided(self) -> int:
        """Sessions into which the samples are divided."""
        return max(1, round(self.sample / self.session))

    @property
    def sessions(self) -> int:
        """Sessions of the whole plan, none of them longer than one may be."""
        return max(1, ceil(self.seconds / self.session))

    @property
    def words(self) -> str:
        """All of it in words; "" where nobody is needed."""
        *parts, last = list(self._parts()) or [""]
        text = f"about {', '.join(parts)}{' and ' * bool(parts)}{last}" if last else ""
        whole = f"{_hours(self.seconds)} or " if parts or self.sessions > 1 else ""
        several = f"{self.sessions} sessions of at most {self.session / 3600:g} hours"
        number = "one session" if self.sessions == 1 else several
        return f"{text}: {whole}{number}{' in all' if parts else ''}" if text else ""

    def _parts(self) -> Iterator[str]:
        items = f"{self.items} item{'s' * (self.items != 1)}"
        for seconds, what in (
            (self.sample, "the sample"),
            (self.decks * self.deck, f"{self.decks} known deck{'s' * (self.decks != 1)}"),
            (self.trials * self.trial, f"{self.trials:,} trials of about {_minutes(self.trial)}"),
            (self.items * self.item, f"{items} of about {_minutes(self.item)}"),
        ):
            if seconds:
                yield f"{_hours(seconds)} for {what}"


def _spent(stage: Acquire, game: Game, cards: int, times: Handling) -> float:
    """Return the seconds for which people are needed while a stage acquires, units that nobody reads included."""
    if stage.observes is Kind.SHUFFLE:
        return stage.units * (times.shuffle + times.load + times.read(cards))
    if stage.observes is Kind.ROUND:
        read = times.load + times.read(stage.round_cards)
        return stage.units * times.dealt(stage.round_cards) + stage.independent_reads * read
    if stage.rounds:  # people shuffle both sides of every load and deal it
        return stage.units * (2 * times.shuffle + times.load + times.read(cards))
    if stage.observes is Kind.DEAL:
        return stage.units * (times.shuffle + times.load) + stage.independent_reads * times.read(cards)
    thrown = next((die for die in game.dice if die.id == stage.selection), None)
    if thrown:
        return stage.units / thrown.number * times.thrown(thrown.number)
    typed = stage.observes is Kind.DRAW and stage.batch == 1  # a device with a port gives many at a time
    return stage.units * times.type_number * 2 if typed else 0.0


def _hours(seconds: float) -> str:
    return f"{seconds / 3600:.1f} hours"


def _minutes(seconds: float) -> str:
    return f"{round(seconds / 60, 1):g} minutes"
