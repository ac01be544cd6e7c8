"""How stages and trials end, what alarmed, and the names that standards give to tests and estimates of bytes."""

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


class FipsTest(StrEnum):
    """Tests of FIPS 140-2, § 4.9.1."""

    MONOBIT = "monobit"
    POKER = "poker"
    RUNS = "runs"
    LONG_RUN = "long run"


class Estimate(StrEnum):
    """Estimates of min-entropy of NIST SP 800-90B, § 6.3."""

    MOST_COMMON_VALUE = "most common value"
    COLLISION = "collision"
    MARKOV = "Markov"
    COMPRESSION = "compression"
    T_TUPLE = "t-tuple"
    LONGEST_REPEATED_SUBSTRING = "longest repeated substring"
    MULTI_MCW = "MultiMCW"
    LAG = "lag"
    MULTI_MMC = "MultiMMC"
    LZ78Y = "LZ78Y"


class PermutationStatistic(StrEnum):
    """Statistics of permutation testing of NIST SP 800-90B, § 5.1, in their order."""

    EXCURSION = "excursion"
    DIRECTIONAL_RUNS = "number of directional runs"
    DIRECTIONAL_RUN_LENGTH = "length of directional runs"
    INCREASES = "increases and decreases"
    MEDIAN_RUNS = "number of runs about the median"
    MEDIAN_RUN_LENGTH = "length of runs about the median"
    AVERAGE_COLLISION = "average collision"
    MAXIMUM_COLLISION = "maximum collision"
    PERIODICITY_1 = "periodicity at 1"
    PERIODICITY_2 = "periodicity at 2"
    PERIODICITY_8 = "periodicity at 8"
    PERIODICITY_16 = "periodicity at 16"
    PERIODICITY_32 = "periodicity at 32"
    COVARIANCE_1 = "covariance at 1"
    COVARIANCE_2 = "covariance at 2"
    COVARIANCE_8 = "covariance at 8"
    COVARIANCE_16 = "covariance at 16"
    COVARIANCE_32 = "covariance at 32"
    COMPRESSION = "compression"


class FurtherTest(StrEnum):
    """Further tests of NIST SP 800-90B, § 5.2."""

    INDEPENDENCE = "independence"
    GOODNESS_OF_FIT = "goodness of fit"
    LONGEST_REPEAT = "longest repeat"
