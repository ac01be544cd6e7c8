"""Units of a product from a list of serial numbers, and from what a device says of itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from labharness.errors import DeviceError
from labharness.model.device import DeviceIdentity, SoftwareComponent
from labharness.model.reasons.form import Forms
from labharness.reason import Reason

MOST = 500
IDENTIFY_S = 10.0


@dataclass(frozen=True, slots=True)
class PastedUnits:
    """Serial numbers of new units, and what was left out."""

    serials: tuple[str, ...]
    refused: tuple[Reason, ...] = ()


def pasted_units(text: str, known: Iterable[str] = ()) -> PastedUnits:
    r"""Read serial numbers, one a line or divided by commas, semicolons or tabs.

    Examples
    --------
    >>> pasted_units("0017, 0018\n0019\t\n0017").serials
    ('0017', '0018', '0019')
    """
    taken, result, refused = set(known), dict[str, None](), list[Reason]()
    for part in re.split(r"[\n\r,;\t]+", text):
        serial = part.strip()
        if serial in taken:
            refused.append(Forms.SERIAL_LISTED(serial=serial[:80]))
        elif serial and len(result) < MOST:
            result[serial] = None
    return PastedUnits(tuple(result), tuple(refused))


def slug_of(text: str, stem: str = "") -> str:
    """Return a name for an id made of a text, the stem alone where nothing of the text can stand in one.

    Examples
    --------
    >>> slug_of("SIM rng/4614", "unit")
    'unit-sim-rng-4614'
    """
    result = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
    return "-".join(part for part in (stem, result) if part)[:80].strip("-")


@dataclass(frozen=True, slots=True)
class AskedDevice:
    """What a device said of itself."""

    identity: DeviceIdentity
    software: tuple[SoftwareComponent, ...]


def ask_device(workspace: Path, url: str) -> AskedDevice:
    """Ask a device who it is and what software it runs; nothing of it is recorded.

    Raises
    ------
    InputError
        If no adapter fits its URL.
    DeviceError
        If it does not answer, or does not tell who it is.
    QueueError
        If another computer drives it.
    """
    from labharness.app.device_lease import leased
    from labharness.app.plug_ins.discovery import discover
    from labharness.app.preflight import Unkept
    from labharness.app.workspace import Workspace
    from labharness.devices.opening import open_transport
    from labharness.devices.tap import Limits, Tap
    from labharness.runner.channel import choose_adapter

    catalog = discover(workspace)
    adapter = choose_adapter(catalog, url, reader=False)
    link = Tap(open_transport(url), Unkept(), Limits(IDENTIFY_S, IDENTIFY_S))
    with leased(Workspace(workspace), (url,), interrupts=False) as lease:
        link.watch(lease.look)
        try:
            link.open()
            device = catalog.adapters[adapter](link)
            result = AskedDevice(device.identify(), tuple(device.software()))
        finally:
            link.close()
    if not (result.identity.model or result.identity.serial):
        raise DeviceError(Forms.NO_IDENTITY(link=url))
    return result
