"""The host's end of a conformance check: sends bytes, reads answers, and keeps what breaks a rule about frames."""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field

from labharness.devices.adapter import Link
from labharness.devices.lti.frame import (
    ANSWER,
    CRC,
    ERROR,
    HEADER,
    LAST,
    MAGIC,
    MAX_ANSWER,
    MAX_PAYLOAD,
    NO_REQUEST,
    READ_SIZE,
    VERSION,
    LtiFrame,
)
from labharness.errors import DeviceTimeout, TransferDamaged
from labharness.model.reasons.lti import FramePart, Lti, LtiRule, Seen
from labharness.reason import Reason

SILENCE_S = 2.0
TOLERANCE_S = 0.5
"""What the computer and the bus may add to the silence of a device."""
WAIT_S = 10.0
"""Seconds without a frame after which the check gives an answer up."""
QUIET_S = 0.3
MOST_FRAMES = 1 << 16


@dataclass(frozen=True, slots=True)
class DeviceAnswer:
    """An answer with its parts joined.

    Parameters
    ----------
    frames
        How many frames it had.
    frame_sizes
        Bytes of each whole frame.
    took_s
        Seconds from the request to its last frame.
    """

    kind: int
    request: int
    payload: bytes
    frame_sizes: tuple[int, ...]
    took_s: float

    @property
    def refused(self) -> bool:
        """Whether it is an error."""
        return self.kind == ERROR


@dataclass
class Probe:
    """Requests and answers, frame by frame.

    Parameters
    ----------
    link
        A tapped transport.
    now
        The time as the link knows it: that of the computer, or that of a simulation.

    Attributes
    ----------
    broken
        The first violation of each rule that every frame can break.
    frames
        Frames received.
    longest_s
        Longest silence within an answer.
    """

    link: Link
    now: Callable[[], float] = time.monotonic
    broken: dict[LtiRule, Reason] = field(default_factory=dict)
    frames: int = 0
    longest_s: float = 0.0
    _buffer: bytearray = field(default_factory=bytearray)
    _number: int = 0x01020300
    _sent: float = 0.0

    def note(self, rule: LtiRule, seen: Reason) -> None:
        """Keep the first violation of a rule."""
        self.broken.setdefault(rule, seen)

    def note_other(self, rule: LtiRule, what: FramePart, expected: object, received: object) -> None:
        """Keep that something else was received than a rule has."""
        self.note(rule, Seen.DIFFERS(what=what, expected=str(expected), received=str(received)))

    def next_number(self) -> int:
        """Return the number of a new request; all four bytes change."""
        self._number = (self._number + 0x01010101) & 0x7FFFFFFF
        return self._number

    def send(self, data: bytes) -> None:
        """Send bytes."""
        self.link.write(data)
        self._sent = self.now()

    def ask(self, message: int, payload: bytes = b"", number: int | None = None) -> DeviceAnswer:
        """Send a request and read its whole answer."""
        request = self.next_number() if number is None else number
        self.send(LtiFrame(message, request, payload).encode())
        return self.answer(request, message)

    def answer(self, request: int, message: int = 0, *, skip: int | None = None) -> DeviceAnswer:
        """Read the answer to a request.

        Parameters
        ----------
        message
            Type of the request; 0 where the device cannot know it.
        skip
            Number of an abandoned request whose frames may precede.
        """
        began = last = self._sent
        payloads, sizes = list[bytes](), list[int]()
        total = full = 0
        while full <= MOST_FRAMES and total <= MAX_ANSWER:
            try:
                frame, flags, size = self._frame()
            except DeviceTimeout:
                if sizes:
                    self.note(LtiRule.R_4_2, Seen.ENDLESS(frames=len(sizes)))
                raise
            silence, last = self.now() - last, self.now()
            self._silent(silence)
            if skip is not None and frame.request == skip:
                continue
            self._check(frame, flags, request, message, len(sizes))
            sizes.append(size)
            full += bool(frame.payload)
            total += len(frame.payload)
            if frame.kind == ERROR:
                payloads.clear()
            payloads.append(frame.payload)
            if frame.last or frame.kind == ERROR:
                self._surplus()
                return DeviceAnswer(frame.kind, frame.request, b"".join(payloads), tuple(sizes), last - began)
        self.note(LtiRule.R_4_2, Seen.ENDLESS(frames=len(sizes)))
        self.drain()
        raise TransferDamaged(Lti.ANSWER_ENDLESS(message=f"0x{message:02X}"))

    def quiet(self, seconds: float) -> bytes:
        """Return what arrives although nothing was asked, after so many seconds."""
        surplus, end = bytes(self._buffer), self.now() + seconds
        self._buffer.clear()
        while (left := end - self.now()) > 0:
            try:
                surplus += self.link.read(READ_SIZE, left)
            except DeviceTimeout:
                break
        return surplus

    def drain(self) -> None:
        """Forget what the device still sends."""
        for _ in range(64):
            if not self.quiet(QUIET_S):
                break

    def _surplus(self) -> None:
        if self._buffer:
            self.note(LtiRule.R_4_1, Seen.NOT_ASKED_FOR(size=len(self._buffer)))
            self._buffer.clear()

    def _silent(self, silence: float) -> None:
        self.longest_s = max(self.longest_s, silence)
        if silence > SILENCE_S + TOLERANCE_S:
            self.note(LtiRule.R_4_3, Seen.SILENT_FOR(seconds=silence))

    def _check(self, frame: LtiFrame, flags: int, request: int, message: int, part: int) -> None:
        """Hold one frame against the rules that are true of every frame."""
        _differ = self._differ
        _differ(LtiRule.R_3_1, FramePart.VERSION, VERSION, frame.version)
        _differ(LtiRule.R_3_4, FramePart.FLAGS, 0, flags & ~LAST)
        _differ(LtiRule.R_3_5, FramePart.PART, part % 256, frame.part)
        _differ(LtiRule.R_3_6, FramePart.REQUEST, request, frame.request)
        if frame.kind == ERROR:
            _differ(LtiRule.R_4_13, FramePart.LAST, 1, int(frame.last))
        elif message:
            _differ(LtiRule.R_5_6, FramePart.ANSWER, message | ANSWER, frame.kind)
        if frame.request != request:
            raise TransferDamaged(Lti.OTHER_ANSWER(message=f"0x{message:02X}", kind=f"0x{frame.kind:02X}"))

    def _differ(self, rule: LtiRule, what: FramePart, expected: int, received: int) -> None:
        if expected != received:
            self.note_other(rule, what, f"0x{expected:02X}", f"0x{received:02X}")

    def _frame(self) -> tuple[LtiFrame, int, int]:
        """Read a frame; return it, its flags and its size in bytes."""
        self._fill(HEADER.size)
        magic, version, kind, flags, part, request, length = HEADER.unpack_from(self._buffer)
        if magic != MAGIC:
            received = bytes(self._buffer[:8]).hex(" ")
            self.note_other(LtiRule.R_3_1, FramePart.MAGIC, "4c 54 49 46", received)
            raise self._lost(Lti.NO_FRAME(received=received))
        if length > MAX_PAYLOAD:
            self.note_other(LtiRule.R_3_3, FramePart.LENGTH, MAX_PAYLOAD, length)
            if length > MAX_ANSWER:
                raise self._lost(Lti.FRAME_TOO_LONG(size=length, limit=MAX_PAYLOAD))
        end = HEADER.size + length
        self._fill(end + CRC.size)
        content = bytes(self._buffer[:end])
        (sent,), right = CRC.unpack_from(self._buffer, end), zlib.crc32(content)
        del self._buffer[: end + CRC.size]
        if sent != right:
            self.note_other(LtiRule.R_3_2, FramePart.CRC, f"0x{right:08X}", f"0x{sent:08X}")
            raise self._lost(Lti.CRC_WRONG(kind=f"0x{kind:02X}"))
        self.frames += 1
        frame = LtiFrame(kind, request, content[HEADER.size :], bool(flags & LAST), part, version)
        return frame, flags, end + CRC.size

    def _lost(self, reason: Reason) -> TransferDamaged:
        self._buffer.clear()
        return TransferDamaged(reason)

    def _fill(self, size: int) -> None:
        while len(self._buffer) < size:
            self._buffer += self.link.read(READ_SIZE, WAIT_S)


def about_no_request(answer: DeviceAnswer) -> bool:
    """Whether an answer is about a request whose number the device could not trust."""
    return answer.refused and answer.request == NO_REQUEST
