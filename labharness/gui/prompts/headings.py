"""The large line above a prompt, and the words of its button."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from labharness.app.bench_work.double_entry import Differing
from labharness.app.bench_work.prompt_forms import PromptKind
from labharness.evidence.records.people import PromptBody
from labharness.language.numbers import number
from labharness.language.text import plain, words
from labharness.model.cards import CardSet
from labharness.model.device import DeviceClass

SENT: Mapping[PromptKind, str] = {
    PromptKind.FORM: "Send entry",
    PromptKind.COUNT: "Send count",
    PromptKind.CARDS: "Send cards",
    PromptKind.NUMBERS: "Send numbers",
    PromptKind.TEXT: "Send answer",
}
DONE: Mapping[str, str] = {
    "shuffle": "Shuffled and unloaded",
    "deal": "Dealt and laid out",
    "restore": "Restored",
    "put_back": "Every card is back",
    "clear_jam": "Jam cleared",
    "confirm": "Confirmed",
}
_TITLES: Mapping[str, str] = {
    "identify": "Name plate",
    "software": "Software label",
    "status": "Display of the device",
    "load": "Put the cards in and count them",
    "count": "Count the cards",
    "unload": "Unload and count",
    "restore": "Restore the device",
    "put_back": "Put every card back",
    "clear_jam": "Clear the jam",
    "confirm": "Confirm, then the run continues",
    "read_unloaded": "Read the unloaded cards",
    "confirm_finding": "Look again",
    "confirm_not_applicable": "Confirm that no trial applies",
}
_PERSONS = {1: "First person", 2: "Second person"}


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


def heading(prompt: PromptBody, kind: PromptKind, facts: BenchFacts) -> str:
    """Return the large line: what is at hand, and how many there are."""
    data = prompt.data
    if kind is PromptKind.INSPECTION:
        return _of("Item", facts.done + 1, facts.units)
    if data.trials:
        return _of("Trial", data.trial, data.trials)
    if kind in (PromptKind.CARDS, PromptKind.NUMBERS):
        who = _PERSONS.get(facts.person, "")
        what = (
            "enter the cards, top card first"
            if kind is PromptKind.CARDS
            else f"enter {number(data.units)} numbers"
        )
        return f"{who}: {what}" if who else what.capitalize()
    if prompt.action == "read_known_deck":
        return _of("Known deck", facts.done + 1, facts.units)
    if data.unit is not None:
        what = {"deal": "Deal", "read_input": "Read the input of shuffle"}.get(prompt.action, "Shuffle")
        if prompt.action == "read_output":
            what = "Read the cards of unit"
        return _of(what, data.unit + 1, facts.units)
    return _TITLES.get(prompt.action) or plain(words(prompt.action).capitalize(), 80)


def verb(prompt: PromptBody, kind: PromptKind) -> str:
    """Return the words of the button that answers."""
    return DONE.get(prompt.action, "Done") if kind is PromptKind.DEED else SENT.get(kind, "Send answer")


def _of(what: str, at: int, units: int) -> str:
    return f"{what} {number(at)} of {number(units)}" if units >= at else f"{what} {number(at)}"
