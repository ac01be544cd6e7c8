"""What all attempts on one device come to, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.attempts import Attempts
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Attempts.OF_RUNS: "{runs}: {why}",
    Attempts.NOT_COMPLETED: "Run {run} was not completed. It counts as an attempt.",
    Attempts.NONE_COMPLETE: "No run is complete.",
    Attempts.FAILED_BESIDE: "Run {run} of the same unit and software failed under another plan.",
    Attempts.AWAITS_BESIDE: (
        "Run {run} of the same unit and software awaits its retest under another plan. Carry out that retest."
    ),
    Attempts.NOT_THE_RETEST: "Run {run} does not qualify as the retest: {why}",
    Attempts.UNIT_UNPROVEN: "Run {run}: the device reports no serial number, so the same unit is not proven.",
    Attempts.SOFTWARE_UNPROVEN: "Run {run}: the device names no software, so the same software is not proven.",
    Attempts.SAME_SAMPLE: "The sample of run {run} repeats the sample of run {earlier}. A retest needs a fresh sample.",
    Attempts.NOTHING_TO_REPEAT: "No test of {first} awaits a retest.",
    Attempts.ONE_ALLOWED: "The plan allows one retest.",
    Attempts.FIRST_RUN: "It is the first run.",
    Attempts.OTHER_UNIT: "Its unit differs from the unit of {first}.",
    Attempts.OTHER_SOFTWARE: "Its software differs from the software of {first}.",
    Attempts.OTHER_PLAN: "Its plan differs from the plan of {first}.",
    Attempts.SMALLER_SAMPLE: "Its sample for {check} is smaller than the first.",
    Attempts.COUNTS_BY_ENDING: "The cause may be the device or the plan ({ending}).",
    Attempts.COUNTS_AGAINST: "It contains evidence against a pass. {why}",
    Attempts.COUNTS_AS_DECIDING: "It is complete, as planned and required, so it decides.",
    Attempts.COUNTS_ALONE: "No other complete run decides.",
    Attempts.RECORDED_SO_FAR: "In the {units} recorded {units:unit|units}: {decision}",
}
