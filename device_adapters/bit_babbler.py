"""BitBabbler White and Black: bits of analog generators through an FTDI FT232H in MPSSE mode, before any folding.

The chip is reset, brought into MPSSE mode and asked for two commands that it does not know (``AA``, ``AB``), which it must return after
``FA``. Then the pins and a clock of 2.5 MHz are set, and ``20 LL HH 87`` clocks up to 65,536 bytes in. Each packet of 512 bytes begins with
two bytes of status. The maker folds the output in two (White) or eight (Black) by exclusive or; that is left to the reader of the
sample, because a test of the source reads what the source gives.

Source: headers of bit-babbler (Ron Lee), as two independent programs in public repositories use them.
"""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices import kit

PORT = 1
"""The chip's only channel, as FTDI counts."""
FLOW_RTS_CTS, MPSSE = 0x0100, 0x0200
SETUP = (
    kit.ftdi.request(kit.ftdi.RESET, 0, PORT),
    kit.ftdi.request(kit.ftdi.RESET, kit.ftdi.PURGE_READ, PORT),
    kit.ftdi.request(kit.ftdi.RESET, kit.ftdi.PURGE_WRITE, PORT),
    kit.ftdi.request(kit.ftdi.EVENT_CHARACTER, 0, PORT),
    kit.ftdi.request(kit.ftdi.ERROR_CHARACTER, 0, PORT),
    kit.ftdi.request(kit.ftdi.LATENCY, 3, PORT),
    kit.ftdi.request(kit.ftdi.FLOW, 0, FLOW_RTS_CTS | PORT),
    kit.ftdi.request(kit.ftdi.BIT_MODE, 0, PORT),
    kit.ftdi.request(kit.ftdi.BIT_MODE, MPSSE, PORT),
)
UNKNOWN, REFUSAL, SEND = (0xAA, 0xAB), 0xFA, 0x87
PINS_AND_CLOCK = bytes.fromhex("8a 97 8d 80 00 0b 82 00 00 86 0b 00 85")
"""No division by 5, no adaptive clock, no third phase, pins, 30 MHz / 12, no loop."""
MOST, PACKET = 1 << 16, 512


@kit.adapter(
    name="bit_babbler",
    title="BitBabbler",
    schemes=("usb", "usbip", "capture"),
    kinds=(kit.Kind.BYTES,),
    source=kit.Source.DEVICE_REPORTED,
    models=("0403:7840",),
    packets=True,
)
@dataclass
class BitBabbler(kit.NoiseDevice):
    """Raw bits of all four generators together."""

    def noise(self, size: int) -> bytes:
        """Set the chip up and clock bytes in."""
        for request in SETUP:
            self.link.control(request)
        for command in UNKNOWN:
            self.link.write(bytes((command, SEND)))
            echo = kit.ftdi.read_exactly(self.link, 2, PACKET)
            if echo != bytes((REFUSAL, command)):
                raise kit.ProtocolError(kit.Adapters.NOT_IN_STEP(received=echo.hex(" ")))
        self.link.write(PINS_AND_CLOCK)
        parts = []
        for begin in range(0, size, MOST):
            length = min(MOST, size - begin)
            self.link.write(b"\x20" + (length - 1).to_bytes(2, "little") + bytes((SEND,)))
            parts.append(kit.ftdi.read_exactly(self.link, length, PACKET))
        return b"".join(parts)

    def safe_state(self) -> None:
        """Leave MPSSE mode."""
        self.link.control(kit.ftdi.request(kit.ftdi.BIT_MODE, 0, PORT))
