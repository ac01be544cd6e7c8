"""What the decision rule makes of each planned check, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.decision import Held
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Held.OUTRIGHT: "{check}: {p:p_magnitude} is below {level}, which fails without a retest.",
    Held.BELOW_LEVEL: "{check}: {value:clause} is below {level}, the level of the laboratory's own checks.",
    Held.BELOW_CITATION: (
        "{check}: {value:clause} is below {level}, the level at which {citation} fails without a retest."
    ),
    Held.BELOW_RETEST: "{check}: {value:clause} is below {level}, the level of the retest under {citation}.",
    Held.RETEST_DECIDES: (
        "{check}: {value:clause} is below {level}, the level of {citation}. The retest declared in the plan decides."
    ),
    Held.UNRESOLVED: (
        "{check}: {value:clause} is the smallest p-value that the simulation resolves. Increase its replicates."
    ),
    Held.TOO_REGULAR: (
        "{check}: {value:clause} passes, but the sample is more regular than chance allows "
        "(two-sided {two_sided:p})."
    ),
    Held.NOT_BELOW: "{check}: {value:clause}, not below {level}.",
    Held.BOUND_MISSING: (
        "{check}: the plan limits the gain of {gainer} to {below} {unit}, and the check states no bound on it."
    ),
    Held.BOUND_ABOVE: (
        "{check}: the sample does not exclude a gain of {upper:figure} {unit} by {gainer} ({what:clause}). The plan "
        "limits it to {below}. At the gain observed, about {needed} units in place of {recorded} would settle it."
    ),
    Held.GAIN_ABOVE: (
        "{check}: the sample does not exclude a gain of {upper:figure} {unit} by {gainer} ({what:clause}). The plan "
        "limits it to {below}. The gain observed, {estimate:figure}, is not below the limit, so a larger sample is "
        "not expected to settle it."
    ),
    Held.MONITOR_CROSSED: (
        "Monitoring of {stage}: after {units} {units:unit|units} the e-value is 10 to the power {exponent:figure} and "
        "reaches the threshold, 1 over {level}. A fair device ever reaches it with probability {level} at most. "
        "The run ended early, and this decides; the checks of the sample are for information."
    ),
    Held.MONITOR_QUIET: (
        "Monitoring of {stage}: the highest e-value in {units} {units:unit|units} is 10 to the power "
        "{exponent:figure}, after {highest_at}. It does not reach the threshold, 1 over {level}."
    ),
    Held.MONITOR_DISAGREES: (
        "Monitoring of {stage}: the recorded crossing of the threshold is not the one that the sample shows."
    ),
    Held.VIOLATED: "{check}: {seen}",
    Held.VIOLATED_INFORMATIONAL: (
        "{check}: {seen} The check is informational and fails nothing, but a pass requires an explanation."
    ),
    Held.NOT_VIOLATED: "{check}: no violation in {units} {units:unit|units}.",
    Held.NO_RESULT: "{check}: no result.",
    Held.NO_TAIL: "{check}: the check reports no {tail} p-value.",
    Held.NOT_COMPUTED: "{check}: {why}",
    Held.NOTHING_REQUIRED: "The plan requires no check, so the run cannot pass.",
    Held.SHOWN: "{check}: informational.",
    Held.SHOWN_P: (
        "{check}: informational, {p:p}, q = {q:probability} among {checks} {checks:check|checks} "
        "(Benjamini-Hochberg)."
    ),
    Held.SHOWN_NOTABLE: (
        "{check}: informational, {p:p}, q = {q:probability} among {checks} {checks:check|checks} "
        "(Benjamini-Hochberg), not above {level}: examine it."
    ),
    Held.RARE_INFORMATIONAL: (
        "{check}: {p:p} is below {level}. The check is informational and fails nothing, but a pass requires an "
        "explanation."
    ),
    Held.P: "{p:p}.",
    Held.P_CORRECTED: "{p:p} (Holm-adjusted for {checks} {checks:check|checks}).",
    Held.VIOLATIONS: "{violations} {violations:violation|violations} in {units} {units:unit|units}.",
    Held.VIOLATIONS_FROM: (
        "{violations} {violations:violation|violations} in {units} {units:unit|units}. First: {first:clause}."
    ),
}
