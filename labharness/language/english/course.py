"""What the course of a run says of the evidence, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.course import Course
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Course.ENDED_EARLY: "The run ended before it was complete: {ending}.",
    Course.BROKEN_OFF: "The run ended before it was complete: {ending}.",
    Course.STAGE_UNFINISHED: "Stage {stage} was not finished.",
    Course.INTERRUPTIONS: (
        "The run was interrupted {interruptions} {interruptions:time|times}; the plan allows {allowed}."
    ),
    Course.REPEATS: (
        "{repeats} {repeats:request was|requests were} made again without an answer to the first; the plan allows {allowed}."
    ),
    Course.DEVICE_FAILED: "The device failed and broke off the run: {why:;}.",
    Course.STAGE_DONE: "Stage {stage}: {result:;}.",
    Course.STAGE_FAILED: "Stage {stage}: {result:;}.",
    Course.STAGE_DOUBTFUL: "Stage {stage}: {result:;}.",
    Course.STAGE_UNRECORDED: "Stage {stage}: the record of a start or an end is missing.",
    Course.READS_DISAGREE: (
        "Stage {stage}: {wrong} of {made} {made:order|orders} read independently differ from the device's report."
    ),
    Course.READS_UNDECLARED: (
        "Stage {stage}: only the device reports the orders; the plan declares no independent reads."
    ),
    Course.READS_MISSING: (
        "Stage {stage}: the device reports the orders, and {made} of {declared} declared independent reads were made."
    ),
    Course.READ_UNSETTLED: "Stage {stage}: a doubtful read of unit {unit} was not settled ({why:;}).",
    Course.INPUT_UNPROVEN: ("Stage {stage}: the input order of {units} {units:unit|units} is not proven."),
    Course.HEALTH_ALARMS: (
        "Stage {stage}: the health test of {test} alarmed {alarms} {alarms:time|times}, first at sample {sample} (cutoff {cutoff})."
    ),
    Course.SAME_DATA: (
        "Stage {stage}: the {units} {what} from number {first} on are the same as in {runs}, which does not happen by chance. A "
        "person must find the cause and explain it with evidence."
    ),
    Course.NOT_COMPARED: "The record of the comparison of its data with other runs is missing.",
    Course.NOTHING_APPLIES: "No procedure or inspection that the plan requires applies to the device.",
    Course.REPLAYED: "The run replayed recorded bytes that existed before the plan was frozen.",
    Course.JAMMED: "Stage {stage}: the device jammed.",
    Course.FINDING_LEFT: "Stage {stage}: {item} was {result}, and the stage was not finished.",
    Course.REACTION_NOT_REPEATED: "Stage {stage}: an unexpected reaction was not examined again.",
    Course.ALARM_LEFT: "Stage {stage}: the device still indicated an alarm after a trial when the run was interrupted.",
    Course.COUNT_LEFT: "Stage {stage}: a repeated count by hand was not finished.",
}
