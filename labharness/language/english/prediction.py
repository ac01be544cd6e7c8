"""Sentences about what earlier output says about the next."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.prediction import Predictions
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Predictions.COMPLEXITY: (
        "Linear complexity of the outcomes modulo {modulus} in symbols per symbol (fair: 0.5)."
    ),
    Predictions.COMPLEXITY_OF_BIT: (
        "Linear complexity of bit {bit} of the outcomes in bits per bit (fair: 0.5)."
    ),
    Predictions.COMPLEXITY_LAW: (
        "Exact law of linear complexity, least likely of {sequences} independent "
        "{sequences:sequence|sequences}."
    ),
    Predictions.SEQUENCE: (
        "{sequence:clause}: linear complexity {length} of {symbols} symbols (fair: {fair}), probability "
        "10^{exponent:figure}."
    ),
    Predictions.MODULO: "Outcomes modulo {modulus}.",
    Predictions.BIT: "Bit {bit} of the outcomes.",
    Predictions.EQUAL_AT_LAG: "Proportion of equal outcomes at lag {lag} (fair: {fair:figure}).",
    Predictions.LARGEST_BINOMIAL: "Largest deviation of {number} binomial counts, Šidák.",
    Predictions.SUM_RESIDUALS: "Cohen's w of the residuals.",
    Predictions.SEARCHED_HALVES: (
        "Chi-square with {df} {df:degree|degrees} of freedom, or of two outcomes the exact binomial: the relation is chosen from {searched} "
        "outcomes and judged on the {judged} of the second half."
    ),
    Predictions.AMPLITUDE: "Relative amplitude of the probability of outcome {outcome}.",
    Predictions.PERIODOGRAM: (
        "Largest of exponential ordinates at {frequencies} frequencies; half the level is for the "
        "{low} lowest."
    ),
    Predictions.PERIOD: "Outcome {outcome} deviates most, with a period of {period:figure} outcomes.",
    Predictions.NAMED: "Proportion of outcomes that the predictor named in advance (fair: {fair:figure}).",
    Predictions.CAPITAL_LAW: (
        "Bound of Ville: p is at most 1 over the highest capital of bets at fair odds, at any stopping time."
    ),
    Predictions.CAPITAL: "Highest capital: 10^{exponent:figure} times the stake, after {outcomes} outcomes.",
    Predictions.GAIN: (
        "Expected gain of the predictor: {cents:figure} cents per $100, with equal stakes at fair odds on every outcome "
        "(95% interval: {low:figure} to {high:figure})."
    ),
    Predictions.FREQUENCIES: "The best table counts the outcomes alone.",
    Predictions.RELATION: (
        "The best relation: an outcome is {terms} modulo {outcomes}, plus a residual (outcomes from 0)."
    ),
    Predictions.CONTEXT: "The best table counts outcomes by the outcomes at lags {lags}.",
    Predictions.BYTES_NOT_READ: "The first {judged} of {recorded} bytes are judged.",
    Predictions.COMPLEXITY_OF_LANE: "Linear complexity in bits per bit (fair: 0.5). {lane}",
    Predictions.LANE: "Last bit of the first byte of every {bits} bits.",
    Predictions.LANE_FROM_END: "Last bit of every {bits} bits.",
    Predictions.LEADING_BITS: "First bit of every byte.",
    Predictions.STREAM: "All bits in order.",
    Predictions.LATTICE_LAW: "Exponential law of the largest of {tests} independent concentrations, Šidák.",
    Predictions.CONCENTRATION: "Length of the mean direction of the combined bytes (fair: 0).",
    Predictions.LATTICE: (
        "{bytes:clause}: differences of consecutive bytes with coefficients {coefficients} modulo 256 in "
        "{windows} windows."
    ),
    Predictions.EVERY_BYTE: "All bytes.",
    Predictions.BYTE_OF_WORD: "Byte {number} of every {size}.",
    Predictions.BINOMIAL_BONFERRONI: "Largest deviation of {tests} binomial counts, Bonferroni.",
    Predictions.ONES_AT: "Proportion of ones at bit {bit} of every {period} bytes (fair: 0.5).",
    Predictions.EQUAL_BYTES: "Proportion of bytes equal to the byte {lag} earlier (fair: 1/256).",
    Predictions.EQUAL_SUMS: (
        "Proportion of bytes equal to the exclusive or of the bytes {first} and {second} earlier "
        "(fair: 1/256)."
    ),
    Predictions.REPEATED_BLOCK: "The 8 bytes from byte {place} on equal those from byte {earlier} on.",
    Predictions.COUNTING_BLOCKS: "Counting; a fair source repeats 8 bytes with a probability of at most {bound:probability}.",
}
