"""A simulated bench: the person, the reading instrument and, where there is no port, the machine itself.

It answers the prompts of a run.  The instrument sees what really lies before it, never what a device says.

The photograph that a simulated bench takes: a gray picture, for there is nothing to be seen.
"""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from labharness.errors import InputError
from labharness.evidence.outside import SizeLimit, text_outside
from labharness.model.cards import UNREAD, Order, format_order, parse_order
from labharness.model.device import HARDWARE, READER
from labharness.model.reasons.wire import Simulated
from labharness.simulators.fault import deed
from labharness.simulators.unit import SimulatedUnit, emptied, latest, lay_hands, write_whole

WIDTH, HEIGHT, GRAY = 96, 64, 160


def picture() -> bytes:
    """Return a PNG file (ISO/IEC 15948) of one gray, the same every time."""
    rows = (b"\0" + bytes([GRAY]) * WIDTH) * HEIGHT
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def taken(folder: Path) -> Path:
    """Lay the photograph into a folder, made if it is not there, and return where it lies."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "simulated-bench.png"
    if not file.exists():
        file.write_bytes(picture())
    return file


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PATIENCE = 5.0
"""Seconds that a unit may take to appear in the tray."""
DONE = "done"


@dataclass(frozen=True, slots=True)
class BenchReply:
    """What the bench did.

    Parameters
    ----------
    text
        Answer to the prompt in words.
    file
        Deck-order file that the instrument wrote, if it read.
    """

    text: str = DONE
    file: Path | None = None


class SimulatedOperator:
    """Answers prompts as people at a bench would.

    Parameters
    ----------
    folder
        Where the instrument leaves its files; made if it is not there.
    generator
        Chance of a wrong read.
    tray
        Tray of a machine with a port.
    unit
        The machine without a port; where the tray is there, the body of the machine with one, which only shows
        what people do that its port knows nothing of.
    misread
        Chance that a card is read wrongly: as unread or as another card, half and half; or a number written down
        wrongly, as another one.
    serial
        What the name plate of the machine without a port says.
    """

    def __init__(
        self,
        folder: Path,
        generator: Generator,
        *,
        tray: Path | None = None,
        unit: SimulatedUnit | None = None,
        misread: float = 0.0,
        serial: str = "SIM",
    ) -> None:
        if not 0 <= misread <= 1:
            raise InputError(Simulated.MISREAD_OUT_OF_RANGE(misread=misread))
        self._folder = folder
        self._generator = generator
        self._tray = tray
        self._unit = unit
        self._misread = misread
        self._serial = serial
        self._seen: tuple[str, bool] | None = None
        self._read_last = -1
        self._came: NDArray[np.uint16] = np.empty(0, dtype=np.uint16)
        self._handlers: dict[str, Callable[[Mapping[str, Any]], BenchReply]] = {
            "read_known_deck": lambda data: self._read(parse_order(data["cards"])),
            "read_output": lambda _: self._read(self._output()),
            "load": lambda data: self._load(parse_order(data["cards"])),
            "shuffle": lambda data: self._shuffle(parse_order(data["cards"])),
            "deal": lambda data: self._deal(parse_order(data["cards"]), tuple(data["stacks"])),
            "confirm": lambda _: BenchReply(),
            "identify": lambda _: BenchReply(self._look_up("identify")),
            "software": lambda _: BenchReply(self._look_up("software")),
            "count": lambda _: BenchReply(self._look_up("count")),
            "unload": lambda _: self._unload(),
            "read_unloaded": lambda _: self._read(self._emptied()[0]),
            "put_back": lambda _: BenchReply(),
            "clear_jam": lambda _: BenchReply(),
            "draw": self._draw,
            "outcomes": lambda data: self._write_down(int(data["low"]), int(data["high"])),
            "procedure": self._tamper,
            "look": self._look,
            "confirm_finding": lambda _: BenchReply("yes: the simulated bench did as asked"),
            "restore": lambda _: self._tamper({"action": ""}),
            "confirm_not_applicable": lambda _: BenchReply("no: only the simulated bench cannot do it"),
            "inspect": lambda _: BenchReply(
                "yes: simulated, and nobody looked; such a machine is as it should be"
            ),
        }
        folder.mkdir(parents=True, exist_ok=True)

    def handle(self, prompt: Mapping[str, Any]) -> BenchReply | None:
        """Do what a prompt asks.

        Parameters
        ----------
        prompt
            ``action`` and its ``data``: ``read_known_deck`` (cards), ``read_output`` (unit), ``shuffle``
            (cards), ``confirm``, those of procedures, or ``identify``, ``software`` and ``count`` for a machine
            without a port.

        Returns
        -------
        BenchReply or None
            None if the bench does not know the action.
        """
        handler, data = self._handlers.get(str(prompt.get("action"))), prompt.get("data") or {}
        reply = handler({"text": prompt.get("text", ""), **data}) if handler else None
        if reply is None or not data.get("photograph"):
            return reply
        return BenchReply(f"{reply.text} | {taken(self._folder.resolve() / 'photographs')}", reply.file)

    @property
    def _machine(self) -> SimulatedUnit:
        if self._unit is None:
            raise InputError(Simulated.NO_MACHINE())
        return self._unit

    @property
    def _portless(self) -> SimulatedUnit | None:
        return self._unit if self._tray is None or not self._tray.is_dir() else None

    def _tamper(self, data: Mapping[str, Any]) -> BenchReply:
        """Do to the machine what a procedure asks; undone before the next."""
        action, self._seen = data["action"], None
        if self._unit is not None and action == "other":
            self._seen = self._unit.react(deed(data, data["text"]))
            able = self._seen is not None
        elif (unit := self._portless) is not None:
            if not len(unit.cards) and data.get("unopened"):
                unit.load(parse_order(data["unopened"]))
            able = unit.tamper(action)
        elif self._tray is not None:
            lay_hands(self._tray, action)
            able = action != "other"
        else:
            able = False
        return BenchReply("yes" if able else f"skip: the simulated bench cannot do {action!r}")

    def _look(self, data: Mapping[str, Any]) -> BenchReply:
        """See whether the machine without a port does what it must."""
        if self._seen is not None:
            shown, sound = self._seen
            return BenchReply(f"{'yes' if sound else 'no'}: {shown}")
        unit = self._portless
        if unit is None:
            return BenchReply("n/a: nobody looks at a simulated machine with a port")
        report = unit.count()
        objects = not report.correct or bool(unit.alarms)
        text = "; ".join((*unit.alarms, report.message)) or "ready"
        return BenchReply(f"{'yes' if objects == data['objects'] else 'no'}: {text}")

    def _look_up(self, question: str) -> str:
        """Read the name plate or the software label, or count the cards by hand."""
        unit = self._machine
        if question == "identify":
            kind = unit.machine
            return f"Simulated; {kind.TITLE}; {self._serial}; {HARDWARE}; {kind.DEVICE_CLASS.value}"
        if question == "software":
            return "simulated machine; not shown"
        return f"{len(unit.cards)}; {unit.expected}"

    def _unload(self) -> BenchReply:
        """Empty the machine, count what comes out, and look inside."""
        out, left = self._emptied()
        return BenchReply(f"{len(out)}; {len(left)}")

    def _emptied(self) -> tuple[Order, Order]:
        if (unit := self._portless) is not None:
            return unit.emptied()
        if self._tray is None:
            raise InputError(Simulated.NO_MACHINE_OR_TRAY())
        return emptied(self._tray)

    def _draw(self, data: Mapping[str, Any]) -> BenchReply:
        """Work a machine without a port and read off what came."""
        low, high = int(data["low"]), int(data["high"])
        self._came = self._machine.draw(int(data["units"]), low, high)
        return self._write_down(low, high)

    def _write_down(self, low: int, high: int) -> BenchReply:
        """Write down what lies there, each number wrong with the error rate of a read."""
        wrong = self._generator.random(len(self._came)) < self._misread
        others = low + (self._came - low + self._generator.integers(1, high - low + 1, len(self._came))) % (
            high - low + 1
        )
        return BenchReply(" ".join(map(str, np.where(wrong, others, self._came).tolist())))

    def _load(self, order: Order) -> BenchReply:
        return BenchReply(str(self._machine.load(order).inside))

    def _shuffle(self, order: Order) -> BenchReply:
        self._load(order)
        self._machine.shuffle()
        return BenchReply()

    def _deal(self, order: Order, stacks: tuple[int, ...]) -> BenchReply:
        self._load(order)
        self._machine.deal(stacks)
        return BenchReply()

    def _output(self) -> Order:
        if (unit := self._portless) is not None:
            return unit.output
        if self._tray is None:
            raise InputError(Simulated.NO_MACHINE_OR_TRAY())
        until = time.monotonic() + PATIENCE
        while (path := latest(self._tray)) is None:
            if time.monotonic() > until:
                raise InputError(Simulated.TRAY_EMPTY(tray=str(self._tray)))
            time.sleep(0.01)
        return parse_order(text_outside(path, SizeLimit.WRITTEN))

    def _read(self, order: Order) -> BenchReply:
        """Read an order with the instrument's error rate and leave the file."""
        wrong = self._generator.random(len(order)) < self._misread
        unread = self._generator.random(len(order)) < 1 / 2
        # Another card: one of the 51 other faces.
        other = (order % 52 + self._generator.integers(1, 52, size=len(order))) % 52
        seen = np.where(wrong, np.where(unread, UNREAD, other), order).astype(np.uint16)
        path = self._folder / f"{self._next_number():06d}.deck"
        write_whole(path, f"# reader: {READER}\n{format_order(seen)}\n")
        return BenchReply(file=path)

    def _next_number(self) -> int:
        if self._read_last < 0:  # what lies there already is of an earlier bench
            there = (int(path.stem) for path in self._folder.glob("[0-9]*.deck"))
            self._read_last = max(there, default=-1)
        self._read_last += 1
        return self._read_last
