"""Sentences about null laws."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.law import Laws
from labharness.reason import Code

_DF = "{df} {df:degree|degrees} of freedom"
_RANGE = "{least} to {most} (a fair shuffle is outside with probability {chance:probability})."

SENTENCES: Mapping[Code, str] = {
    Laws.CHI_SQUARE: f"Chi-square with {_DF}.",
    Laws.CHI_SQUARE_OF_CHANCES: f"Chi-square with {_DF}, exact cell probabilities.",
    Laws.CHI_SQUARE_SCALED: f"Chi-square of X² × {{numerator}}/{{denominator}} with {_DF}.",
    Laws.CHI_SQUARE_WITH_REST: (
        f"Chi-square of X² × {{numerator}}/{{denominator}}, outcomes not drawn included, with {_DF}."
    ),
    Laws.CHI_SQUARE_OF_STRETCHES: f"Chi-square of X² / (1 - 1/{{length}}) with {_DF}.",
    Laws.CHI_SQUARE_OF_INTERACTION: f"Chi-square of the interaction with {_DF}; of two outcomes the exact binomial.",
    Laws.CHI_SQUARE_CORRECTED: f"Chi-square at {{width}} bits with {_DF} and Bartlett's correction.",
    Laws.CHI_SQUARE_OF_FIRST_DIFFERENCE: (
        f"Chi-square of the first difference of ψ² at {{width}} bits with {_DF}."
    ),
    Laws.CHI_SQUARE_OF_SECOND_DIFFERENCES: (
        f"Chi-square of the second differences of ψ² to width {{width}} with {_DF}."
    ),
    Laws.CHI_SQUARE_MATCHED: (
        f"Chi-square with {_DF}, shifted and scaled to the mean, variance, and skewness of Q."
    ),
    Laws.WEIGHTED: "Weighted sum of {weights} chi-squares, exact weights.",
    Laws.WEIGHTED_BY: "Weighted sum of {weights} chi-squares; weights from {covariance}",
    Laws.LARGEST_CHI_SQUARE: f"Largest of {{number}} independent chi-squares, each with {_DF}; of two outcomes exact binomials.",
    Laws.LARGEST_BONFERRONI: f"Largest of {{number}} chi-squares (Bonferroni), each with {_DF}.",
    Laws.LARGEST_NORMAL: "Largest absolute value of {number} independent standard normal values.",
    Laws.SMALLEST_OF: (
        "Smallest of {number} p-values with exact laws; Monte Carlo, {replicates} fair samples of {units} units, seed "
        "{seed:raw}, and Boole's inequality beyond them."
    ),
    Laws.NORMAL_EXACT: "Normal with the exact mean and variance.",
    Laws.NORMAL_OF_SECTION: "Normal, SP 800-22 § {section:raw}.",
    Laws.NORMAL_OF_BLOCKS: "Normal with the exact mean and variance, {blocks} blocks of {width} bits.",
    Laws.NORMAL_OF_COEFFICIENTS: (
        "Normal for the sum over all sequences, with the variance by Parseval's theorem."
    ),
    Laws.STUDENT_ZERO: f"Student with {_DF}, of the mean of all units against 0.",
    Laws.STUDENT_LIMIT: f"Student with {_DF}; right tail against the limit, left tail against 0.",
    Laws.BINOMIAL: "Binomial with the exact probability, {number} {what}.",
    Laws.BINOMIAL_OF_BLOCKS: (
        "Binomial, {blocks} blocks, each failing with probability {chance} (known to 0.05%)."
    ),
    Laws.KOLMOGOROV: "Kolmogorov with Stephens' correction, {digits} {digits:digit|digits} of base {base}.",
    Laws.GAMMA: "Gamma of Σ -ln p of {sequences} sequences, exact mean and variance.",
    Laws.EXACT_WALK: "Exact law of a fair walk.",
    Laws.EXACT_SUM: "Exact law of one unit, convolved {units} times.",
    Laws.EXACT_X2: "Exact law of X² of {number} {what}.",
    Laws.HYPERGEOMETRIC: "Hypergeometric law of one pair. {sum}",
    Laws.SHUFFLES: "Monte Carlo, {replicates} replicates of {shuffles} fair shuffles, seed {seed:raw}.",
    Laws.SHUFFLES_AT_MOST: (
        "Monte Carlo, {replicates} replicates of {shuffles} fair shuffles (more change the variance by about 1% "
        "at most), seed {seed:raw}."
    ),
    Laws.SAMPLES_OF_SHUFFLES: (
        "Monte Carlo, {replicates} fair samples of as many shuffles, seed {seed:raw}."
    ),
    Laws.RANDOM_ROUNDS: "Monte Carlo, {replicates} replicates of simple random samples, seed {seed:raw}.",
    Laws.IDEAL_DEVICES: "Monte Carlo, {replicates} replicates of ideal devices, seed {seed:raw}.",
    Laws.BUFFERED_DEVICES: (
        "Monte Carlo, {replicates} replicates of devices with a buffer of {buffer} cards, seed {seed:raw}."
    ),
    Laws.PERMUTATIONS: (
        "Sequential Monte Carlo, at most {replicates} permutations of a unit, seed {seed:raw}; Fisher's "
        "combination of {units} {units:unit|units}."
    ),
    Laws.MULTINOMIAL: "Monte Carlo, {replicates} multinomial samples, seed {seed:raw}.",
    Laws.DEALT_SAMPLES: "Monte Carlo, {replicates} fairly dealt samples, seed {seed:raw}.",
    Laws.LOADS: "Monte Carlo, {replicates} samples of fairly shuffled loads, seed {seed:raw}.",
    Laws.COVARIANCE_OF_UNITS: "The covariance of {units} fairly dealt units, seed {seed:raw}.",
    Laws.COVARIANCE_OF_LOADS: "The covariance of fairly shuffled loads, seed {seed:raw}.",
    Laws.OF_CHANCES: "{chances:clause}. X²: {law}",
    Laws.RULE: "Exact probabilities of {rule} ({reading}).",
    Laws.RULE_FROM_SET: "Exact probabilities of {rule} ({reading}) from {set}.",
    Laws.RULE_FROM_NUMBERS: "Exact probabilities of {rule} ({reading}) from the recorded numbers.",
    Laws.TOTAL: "Exact probabilities of the total of {number} outcomes from {low} to {high}.",
    Laws.DETERMINANT: "Exact probabilities of determinant card and first card.",
    Laws.COUNTING: "Counting: every violation is listed or counted.",
    Laws.COUNTING_REPEATS: "Counting: {expected:probability} repeats are expected of fair units.",
    Laws.COUNTING_WINDOWS: "Counting: {expected:probability} repeated windows are expected by chance.",
    Laws.COUNTING_MATRICES: "Counting of matrices that fail.",
    Laws.COUNTING_UNITS: "Counting of units below the claim.",
    Laws.COUNTING_ALARMS: "Counting of alarms.",
    Laws.COUNTING_ALARMS_AT: "Counting of alarms at 2^-{exponent} a sample or window.",
    Laws.COUNTING_BY_LIMITS: "Counting by exact limits: {limits:;}.",
    Laws.KEPT_NEIGHBORS: f"Kept neighbors {_RANGE}",
    Laws.INVERSIONS: f"Inversions {_RANGE}",
    Laws.MATCHING_PLACES: f"Matching places {_RANGE}",
    Laws.TYPE_SUCCESSIONS: f"Successions of types {_RANGE}",
}
