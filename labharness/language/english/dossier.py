"""The runs of a submission against its record, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.dossier import Dossiers
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Dossiers.RUN_MISSING: "The submission's record names run {run}, and its evidence is not in this workspace.",
    Dossiers.RUN_ELSEWHERE: "The evidence of run {run} is in another workspace ({bench}). Copy its folder into this one.",
    Dossiers.RUN_REPLACED: "Run {run} with the start record {start} is missing. Another run has its name.",
    Dossiers.UNTOUCHED: "Run {run} ended before it tested the device.",
    Dossiers.NOT_BEGUN: "Run {run} was not begun and is no attempt. {why}",
    Dossiers.COUNTS_ELSEWHERE: (
        "Run {run} tested a unit of this submission for submission {submission}. It counts there."
    ),
    Dossiers.COUNTS_UNASSIGNED: (
        "Run {run} was not assigned to the submission. It tested a unit of the submission and counts."
    ),
    Dossiers.FAILED_ELSEWHERE: (
        "Run {run} tested a unit of this submission with this software for submission {submission} and did not pass."
    ),
    Dossiers.REPORT_ALTERED: (
        "The signed report {report} differs from the report that the register names. Restore both from copies."
    ),
    Dossiers.REPORT_UNREADABLE: (
        "The evidence of the signed report {report} cannot be read. Restore its folder from a copy."
    ),
    Dossiers.RECORDS_MISSING: (
        "The signed report {report} rests on {records} {records:record|records} that the register no longer holds."
    ),
    Dossiers.CLOCK_SET_BACK: (
        "Run {run} started after {earlier} by the register and before it by its own date. A clock was set back."
    ),
    Dossiers.RUN_ALTERED: "Run {run} changed after report {report} was built.",
    Dossiers.NOT_INTACT: "The integrity of run {run} is not verified, so its attempts are not settled.",
    Dossiers.SEVERAL_UNITS: "The runs tested several units: the identities reported by the device differ.",
    Dossiers.SEVERAL_SOFTWARES: "The runs tested different software: the versions reported by the device differ.",
    Dossiers.SETTLED_AND_GONE: "Run {run} was settled with the others and is missing.",
    Dossiers.NOT_SETTLED: "Run {run} was not settled with the others.",
    Dossiers.SETTLED_BEFORE: "The record of run {run} changed after it was settled.",
    Dossiers.NO_VERDICT: "The record of run {run} holds no verdict.",
    Dossiers.SETTLED_OTHERWISE: "Run {run} was settled as {settled}, but its record states {recorded}.",
    Dossiers.EVIDENCE_UNVERIFIED: "The evidence does not verify: {why}",
    Dossiers.NO_END: "The record has no end, so the run counts as interrupted.",
    Dossiers.ENDED_EARLY: "The run ended before its plan was carried out ({ending}).",
    Dossiers.VERDICT_MISSING: "The record holds no verdict.",
}
