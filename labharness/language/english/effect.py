"""Sentences about sizes of deviations."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.effect import Effects
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Effects.COHENS_W: "Cohen's w.",
    Effects.COHENS_W_OF_POSITIONS: "Cohen's w of positions {first} and {second}.",
    Effects.COHENS_W_IN_STRETCHES: "Cohen's w within stretches.",
    Effects.COHENS_W_NEAR_EVENTS: "Cohen's w of card types near and far from events.",
    Effects.CRAMERS_V: "Cramér's V.",
    Effects.CRAMERS_V_AT_LAG: "Cramér's V at lag {lag}.",
    Effects.PER_SHUFFLE: "Mean number of {what} per shuffle (fair: {fair:figure}).",
    Effects.MEAN_OF: "Mean per unit: {what:clause} (fair: {fair:figure}).",
    Effects.KEPT_ENDS: "Proportion of shuffles that keep any (fair: {fair:figure}).",
    Effects.SHELVES: "Shelves, by maximum likelihood.",
    Effects.RIFFLES: "Riffles, by maximum likelihood.",
    Effects.ONES: "Proportion of ones (fair: 0.5).",
    Effects.ONES_OF_BLOCKS: "Root mean square deviation of the proportion of ones in a block.",
    Effects.BIT_CHANGES: "Changes per pair of neighboring bits (fair: 0.5).",
    Effects.MISSING_ENTROPY: "Root of the missing entropy in nats.",
    Effects.TEMPLATE_COUNTS: "Root mean square deviation of a template's count, in standard deviations.",
    Effects.FAILING_BLOCKS: "Proportion of failing blocks (fair: {fair:figure}).",
    Effects.WALK_DISTANCE: "Mean largest distance in √bits (fair: {fair:figure}).",
    Effects.COEFFICIENTS: "Proportion of coefficients above the limit.",
    Effects.LOG_DISTANCE: "Mean log₂ of distance above its expectation.",
    Effects.BYTE_MEAN: "Mean of the bytes (fair: 127.5).",
    Effects.BYTE_COVARIANCE: "Covariance of neighboring bytes, in variances of a fair byte (fair: 0).",
    Effects.PI: "Four times the proportion of points inside (fair: π).",
    Effects.PERMUTATIONS: "Proportion of permutations that deviate as much, unit {unit}.",
    Effects.POTENCY: "Potency at degree {degree} (fair: 0).",
    Effects.LARGEST_DISTANCE: "Largest distance D.",
    Effects.DISPERSION: "Index of dispersion (fair: {fair:figure}).",
    Effects.ADVANTAGE: "Advantage of one guess (ideal: 0).",
    Effects.NEIGHBORS_NEAR_EVENTS: (
        "Neighbors of an unopened deck in a round, difference of the means near and far from events."
    ),
    Effects.REPEATS_NEAR_EVENTS: (
        "Repeated cards in a round, difference of the means near and far from events."
    ),
    Effects.REPEATS_LATER: "Repeats {rounds} {rounds:round|rounds} later (expected: {expected:figure}).",
    Effects.REPEATS: "Repeated cards in a round (ideal: {ideal:figure}).",
    Effects.CARDS_AGAIN: "Probability that a card dealt one round before is dealt again (ideal: {ideal:figure}).",
    Effects.PLACES_OF_REPEATS: "Places by which repeats lie late in a round (ideal: 0).",
    Effects.ROUND_COVARIANCE: "Covariance of successive rounds, in variances of an ideal round (ideal: 0).",
}
