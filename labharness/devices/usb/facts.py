"""What the descriptors of a USB device say of the Lab Test Interface: interface, strings, and whether Windows binds WinUSB."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import usb.core
import usb.util

from labharness.devices.usb.microsoft import BOS, MOST, MS_OS_20_INDEX, names_winusb, vendor_code
from labharness.model.device import UsbFacts

_TIMEOUT_MS = 1000


def usb_facts(device: Any, string: Callable[[Any, int], str]) -> UsbFacts:
    """Read the descriptors of an open device; what cannot be read is missing.

    Parameters
    ----------
    device
        A pyusb device.
    string
        Reads one of its strings.
    """
    interface = _interface(device)
    endpoints = [] if interface is None else list(interface)
    bulk = [
        each for each in endpoints if usb.util.endpoint_type(each.bmAttributes) == usb.util.ENDPOINT_TYPE_BULK
    ]
    inward = [each for each in bulk if each.bEndpointAddress & 0x80]
    return UsbFacts(
        usb_class=None if interface is None else int(interface.bInterfaceClass),
        bulk=0 < len(inward) < len(bulk),
        packet=max(1, inward[0].wMaxPacketSize & 0x7FF) if inward else 1,
        manufacturer=string(device, device.iManufacturer),
        product=string(device, device.iProduct),
        serial=string(device, device.iSerialNumber),
        winusb=names_winusb(_descriptor_set(device)),
    )


def _interface(device: Any) -> Any:
    try:
        for each in device[0]:
            if each.bInterfaceNumber == 0 and each.bAlternateSetting == 0:
                return each
    except (usb.core.USBError, IndexError):
        pass
    return None


def _descriptor_set(device: Any) -> bytes:
    try:
        bos = bytes(device.ctrl_transfer(0x80, 6, BOS << 8, 0, MOST, _TIMEOUT_MS))
        named = vendor_code(bos)
        if named is None:
            return b""
        code, size = named
        return bytes(device.ctrl_transfer(0xC0, code, 0, MS_OS_20_INDEX, size, _TIMEOUT_MS))
    except (usb.core.USBError, NotImplementedError):
        return b""
