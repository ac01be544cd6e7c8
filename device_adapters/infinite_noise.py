"""Infinite Noise TRNG: a modular entropy multiplier behind an FTDI chip, whose bits are read before any whitening.

The chip works in synchronous bit-bang mode: each byte written clocks the two switches by turns (``04``, ``01``), and a byte comes back with
comparator 1 in bit 1 and comparator 2 in bit 4; the first, third, … of eight samples give the bit of comparator 1, the others that of
comparator 2, first bit highest. Each packet of 64 bytes begins with two bytes of status. With the gain 1.84 a bit has log2 1.84 = 0.88
bits of entropy, so a byte has about 7: no check for uniform bits fits this output, and ``[stages.health]`` should claim 6.

Source: ``software/libinfnoise.c`` and the description of github.com/waywardgeek/infnoise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from labharness.devices.adapter import adapter
from labharness.devices.control_request import DEVICE, VENDOR, ControlRequest
from labharness.devices.noise_device import NoiseDevice
from labharness.errors import ProtocolError
from labharness.model.observations import Kind, Source
from labharness.model.reasons.adapter import Adapters

RESET, PURGE_READ, PURGE_WRITE = 0, 1, 2
SETUP = (
    ControlRequest(VENDOR | DEVICE, 0x00, RESET),
    ControlRequest(VENDOR | DEVICE, 0x00, PURGE_READ),
    ControlRequest(VENDOR | DEVICE, 0x00, PURGE_WRITE),
    ControlRequest(VENDOR | DEVICE, 0x03, 100),  # 3 MHz / 100 = 30,000 baud
    ControlRequest(VENDOR | DEVICE, 0x0B, 0x04ED),  # synchronous bit-bang, outputs of mask ED
)
CLOCKS = bytes((0x04, 0x01)) * 256
"""Clocks of 64 bytes of noise; the chip's buffer holds no more."""
BYTES = len(CLOCKS) // 8
PACKET, STATUS = 64, 2
MOST_EMPTY = 1000
"""Transfers of status alone, one each millisecond or more, after which the chip is given up."""


@adapter(
    name="infinite_noise",
    title="Infinite Noise",
    schemes=("usb", "usbip", "capture"),
    kinds=(Kind.BYTES,),
    source=Source.DEVICE_REPORTED,
    models=("0403:6015",),
    packets=True,
)
@dataclass
class InfiniteNoise(NoiseDevice):
    """Raw bits of the multiplier."""

    def noise(self, size: int) -> bytes:
        """Set the chip up, clock the multiplier, and return the bits of its comparators; what is over is dropped."""
        for request in SETUP:
            self.link.control(request)
        return b"".join(self._clocked() for _ in range(-(-size // BYTES)))[:size]

    def safe_state(self) -> None:
        """Leave bit-bang mode."""
        self.link.control(ControlRequest(VENDOR | DEVICE, 0x0B))

    def _clocked(self) -> bytes:
        self.link.write(CLOCKS)
        pins, empty = b"", 0
        while len(pins) < len(CLOCKS):
            part = _without_status(self.link.read(16 * PACKET))
            pins += part
            empty += not part
            if empty > MOST_EMPTY:
                raise ProtocolError(Adapters.NO_SAMPLES(transfers=empty))
        if len(pins) > len(CLOCKS):
            raise ProtocolError(Adapters.TOO_MANY_SAMPLES(received=len(pins), expected=len(CLOCKS)))
        samples = np.frombuffer(pins, dtype=np.uint8).reshape(-1, 2)
        bits = np.stack((samples[:, 0] >> 1 & 1, samples[:, 1] >> 4 & 1), axis=1)
        return np.packbits(bits.reshape(-1)).tobytes()


def _without_status(transfer: bytes) -> bytes:
    """Return the bytes of a transfer without the status of each packet; a packet without it is an error."""
    if len(transfer) % PACKET == 1:
        raise ProtocolError(Adapters.NO_STATUS())
    return b"".join(transfer[at + STATUS : at + PACKET] for at in range(0, len(transfer), PACKET))
