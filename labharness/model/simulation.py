"""Simulated devices: the names by which our simulators can be known, and the signs that a record can hold."""

from __future__ import annotations

from enum import StrEnum

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
