"""A link that gives an adapter what was recorded, and refuses whatever was not asked then.

Readers that report card by card and never say that a deck is at its end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from labharness import errors
from labharness.devices.adapter import Link
from labharness.devices.control_request import ControlRequest
from labharness.errors import CaptureMismatch, DeviceTimeout, IntegrityError, LabharnessError, ProtocolError
from labharness.evidence.segments import Direction, Frame
from labharness.model.reasons.conduct import Adapters
from labharness.model.reasons.wire import Transfer, Wire
from labharness.reason import read_reason


class Replay:
    """A recorded channel as a link.

    Parameters
    ----------
    frames
        Frames of the channel in order.  They are read once, forwards, so that a night of captures needs
        no memory.
    """

    def __init__(self, frames: Iterable[Frame]) -> None:
        self._frames: Iterator[Frame] = iter(frames)
        self._next: Frame | None = next(self._frames, None)
        self._position = self._next.number if self._next else 0
        self._last: int | None = None

    @property
    def position(self) -> int:
        """Number of the next frame, as it was live."""
        return self._position

    def seek(self, first: int, last: int) -> None:
        """Go on with frame ``first`` and allow frames up to ``last``, itself included.

        Raises
        ------
        CaptureMismatch
            If the capture has no such frame ahead.
        """
        while self._next is not None and self._next.number < first:
            self._step()
        if first <= last and (self._next is None or self._next.number != first):
            raise CaptureMismatch(Wire.NOT_AHEAD(frame=first))
        self._position, self._last = first, last

    def write(self, data: bytes, timeout: float | None = None) -> None:  # noqa: ARG002  nothing waits
        """Compare with what was sent then."""
        self._sent(Direction.OUT, Transfer.SEND, data)
        self._fault("write")

    def read(self, size: int, timeout: float | None = None) -> bytes:  # noqa: ARG002  nothing waits
        """Return the bytes of the next recorded read, in one piece."""
        self._skip_connections()
        self._fault("read")
        return self._received(Direction.IN, Transfer.READ, size)

    def control(self, request: ControlRequest, timeout: float | None = None) -> bytes:  # noqa: ARG002  nothing waits
        """Compare with what was requested then; return the reply of then."""
        self._sent(Direction.CONTROL, Transfer.CONTROL, request.packet())
        self._fault("control")
        if not request.inward:
            return b""
        return self._received(Direction.REPLY, Transfer.CONTROL, request.length)

    def finish(self) -> None:
        """Make sure that nothing more was recorded.

        Raises
        ------
        CaptureMismatch
            If frames are left that the adapter did not ask for.
        """
        self._skip_connections()
        if self._allowed() is not None:
            raise CaptureMismatch(Wire.FRAMES_LEFT(frame=self._position))

    def _sent(self, direction: Direction, transfer: Transfer, data: bytes) -> None:
        frame = self._take(direction, transfer)
        if frame.payload != data:
            raise CaptureMismatch(
                Wire.OTHER_BYTES(frame=frame.number, sent=len(data), recorded=len(frame.payload))
            )

    def _received(self, direction: Direction, transfer: Transfer, size: int) -> bytes:
        frame = self._take(direction, transfer)
        if len(frame.payload) > size:
            raise CaptureMismatch(
                Wire.FEWER_BYTES(frame=frame.number, size=size, recorded=len(frame.payload))
            )
        return frame.payload

    def _take(self, direction: Direction, transfer: Transfer) -> Frame:
        self._skip_connections()
        frame = self._allowed()
        if frame is None:
            raise CaptureMismatch(Wire.NO_FRAME(frame=self._position, transfer=transfer))
        if frame.direction != direction:
            raise CaptureMismatch(
                Wire.OTHER_FRAME(frame=frame.number, transfer=transfer, recorded=frame.direction.name)
            )
        self._step()
        return frame

    def _fault(self, call: str) -> None:
        """Fail as the same call failed then."""
        frame = self._allowed()
        if frame is None or frame.direction != Direction.FAULT:
            return
        try:
            fault = json.loads(frame.payload)
            kind, recorded_call = getattr(errors, fault["error"]), fault["call"]
            reasons = [read_reason(each) for each in fault["reasons"]]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise IntegrityError(Wire.FAULT_UNREADABLE(frame=frame.number)) from error
        if not (isinstance(kind, type) and issubclass(kind, LabharnessError)):
            raise IntegrityError(Wire.FAULT_UNREADABLE(frame=frame.number))
        if recorded_call == call:
            self._step()
            raise kind(*reasons)

    def _skip_connections(self) -> None:
        """Step over opening, failing to open and closing, which the adapter never sees."""
        while (frame := self._allowed()) is not None and of_connection(frame):
            self._step()

    def _allowed(self) -> Frame | None:
        frame = self._next
        return None if frame is None or (self._last is not None and frame.number > self._last) else frame

    def _step(self) -> None:
        assert self._next is not None
        self._position = self._next.number + 1
        self._next = next(self._frames, None)


def of_connection(frame: Frame) -> bool:
    """Tell whether a frame records opening, failing to open or closing, which the adapter never sees."""
    # JSON escapes quotes within texts, so this can only be the member of that name.
    failed = frame.direction == Direction.FAULT and b'"call": "open"' in frame.payload
    return failed or frame.direction in (Direction.OPEN, Direction.CLOSE)


QUIET_S = 5.0
"""Seconds without a byte after the last card that end a deck."""
MOST = 1 << 16
"""Most bytes of a deck."""


def read_until_silence(link: Link) -> bytes:
    """Wait for the first byte, then return all bytes up to a silence.

    Raises
    ------
    DeviceTimeout
        If nothing arrives.
    ProtocolError
        If there is no silence within :data:`MOST` bytes.
    """
    data = link.read(MOST)
    while len(data) <= MOST:
        try:
            data += link.read(MOST, QUIET_S)
        except DeviceTimeout:
            return data
    raise ProtocolError(Adapters.NOT_HALTED(limit=MOST))
