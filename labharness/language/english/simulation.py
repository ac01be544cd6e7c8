"""Sentences about simulations of detection rates."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.simulation import Simulations
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Simulations.NO_STRENGTH: "The defect {defect} takes no strength. Omit :{strength}.",
    Simulations.NOT_A_STRENGTH: "The strength must be a number from {least} to {most} (got {got}).",
    Simulations.NOT_A_WHOLE_STRENGTH: "The strength must be a whole number from {least} to {most} (got {got}).",
    Simulations.TOO_MANY_UNITS: (
        "The stage {stage} has {units} units; a simulation covers at most {most}. Choose another plan."
    ),
    Simulations.DOUBLE_SHOE: (
        "Defects of shuffles do not apply to rounds of a double shoe. Use the faults of its simulator."
    ),
    Simulations.NOT_A_TABLE: (
        'This file is not a table of power. Compute it with "labharness plans power PLAN --write".'
    ),
    Simulations.OTHER_TABLE: "This table of power is of another version. Compute it again.",
    Simulations.PROCESS_ENDED: (
        "The operating system ended a {task} process. Try again with fewer --workers."
    ),
}
IN_WINDOW: Mapping[Code, str] = {
    Simulations.PROCESS_ENDED: "The operating system ended a {task} process. Close other programs and try again.",
}
