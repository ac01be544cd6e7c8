"""Why two runs are not compared, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.comparison import Comparisons
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Comparisons.ONE_RUN: "Both are run {run}. Choose a second run of the same plan.",
}
