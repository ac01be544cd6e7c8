"""Quantis USB of ID Quantique: vendor control requests, and noise from bulk endpoint 0x86 in packets of 512.

Requests go to the interface and return a value: 0x10 the board's version and 0x16 the rate in kbit/s (32 bits, little-endian), 0x13 the
modules without a fault, 0x14 their power, and 0x15 the modules that there are, a bit each.

Source: ``QuantisUsbCommands.h`` of the maker's public library (under a BSD license or the GPL 2).
"""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices import kit

BOARD, STATUS, POWER, MODULES, RATE = 0x10, 0x13, 0x14, 0x15, 0x16
REPLIES = {BOARD: 4, RATE: 4, STATUS: 1, POWER: 1, MODULES: 1}
"""Bytes of the reply to each request."""


@kit.adapter(
    name="quantis",
    title="Quantis USB",
    schemes=("usb", "usbip", "capture"),
    kinds=(kit.Kind.BYTES,),
    source=kit.Source.DEVICE_REPORTED,
    models=("0aba:0102",),
)
@dataclass
class Quantis(kit.NoiseDevice):
    """One or more modules behind one endpoint."""

    def identify(self) -> kit.DeviceIdentity:
        """Ask for the board's version."""
        return self.named(f"board {self._asked(BOARD)}")

    def status(self) -> kit.DeviceStatus:
        """Ask which modules there are, and alarm for those with a fault or without power."""
        modules, sound, powered, rate = map(self._asked, (MODULES, STATUS, POWER, RATE))
        alarms = [f"module {at} reports a fault" for at in range(8) if modules & ~sound & 1 << at]
        if not powered:
            alarms.append("the modules have no power")
        return kit.DeviceStatus("delivering", tuple(alarms), {"rate, kbit/s": rate})

    def noise(self, size: int) -> bytes:
        """Read, then ask whether the modules were sound; bytes of a faulty module do not enter the sample."""
        data = super().noise(size)
        if alarms := self.status().alarms:
            raise kit.ProtocolError(kit.Adapters.DEVICE_ALARM(alarms=alarms))
        return data

    def _asked(self, request: int) -> int:
        size = REPLIES[request]
        reply = self.link.control(
            kit.ControlRequest(kit.INWARD | kit.VENDOR | kit.INTERFACE, request, length=size)
        )
        if len(reply) != size:
            raise kit.ProtocolError(
                kit.Adapters.OTHER_REPLY(request=request, received=len(reply), expected=size)
            )
        return int.from_bytes(reply, "little")
