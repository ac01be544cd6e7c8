"""The runs of a submission against its record: faults, missing runs, doubts and notes."""

from __future__ import annotations

from labharness.model.results import Ending, Outcome
from labharness.reason import Code, Reason, doubt, note


class Dossiers(Code, area="dossier"):
    """Faults of a record, runs that are missing, and doubts whether attempts belong together."""

    RUN_MISSING = doubt(run=str)
    RUN_ELSEWHERE = doubt(run=str, bench=str)
    RUN_REPLACED = doubt(run=str, start=str)

    UNTOUCHED = note(run=str)
    NOT_BEGUN = note(run=str, why=Reason)
    COUNTS_ELSEWHERE = note(run=str, submission=str)
    COUNTS_UNASSIGNED = note(run=str)

    FAILED_ELSEWHERE = doubt(run=str, submission=str)
    REPORT_ALTERED = doubt(report=str)
    REPORT_UNREADABLE = doubt(report=str)
    RECORDS_MISSING = doubt(report=str, records=int)
    CLOCK_SET_BACK = doubt(run=str, earlier=str)
    RUN_ALTERED = doubt(run=str, report=str)

    NOT_INTACT = doubt(run=str)
    SEVERAL_UNITS = doubt()
    SEVERAL_SOFTWARES = doubt()
    SETTLED_AND_GONE = doubt(run=str)
    NOT_SETTLED = doubt(run=str)
    SETTLED_BEFORE = doubt(run=str)
    NO_VERDICT = doubt(run=str)
    SETTLED_OTHERWISE = doubt(run=str, settled=Outcome, recorded=Outcome)

    EVIDENCE_UNVERIFIED = doubt(why=Reason)
    NO_END = doubt()
    ENDED_EARLY = doubt(ending=Ending)
    VERDICT_MISSING = doubt()
