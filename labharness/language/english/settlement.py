"""What all attempts on one device come to together, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.settlement import Settled
from labharness.reason import Code

_OVER = "Over {attempts} {attempts:attempt|attempts}:"

SENTENCES: Mapping[Code, str] = {
    Settled.PASSED_ALONE: f"{_OVER} the only attempt that counts is complete and passed.",
    Settled.PASSED_AGAIN: f"{_OVER} the retest of {{checks}} passed in {{run}}, and no other reason prevents a pass.",
    Settled.RUNS_SET_ASIDE: "The authorizer set {runs} aside.",
    Settled.FAILED: f"{_OVER} a failure in any attempt is a failure.",
    Settled.AWAITS_RETEST: (
        f"{_OVER} run the plan.toml of {{run}} once more on the same unit for the retest of {{checks}}."
    ),
    Settled.NONE_COMPLETED: f"{_OVER} no attempt was completed. An interrupted run can be resumed.",
    Settled.UNDECIDED: f"{_OVER} a retest does not remove the reasons against a pass.",
    Settled.COUNTS_UNNAMED: "Run {run} was not named, but it is an attempt on the same device and counts.",
    Settled.STANDS_APART: "Run {run} tested the same unit with another {traits}. It is settled separately.",
    Settled.NOTHING_DONE: "Run {run} ended before the device identified itself. It tested nothing.",
    Settled.NOT_BEGUN: "Run {run} was not begun and is no attempt. {why}",
    Settled.REPORTED_AND_GONE: "A report of run {run} was issued. The run is missing from the workspace, and its device is unknown.",
}
