"""Alarms of the health tests of a noise source."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class HealthTest(StrEnum):
    """What alarmed."""

    REPETITION = "repetition"
    """Equal samples in a row: NIST SP 800-90B, § 4.4.1."""
    PROPORTION = "proportion"
    """One sample too often in a window: § 4.4.2."""
    STUCK_BIT = "stuck_bit"
    """One bit of the samples does not change."""
    REPEATED_BLOCK = "repeated_block"
    """A block of bytes that came shortly before."""


@dataclass(frozen=True, slots=True)
class HealthAlarms:
    """Alarms of one test in one stretch of a stream.

    Parameters
    ----------
    number
        How many.
    sample
        Number of the sample at which the first of them was raised, from 1.
    cutoff
        Equal samples, samples of a window, or bytes of a block that alarm.
    """

    test: HealthTest
    number: int
    sample: int
    cutoff: int
