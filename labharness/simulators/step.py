"""What a simulated device does on the wire, one step after the other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Send:
    """Offer bytes to the host.

    Parameters
    ----------
    ended
        Whether a short or an empty packet ends them on USB.
    """

    data: bytes
    ended: bool = True


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Discard:
    """Ignore what arrives until so many seconds pass without a byte."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Stall:
    """Halt the endpoints."""


@dataclass(frozen=True, slots=True)
class Unplug:
    """Leave the bus."""


KILLED = 9
"""Exit status of a process that died of a fault."""


@dataclass(frozen=True, slots=True)
class Die:
    """End the process at once, as a crash would."""


Step = Send | Wait | Discard | Stall | Unplug | Die
