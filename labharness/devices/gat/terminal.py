"""The terminal's side of GAT 3.50: ask for a calculation, wait for it, fetch its report frame by frame.

Commands are 01 status, 03 results and 04 initiate; 02 asks for the time of the last result, which is never of use here,
because only a result for this seed counts.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from labharness.devices.adapter import Link
from labharness.devices.gat.frame import GatCommand, drain, encode_frame, read_frame
from labharness.devices.gat.report import (
    LONGEST_TEXT,
    ReportedComponent,
    SpecialFunction,
    read_components,
    read_functions,
)
from labharness.errors import DeviceRefused, DeviceTimeout, ProtocolError, TransferDamaged
from labharness.model.reasons.gat import Gat

SPECIAL = 0xBA
"""Level of authentication that calls a special function."""
XML = 2
"""Format of a report."""
FUNCTIONS = "Get Special Functions"
FILE, RESPONSE = "Get File", "AuthenticationResponse.xml"
COMPONENT = "Component"
NO_SEED = "(none)"
"""What stands in the place of a seed where there is none: the device then calculates plain SHA-1."""
LONGEST_PARAMETER = 249
"""Characters of a special function with its parameters: a frame without its frame, level and zero byte."""
LONGEST_REPORT = 1 << 20
"""Bytes of the longest report that is read."""
CALCULATING, AVAILABLE, STATE, FINISHED, FAILED = 0x01, 0x02, 0x0C, 0x04, 0x0C
"""Bits of the status: a calculation is going on; results are available; how far it is; what these bits say."""
ACCEPTED, LEVEL_ERROR = 0x03, 0x04
"""Bits of the answer to an initiation: acknowledged and started; the level is not known."""
PART_FAILED, LAST_PART = 1, 2
"""Bits of a part of a report."""
ATTEMPTS = 3
"""How often a question without an effect is asked before its damage counts."""


@dataclass(frozen=True, slots=True)
class GatStatus:
    """What a device says of its protocol and its calculation.

    Parameters
    ----------
    version
        Of the protocol, such as ``3.50``.
    state
        Status byte.
    formats
        Bits of the report formats: 1 text, 2 XML.
    """

    version: str
    state: int
    formats: int

    @property
    def finished(self) -> bool:
        """Whether the results of the calculation can be fetched."""
        return (
            self.state & STATE == FINISHED and bool(self.state & AVAILABLE) and not self.state & CALCULATING
        )


@dataclass(frozen=True, slots=True)
class GatTerminal:
    """A terminal at a link.

    Parameters
    ----------
    link
        The tapped transport.
    gap_s
        Seconds of silence before each request; the protocol demands 0.01 behind the 0.05 that end a frame.
    poll_s
        Seconds between questions for the status of a calculation.
    patience_s
        Seconds for one calculation.
    """

    link: Link
    gap_s: float = 0.06
    poll_s: float = 0.5
    patience_s: float = 1800.0

    def status(self) -> GatStatus:
        """Ask for version, state and formats."""
        data = self._ask(GatCommand.STATUS)
        if len(data) != 4:
            raise ProtocolError(Gat.DATA_LENGTH(command="81", length=len(data), expected=4))
        return GatStatus(f"{data[0]:x}.{data[1]:02x}", data[2], data[3])

    def functions(self) -> tuple[SpecialFunction, ...]:
        """Ask for the special functions, the list of components among them."""
        return read_functions(self._special(FUNCTIONS))

    def all_components(self, seed: bytes) -> tuple[ReportedComponent, ...]:
        """Have every component authenticated at once, by HMAC-SHA-1 under ``seed``, by SHA-1 where it is empty."""
        return read_components(self._special(FILE, RESPONSE, _seed(seed)))

    def component(self, name: str, seed: bytes) -> tuple[ReportedComponent, ...]:
        """Have one component authenticated, as :meth:`all_components`."""
        return read_components(self._special(COMPONENT, name, _seed(seed)))

    def _special(self, *parts: str) -> bytes:
        """Call a special function, wait for it and fetch its report."""
        text = "\t".join(parts)
        sendable = all(part.isascii() and part.isprintable() for part in parts)
        if not sendable or len(text) > LONGEST_PARAMETER:
            raise DeviceRefused(Gat.NOT_SENDABLE(text=text[:LONGEST_TEXT], limit=LONGEST_PARAMETER))
        answer = self._ask(GatCommand.INITIATE, bytes((SPECIAL, 0)) + text.encode("ascii"))
        if len(answer) != 1:
            raise ProtocolError(Gat.DATA_LENGTH(command="84", length=len(answer), expected=1))
        if answer[0] & LEVEL_ERROR or answer[0] & ACCEPTED != ACCEPTED:
            raise DeviceRefused(Gat.REFUSED(function=text, answer=f"{answer[0]:02X}"))
        self._await(text)
        return self._report(text)

    def _await(self, text: str) -> None:
        deadline = time.monotonic() + self.patience_s
        while not (status := self.status()).finished:
            if status.state & STATE == FAILED:
                raise DeviceRefused(Gat.CALCULATION_FAILED(function=text))
            if time.monotonic() > deadline:
                raise DeviceTimeout(Gat.CALCULATION_LATE(function=text, seconds=self.patience_s))
            time.sleep(self.poll_s)

    def _report(self, text: str) -> bytes:
        report, number = b"", 0
        while len(report) <= LONGEST_REPORT and number < 0xFFFF:
            number += 1
            data = self._ask(GatCommand.RESULTS, bytes((XML,)) + number.to_bytes(2, "big"))
            if len(data) < 3 or int.from_bytes(data[1:3], "big") != number:
                raise ProtocolError(Gat.OTHER_PART(part=number))
            if data[0] & PART_FAILED:
                raise DeviceRefused(Gat.NO_RESULT(function=text, part=number))
            report += data[3:]
            if data[0] & LAST_PART:
                return report
            if not data[3:]:
                raise ProtocolError(Gat.OTHER_PART(part=number))
        raise ProtocolError(Gat.REPORT_TOO_LARGE())

    def _ask(self, command: GatCommand, data: bytes = b"") -> bytes:
        """Ask and return the data of the answer; a question without an effect is asked again after damage."""
        attempts = 1 if command is GatCommand.INITIATE else ATTEMPTS
        for left in reversed(range(attempts)):
            time.sleep(self.gap_s)
            self.link.write(encode_frame(command, data))
            try:
                return read_frame(self.link, command)
            except (DeviceTimeout, TransferDamaged):
                if not left:
                    raise
                drain(self.link)
        raise AssertionError("unreachable: the last attempt returns or raises")


def _seed(seed: bytes) -> str:
    return seed.hex().upper() or NO_SEED
