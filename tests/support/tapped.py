"""A tap on the transport of a URL, open and recording in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from labharness.devices.opening import open_transport
from labharness.devices.tap import Limits, Tap
from labharness.testing.samples import Recording


@contextmanager
def tapped(url: str, recording: Recording | None = None, limits: Limits = Limits(60)) -> Iterator[Tap]:  # noqa: B008  they are frozen
    """Yield the tap, and close it."""
    tap = Tap(open_transport(url), Recording() if recording is None else recording, limits)
    tap.open()
    try:
        yield tap
    finally:
        tap.close()
