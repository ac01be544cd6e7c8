"""How many cards a reader has reported so far, while the run waits for the whole order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from labharness.app.plug_ins.discovery import discover
from labharness.app.workspace import Workspace
from labharness.devices.control_request import ControlRequest
from labharness.errors import DeviceTimeout, ProtocolError
from labharness.evidence.folder import RunFolder
from labharness.evidence.segments import Direction
from labharness.model.reasons.adapter import Adapters
from labharness.model.reasons.wire import Wire
from labharness.reason import Reason

READER = "reader"
WHOLE = ("watch", "operator", "file", "capture")
"""Schemes of readers that give an order as a whole: there is nothing to count before."""


MOST_CUT = 64
"""Bytes of the longest report of one card."""
TOLD = (Adapters.CARD_NOT_READ, Adapters.READER_ALARM)
"""What a reader says of a card that it could not read."""


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """What was received of an order that is being read.

    Parameters
    ----------
    cards
        Cards that the reader reported.
    problems
        What it reported that is no card.
    """

    cards: int
    problems: tuple[Reason, ...] = ()


class ReaderWatch:
    """Asks the adapter that a run names what the bytes received so far come to; the run judges the order when it is whole.

    Parameters
    ----------
    workspace
        Where further adapters may stand.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._adapters: dict[str, Callable[[SoFar], Any]] = {}

    def progress(self, folder: RunFolder, first: int) -> ReadingProgress | None:
        """Return how far the reader of a run is; None for a reader that gives whole orders.

        Parameters
        ----------
        first
            Number of the first frame of the reader that no exchange has taken.

        Raises
        ------
        LabharnessError
            If the record cannot be read, or there is no such adapter.
        """
        start = folder.begun()
        named, url = start.adapter.reader, start.reader
        if named is None or not url or url.partition("://")[0] in WHOLE:
            return None
        received = b"".join(
            frame.payload for frame in folder.frames(READER, first) if frame.direction is Direction.IN
        )
        make = self._adapter(named.name)
        problems: tuple[Reason, ...] = ()
        for cut in range(min(MOST_CUT, len(received))):  # what came last may be half a card
            try:
                return ReadingProgress(len(make(SoFar(received[: len(received) - cut])).read_order()))
            except ProtocolError as error:
                problems = problems or error.reasons
                if any(reason.is_a(*TOLD) for reason in error.reasons):
                    return ReadingProgress(0, error.reasons)
        return ReadingProgress(0, problems if len(received) > MOST_CUT else ())

    def _adapter(self, name: str) -> Callable[[SoFar], Any]:
        if name not in self._adapters:
            self._adapters[name] = discover(self._workspace.path).adapters[name]
        return self._adapters[name]


class SoFar:
    """A link that gives what was received so far, and then nothing more."""

    url = READER
    position = 0

    def __init__(self, received: bytes) -> None:
        self._left = received

    def read(self, size: int, timeout: float | None = None) -> bytes:  # noqa: ARG002  it never waits
        """Return the next bytes."""
        if not self._left:
            raise DeviceTimeout(Wire.TOO_LONG(seconds=0))
        data, self._left = self._left[:size], self._left[size:]
        return data

    def write(self, data: bytes, timeout: float | None = None) -> None:
        """Send nothing: the reader is the run's."""

    def control(self, request: ControlRequest, timeout: float | None = None) -> bytes:  # noqa: ARG002  as above
        """Ask nothing."""
        raise DeviceTimeout(Wire.TOO_LONG(seconds=0))
