"""How a run goes, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.conduct import Conduct
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Conduct.CARRIED_OUT: "The plan was carried out to its end.",
    Conduct.STOPPED_BY: "Stopped by {who}.",
    Conduct.INTERRUPTED_BY: "The system stopped the runner ({signal}). The device was brought to rest.",
    Conduct.STOPPED_AT_STAGE: "The plan stops the run at stage {stage}: {result:;}.",
    Conduct.STOPPED_BY_MONITOR: (
        "Monitoring of stage {stage} reached its threshold, 1 over {level}, after {units} {units:unit|units}. "
        "The run ends with a failure."
    ),
    Conduct.HARNESS_FAILED: "The program failed ({error}).",
    Conduct.SESSION_COMPLETE: "The planned part of the session was carried out.",
    Conduct.SESSION_CLOSED: "The operator closed the session.",
    Conduct.RESTARTED: "The run released the noise source for a restart.",
    Conduct.LET_GO: "The run released the device.",
    Conduct.NO_PORT: "The device has no port. Only the operator can bring it to rest.",
    Conduct.AT_REST: "The device accepted the command to rest.",
    Conduct.NOT_AT_REST: "The device could not be brought to rest.",
    Conduct.REST_UNANSWERED: "The device did not answer the command to rest in time.",
    Conduct.INPUT_UNKNOWN: "The order in the device before {kind} {unit} is not known.",
    Conduct.PUT_IN_AGAIN: "The device was emptied after the last session. The cards were loaded again.",
    Conduct.JAM: "Stage {stage}: jam {number} of the {allowed} that the plan allows, before unit {unit}.",
    Conduct.JAM_NOT_CLEARED: (
        "Stage {stage}: the jam was not cleared ({still:;}). Examine the device before another run."
    ),
    Conduct.NOT_RESTORED: "Stage {stage}: the device could not be restored after a trial ({alarms:;}).",
    Conduct.NOBODY_ANSWERED: "No answer was given within {seconds:duration}.",
    Conduct.NO_READER: "This plan needs a card reader. Name it with --reader watch://FOLDER or --reader operator://.",
    Conduct.NOT_READABLE: 'The cards were not read. {who} answered: "{answer}".',
    Conduct.READS_NEVER_EQUAL: "No two of {reads} reads of unit {unit} agree. Check the reader.",
    Conduct.OTHER_UNIT: (
        "The run tests {model}, serial {serial}, but {other_model}, serial {other_serial}, is connected. "
        "Connect {model}, serial {serial}, and resume."
    ),
    Conduct.OTHER_CLASS: (
        "The plan is for the class {planned}, but the device reports the class {reported}. "
        "Choose the right device or plan."
    ),
}
IN_WINDOW: Mapping[Code, str] = {
    Conduct.NO_READER: "This plan needs a card reader. Enter the address of one: watch://FOLDER or operator://.",
}
