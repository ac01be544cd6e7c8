"""Sentences about the verdict and the ending of a run."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.statement import Statements
from labharness.reason import Code

_CHECKS = "{checks} required {checks:check|checks}"
_TRIALS = "{trials} required procedures and inspections"
_EACH = "Each bound holds by itself, for the strategies that it names."

SENTENCES: Mapping[Code, str] = {
    Statements.MET_CHECKS: f"The device met every one of the plan's {_CHECKS}.",
    Statements.MET_TRIALS: f"The device met every one of the plan's {_TRIALS}.",
    Statements.MET_BOTH: f"The device met every one of the plan's {_CHECKS} and {_TRIALS}.",
    Statements.SOME_INAPPLICABLE: "{met:clause}; {inapplicable} more {inapplicable:does|do} not apply to it.",
    Statements.UNSUPPORTED: "The evidence supports neither a pass nor a failure, for the reasons given below.",
    Statements.FAILED_CHECKS: f"The device failed {{count}} of {_CHECKS}: {{failed:;}}.",
    Statements.FAILED_TRIALS: f"The device failed {{count}} of {_TRIALS}: {{missed:;}}.",
    Statements.FAILED_BOTH: "{checks} {trials}",
    Statements.FAILED_EARLY: (
        "The device failed early: monitoring of {stage} reached its threshold after {units} {units:unit|units}."
    ),
    Statements.FAILED: "The device failed, for the reasons given below.",
    Statements.COMPLETE: "The run went to its planned end.",
    Statements.STOPPED_BY_OPERATOR: "A person stopped the run before its planned end.",
    Statements.STOPPED_BY_RULE: "A rule of the plan stopped the run before its planned end.",
    Statements.DEVICE_LOST: "The device was lost before the planned end.",
    Statements.ERROR: "An error stopped the run before its planned end.",
    Statements.INTERRUPTED: "The record has no end.",
    Statements.UNTESTED: (
        "NOT TESTED: {obligations} {obligations:obligation|obligations} of chapter {chapter} for this kind of device."
    ),
    Statements.OBLIGATIONS: (
        "{obligations} {obligations:obligation|obligations} of chapter {chapter} {obligations:binds|bind} this kind of device."
    ),
    Statements.OBLIGATIONS_RESCINDED: (
        "{obligations} {obligations:obligation|obligations} of the rescinded text of chapter {chapter} {obligations:is|are} "
        "about this kind of device."
    ),
    Statements.OBLIGATIONS_TEMPORARY: (
        "{obligations} {obligations:obligation|obligations} of the temporary text of chapter {chapter} {obligations:is|are} "
        "about this kind of device."
    ),
    Statements.RESCINDED_LAW: (
        "RESCINDED LAW: {standing:sentences} The run was judged by the rescinded text. A recommendation to approve needs the law in "
        "force, which the authorizer names."
    ),
    Statements.TEMPORARY_LAW: (
        "TEMPORARY LAW: {standing:sentences} The run was judged by the temporary text. A recommendation to approve needs the law "
        "in force, which the authorizer names."
    ),
    Statements.PLAN_ALTERED: (
        "ALTERED PLAN: it differs from the packaged plan of its id and version, such as at {changes:;}."
    ),
    Statements.PLAN_OTHER: (
        "NOT A PACKAGED PLAN: {values} {values:value differs|values differ} from the plan {plan}, version {version}, such as "
        "at {keys:;}."
    ),
    Statements.PLAN_ALONE: "NOT A PACKAGED PLAN: labharness has no plan for this game and device.",
    Statements.POWER_MISSING: (
        "DETECTION RATES NOT COMPUTED before the run: the report cannot state which defects a pass excludes."
    ),
    Statements.POWER_CHANGED: "DETECTION RATES CHANGED after the run began: the table is not used.",
    Statements.NOT_SHOWN_UNFAIR: "A pass means that the sample did not show the device to be unfair.",
    Statements.LIMITS_HOLD: "Every limit of the plan holds, for the strategies named.",
    Statements.BOUNDS_REACHED: f"A pass means that the sample did not show the device to be unfair. {_EACH}",
    Statements.OTHER_BOUNDS: f"For other gains, a pass means that the sample did not show the device to be unfair. {_EACH}",
    Statements.NOT_BOUNDED: "Not bounded: a gain of {unbounded:or}.",
    Statements.OTHER_STRATEGIES: "Other strategies are not bounded.",
    Statements.UNBOUNDED: (
        "No sample bounds what a person gains who knows how the device makes its results, such as a generator's state."
    ),
}
