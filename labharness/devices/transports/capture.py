"""``capture:///path/to/run#channel``: what a run recorded, answering the same requests again and no others.

The channel is ``device`` unless the URL names ``#reader``.  Requests must come as they came then, byte for
byte and in the same order, so only a run that makes the same calls gets through.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from labharness.devices.control_request import ControlRequest
from labharness.devices.paths import path_of
from labharness.devices.replay import Replay
from labharness.errors import DeviceLost, DeviceNotFound, InputError, IntegrityError, ProtocolError
from labharness.evidence.folder import RunFolder
from labharness.model.reasons.wire import Wire

CHANNELS = ("device", "reader")

_Answer = TypeVar("_Answer")


def transport(url: str) -> CaptureTransport:
    """Return the transport; raises :class:`InputError` if the URL names no path or an unknown channel."""
    return CaptureTransport(url)


def recorded_adapter(url: str) -> str:
    """Return the name of the adapter that spoke on the channel when it was recorded.

    Raises
    ------
    DeviceNotFound
        If there is no such run, or it had no such channel.
    """
    return CaptureTransport(url).adapter


class CaptureTransport:
    """A recorded channel in the place of the device."""

    def __init__(self, url: str) -> None:
        self.url = url
        place, _, channel = url.partition("#")
        self._path = Path(path_of(place))
        self._channel = channel or CHANNELS[0]
        self._replay: Replay | None = None
        if self._channel not in CHANNELS:
            raise InputError(Wire.URL_INVALID(url=url, forms=tuple(f"{place}#{each}" for each in CHANNELS)))

    @property
    def adapter(self) -> str:
        """Name of the adapter that spoke on the channel then; raises :class:`DeviceNotFound`."""
        return self._started()[1]

    def open(self) -> dict[str, str]:
        """Go to the first recorded frame; say which run it is and what device was on the channel then."""
        url, _, run = self._started()
        frames = RunFolder(self._path).frames(self._channel)
        self._replay = _readable(lambda: Replay(frames))
        return {"transport": "capture", "run": run, "recorded": url}

    def write(self, data: bytes, timeout: float) -> None:
        """Accept what was sent then; raises :class:`CaptureMismatch` for anything else."""
        replay = self._opened()
        _readable(lambda: replay.write(data, timeout))

    def read(self, size: int, timeout: float) -> bytes:
        """Return, or fail as, what came then; raises :class:`CaptureMismatch` where nothing was read then."""
        replay = self._opened()
        return _readable(lambda: replay.read(size, timeout))

    def control(self, request: ControlRequest, timeout: float) -> bytes:
        """Reply, or fail, as the device did then; raises :class:`CaptureMismatch` for another request."""
        replay = self._opened()
        return _readable(lambda: replay.control(request, timeout))

    def close(self) -> None:
        """Let go of the recording; safe to call twice."""
        self._replay = None

    def _started(self) -> tuple[str, str, str]:
        """Return the URL and the adapter that the channel had, and the run."""
        try:
            start = RunFolder.open(self._path).begun()
        except IntegrityError as error:
            raise DeviceNotFound(Wire.NOT_A_RECORDING(link=self.url, why=error.reasons)) from error
        for name, (url, adapter) in start.channels.items():
            if name == self._channel:
                return url, adapter.name, start.run
        raise DeviceNotFound(Wire.NO_CHANNEL(run=start.run, channel=self._channel))

    def _opened(self) -> Replay:
        if self._replay is None:
            raise DeviceLost(Wire.CLOSED(link=self.url))
        return self._replay


def _readable(call: Callable[[], _Answer]) -> _Answer:
    """Make a call that reads the recording; damage to it ends the run like garbage from a device."""
    try:
        return call()
    except IntegrityError as error:
        raise ProtocolError(Wire.RECORDING_DAMAGED(why=error.reasons)) from error
