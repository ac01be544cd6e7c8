"""USB descriptors as bytes and as the objects that pyusb asks its backend for."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from types import SimpleNamespace

DEVICE, CONFIGURATION, STRING, INTERFACE, ENDPOINT = 1, 2, 3, 4, 5
BULK, INTERRUPT = 2, 3
ENGLISH = 0x0409

DEVICE_LAYOUT = struct.Struct("<BBHBBBBHHHBBBB")
CONFIGURATION_LAYOUT = struct.Struct("<BBHBBBBB")
INTERFACE_LAYOUT = struct.Struct("<BBBBBBBBB")
ENDPOINT_LAYOUT = struct.Struct("<BBBBHB")

_DEVICE_FIELDS = [
    "bLength",
    "bDescriptorType",
    "bcdUSB",
    "bDeviceClass",
    "bDeviceSubClass",
    "bDeviceProtocol",
    "bMaxPacketSize0",
    "idVendor",
    "idProduct",
    "bcdDevice",
    "iManufacturer",
    "iProduct",
    "iSerialNumber",
    "bNumConfigurations",
]
_CONFIGURATION_FIELDS = [
    "bLength",
    "bDescriptorType",
    "wTotalLength",
    "bNumInterfaces",
    "bConfigurationValue",
    "iConfiguration",
    "bmAttributes",
    "bMaxPower",
]
_INTERFACE_FIELDS = [
    "bLength",
    "bDescriptorType",
    "bInterfaceNumber",
    "bAlternateSetting",
    "bNumEndpoints",
    "bInterfaceClass",
    "bInterfaceSubClass",
    "bInterfaceProtocol",
    "iInterface",
]
_ENDPOINT_FIELDS = [
    "bLength",
    "bDescriptorType",
    "bEndpointAddress",
    "bmAttributes",
    "wMaxPacketSize",
    "bInterval",
]


@dataclass(frozen=True, slots=True)
class ConfigurationTree:
    """A configuration with its interfaces, each with its endpoints."""

    configuration: SimpleNamespace
    interfaces: tuple[tuple[SimpleNamespace, tuple[SimpleNamespace, ...]], ...]


def device_fields(data: bytes) -> SimpleNamespace:
    """Read a device descriptor; raises :class:`ValueError` if it is none."""
    return _read(DEVICE_LAYOUT, _DEVICE_FIELDS, DEVICE, data)


def configuration_tree(data: bytes) -> ConfigurationTree:
    """Read a configuration and what follows it; raises :class:`ValueError` if it is not well formed."""
    configuration = _read(CONFIGURATION_LAYOUT, _CONFIGURATION_FIELDS, CONFIGURATION, data)
    interfaces: list[tuple[SimpleNamespace, list[SimpleNamespace]]] = []
    place = configuration.bLength
    while place + 2 <= len(data):
        length, kind = data[place], data[place + 1]
        if length < 2:
            raise ValueError("a USB descriptor of no length")
        body = data[place : place + length]
        if kind == INTERFACE:
            interfaces.append((_read(INTERFACE_LAYOUT, _INTERFACE_FIELDS, INTERFACE, body), []))
        elif kind == ENDPOINT and interfaces:
            endpoint = _read(ENDPOINT_LAYOUT, _ENDPOINT_FIELDS, ENDPOINT, body)
            endpoint.bRefresh = endpoint.bSynchAddress = 0
            interfaces[-1][1].append(endpoint)
        place += length
    if any(each.bNumEndpoints != len(endpoints) for each, endpoints in interfaces):
        raise ValueError("a USB interface has other endpoints than it says")
    return ConfigurationTree(configuration, tuple((each, tuple(endpoints)) for each, endpoints in interfaces))


def _read(layout: struct.Struct, names: list[str], kind: int, data: bytes) -> SimpleNamespace:
    if len(data) < layout.size or data[0] < layout.size or data[1] != kind:
        raise ValueError(f"a USB descriptor of type {kind} is not as the standard says")
    fields = dict(zip(names, layout.unpack_from(data), strict=True))
    return SimpleNamespace(**fields, extra_descriptors=[])


def string_descriptor(text: str) -> bytes:
    """Write a string the way devices tell it, cut to the 126 units that fit."""
    body = text.encode("utf-16-le")[:252]
    return bytes([len(body) + 2, STRING]) + body
