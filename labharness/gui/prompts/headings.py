"""The large line above a prompt, and the words of its button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from labharness.app.bench_work.double_entry import Differing
from labharness.app.bench_work.prompt_forms import PromptKind
from labharness.evidence.records.people import PromptBody
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.words import tr
from labharness.language.numbers import number
from labharness.language.text import plain, words
from labharness.model.cards import CardSet
from labharness.model.device import DeviceClass

SENT: Mapping[PromptKind, str] = {
    PromptKind.FORM: tr("Send entry"),
    PromptKind.COUNT: tr("Send count"),
    PromptKind.CARDS: tr("Send cards"),
    PromptKind.NUMBERS: tr("Send numbers"),
    PromptKind.TEXT: tr("Send answer"),
}
DONE: Mapping[str, str] = {
    "shuffle": tr("Shuffled and unloaded"),
    "deal": tr("Dealt and laid out"),
    "restore": tr("Restored"),
    "put_back": tr("Every card is back"),
    "clear_jam": tr("Jam cleared"),
    "confirm": tr("Confirmed"),
}
_TITLES: Mapping[str, str] = {
    "identify": tr("Name plate"),
    "software": tr("Software label"),
    "status": tr("Display of the device"),
    "load": tr("Put the cards in and count them"),
    "count": tr("Count the cards"),
    "unload": tr("Unload and count"),
    "restore": tr("Restore the device"),
    "put_back": tr("Put every card back"),
    "clear_jam": tr("Clear the jam"),
    "confirm": tr("Confirm, then the run continues"),
    "read_unloaded": tr("Read the unloaded cards"),
    "confirm_finding": tr("Look again"),
    "confirm_not_applicable": tr("Confirm that no trial applies"),
}
CHOSEN = frozenset({PromptKind.INSPECTION, PromptKind.TRIAL, PromptKind.CHOICE})
"""Kinds that are answered by one of several buttons."""
_PERSONS = {1: tr("First person"), 2: tr("Second person")}


@dataclass(frozen=True, slots=True)
class BenchFacts:
    """What a prompt is shown with.

    Parameters
    ----------
    person
        Who enters, 1 or 2, where two people enter the same.
    differing
        The last two entries, where they differ and nobody is entering again.
    stage, done, units
        The stage that runs and its progress; ``units`` is 0 where it counts none.
    asked
        When each prompt was put, by its number (UTC).
    same_as
        What had the same order of cards just before, such as ``shuffle 4``, "" for none.
    paused
        Whether the run is paused: the time of a prompt then stands still.
    closing
        Whether somebody asked to close the session, which waits for the answer.
    """

    device_class: DeviceClass | None = None
    cards: CardSet | None = None
    person: int = 0
    differing: Differing | None = None
    stage: str = ""
    done: int = 0
    units: int = 0
    asked: Mapping[int, str] = field(default_factory=dict)
    same_as: str = ""
    paused: bool = False
    closing: bool = False


def heading(prompt: PromptBody, kind: PromptKind, facts: BenchFacts) -> str:
    """Return the large line: what is at hand, and how many there are."""
    data = prompt.data
    if kind is PromptKind.INSPECTION:
        return _of(tr("Item"), facts.done + 1, facts.units)
    if data.trials:
        return _of(tr("Trial"), data.trial, data.trials)
    if kind in (PromptKind.CARDS, PromptKind.NUMBERS):
        who = _PERSONS.get(facts.person, "")
        what = (
            tr("enter the cards, top card first")
            if kind is PromptKind.CARDS
            else tr("enter {units} numbers", units=number(data.units))
        )
        return f"{who}: {what}" if who else what.capitalize()
    if prompt.action == "read_known_deck":
        return _of(tr("Known deck"), facts.done + 1, facts.units)
    if data.unit is not None:
        what = {"deal": tr("Deal"), "read_input": tr("Read the input of shuffle")}.get(
            prompt.action, tr("Shuffle")
        )
        if prompt.action == "read_output":
            what = tr("Read the cards of unit")
        return _of(what, data.unit + 1, facts.units)
    return _TITLES.get(prompt.action) or plain(words(prompt.action).capitalize(), 80)


def verb(prompt: PromptBody, kind: PromptKind) -> str:
    """Return the words of the button that answers."""
    return (
        DONE.get(prompt.action, tr("Done")) if kind is PromptKind.DEED else SENT.get(kind, tr("Send answer"))
    )


def wanted(prompt: PromptBody, kind: PromptKind) -> str:
    """Return what belongs into the field of an answer."""
    if kind in CHOSEN:
        return tr("Comment")
    if kind is PromptKind.READ:
        return tr("Why the cards can no longer be read")
    if kind is PromptKind.NUMBERS:
        data = prompt.data
        return tr(
            "{units} numbers from {low} to {high}, separated by spaces",
            units=number(data.units),
            low=data.low,
            high=data.high,
        )
    if kind is PromptKind.TEXT and prompt.data.how:
        return plain(say(prompt.data.how))
    return tr("Remark (optional)") if kind is PromptKind.DEED else tr("Your answer; cards as AS 10D QH …")


def _of(what: str, at: int, units: int) -> str:
    return (
        tr("{what} {at} of {units}", what=what, at=number(at), units=number(units))
        if units >= at
        else f"{what} {number(at)}"
    )
