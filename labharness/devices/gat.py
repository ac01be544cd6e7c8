"""The terminal's side of GSA's Game Authentication Terminal protocol 3.50: authentication of software over a serial port.

Sources, by what they were used for:

- frames, commands, status bits: GSA, *GAT Protocol v3.50.0*, gsa-p0093.001.00 (studylib.net/doc/8224367), and the public
  implementation github.com/peniwize/GatHost, which agrees with it;
- the reports' elements, as a shuffler sent them: IOActive, *Shuffle Up and Deal*, Black Hat USA 2023, slides 27 and 28.

Not verified on a unit: that the seed is the hexadecimal key of HMAC-SHA-1 over the bytes of a component, and that
:data:`~labharness.devices.gat.NO_SEED` asks for plain SHA-1.

The terminal's side of GAT 3.50: ask for a calculation, wait for it, fetch its report frame by frame.

Commands are 01 status, 03 results and 04 initiate; 02 asks for the time of the last result, which is never of use here,
because only a result for this seed counts.

The XML reports of GAT 3.50: the special functions that a device offers, and the checksums of its components.

A report is untrusted text: a document type or an entity declaration is refused, and depth and sizes are bounded.

Frames of GAT 3.50: command, length of the whole frame, data, CRC-16 with the high byte first.

The CRC is the reflected 0xA001 from 0xFFFF, without a final XOR.

One authentication of a device: its version, the functions that it offers, and the checksum of every component.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum

# Declarations are refused before they can expand, so expat reads only elements and text.
from xml.parsers import expat

from labharness.devices.adapter import Link, printable
from labharness.errors import DeviceError, DeviceRefused, DeviceTimeout, ProtocolError, TransferDamaged
from labharness.model.reasons.wire import Gat
from labharness.reason import Reason

DEEPEST, MOST_ELEMENTS, LONGEST_TEXT = 16, 50_000, 512
"""Bounds of a report: nested elements, elements, and characters of each text."""
LONGEST_CHECKSUM = 128
"""Hexadecimal digits of SHA-512."""


@dataclass(frozen=True, slots=True)
class SpecialFunction:
    """A function that a device offers, such as ``Component`` with the component's name and a seed."""

    feature: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportedComponent:
    """A component with the checksum that the device calculated; "" for the name or the checksum where it gave none.

    The checksum is upper case and without spaces.  It is what the device sent, so it need not be hexadecimal.
    """

    name: str
    checksum: str


def read_functions(report: bytes) -> tuple[SpecialFunction, ...]:
    """Read the answer to ``Get Special Functions``.

    Raises
    ------
    ProtocolError
        If it is not such a report.
    """
    root = _parse(report, "SpecialFunctions")
    return tuple(
        SpecialFunction(each.first("Feature"), tuple(each.text for each in each.named("Parameter")))
        for each in root.named("Function")
    )


def read_components(report: bytes) -> tuple[ReportedComponent, ...]:
    """Read an authentication response.

    Raises
    ------
    ProtocolError
        If it is not such a report.
    """
    return tuple(
        ReportedComponent(
            each.first("Name"), "".join(each.first("Checksum").split()).upper()[:LONGEST_CHECKSUM]
        )
        for each in _parse(report, "Components").anywhere("Component")
    )


@dataclass(slots=True)
class _Element:
    name: str
    text: str = ""
    children: list[_Element] = field(default_factory=list)

    def named(self, name: str) -> Iterator[_Element]:
        return (each for each in self.children if each.name == name)

    def first(self, name: str) -> str:
        return next((each.text for each in self.named(name)), "")

    def anywhere(self, name: str) -> Iterator[_Element]:
        for each in self.children:
            if each.name == name:
                yield each
            else:
                yield from each.anywhere(name)


class _Reader:
    """Builds the tree of a report within its bounds."""

    def __init__(self) -> None:
        self.root = _Element("")
        self._open = [self.root]
        self._elements = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        del attributes
        self._elements += 1
        if len(self._open) > DEEPEST or self._elements > MOST_ELEMENTS:
            raise ProtocolError(Gat.REPORT_TOO_LARGE())
        element = _Element(name)
        parent = self._open[-1]
        parent.text = parent.text.strip()  # the indentation between children counts for nothing
        parent.children.append(element)
        self._open.append(element)

    def end(self, name: str) -> None:
        del name
        element = self._open.pop()
        element.text = printable(element.text.strip(), LONGEST_TEXT)

    def characters(self, text: str) -> None:
        element = self._open[-1]
        if len(element.text) + len(text) > LONGEST_TEXT:
            raise ProtocolError(Gat.REPORT_TOO_LARGE())
        element.text += text

    def declared(self, *_: object) -> None:
        raise ProtocolError(Gat.DECLARATION())


def _parse(report: bytes, name: str) -> _Element:
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.characters
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = reader.declared
    try:
        parser.Parse(report, True)  # noqa: FBT003  the signature of expat
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise ProtocolError(Gat.NOT_A_REPORT(why=printable(str(error)))) from error
    if [each.name for each in reader.root.children] != [name]:
        raise ProtocolError(Gat.OTHER_REPORT(expected=name))
    return reader.root.children[0]


SHORTEST, LONGEST = 4, 255
"""Bytes of a frame."""
ANSWER_S = 1.0
"""Seconds to wait for each piece of an answer; the protocol has a device answer within about 0.2."""
QUIET_S = 0.05
"""Seconds of silence that end a frame."""
ANSWER = 0x80
"""Bit that makes the command of an answer."""


class GatCommand(IntEnum):
    """What a terminal asks, see :mod:`labharness.devices.gat`."""

    STATUS = 0x01
    RESULTS = 0x03
    INITIATE = 0x04


def crc16(data: bytes) -> int:
    """Return the checksum of a frame's bytes before its CRC.

    Examples
    --------
    >>> hex(crc16(b"123456789"))
    '0x4b37'
    """
    crc = 0xFFFF
    for byte in data:
        crc = crc >> 8 ^ _TABLE[(crc ^ byte) & 0xFF]
    return crc


def _shifted(byte: int) -> int:
    """Return a byte after its eight shifts through the register."""
    for _ in range(8):
        byte = byte >> 1 ^ (0xA001 if byte & 1 else 0)
    return byte


_TABLE = tuple(map(_shifted, range(256)))


def encode_frame(command: int, data: bytes = b"") -> bytes:
    """Return a frame; ``data`` has at most 251 bytes.

    Examples
    --------
    >>> encode_frame(GatCommand.STATUS).hex()
    '01048023'
    """
    length = SHORTEST + len(data)
    if length > LONGEST:
        raise ValueError(f"{len(data)} bytes do not fit into a frame")
    head = bytes((command, length)) + data
    return head + crc16(head).to_bytes(2, "big")


def read_frame(link: Link, command: GatCommand) -> bytes:
    """Read the answer to a command; return its data.

    Raises
    ------
    TransferDamaged
        If the length or the CRC is wrong, or another command is answered.
    DeviceTimeout
        If the answer does not come or stops.
    """
    head = _exactly(link, 2)
    if not SHORTEST <= head[1] <= LONGEST:
        raise TransferDamaged(Gat.LENGTH(length=head[1]))
    rest = _exactly(link, head[1] - 2)
    if crc16(head + rest[:-2]) != int.from_bytes(rest[-2:], "big"):
        raise TransferDamaged(Gat.CRC())
    if head[0] != command | ANSWER:
        raise TransferDamaged(Gat.OTHER_ANSWER(asked=f"{command:02X}", answered=f"{head[0]:02X}"))
    return rest[:-2]


def drain(link: Link) -> None:
    """Read what is left of a damaged answer, until the line is quiet or a frame's length has passed twice."""
    with suppress(DeviceTimeout):
        left = 2 * LONGEST
        while left > 0:
            left -= len(link.read(LONGEST, QUIET_S))


def _exactly(link: Link, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += link.read(size - len(data), ANSWER_S)
    return data


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


SEED_BYTES = 20
"""Bytes of a seed, as many as SHA-1 has: no device can have calculated for a seed in advance."""


MOST_COMPONENTS = 1000
"""Components of a session; a device that names more is refused."""


@dataclass(slots=True)
class GatSession:
    """What a device reported; a session that was cut short keeps what came before.

    Parameters
    ----------
    version
        Of the protocol, "" where the device did not answer.
    components
        In the order of the reports; a name can come twice.
    listed
        Names of the components that the device says it can authenticate, reported or not.
    problems
        Why components were not reported, and why the session was cut short.
    """

    version: str = ""
    components: list[ReportedComponent] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    problems: list[Reason] = field(default_factory=list)


def fresh_seed() -> bytes:
    """Return a new random seed; a device can answer only by calculating."""
    return secrets.token_bytes(SEED_BYTES)


def hold_session(terminal: GatTerminal, seed: bytes) -> GatSession:
    """Have everything authenticated that a device offers; an error of the device is a problem of the session.

    Parameters
    ----------
    seed
        Fresh and random, see :func:`fresh_seed`; empty asks for plain SHA-1, which proves that no calculation was made.
    """
    session = GatSession()
    try:
        _hold(terminal, seed, session)
    except DeviceError as error:
        session.problems += error.reasons
    return session


def _hold(terminal: GatTerminal, seed: bytes, session: GatSession) -> None:
    status = terminal.status()
    session.version = status.version
    if not status.formats & XML:
        raise DeviceRefused(Gat.NO_XML(version=status.version))
    functions = terminal.functions()
    single = [
        function.parameters[0]
        for function in functions
        if function.feature == COMPONENT and function.parameters
    ]
    if len(single) > MOST_COMPONENTS:
        raise ProtocolError(Gat.REPORT_TOO_LARGE())
    session.listed += dict.fromkeys(single)
    if any(function.feature == FILE and function.parameters[:1] == (RESPONSE,) for function in functions):
        try:
            _take(session, terminal.all_components(seed))
        except DeviceRefused as error:
            session.problems += error.reasons
    reported = {component.name for component in session.components if component.checksum}
    for name in session.listed:
        if name not in reported:
            try:
                _take(session, terminal.component(name, seed))
            except DeviceRefused as error:
                session.problems += error.reasons


def _take(session: GatSession, components: tuple[ReportedComponent, ...]) -> None:
    if len(session.components) + len(components) > MOST_COMPONENTS:
        raise ProtocolError(Gat.REPORT_TOO_LARGE())
    session.components += components
