"""A simulated device that authenticates its software by GAT 3.50, and the faults that it can have."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from hashlib import sha1, sha256
from typing import Self
from xml.sax.saxutils import escape

from labharness.devices.gat import (
    ACCEPTED,
    ANSWER,
    AVAILABLE,
    CALCULATING,
    COMPONENT,
    FAILED,
    FILE,
    FINISHED,
    FUNCTIONS,
    LAST_PART,
    LEVEL_ERROR,
    NO_SEED,
    PART_FAILED,
    RESPONSE,
    SHORTEST,
    SPECIAL,
    XML,
    GatCommand,
    crc16,
    encode_frame,
)
from labharness.simulators.fault import Send, Step

PART_BYTES = 248
"""Bytes of a report in one frame."""
SEED_PARAMETER = "%%SHA1_HMAC%%"
"""How a device lists that a function takes a seed."""
EARLIER_SEED = bytes(range(20))
"""Seed of the results that a device replays."""


class GatFault(StrEnum):
    """What goes wrong, by the name under which it is asked for, each with its help."""

    WRONG_CRC = "gat_wrong_crc", "every answer with a part of a report has a wrong CRC"
    WRONG_CRC_ONCE = "gat_wrong_crc_once", "the first part of a report has a wrong CRC the first time"
    SILENT = "gat_silent", "no answer at all"
    SILENT_RESULTS = "gat_silent_results", "no answer with a part of a report"
    WRONG_RESULT = "gat_wrong_result", "a byte of the first component is altered"
    TRUNCATED_XML = "gat_truncated_xml", "a report ends in its middle"
    ENTITIES = "gat_entities", "a report declares nested entities"
    ENDLESS_REPORT = "gat_endless_report", "a report has no last part"
    COMPONENT_MISSING = "gat_component_missing", "the last component is listed and never reported"
    COMPONENT_ADDED = "gat_component_added", "a component is reported that nobody submitted"
    COMPONENT_TWICE = (
        "gat_component_twice",
        "the first component is reported twice, the second time with another checksum",
    )
    REPLAYED = "gat_replayed", "checksums for an earlier seed are reported again"
    SEED_IGNORED = "gat_seed_ignored", "the seed is ignored: plain SHA-1 is reported"
    TEXT_ONLY = "gat_text_only", "only reports in text are offered"
    CALCULATION_FAILS = "gat_calculation_fails", "every calculation fails"
    NO_GET_FILE = "gat_no_get_file", "no fault: components are authenticated one by one only"

    help: str

    def __new__(cls, name: str, text: str = "") -> Self:
        """Make a fault."""
        fault = str.__new__(cls, name)
        fault._value_, fault.help = name, text
        return fault


HELP: Mapping[GatFault, str] = {fault: fault.help for fault in GatFault}


class GatUnit:
    """A device's side of the protocol.

    Parameters
    ----------
    images
        Bytes of each component, by the name that the device gives it.
    faults
        What goes wrong.
    polls
        Questions for the status that find a calculation still going on.
    """

    def __init__(
        self, images: Mapping[str, bytes], faults: Collection[GatFault] = (), polls: int = 1
    ) -> None:
        self._images = dict(images)
        self._faults = frozenset(faults)
        self._polls = polls
        self._left = 0
        self._state = FINISHED
        self._report = b""
        self._buffer = b""
        self._spoiled = False

    def receive(self, data: bytes) -> list[Step]:
        """Take received bytes; return the answers to the requests that they complete."""
        self._buffer += data
        steps: list[Step] = []
        while len(self._buffer) >= 2:
            length = self._buffer[1]
            if length < SHORTEST:
                self._buffer = b""
                break
            if len(self._buffer) < length:
                break
            frame, self._buffer = self._buffer[:length], self._buffer[length:]
            sound = crc16(frame[:-2]) == int.from_bytes(frame[-2:], "big")
            if sound and GatFault.SILENT not in self._faults:
                steps += self._answered(frame[0], frame[2:-2])
        return steps

    def _answered(self, command: int, data: bytes) -> list[Step]:
        answers: Mapping[int, Callable[[bytes], bytes]] = {
            GatCommand.STATUS: self._status,
            GatCommand.RESULTS: self._results,
            GatCommand.INITIATE: self._initiated,
        }
        if command not in answers:
            return []
        frame = encode_frame(command | ANSWER, answers[command](data))
        if command == GatCommand.RESULTS:
            if GatFault.SILENT_RESULTS in self._faults:
                return []
            once = GatFault.WRONG_CRC_ONCE in self._faults and not self._spoiled
            if once or GatFault.WRONG_CRC in self._faults:
                self._spoiled = True
                frame = frame[:-1] + bytes((frame[-1] ^ 1,))
        return [Send(frame)]

    def _status(self, _: bytes) -> bytes:
        state = self._state
        if self._left:
            self._left -= 1
            state = CALCULATING | 0x08
        return bytes((0x03, 0x50, state, 1 if GatFault.TEXT_ONLY in self._faults else XML))

    def _results(self, data: bytes) -> bytes:
        number = int.from_bytes(data[1:3], "big")
        at = (number - 1) * PART_BYTES
        part = self._report[at : at + PART_BYTES]
        if GatFault.ENDLESS_REPORT in self._faults:
            return bytes((0,)) + data[1:3] + b" " * PART_BYTES
        if len(data) != 3 or data[0] != XML or not part:
            return bytes((PART_FAILED | LAST_PART,)) + data[1:3]
        return bytes((LAST_PART if at + PART_BYTES >= len(self._report) else 0,)) + data[1:3] + part

    def _initiated(self, data: bytes) -> bytes:
        if data[:1] != bytes((SPECIAL,)):
            return bytes((LEVEL_ERROR,))
        report = self._reported(data[2:].decode("ascii", "replace").split("\t"))
        if report is None:
            self._state = FAILED
            return bytes((0,))
        self._report, self._left = report, self._polls
        self._state = FAILED if GatFault.CALCULATION_FAILS in self._faults else FINISHED | AVAILABLE
        return bytes((ACCEPTED,))

    def _reported(self, asked: list[str]) -> bytes | None:
        """Return the report of a special function, None where it is refused."""
        if asked == [FUNCTIONS]:
            return self._functions()
        names = list(self._images)
        if GatFault.COMPONENT_MISSING in self._faults:
            names = names[:-1]
        match asked:
            case [str() as function, str() as file, str() as seed] if (function, file) == (FILE, RESPONSE):
                return self._checksums(names, seed) if self._offers_file else None
            case [str() as function, str() as name, str() as seed] if function == COMPONENT:
                return self._checksums([name], seed) if name in names else None
        return None

    @property
    def _offers_file(self) -> bool:
        return GatFault.NO_GET_FILE not in self._faults

    def _functions(self) -> bytes:
        offered = [(FILE, RESPONSE)] if self._offers_file else []
        offered += [(COMPONENT, name) for name in self._images]
        lines = "".join(
            f"<Function><Feature>{feature}</Feature><Parameter>{escape(name)}</Parameter>"
            f"<Parameter>{SEED_PARAMETER}</Parameter></Function>"
            for feature, name in offered
        )
        return f"<?xml version='1.0'?>\r\n<SpecialFunctions>{lines}</SpecialFunctions>".encode()

    def _checksums(self, names: list[str], seed: str) -> bytes | None:
        try:
            key = b"" if seed == NO_SEED else bytes.fromhex(seed)
        except ValueError:
            return None
        rows = [(name, self._checksum(name, key)) for name in names]
        if GatFault.COMPONENT_ADDED in self._faults:
            rows.append(("Extra 9.9", sha1(key, usedforsecurity=False).hexdigest()))
        if GatFault.COMPONENT_TWICE in self._faults:
            rows.append((names[0], sha1(key, usedforsecurity=False).hexdigest()))
        lines = "".join(
            f"\r\n    <Component><Name>{escape(name)}</Name><Checksum>{checksum.upper()}</Checksum></Component>"
            for name, checksum in rows
        )
        kind = ""
        if GatFault.ENTITIES in self._faults:
            kind = "<!DOCTYPE Components [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>]>"
        report = (
            f"<?xml version='1.0'?>\r\n{kind}<Components GatExec='default'>\r\n  <Game><Name>Simulated</Name>"
            f"<Manufacturer>Simulated</Manufacturer>{lines}\r\n  </Game>\r\n</Components>"
        ).encode()
        return report[: len(report) // 2] if GatFault.TRUNCATED_XML in self._faults else report

    def _checksum(self, name: str, key: bytes) -> str:
        image = self._images[name]
        if GatFault.WRONG_RESULT in self._faults and name == next(iter(self._images)):
            image = bytes((image[0] ^ 1,)) + image[1:]
        if GatFault.REPLAYED in self._faults:
            key = EARLIER_SEED
        if not key or GatFault.SEED_IGNORED in self._faults:
            return sha1(image, usedforsecurity=False).hexdigest()
        return hmac.new(key, image, "sha1").hexdigest()


def sample_images(names: tuple[str, ...] = ("Control 1.0.2", "Display 2.4", "Games 1.1")) -> dict[str, bytes]:
    """Return made-up components, some with more bytes than a block of SHA-1; the same every time."""
    return {
        name: b"".join(sha256(f"{name} {at}".encode()).digest() for at in range(40 + 3 * place))
        for place, name in enumerate(names)
    }
