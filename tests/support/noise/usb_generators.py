"""Simulated USB generators with bulk endpoints: ChaosKey, Araneus Alea, Quantis."""

from __future__ import annotations

import struct
from collections.abc import Callable

from labharness.devices.control_request import INTERFACE, INWARD, VENDOR, ControlRequest
from labharness.simulators.usbip import DeviceLayout, EndpointLayout, Gadget, Strings

Bytes = Callable[[int], bytes]


def chaoskey(source: Bytes, raw: Bytes | None = None) -> Gadget:
    """Return a ChaosKey: whitened noise at endpoint 0x85, raw noise, or the same, at 0x86."""
    layout = DeviceLayout(
        endpoints=(EndpointLayout(0x85, packet=64), EndpointLayout(0x86, packet=64)), microsoft=False
    )
    strings = Strings("altusmetrum.org", "ChaosKey-hw-1.0-sw-1.6.6", "SIM-000123")
    sources = {0x85: source, 0x86: raw or source}
    return Gadget(strings, _deaf, vid=0x1D50, pid=0x60C6, layout=layout, sources=sources)


def araneus_alea(source: Bytes) -> Gadget:
    """Return an Alea."""
    layout = DeviceLayout(endpoints=(EndpointLayout(0x81, packet=64),), microsoft=False)
    strings = Strings("Araneus", "Alea II", "SIM-000124")
    return Gadget(strings, _deaf, vid=0x12D8, pid=0x0001, layout=layout, sources={0x81: source})


def quantis(source: Bytes, *, version: int = 2, modules: int = 1, sound: int = 1, rate: int = 4000) -> Gadget:
    """Return a Quantis USB: modules that there are and those that are sound, a bit each; rate in kbit/s."""
    replies = {
        0x10: struct.pack("<i", version),
        0x11: b"",
        0x12: b"",
        0x13: bytes([sound]),
        0x14: b"\1",
        0x15: bytes([modules]),
        0x16: struct.pack("<i", rate),
    }

    def answer(request: ControlRequest) -> bytes | None:
        return replies.get(request.request) if request.kind == INWARD | VENDOR | INTERFACE else None

    layout = DeviceLayout(endpoints=(EndpointLayout(0x86),), microsoft=False)
    strings = Strings("id Quantique", "Quantis USB", "SIM-000125")
    return Gadget(
        strings, _deaf, vid=0x0ABA, pid=0x0102, layout=layout, vendor=answer, sources={0x86: source}
    )


def _deaf(data: bytes) -> None:
    """Take nothing; there is no endpoint to write to."""
