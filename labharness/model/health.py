"""Alarms of the health tests of a noise source.

How a stage of a run ended.

What a trial of a procedure or an inspected item showed.
"""

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


class StageStatus(StrEnum):
    """The status of a finished stage."""

    DONE = "done"
    """The device conforms, or the stage has nothing to judge."""
    FAILED = "failed"
    """The device does not conform; the run cannot pass."""
    DOUBTFUL = "doubtful"
    """No nonconformity was shown, but the evidence cannot carry a pass."""
    NOT_APPLICABLE = "not applicable"
    """The device has nothing that the stage is about; nothing is decided."""


class Result(StrEnum):
    """The result of one trial or item."""

    AS_EXPECTED = "as expected"
    NOT_AS_EXPECTED = "not as expected"
    NOT_APPLICABLE = "not applicable"
    LEFT_OUT = "left out"
    """It was not made, or not as it should have been; never counted as good."""
