"""A machine with cards inside, its faults, and the difference between what happens and what it tells.

The output tray that an independent reader can look into: what really left the machine, one file a unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from labharness.errors import InputError
from labharness.evidence.outside import SizeLimit, text_outside
from labharness.model.cards import Order, format_order, parse_order
from labharness.model.device import CountReport
from labharness.simulators.fault import (
    ALARMS,
    LOCKED,
    NOT_RECOUNTED,
    RECOUNTED,
    SILENT,
    SOUND,
    STANDS,
    STILL_WRONG,
    UNNOTICED,
    WORKS,
    Carousel,
    Fault,
    Machine,
    Mixer,
    RandomSource,
    SimulatedTrial,
    Standing,
    standing,
    tampered,
)

HANDS = "hands.txt"
"""What a person does to the machine, for one that is a process of its own."""

CONTENTS = "contents.txt"
"""What somebody finds who empties the machine: the cards that come out, then those left inside, a line each."""

KEPT = 256
"""Units that lie in a tray at a time."""


def write_whole(path: Path, text: str) -> None:
    """Write a file so that nobody ever sees a part of it."""
    draft = path.with_name(f".{path.name}.part")
    draft.write_text(text, encoding="utf-8", newline="\n")
    draft.replace(path)


class Tray:
    """Files of the units that left the machine last.

    Parameters
    ----------
    folder
        Where they go; made if it is not there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def show(self, unit: int, order: Order) -> None:
        """Lay down the cards of one unit, counted from 0; those of long ago are gathered up."""
        write_whole(tray_file(self._folder, unit), format_order(order) + "\n")
        tray_file(self._folder, unit - KEPT).unlink(missing_ok=True)

    def lay_open(self, out: Order, left: Order) -> None:
        """Let a person see what comes out of the machine when it is emptied, and what is left inside."""
        write_whole(self._folder / CONTENTS, f"{format_order(out)}\n{format_order(left)}\n")

    def asked(self) -> str:
        """Return what a person at the bench does to the machine just now, or ""."""
        try:
            return text_outside(self._folder / HANDS, SizeLimit.WRITTEN)
        except FileNotFoundError:
            return ""


def lay_hands(folder: Path, action: str) -> None:
    """Do something to the machine beside a tray, or undo it with ""."""
    write_whole(folder / HANDS, action)


def emptied(folder: Path) -> tuple[Order, Order]:
    """Return the cards that come out of the machine beside a tray, and those that are left inside."""
    out, left = text_outside(folder / CONTENTS, SizeLimit.WRITTEN).split("\n")[:2]
    return parse_order(out), parse_order(left)


def tray_file(folder: Path, unit: int) -> Path:
    """Return where the cards of one unit lie."""
    return folder / f"{unit:06d}.txt"


def latest(folder: Path) -> Path | None:
    """Return where the cards lie that left the machine last, or None while there are none."""
    return max(folder.glob("[0-9]*.txt"), default=None)


EMPTY: Order = np.empty(0, dtype=np.uint16)


class SimulatedUnit:
    """A simulated machine as it stands on the bench.

    Parameters
    ----------
    machine
        What happens when all is well.
    faults
        What goes wrong, in the order in which they act.
    tray
        Where the cards that really left can be read.
    """

    def __init__(self, machine: Machine, faults: Sequence[Fault] = (), tray: Tray | None = None) -> None:
        self.machine = machine
        self.units = 0
        self.expected = 0
        self.cards = EMPTY
        """Cards that go round: those of the next shuffle, or all inside a carousel."""
        self.output = EMPTY
        """Cards of the last unit as they really left."""
        self.stuck = EMPTY
        """Cards that stay inside when the machine is emptied."""
        self.alarms: tuple[str, ...] = ()
        """What the machine complains of beside its count."""
        self._faults = tuple(faults)
        self._tray = tray
        self._done_to = ""
        self._untouched = EMPTY

    def load(self, order: Order) -> CountReport:
        """Put cards in, in the order that the host is told; return the machine's count."""
        cards = order
        for fault in self._faults:
            cards = fault.inserted(cards)
        self.expected, self.cards = len(order), cards
        if isinstance(self.machine, Carousel):
            self.machine.empty()
            self.machine.insert(cards)
        return self.count()

    def count(self) -> CountReport:
        """Return what the device says about its count."""
        if self._tray is not None:
            self.tamper(self._tray.asked())
            self._tray.lay_open(*self.emptied())
        inside = len(self.cards)
        for fault in self._faults:
            inside = fault.counted(inside, self.expected)
        correct = inside == self.expected
        return CountReport(inside, self.expected, correct, "" if correct else "card count is wrong")

    def tamper(self, action: str) -> bool:
        """Do to the machine what a procedure asks, or undo it with ""; returns whether that can be done."""
        if action == self._done_to:
            return True
        if self._done_to:
            self.cards, self._done_to, self.alarms = self._untouched, "", ()
        changed = tampered(action, self.cards) if action else self.cards
        if action and changed is not None:
            self._untouched, self.cards, self._done_to = self.cards, changed, action
            self.alarms = tuple(ALARMS[name] for name in (action,) if name in ALARMS)
            for fault in self._faults:
                self.alarms = fault.alarmed(self.alarms)
        return changed is not None

    def react(self, deed: SimulatedTrial) -> tuple[str, bool] | None:
        """Do what only people can do.

        Returns
        -------
        tuple or None
            What is seen, and whether a sound machine would show the same; None if nobody knows the procedure.
        """
        if self.machine.MAX_CARDS and not len(self.cards) and len(deed.cards):
            self.load(deed.cards)
        stands = standing(deed) if self.machine.MAX_CARDS else None
        if stands is not None:
            what, action = stands
            shown = self._stood(what, action)
            self.tamper("")
            return shown, shown == SOUND[what]
        if deed.name == "stub" and deed.words:
            remain, right = (len(cards) - int(deed.words[0]) for cards in (self.cards, deed.cards))
            return f"{remain} cards remain", remain == right
        if deed.name == "drawn-cards":
            return self._drawn(tuple(map(int, deed.words)))
        sound = self.machine.react(deed)
        if sound is None:
            return None
        shown = sound
        for fault in self._faults:
            shown = fault.reacted(deed, shown)
        return shown, shown == sound

    def _drawn(self, asked: tuple[int, ...]) -> tuple[str, bool]:
        """Draw cards as players asked for them, and say how many came."""
        origin = np.split(self.cards, np.cumsum(asked))
        for fault in self._faults:
            with suppress(InputError):  # it is one of a stack that is not dealt here
                origin = fault.stacked(origin)
        sizes = tuple(map(len, origin[:-1]))
        return f"draws of {', '.join(map(str, sizes))} cards", sizes == asked

    def _stood(self, what: Standing, action: str) -> str:
        """Do something to the machine and say what it does while it is so, or once it is put right."""
        self.tamper(action)
        complains = bool(self.alarms) if what == "alarm" else not self.count().correct
        works, counts, stands = not complains, True, complains
        for fault in self._faults:
            works, counts, stands = fault.worked(works), fault.recounted(counts), fault.dismissed(stands)
        if what == "lock-out":
            return WORKS if works else LOCKED
        if not complains:
            return UNNOTICED
        if what != "recount":
            return STANDS if stands else SILENT
        self.tamper("")
        if not counts:
            return NOT_RECOUNTED
        return RECOUNTED if self.count().correct else STILL_WRONG

    def emptied(self) -> tuple[Order, Order]:
        """Say which cards come out when all are taken out, and which stay inside."""
        left = sum(fault.left(self.cards) for fault in self._faults)
        out, stays = np.split(self.cards, [len(self.cards) - left])
        return out, np.concatenate((self.stuck, stays))

    def shuffle(self) -> Order:
        """Shuffle once; the cards that came out go in again.  Return the order reported."""
        return self._told(self._mixed())

    def deal(self, stacks: tuple[int, ...]) -> list[Order]:
        """Shuffle, dispense stacks and the stub, gather the cards.  Return stacks and stub as reported."""
        dealt = np.split(self._told(self._mixed(stacks)), np.cumsum(stacks))
        for fault in self._faults:
            dealt = fault.stacked(dealt)
        return dealt

    def round(self, number: int) -> tuple[Order, Order]:
        """Deal a round and put its cards back.  Return both as reported."""
        assert isinstance(self.machine, Carousel)
        taken_over = _first(fault.dealt(self.machine, number) for fault in self._faults)
        dealt = self.machine.deal(number) if taken_over is None else taken_over
        self._leave(dealt)
        self.machine.insert(dealt)
        text = self._told(dealt)
        return text, text

    def draw(self, number: int, low: int, high: int) -> NDArray[np.uint16]:
        """Draw outcomes."""
        values = _first(fault.outcomes(self.raw, number, low, high) for fault in self._faults)
        if values is None:
            values = self._by_rejection(number, low, high)
        for fault in self._faults:
            values = fault.drawn(values, low, high)
        return values

    def raw(self, number: int) -> bytes:
        """Deliver raw bytes."""
        assert isinstance(self.machine, RandomSource)
        data = self.machine.raw(number)
        for fault in self._faults:
            data = fault.raw(data)
        return data

    def _by_rejection(self, number: int, low: int, high: int) -> NDArray[np.uint16]:
        """Drop 32-bit numbers above the last whole multiple of the range, so that no outcome is favored."""
        span = high - low + 1
        limit = (1 << 32) // span * span
        values = np.empty(0, dtype=np.uint32)
        while len(values) < number:
            words = np.frombuffer(self.raw(4 * (number - len(values))), dtype="<u4")
            values = np.concatenate((values, words[words < limit]))
        return (values % span + low).astype(np.uint16)

    def _mixed(self, stacks: tuple[int, ...] = ()) -> Order:
        assert isinstance(self.machine, Mixer)
        machine = self.machine
        taken_over = _first(fault.dispensed(machine, self.cards, stacks) for fault in self._faults)
        output = machine.dispense(self.cards, stacks) if taken_over is None else taken_over
        for fault in self._faults:
            output = fault.mixed(self.cards, output, self.units)
        kept = sum(fault.kept(output, self.units) for fault in self._faults)
        self.cards, left = np.split(output, [len(output) - kept])
        self.stuck = np.concatenate((self.stuck, left))
        self._leave(self.cards)
        return self.cards

    def _leave(self, order: Order) -> None:
        self.output = order
        if self._tray is not None:
            self._tray.show(self.units, order)
        self.units += 1

    def _told(self, order: Order) -> Order:
        for fault in self._faults:
            order = fault.told(order)
        return order


def _first(answers: Iterable[NDArray[np.uint16] | None]) -> NDArray[np.uint16] | None:
    """Return what the first fault that takes the machine's work over does in its place."""
    return next((answer for answer in answers if answer is not None), None)
