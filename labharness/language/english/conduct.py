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
    Conduct.HARNESS_FAILED: "The harness failed ({error}).",
    Conduct.SESSION_COMPLETE: "The planned share was carried out.",
    Conduct.SESSION_CLOSED: "The operator closed the session.",
    Conduct.LET_GO: "The run released the device.",
    Conduct.NO_PORT: "The machine has no port. Only the person beside it can bring it to rest.",
    Conduct.AT_REST: "The device took the command to rest.",
    Conduct.NOT_AT_REST: "The device could not be brought to rest.",
    Conduct.REST_UNANSWERED: "The device did not answer the command to rest in time.",
    Conduct.INPUT_UNKNOWN: "The order in the device before {kind} {unit} is not known.",
    Conduct.PUT_IN_AGAIN: "The device had been emptied since the last session. The cards were put in again.",
    Conduct.JAM: "Stage {stage}: jam {number} of the {allowed} that the plan allows, before unit {unit}.",
    Conduct.JAM_NOT_CLEARED: (
        "Stage {stage}: the jam was not cleared ({still:;}). Examine the device before another run."
    ),
    Conduct.NOT_RESTORED: "Stage {stage}: the device could not be restored after a trial ({alarms:;}).",
    Conduct.NOBODY_ANSWERED: "Nobody answered within {seconds:duration}.",
    Conduct.NO_READER: "This plan needs a card reader. Name it with --reader watch://FOLDER or --reader operator://.",
    Conduct.READS_NEVER_EQUAL: "The reader gave no two equal reads of unit {unit} in {reads}. Check the reader.",
    Conduct.OTHER_UNIT: (
        "The run is about {model}, serial {serial}, but {other_model}, serial {other_serial}, answers. "
        "Connect the first unit and resume."
    ),
    Conduct.OTHER_CLASS: (
        "The plan is for the class {planned}, but the device reports the class {reported}. "
        "Choose the right device or plan."
    ),
}
