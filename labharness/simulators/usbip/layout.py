"""What a simulated USB device has: numbers, strings, an interface, endpoints; and the descriptors that tell of them."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices.usb.descriptors import (
    BULK,
    CONFIGURATION,
    CONFIGURATION_LAYOUT,
    DEVICE,
    DEVICE_LAYOUT,
    ENDPOINT,
    ENDPOINT_LAYOUT,
    ENGLISH,
    INTERFACE,
    INTERFACE_LAYOUT,
    INTERRUPT,
    STRING,
    string_descriptor,
)
from labharness.devices.usb.microsoft import BOS, bos_descriptor

BULK_OUT, BULK_IN, EVENT_IN = 0x01, 0x81, 0x82
PACKET, EVENT_PACKET = 512, 64
VENDOR_CLASS = 0xFF
MICROSOFT_CODE = 0x20
"""The vendor request for the Microsoft OS 2.0 descriptors."""


@dataclass(frozen=True, slots=True)
class Strings:
    """What the device says of itself on the bus."""

    manufacturer: str
    product: str
    serial: str


@dataclass(frozen=True, slots=True)
class EndpointLayout:
    """An endpoint: address, transfer type, longest packet and polling interval."""

    address: int
    kind: int = BULK
    packet: int = PACKET
    interval: int = 0


@dataclass(frozen=True, slots=True)
class DeviceLayout:
    """An interface and its endpoints; that of the Lab Test Interface unless stated.

    Parameters
    ----------
    interface_class
        Class of the interface.
    endpoints
        Its endpoints, at most one of them to be written to.
    microsoft
        Whether the device names WinUSB as its driver.
    """

    interface_class: int = VENDOR_CLASS
    endpoints: tuple[EndpointLayout, ...] = (
        EndpointLayout(BULK_OUT),
        EndpointLayout(BULK_IN),
        EndpointLayout(EVENT_IN, INTERRUPT, EVENT_PACKET, 4),
    )
    microsoft: bool = True


def descriptors(layout: DeviceLayout, strings: Strings, vid: int, pid: int, release: int) -> dict[int, bytes]:
    """Return every descriptor by the value field of the request for it."""
    endpoints = b"".join(
        ENDPOINT_LAYOUT.pack(
            ENDPOINT_LAYOUT.size, ENDPOINT, each.address, each.kind, each.packet, each.interval
        )
        for each in layout.endpoints
    )
    interface = INTERFACE_LAYOUT.pack(
        INTERFACE_LAYOUT.size, INTERFACE, 0, 0, len(layout.endpoints), layout.interface_class, 0, 0, 0
    )
    size = CONFIGURATION_LAYOUT.size
    total = size + len(interface) + len(endpoints)
    configuration = CONFIGURATION_LAYOUT.pack(size, CONFIGURATION, total, 1, 1, 0, 0x80, 50)
    usb = 0x0210 if layout.microsoft else 0x0200
    device = DEVICE_LAYOUT.pack(
        DEVICE_LAYOUT.size, DEVICE, usb, 0, 0, 0, 64, vid, pid, release, 1, 2, 3, 1
    )  # fmt: skip
    texts = (strings.manufacturer, strings.product, strings.serial)
    return {
        DEVICE << 8: device,
        CONFIGURATION << 8: configuration + interface + endpoints,
        **({BOS << 8: bos_descriptor(MICROSOFT_CODE)} if layout.microsoft else {}),
        STRING << 8: bytes([4, STRING]) + ENGLISH.to_bytes(2, "little"),
        **{(STRING << 8) | number: string_descriptor(text) for number, text in enumerate(texts, 1)},
    }
