"""Tests and estimates of bytes by the names that their standards give them."""

from __future__ import annotations

from enum import StrEnum


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
