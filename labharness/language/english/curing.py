"""What a deficiency lacks to excuse a failure of replaced software, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.curing import Curing
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Curing.NO_DEFICIENCY: "No closed deficiency names the failed {runs:run|runs} {runs}.",
    Curing.NO_CURE: "Deficiency {deficiency} names no replaced component as the cure.",
    Curing.CURE_UNKNOWN: "Deficiency {deficiency} names the cure {component}, which the submission does not contain.",
    Curing.CURE_NOT_NEW: (
        "Deficiency {deficiency} names the cure {component}, which the device already reported when it failed."
    ),
    Curing.NO_RETEST: "Deficiency {deficiency} names no retest.",
    Curing.NO_LATER_RETEST: (
        "Deficiency {deficiency} names the {runs:retest|retests} {runs}. "
        "No later run that counts, of the same product and plan, has such a name."
    ),
    Curing.RETEST_WITHOUT_CURE: (
        "The device did not report the submitted software with the cure of deficiency {deficiency} "
        "in the {runs:retest|retests} {runs}."
    ),
    Curing.RETEST_NOT_PASSED: "The {runs:retest|retests} {runs} of deficiency {deficiency} did not pass.",
    Curing.RETEST_DOUBTED: (
        "The retest {run} of deficiency {deficiency} passed, "
        "but together with every other run of its group ({runs}) it is inconclusive."
    ),
}
