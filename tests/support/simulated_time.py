"""A link to firmware in the same process whose time passes at once, and that keeps the packets of USB."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from labharness.errors import DeviceLost, DeviceStalled, DeviceTimeout
from labharness.model.reasons.wire import Wire
from labharness.simulators.fault import Discard, Send, Stall, Step, Wait
from tests.support.direct import LINK, TIMEOUT


class SimulatedClock:
    """Seconds that pass when somebody waits."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def now(self) -> float:
        """Return the time."""
        return self.seconds

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.seconds += seconds


class TimedLink:
    """The host's end of a cable, with the time of both ends; a stream has packets of 0 bytes."""

    def __init__(
        self, receive: Callable[[bytes], list[Step]], clock: SimulatedClock, packet: int = 0
    ) -> None:
        self.position = 0
        self._receive, self._clock, self._packet = receive, clock, packet
        self._steps: deque[Step] = deque()

    def write(self, data: bytes, timeout: float | None = None) -> None:  # noqa: ARG002  nothing waits here
        """Hand a transfer to the device."""
        if not any(isinstance(step, Discard) for step in self._steps):
            self._steps += self._receive(data)

    def read(self, size: int, timeout: float | None = None) -> bytes:
        """Return what the device sent, at most one transfer."""
        left, held = TIMEOUT if timeout is None else timeout, b""
        while self._steps:
            match step := self._steps.popleft():
                case Send(data, ended):
                    held += data
                    whole = self._packet and not ended and not len(held) % self._packet
                    if held and not whole:
                        if len(held) > size:
                            self._steps.appendleft(Send(held[size:]))
                        return held[:size]
                case Wait(seconds) if seconds > left:
                    self._steps.appendleft(Wait(seconds - left))
                    break
                case Wait(seconds) | Discard(seconds):
                    self._clock.sleep(seconds)
                    left -= seconds
                case Stall():
                    raise DeviceStalled(Wire.STALLED(link=LINK))
                case _:
                    self._steps.appendleft(step)
                    raise DeviceLost(Wire.LOST(link=LINK))
        self._clock.sleep(left)
        raise DeviceTimeout(Wire.SILENT(link=LINK))
