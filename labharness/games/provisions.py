"""What a chapter says about devices, counts, faults and outcomes."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from labharness.games.data import Data, Slug, Text
from labharness.games.paytables import PayTable
from labharness.model.device import DeviceClass
from labharness.model.reasons.inputs import Inputs, Noun


class Aspect(StrEnum):
    """What an obligation is about, hence which checks and procedures of a plan answer it."""

    RANDOM = "random"
    """Cards, dice or numbers come in fair order."""
    STACK = "stack"
    """All cards end in one stack."""
    COMPOSITION = "composition"
    """The right cards, tiles or dice are there."""
    COUNT = "count"
    """The device counts, and tells the truth."""
    BATCHES = "batches"
    """Two batches alternate and never mix; one is kept safely."""
    DEALING = "dealing"
    """Size, number and order of stacks or single cards."""
    STUB = "stub"
    """Cards that remain, and how they can be counted."""
    DRAWS = "draws"
    """Cards that are drawn after the first deal, as players decide."""
    RANGE = "range"
    """Which numbers a selection gives."""
    LEAK = "leak"
    """Nothing is shown to anyone who must not see it."""
    LOCK_OUT = "lock-out"
    """Late wagers or early stacks are refused."""
    FAULT = "fault"
    """Jam, stop or malfunction."""
    CONSTRUCTION = "construction"
    """How it is built and marked."""
    APPROVAL = "approval"
    """Who approves it before use."""


class Obligation(Data):
    """What a chapter asks of a device and a laboratory can test.

    Parameters
    ----------
    devices
        Device classes that it binds.
    text
        The obligation in our words, one sentence.
    """

    id: Slug
    devices: Annotated[tuple[DeviceClass, ...], Field(min_length=1)]
    aspect: Aspect
    text: Text
    citation: Text


class DeviceUse(Data):
    """A device class that the chapter names.

    Parameters
    ----------
    permitted
        ``implied`` where the chapter regulates or mentions the device without granting it.
    set
        The permitted set that is used with it; absent where it holds no cards.
    approval
        Who approves it and under what, in words.
    condition
        When it may or must be used.
    displaces
        Provisions that its use switches off.
    """

    device: DeviceClass
    permitted: Literal["required", "yes", "implied"]
    set: Slug | None = None
    approval: Text = "the chapter names no approving body"
    condition: Text | None = None
    displaces: Text | None = None
    citation: Text


class CountRule(Data):
    """A count that the chapter asks for.

    Parameters
    ----------
    who
        Who or what counts.
    expected
        The right number, ``set`` for all cards of the set, None where the text gives none.
    consequence
        What follows a wrong count.
    """

    id: Slug
    when: Text
    who: Literal["device", "dealer", "device or dealer"]
    expected: Annotated[int, Field(ge=0, le=1000)] | Literal["set"] | None = None
    consequence: Text | None = None
    citation: Text


class FaultRule(Data):
    """What follows a fault or an irregularity.

    Parameters
    ----------
    device
        The device class that it concerns, None for all.
    """

    id: Slug
    event: Text
    consequence: Text
    device: DeviceClass | None = None
    citation: Text


class Reading(Data):
    """A place where the text allows more than one reading.

    Parameters
    ----------
    point
        What is open.
    choices
        The readings in words, by their names; where a rule reads outcomes by it, in the words of the rule.
    default, why
        Which one is used unless a plan says otherwise, and the reason.
    """

    id: Slug
    point: Text
    choices: Annotated[dict[Slug, Text], Field(min_length=2)]
    default: Slug
    why: Text
    citation: Text

    @model_validator(mode="after")
    def _known(self) -> Reading:
        if self.default not in self.choices:
            raise ValueError(Inputs.UNKNOWN(what=Noun.CHOICE, name=self.default, known=tuple(self.choices)))
        return self


def _several(value: object) -> object:
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) else value


class OutcomeUse(Data):
    """An outcome that depends only on what is dealt, judged by a rule of :mod:`labharness.games.outcomes`.

    Parameters
    ----------
    rule
        Name of the rule.
    set
        The permitted set that it is dealt from; absent for dice and numbers.
    reading
        The reading on which it depends, or several; the rule's reading is their choices joined by ``; ``.
    """

    id: Slug
    title: Text
    rule: Slug
    set: Slug | None = None
    reading: Annotated[tuple[Slug, ...], BeforeValidator(_several)] = ()
    pays: tuple[PayTable, ...] = ()
    citation: Text
