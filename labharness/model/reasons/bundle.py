"""What is wrong with the folder of a report, its runs and its dossier, and what its verification leaves open."""

from __future__ import annotations

from labharness.reason import Code, Reason, doubt, note


class Bundles(Code, area="bundle"):
    """The folder of a report; ``file`` and ``name`` are paths below it, ``role`` the name of a signature's field."""

    SUMS_DIFFER = doubt(file=str, of=tuple[str, ...])
    MANIFEST_REPLACED = doubt(file=str)
    FILE_REWRITTEN = doubt(file=str)
    NAME_OUTSIDE = doubt(name=str)
    FILE_ADDED = doubt(file=str)
    CODE = doubt(file=str)
    RUN_INCOMPLETE = doubt(manifest=str, run=str)

    OF_RUN = doubt(run=str, why=Reason)
    REHEARSAL_AS_REPORT = doubt(file=str)
    REPORT_AS_REHEARSAL = doubt(file=str)
    OTHER_CONCLUSION = doubt(file=str, report=str)
    UNSIGNED = doubt()

    REPORTED = note(why=Reason)
    RUNS_UNVERIFIED = note()
    REPORT_ALONE = note()
    NOT_LISTED = note(role=str, person=str, needed=str)
