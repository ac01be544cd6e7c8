"""USB descriptors as bytes and as the objects that pyusb asks its backend for.

Microsoft OS 2.0 descriptors: with them Windows binds WinUSB to a device unaided.
"""

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
    "bLength", "bDescriptorType", "bcdUSB", "bDeviceClass", "bDeviceSubClass", "bDeviceProtocol",
    "bMaxPacketSize0", "idVendor", "idProduct", "bcdDevice", "iManufacturer", "iProduct",
    "iSerialNumber", "bNumConfigurations",
]  # fmt: skip
_CONFIGURATION_FIELDS = [
    "bLength", "bDescriptorType", "wTotalLength", "bNumInterfaces", "bConfigurationValue",
    "iConfiguration", "bmAttributes", "bMaxPower",
]  # fmt: skip
_INTERFACE_FIELDS = [
    "bLength", "bDescriptorType", "bInterfaceNumber", "bAlternateSetting", "bNumEndpoints",
    "bInterfaceClass", "bInterfaceSubClass", "bInterfaceProtocol", "iInterface",
]  # fmt: skip
_ENDPOINT_FIELDS = [
    "bLength", "bDescriptorType", "bEndpointAddress", "bmAttributes", "wMaxPacketSize",
    "bInterval",
]  # fmt: skip


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


BOS, DEVICE_CAPABILITY, PLATFORM = 0x0F, 0x10, 0x05
MS_OS_20_UUID = bytes.fromhex("df60ddd88945c74c9cd2659d9e648a9f")
"""D8DD60DF-4589-4CC7-9CD2-659D9E648A9F, as it stands on the bus."""
MS_OS_20_INDEX = 7
"""wIndex of the vendor request for the descriptor set."""
COMPATIBLE_ID = 3
"""Type of the feature descriptor that names a driver."""
WINUSB = b"WINUSB\0\0"
CAPABILITY = struct.Struct("<BBBB16sIHBB")
GUID = "{6D3E8B3A-6A0B-4E0C-9B1C-4C5449460001}"
"""DeviceInterfaceGUID of the Lab Test Interface."""
_SET_HEADER, _PROPERTY = 0, 4
_MULTI_STRING = 7
_WINDOWS_8_1 = 0x06030000
MOST = 4096
"""Bytes of the longest descriptor that is read."""


def bos_descriptor(code: int) -> bytes:
    """Write a BOS descriptor that names a vendor request for the descriptor set."""
    size = len(winusb_descriptors())
    named = CAPABILITY.pack(
        CAPABILITY.size, DEVICE_CAPABILITY, PLATFORM, 0, MS_OS_20_UUID, _WINDOWS_8_1, size, code, 0
    )
    return struct.pack("<BBHB", 5, BOS, 5 + len(named), 1) + named


def winusb_descriptors() -> bytes:
    """Write the descriptor set of a device with one function: compatible ID and interface GUID."""
    name = "DeviceInterfaceGUIDs\0".encode("utf-16-le")
    value = f"{GUID}\0\0".encode("utf-16-le")
    compatible = struct.pack("<HH8s8s", 20, COMPATIBLE_ID, WINUSB, bytes(8))
    registry = struct.pack("<HHHH", 10 + len(name) + len(value), _PROPERTY, _MULTI_STRING, len(name)) + name
    registry += struct.pack("<H", len(value)) + value
    total = 10 + len(compatible) + len(registry)
    return struct.pack("<HHIH", 10, _SET_HEADER, _WINDOWS_8_1, total) + compatible + registry


def names_winusb(descriptors: bytes) -> bool:
    """Whether a Microsoft OS 2.0 descriptor set holds the compatible ID WINUSB for the whole device or a function."""
    place = 0
    while place + 4 <= len(descriptors):
        length, kind = struct.unpack_from("<HH", descriptors, place)
        if length < 4:
            return False
        if kind == COMPATIBLE_ID and descriptors[place + 4 : place + 12] == WINUSB:
            return True
        place += length
    return False


def vendor_code(bos: bytes) -> tuple[int, int] | None:
    """Return the request and the length of the descriptor set that a BOS descriptor names, None where it names none."""
    place = bos[0] if bos else 0
    while place > 0 and place + 3 <= len(bos):
        length = bos[place]
        if length >= CAPABILITY.size and place + CAPABILITY.size <= len(bos):
            _, kind, capability, _, uuid, _, size, code, _ = CAPABILITY.unpack_from(bos, place)
            if (kind, capability, uuid) == (DEVICE_CAPABILITY, PLATFORM, MS_OS_20_UUID):
                return code, min(size, MOST)
        if length < 3:
            return None
        place += length
    return None
