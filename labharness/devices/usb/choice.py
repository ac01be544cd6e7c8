"""Which interface and endpoints of a device a URL means, and which interfaces are never touched."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import usb.util

from labharness.errors import ProtocolError
from labharness.model.reasons.wire import Wire

VENDOR_SPECIFIC = 0xFF
NEVER = frozenset({0x03, 0x08, 0x09})
"""Classes of interfaces that belong to the system whatever a URL names: input devices, mass storage, hubs."""
_INWARD = 0x80


@dataclass(frozen=True, slots=True)
class PipeChoice:
    """What a URL says of interface and endpoints.

    Parameters
    ----------
    usb_class
        Class that the interface must have.
    interface
        Its number; None takes the first that fits, with an endpoint to write to before others.
    inward, outward
        Addresses of bulk or interrupt endpoints; None takes the first bulk endpoint of the direction.
    """

    usb_class: int = VENDOR_SPECIFIC
    interface: int | None = None
    inward: int | None = None
    outward: int | None = None


def chosen(configuration: Iterable[Any], choice: PipeChoice, link: str) -> tuple[Any, Any, Any]:
    """Return the interface, its endpoint to read from, and that to write to or None.

    Raises
    ------
    ProtocolError
        If no interface has the class, or none that has it the endpoints.
    """
    interfaces = [each for each in configuration if each.bAlternateSetting == 0]
    allowed = [
        each
        for each in interfaces
        if each.bInterfaceClass == choice.usb_class
        and each.bInterfaceClass not in NEVER
        and choice.interface in (None, each.bInterfaceNumber)
    ]
    if not allowed:
        classes = tuple(f"{each.bInterfaceNumber}: 0x{each.bInterfaceClass:02x}" for each in interfaces)
        raise ProtocolError(
            Wire.OTHER_USB_CLASS(link=link, usb_class=f"0x{choice.usb_class:02x}", interfaces=classes)
        )
    pipes = [(each, _end(each, _INWARD, choice.inward), _end(each, 0, choice.outward)) for each in allowed]
    readable = [
        pipe for pipe in pipes if pipe[1] is not None and (choice.outward is None or pipe[2] is not None)
    ]
    if not readable:
        raise ProtocolError(Wire.NO_READ_ENDPOINT(link=link))
    # A pair goes before an endpoint that can only be read, as random number generators have.
    return min(readable, key=lambda pipe: pipe[2] is None)


def shares_the_device(configuration: Iterable[Any]) -> bool:
    """Whether the device also is a disk or an input device, which a reset of the whole device would disturb."""
    return any(each.bInterfaceClass in NEVER for each in configuration)


def is_drivable(device: Any) -> bool:
    """Whether a device has a vendor-specific interface to read from: hubs, keyboards and disks have none."""
    for configuration in device:
        try:
            chosen(configuration, PipeChoice(), "")
        except ProtocolError:
            continue
        return True
    return False


def _end(interface: Any, direction: int, address: int | None) -> Any:
    kinds = {usb.util.ENDPOINT_TYPE_BULK} | ({usb.util.ENDPOINT_TYPE_INTR} if address is not None else set())
    for each in interface:
        if (
            each.bEndpointAddress & _INWARD == direction
            and address in (None, each.bEndpointAddress)
            and usb.util.endpoint_type(each.bmAttributes) in kinds
        ):
            return each
    return None
