"""Laws that statistics follow under the null hypothesis."""

from __future__ import annotations

from labharness.model.counted import Counted
from labharness.reason import Code, Reason, note


class Laws(Code, area="law"):
    """What a result was compared with."""

    CHI_SQUARE = note(df=float)
    CHI_SQUARE_OF_CHANCES = note(df=int)
    CHI_SQUARE_SCALED = note(numerator=int, denominator=int, df=int)
    CHI_SQUARE_WITH_REST = note(numerator=int, denominator=int, df=int)
    CHI_SQUARE_OF_STRETCHES = note(length=int, df=float)
    CHI_SQUARE_OF_INTERACTION = note(df=int)
    CHI_SQUARE_CORRECTED = note(width=int, df=int)
    CHI_SQUARE_OF_FIRST_DIFFERENCE = note(width=int, df=int)
    CHI_SQUARE_OF_SECOND_DIFFERENCES = note(width=int, df=int)
    CHI_SQUARE_MATCHED = note(df=float)
    WEIGHTED = note(weights=int)
    WEIGHTED_BY = note(weights=int, covariance=Reason)
    LARGEST_CHI_SQUARE = note(number=int, df=int)
    LARGEST_BONFERRONI = note(number=int, df=int)
    LARGEST_NORMAL = note(number=int)
    SMALLEST_OF = note(number=int, replicates=int, units=int, seed=int)
    """Smallest of several p-values."""

    NORMAL_EXACT = note()
    NORMAL_OF_SECTION = note(section=str)
    NORMAL_OF_BLOCKS = note(blocks=int, width=int)
    NORMAL_OF_COEFFICIENTS = note()
    STUDENT_LIMIT = note(df=int)
    STUDENT_ZERO = note(df=int)
    BINOMIAL = note(number=int, what=Counted)
    BINOMIAL_OF_BLOCKS = note(blocks=int, chance=float)
    KOLMOGOROV = note(digits=int, base=int)
    GAMMA = note(sequences=int)

    EXACT_WALK = note()
    EXACT_SUM = note(units=int)
    EXACT_X2 = note(number=int, what=Counted)
    HYPERGEOMETRIC = note(sum=Reason)

    SHUFFLES = note(replicates=int, shuffles=int, seed=int)
    SHUFFLES_AT_MOST = note(replicates=int, shuffles=int, seed=int)
    """The sample has more shuffles than are simulated, which changes the law little."""
    SAMPLES_OF_SHUFFLES = note(replicates=int, seed=int)
    RANDOM_ROUNDS = note(replicates=int, seed=int)
    IDEAL_DEVICES = note(replicates=int, seed=int)
    BUFFERED_DEVICES = note(replicates=int, buffer=int, seed=int)
    PERMUTATIONS = note(replicates=int, seed=int, units=int)
    MULTINOMIAL = note(replicates=int, seed=int)
    DEALT_SAMPLES = note(replicates=int, seed=int)
    LOADS = note(replicates=int, seed=int)
    COVARIANCE_OF_UNITS = note(units=int, seed=int)
    COVARIANCE_OF_LOADS = note(seed=int)

    OF_CHANCES = note(chances=Reason, law=Reason)
    RULE = note(rule=str, reading=str)
    RULE_FROM_SET = note(rule=str, reading=str, set=str)
    RULE_FROM_NUMBERS = note(rule=str, reading=str)
    TOTAL = note(number=int, low=int, high=int)
    DETERMINANT = note()

    COUNTING = note()
    COUNTING_REPEATS = note(expected=float)
    COUNTING_WINDOWS = note(expected=float)
    COUNTING_MATRICES = note()
    COUNTING_UNITS = note()
    COUNTING_ALARMS = note()
    COUNTING_ALARMS_AT = note(exponent=int)
    COUNTING_BY_LIMITS = note(limits=tuple[Reason, ...])
    KEPT_NEIGHBORS = note(least=int, most=int, chance=float)
    INVERSIONS = note(least=int, most=int, chance=float)
    MATCHING_PLACES = note(least=int, most=int, chance=float)
    TYPE_SUCCESSIONS = note(least=int, most=int, chance=float)
