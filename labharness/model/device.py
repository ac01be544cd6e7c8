"""What a device says of itself.

Simulated devices: the names by which our simulators can be known, and the signs that a record can hold.

What people of a laboratory may do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class DeviceClass(StrEnum):
    """What kind of device a chapter names and a plan is for."""

    BATCH_SHUFFLER = "batch_shuffler"
    """The chapters' automated card shuffling device: it shuffles a batch and gives all of it back."""
    CONTINUOUS_SHUFFLER = "continuous_shuffler"
    RESHUFFLING_SHOE = "reshuffling_shoe"
    """A shoe or other device that automatically reshuffles and counts the cards."""
    MANUAL_SHOE = "manual_shoe"
    AUTOMATED_DEALING_SHOE = "automated_dealing_shoe"
    DOUBLE_SHOE = "double_shoe"
    CARD_READER = "card_reader"
    DICE_SHAKER = "dice_shaker"
    COMPUTERIZED_RNG = "computerized_rng"
    TABLE_GAME_SYSTEM = "table_game_system"
    """A table game system that selects outcomes at random."""
    PROGRESSIVE_SYSTEM = "progressive_system"

    @property
    def words(self) -> str:
        """The class in words."""
        return self.value.replace("_", " ").replace("rng", "random number generator")

    @classmethod
    def typed(cls, text: str) -> DeviceClass | None:
        """Return the class that a person typed, as screens spell it or as files do; None where it is none.

        Examples
        --------
        >>> DeviceClass.typed("Batch shuffler")
        <DeviceClass.BATCH_SHUFFLER: 'batch_shuffler'>
        """
        words = " ".join(text.lower().replace("_", " ").replace("-", " ").split())
        return next((each for each in cls if words in (each.words, each.value.replace("_", " "))), None)


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
    """One software module as the device reports it; a reported hash does not prove what runs."""

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


@dataclass(frozen=True, slots=True)
class UsbFacts:
    """What the descriptors of a USB device say.

    Parameters
    ----------
    usb_class
        Class of interface 0, None where there is no such interface.
    bulk
        Whether it has a bulk OUT and a bulk IN endpoint.
    packet
        Packet size of the bulk IN endpoint.
    winusb
        Whether the Microsoft OS 2.0 descriptors name WINUSB.
    """

    usb_class: int | None
    bulk: bool
    packet: int
    manufacturer: str
    product: str
    serial: str
    winusb: bool


VENDOR, PRODUCT = 0x1209, 0x0001
"""USB numbers of our simulators: the pid.codes numbers for private tests, which no device that is sold may have."""
HARDWARE = "simulator"
"""Hardware revision of our simulators."""
BENCH = "simulated bench"
"""Who answers the prompts of a run in the place of people."""
READER = "simulated reading shoe"
"""Name of the reading instrument of a simulated bench."""
PSEUDO = "pseudo"
"""Kind of a terminal that a program of this computer serves in the place of a serial port."""
REGULAR_FILE = "file"
"""Kind of a path whose bytes were there before: no device is at its other end."""
IN_PROCESS = "in process"
"""Transport of a device that runs in the process of the runner."""


class SimulationSign(StrEnum):
    """What shows that a run was of a simulated device; one is enough."""

    DECLARED = "declared"
    """Whoever began the run said so."""
    LOOPBACK = "loopback"
    """A connection to the computer of the runner itself: by USB/IP, TCP, a pseudo-terminal, or in the runner's own process."""
    USB_NUMBERS = "usb numbers"
    HARDWARE = "hardware"
    BENCH = "bench"
    READER = "reader"


class Role(StrEnum):
    """What a person may do."""

    ENGINEER = "engineer"
    """Keeps submissions and tests."""
    REVIEWER = "technical reviewer"
    """Reviews what another tested."""
    AUTHORIZER = "authorizer"
    """Confirms clauses, waives documents, invalidates runs, recommends and releases reports."""
    ADMINISTRATOR = "administrator"
    """Keeps the list of people."""

    @classmethod
    def _missing_(cls, value: object) -> Role | None:
        """Read the British spelling, which registers and reports of version 0.1 hold."""
        return cls.AUTHORIZER if value == "authoriser" else None


TESTING = (Role.ENGINEER, Role.REVIEWER, Role.AUTHORIZER)
"""Roles of those who take part in a test: they answer and command runs, remark on them, save plans and build reports."""
MAY_RUN = (Role.ENGINEER, Role.ADMINISTRATOR)
"""Roles of those who may queue, start and resume runs."""
MAY_FETCH = (*TESTING, Role.ADMINISTRATOR)
"""Roles of those who may fetch runs of other benches into the workspace; looking and verifying ask for none."""
