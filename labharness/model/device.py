"""What a device says of itself."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class DeviceIdentity:
    """What the unit on the bench says it is, and what the bus says."""

    manufacturer: str
    model: str
    serial: str
    hardware: str
    device_class: str
    protocol: str
    bus: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SoftwareComponent:
    """One software module as the device reports it; a reported hash is no proof of what runs."""

    name: str
    version: str
    algorithm: str
    digest: str


@dataclass(frozen=True, slots=True)
class CountReport:
    """The device's own count: cards inside, cards it expects, and whether it says they agree."""

    inside: int
    expected: int
    correct: bool
    message: str = ""


@dataclass(frozen=True, slots=True)
class DeviceStatus:
    """Mode, alarms and meters as the device reports them."""

    mode: str
    alarms: tuple[str, ...] = ()
    meters: dict[str, int] = field(default_factory=dict)
