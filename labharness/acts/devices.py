"""Devices that are connected now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from labharness.acts.declaring import Listing, Seat, Shown, WindowControl, act, tr
from labharness.acts.gates import OUTSIDE

if TYPE_CHECKING:
    from labharness.app.devices.preflight import DeviceListing


def _listing(listed: list[DeviceListing]) -> Iterator[Shown]:
    if listed:
        yield Listing(
            ("URL", "Device", "Why it cannot be opened"),
            tuple((each.url, each.title, each.problem) for each in listed),
        )
    else:
        yield "No USB device answers. To simulate a device, run: labharness simulate rng --usbip 127.0.0.1:3240"


@act(OUTSIDE, WindowControl("New run", tr("Search again")), shown=_listing)
def devices(_: Seat, *, usbip: list[str] | None = None) -> list[DeviceListing]:
    """List the USB devices and USB serial ports that an adapter could drive, with their URLs."""
    from labharness.app.devices.preflight import present

    return present(usbip or [])
