"""What a submission builds on, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.baseline import Baselines
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Baselines.UNPROVEN: (
        "Report {report}, on which the submission builds, is unsigned or differs from the report that the register names."
    ),
    Baselines.NOT_APPROVED: "Report {report}, on which the submission builds, does not recommend approval.",
    Baselines.NOTHING_CHANGED: "The submission is a modification, but its items are those of report {report}.",
    Baselines.UNANSWERED: "Deficiency {deficiency} of report {report} is unanswered: {finding:clause}.",
    Baselines.NO_PERMISSION: "The filing does not name who permitted the emergency modification, and when.",
    Baselines.NO_LIMIT: "The filing does not limit the emergency modification to a date.",
    Baselines.EXPIRED: "The permission for the emergency modification ended on {until:day}.",
    Baselines.NOTHING_OMITTED: "The submission is abbreviated, but its filing lists no omitted test.",
    Baselines.OMITTED: "Left out by the filing: {tests:;}.",
    Baselines.PROVISIONAL: (
        "Provisional until {until:day}: an emergency modification, permitted on {permitted:day} by {person}."
    ),
}
