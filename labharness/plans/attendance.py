"""How long people are needed for a whole plan, its samples, trials and items, and in how many sessions.

Who must be at the bench during a run, and when: one function of the plan, the device and the reader.

Times that people need at the bench, from a table that the laboratory can edit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from math import ceil
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from labharness.errors import PlanError
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.games.dealing import Game
from labharness.games.mistakes import Data, parse
from labharness.model.observations import CARD_KINDS, InputKnown, Kind
from labharness.plans.plan import Acquire, Count, Identify, Load, Plan, Stage, ValidateCapture
from labharness.plans.procedures import Inspect, Procedure

FILE = "handling.toml"
"""Name of the table, beside the packaged plans and in a workspace."""
Seconds = Annotated[float, Field(gt=0, le=86_400)]


class Handling(Data):
    """Seconds of one step each; ``test_plans/bench/handling.toml`` says what each step is and where its time is from."""

    schema_: Literal[1] = Field(alias="schema")
    shuffle: Seconds
    load: Seconds
    read_deck: Seconds
    deal_card: Seconds
    deal_round: Seconds
    throw: Seconds
    read_die: Seconds
    type_number: Seconds
    trial: Seconds
    trial_deck: Seconds
    item: Seconds
    session: Annotated[float, Field(ge=600, le=86_400)]

    def read(self, cards: int) -> float:
        """Return the seconds of reading so many cards."""
        return self.read_deck * cards / 52

    def dealt(self, cards: int) -> float:
        """Return the seconds of one round of so many cards."""
        return self.deal_round + self.deal_card * cards

    def tried(self, cards: int) -> float:
        """Return the seconds of one trial with so many cards in the device."""
        return self.trial + self.trial_deck * max(0.0, cards / 52 - 1)

    def thrown(self, dice: int) -> float:
        """Return the seconds of one throw of so many dice."""
        return self.throw + self.read_die * dice


def packaged_file() -> bytes:
    """Return the table that comes with the product, with its comments."""
    return resources.files("test_plans").joinpath("bench", FILE).read_bytes()


@cache
def usual_times() -> Handling:
    """Return the table that comes with the product."""
    return parse(Handling, packaged_file(), FILE)


def laboratory_times(workspace: Path) -> Handling:
    """Return the table of a workspace, that of the product where it has none.

    Raises
    ------
    PlanError
        If the file cannot be read, lacks a time, or has a key that the table has not.
    """
    place = workspace / FILE
    with FileReading(place, PlanError.of), suppress(FileNotFoundError):
        return parse(Handling, read_outside(place, SizeLimit.WRITTEN), str(place))
    return usual_times()


class Presence(StrEnum):
    """When a person must be at the bench."""

    BEFORE = "before"
    """The declared cards are in the device when the run begins; nobody is asked later."""
    DURING = "during"
    """The stage waits for a person."""
    ON_JAM = "on jam"
    """Only after a jam, which the plan permits a person to clear."""


class PersonTask(StrEnum):
    """What a person does at the bench."""

    NAME_PLATE = "name plate"
    PUT_IN = "put in"
    FEED = "feed"
    READ = "read"
    KNOWN_DECKS = "known decks"
    COUNT = "count"
    RESTART = "restart"
    PROCEDURE = "procedure"
    INSPECT = "inspect"
    CLEAR_JAM = "clear jam"


@dataclass(frozen=True, slots=True)
class PersonNeeded:
    """One stage that needs a person.

    Parameters
    ----------
    stage
        Its name.
    """

    stage: str
    task: PersonTask
    when: Presence


@dataclass(frozen=True, slots=True)
class BenchSetup:
    """What decides, besides the plan, who must be at the bench.

    Parameters
    ----------
    by_hand
        Whether people feed the device or write down what it shows, because it has no port.
    reader
        Whether people lay cards into a reader; false where none is connected or its reads are a recording.
    solid
        Whether real cards lie in the device: false for a declared simulation and for a recording.
    recorded
        Whether the device is a recording, which nobody switches off and on.
    """

    by_hand: bool = False
    reader: bool = True
    solid: bool = True
    recorded: bool = False


def people_needed(stages: Iterable[Stage], setup: BenchSetup) -> tuple[PersonNeeded, ...]:
    """Return every stage that needs a person, in the order of the plan.

    A break needs people as well, whatever the plan: cards that no record knows are taken out of the way. That is not part
    of what a plan asks for.
    """
    return tuple(
        PersonNeeded(stage.name, task, when) for stage in stages for task, when in _tasks(stage, setup)
    )


def waits_for_person(needs: Iterable[PersonNeeded]) -> tuple[str, ...]:
    """Return names of the stages that wait for a person, each once: such a run cannot be left alone."""
    return tuple(dict.fromkeys(need.stage for need in needs if need.when is Presence.DURING))


def _tasks(stage: Stage, setup: BenchSetup) -> Iterator[tuple[PersonTask, Presence]]:
    match stage:
        case Procedure():
            yield PersonTask.PROCEDURE, Presence.DURING
        case Inspect():
            yield PersonTask.INSPECT, Presence.DURING
        case ValidateCapture() if setup.reader:
            yield PersonTask.KNOWN_DECKS, Presence.DURING
        case Identify() if setup.by_hand:
            yield PersonTask.NAME_PLATE, Presence.DURING
        case Count():
            if stage.by == "hand" or setup.by_hand:
                yield PersonTask.COUNT, Presence.DURING
        case Load() if setup.solid:
            yield PersonTask.PUT_IN, Presence.BEFORE
        case Acquire():
            yield from _acquired(stage, setup)


def _acquired(stage: Acquire, setup: BenchSetup) -> Iterator[tuple[PersonTask, Presence]]:
    if setup.by_hand:
        yield PersonTask.FEED, Presence.DURING
    elif setup.solid and stage.observes in CARD_KINDS and stage.input is InputKnown.RESET:
        yield PersonTask.PUT_IN, Presence.DURING if stage.units > 1 else Presence.BEFORE
    elif setup.solid and stage.put_in_first:
        yield PersonTask.PUT_IN, Presence.BEFORE
    if setup.reader and stage.independent_reads:
        yield PersonTask.READ, Presence.DURING
    if stage.restart and not setup.recorded:
        yield PersonTask.RESTART, Presence.DURING
    if stage.jams_allowed and not setup.by_hand:
        yield PersonTask.CLEAR_JAM, Presence.ON_JAM


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
