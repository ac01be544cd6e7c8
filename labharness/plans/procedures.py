"""Stages that people carry out: faults put into a device, and lists of what is looked at.

What every stage of a plan has.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from labharness.games.mistakes import Data, Slug, Text, twice
from labharness.model.reasons.inputs import Noun
from labharness.model.reasons.plan import Plans

Seconds = Annotated[float, Field(gt=0, le=86400)]


class StageBase(Data):
    """What every stage has.

    Parameters
    ----------
    timeout_s
        How long a device may be silent during a call.
    deadline_s
        How long a call may take in all, with every sign of life of the device.
    patience_s
        How long one prompt may wait for a person, or for the reader that the person feeds.
    otherwise
        What happens where the stage does not come out as it should: ``continue``, for the evidence, or
        ``stop`` the run.
    """

    shown_last: ClassVar[tuple[str, ...]] = ("timeout_s", "deadline_s", "patience_s", "otherwise")
    """Fields that every stage has stand behind its own."""

    name: Slug
    timeout_s: Seconds = 30.0
    deadline_s: Seconds = 3600.0
    patience_s: Seconds = 3600.0
    otherwise: Literal["continue", "stop"] = "continue"


class Action(StrEnum):
    """What is done to the device; simulated benches know how to do each."""

    NOTHING = "nothing"
    """The right set, untouched: the device must not object."""
    REMOVE_CARD = "remove-card"
    ADD_CARD = "add-card"
    REMOVE_TWO_CARDS = "remove-two-cards"
    ADD_TWO_CARDS = "add-two-cards"
    SWAP_CARD = "swap-card"
    """One card out and a second copy of another in: the number is right, the deck is not."""
    FOREIGN_BACK = "foreign-back"
    ADD_JOKER = "add-joker"
    COVER_CARD = "cover-card"
    JAM = "jam"
    OPEN_DOOR = "open-door"
    CUT_POWER = "cut-power"
    OTHER = "other"
    """Anything else; only people can do it."""


class ReactionSign(StrEnum):
    """Where the device's reaction is seen."""

    COUNT = "count"
    """It says whether its count is right."""
    ALARM = "alarm"
    """It raises an alarm."""
    SEEN = "seen"
    """A person says whether it did what it must."""


class Procedure(StageBase):
    """Do something to the device, again and again, and see what it does.

    Parameters
    ----------
    action
        What is done.
    instruction
        How, in words for the person at the bench.
    sign
        Where the reaction is seen.
    objects
        Whether the device must object: say that its count is wrong, raise an alarm, or do what ``expects``
        says.
    expects
        The reaction that is asked for, in words.
    restore
        How the device is brought back to what it was.
    trials
        How often; 59 without a miss give an upper limit of 5% with 95% confidence (Clopper & Pearson).
    false_alarms
        Objections that are allowed where it must not object.
    within_s
        How long the reaction may take.
    photograph
        Whether a photograph belongs to each trial.
    blocking
        Whether a trial may not be left out or fail without a comment.
    role
        Whether a miss fails the device, or is only put on record because no rule asks for the reaction.
    applies_if
        What a device must have for the trials to apply to it, in words; they apply to every device if absent.
        Where a person says, with a reason and twice, that it has no such thing, none of them is made.
    cites, also_cites
        The citation that it answers, and further ones.
    """

    kind: Literal["procedure"]
    action: Action
    instruction: Text
    sign: ReactionSign = ReactionSign.COUNT
    objects: bool = True
    expects: Text
    restore: Text | None = None
    trials: Annotated[int, Field(ge=1, le=10_000)] = 59
    false_alarms: Annotated[int, Field(ge=0)] = 0
    within_s: Seconds = 120.0
    photograph: bool = False
    blocking: bool = True
    role: Literal["required", "informational"] = "required"
    applies_if: Text | None = None
    cites: Slug | None = None
    also_cites: tuple[Slug, ...] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """All citations that it answers."""
        return (*(each for each in (self.cites,) if each), *self.also_cites)

    def wrongs(self, number: int) -> str:
        """Return the word for so many trials that were not as expected."""
        if self.objects:
            return "miss" if number == 1 else "misses"
        return "false alarm" if number == 1 else "false alarms"

    @model_validator(mode="after")
    def _allowed(self) -> Procedure:
        if self.objects and self.false_alarms:
            raise ValueError(Plans.OBJECTS_ALLOW_NO_MISS())
        if self.action is Action.NOTHING and self.objects:
            raise ValueError(Plans.RIGHT_SET_NEEDS_NO_OBJECTION())
        return self


InspectRole = Literal["required", "bench"]


class InspectionItem(Data):
    """One thing to look at.

    Parameters
    ----------
    text
        A statement that is true of a device as it should be.
    blocking
        Whether it may not be left out or be untrue without a comment.
    photograph
        Whether a photograph belongs to it.
    """

    id: Slug
    text: Text
    citation: Text
    blocking: bool = True
    photograph: bool = False


class InspectionList(Data):
    """What is looked at together, such as ports and doors.

    Parameters
    ----------
    games
        Ids of the games that it is for; all if empty.
    role
        As a stage's; where the bench is not as it should be, the run stops.
    """

    schema_: Literal[1] = Field(alias="schema")
    id: Slug
    title: Text
    games: tuple[Slug, ...] = ()
    role: InspectRole = "required"
    items: Annotated[tuple[InspectionItem, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _once(self) -> InspectionList:
        if wrong := twice(Noun.ITEM, (item.id for item in self.items)):
            raise ValueError(*wrong)
        return self


class Inspect(StageBase):
    """Look at the device, item after item.

    Parameters
    ----------
    items
        What is looked at.
    role
        Whether an untrue item fails the device, or speaks of the bench: then the evidence carries no pass.
    cites
        The citation that it answers.
    """

    kind: Literal["inspect"]
    items: Annotated[tuple[InspectionItem, ...], Field(min_length=1)]
    role: InspectRole = "required"
    cites: Slug | None = None

    @property
    def answers(self) -> tuple[str, ...]:
        """All citations that it answers."""
        return (self.cites,) if self.cites else ()
