"""Microsoft OS 2.0 descriptors: with them Windows binds WinUSB to a device unaided."""

from __future__ import annotations

import struct

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
