"""Statistics by which units, versions, card sets and sessions are compared, in words."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.homogeneity import Homogeneity
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Homogeneity.RISING_SEQUENCES: "Rising sequences per shuffle.",
    Homogeneity.RISING_OF_INVERSE: "Rising sequences of the inverse per shuffle.",
    Homogeneity.KEPT_NEIGHBORS: "Kept neighbors per shuffle.",
    Homogeneity.VALLEYS: "Valleys per shuffle.",
    Homogeneity.VALLEYS_OF_INVERSE: "Valleys of the inverse per shuffle.",
    Homogeneity.FIXED_POINTS: "Fixed points per shuffle.",
    Homogeneity.TEN_OR_ACE: "Proportion of tens and aces at place {place}.",
    Homogeneity.OUTCOME: "Proportion of outcome {outcome}.",
}
