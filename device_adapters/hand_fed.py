"""A machine without a port: a person loads it, starts it and unloads it; a reader reads its cards.

Everything this adapter knows comes from answers to prompts, recorded like device bytes.  Outcomes are entered
twice, by two people or by one who reads them again, and the two entries must agree.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np

from labharness.devices import kit

MOST = 1 << 16
MOST_TRIES = 5
NAME = "hand_fed"
Answer = TypeVar("Answer")


class HandFedCode(kit.Code, area=NAME):
    """Why an answer of the person at the machine cannot be used."""

    FIVE_FIELDS = kit.cut_short()
    UNKNOWN_CLASS = kit.cut_short(text=str, known=tuple[str, ...])
    NOT_A_COUNT = kit.cut_short(text=str)
    NOT_UNDERSTOOD = kit.cut_short(action=str, why=tuple[kit.Reason, ...])


SENTENCES: Mapping[kit.Code, str] = {
    HandFedCode.FIVE_FIELDS: "The answer does not have five fields. Separate them by semicolons and write 'none' for an empty one.",
    HandFedCode.UNKNOWN_CLASS: 'The answer "{text}" is not a device class. Enter a class: {known:;}.',
    HandFedCode.NOT_A_COUNT: 'The answer "{text}" is not a number of cards. Enter digits only.',
    HandFedCode.NOT_UNDERSTOOD: 'No answer to "{action}" was understood. The last one: {why:;}.',
}


@kit.adapter(
    name=NAME,
    title="Machine without a port, fed by hand",
    schemes=("operator",),
    kinds=(kit.Kind.SHUFFLE, kit.Kind.DEAL, kit.Kind.DRAW),
    source=kit.Source.HAND_ENTERED,
    version=2,
)
class HandFed:
    """Ask a person for what a device with a port would answer itself."""

    def __init__(self, link: kit.Link) -> None:
        self._link = link

    def identify(self) -> kit.DeviceIdentity:
        """Ask for the name plate."""
        text = "From the name plate: manufacturer; model; serial; hardware revision; device class."
        manufacturer, model, serial, hardware, device_class = self._understood("identify", text, _name_plate)
        return kit.DeviceIdentity(manufacturer, model, serial, hardware, device_class, "none: fed by hand")

    def software(self) -> tuple[kit.SoftwareComponent, ...]:
        """Ask for the software label; a label has no hash, and the record says so."""
        answer = self._ask("software", "From the software label: name; version (or 'none').")
        name, _, version = answer.partition(";")
        return (
            kit.SoftwareComponent(
                kit.printable(name.strip()), kit.printable(version.strip()) or "not shown", "none", ""
            ),
        )

    def load(self, order: kit.Order) -> kit.CountReport:
        """Have the cards put in and counted by hand."""
        text = f"Put these {len(order)} cards into the machine and count them: how many are inside?"
        inside = self._understood("load", text, _number, {"cards": kit.format_order(order)})
        return _counted(inside, len(order))

    def acquire(self, request: kit.AcquireRequest) -> tuple[kit.Observation, ...]:
        """Ask two people what came, such as the faces of dice; orders of cards are for the reader, not for this adapter.

        Raises
        ------
        ProtocolError
            If the two entries differ; they are then shown, and made again while everything still lies there.
        """
        if request.kind is not kit.Kind.DRAW:
            raise kit.ProtocolError(kit.Adapters.OTHER_KIND(adapter=NAME, kind=request.kind))
        numbers = f"from left to right: {request.units} numbers from {request.low} to {request.high}, separated by spaces."
        if request.again:
            first = self._entry(
                "outcomes",
                f"First person: look again, work nothing, and enter what lies there {numbers}",
                request,
            )
        else:
            first = self._entry(
                "draw", f"First person: enter what comes when the device is worked once, {numbers}", request
            )
        second = self._entry(
            "outcomes",
            f"Second person: enter the same without looking at the first entry, {numbers}",
            request,
        )
        if first != second:
            place = next(at for at, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1])
            each, other = str(first[place]), str(second[place])
            raise kit.ProtocolError(kit.Adapters.ENTRIES_DIFFER(place=place + 1, first=each, second=other))
        return (kit.Draws(np.array(first, dtype=np.uint16)),)

    def _entry(self, action: str, text: str, request: kit.AcquireRequest) -> list[int]:
        """Have the outcomes of one exchange entered by one person."""
        data = {"units": request.units, "low": request.low, "high": request.high}
        return self._understood(
            action,
            text,
            lambda answer: kit.entered_numbers(answer, request.units, request.low, request.high),
            data,
        )

    def count(self) -> kit.CountReport:
        """Have the cards counted by hand."""
        text = "Unload the machine, look inside, and count: cards; expected cards."
        return _counted(*self._understood("count", text, _two_numbers))

    def status(self) -> kit.DeviceStatus:
        """Ask what the display shows."""
        return kit.DeviceStatus(kit.printable(self._ask("status", "What does the machine's display show?")))

    def safe_state(self) -> None:
        """Do nothing: a machine without a port can only be switched off by the person beside it."""

    def _ask(self, action: str, text: str, data: dict[str, Any] | None = None) -> str:
        self._link.write(json.dumps({"action": action, "text": text, "data": data or {}}).encode())
        return self._link.read(MOST).decode("utf-8", "replace").strip()

    def _understood(
        self, action: str, text: str, parse: Callable[[str], Answer], data: dict[str, Any] | None = None
    ) -> Answer:
        """Ask until the answer can be understood, so that a slip of the pen ends no run.

        Raises
        ------
        ProtocolError
            If it cannot be understood after :data:`MOST_TRIES`.
        """
        why: tuple[kit.Reason, ...] = ()
        shown = data or {}
        for _ in range(MOST_TRIES):
            try:
                return parse(self._ask(action, text, shown))
            except kit.ProtocolError as error:
                why, shown = error.reasons, {**shown, "reasons": error.dumped()}
        raise kit.ProtocolError(HandFedCode.NOT_UNDERSTOOD(action=action, why=why))


def _counted(inside: int, expected: int) -> kit.CountReport:
    return kit.CountReport(inside, expected, inside == expected, "counted by hand")


def _fields(text: str) -> list[str]:
    fields = [kit.printable(part.strip()) for part in text.split(";")]
    if len(fields) != 5 or not all(fields):
        raise kit.ProtocolError(HandFedCode.FIVE_FIELDS())
    return fields


def _name_plate(text: str) -> list[str]:
    *fields, typed = _fields(text)
    device_class = kit.DeviceClass.typed(typed)
    if device_class is None:
        known = tuple(each.words for each in kit.DeviceClass)
        raise kit.ProtocolError(HandFedCode.UNKNOWN_CLASS(text=kit.printable(typed, 40), known=known))
    return [*fields, device_class.value]


def _two_numbers(text: str) -> tuple[int, int]:
    inside, _, expected = text.partition(";")
    return _number(inside), _number(expected or inside)


def _number(text: str) -> int:
    word = (
        text.strip()
    )  # int() strips fewer signs: a file separator before a number made it raise a ValueError
    if not (word.isascii() and word.isdigit() and len(word) < 6):
        raise kit.ProtocolError(HandFedCode.NOT_A_COUNT(text=kit.printable(word, 20)))
    return int(word)
