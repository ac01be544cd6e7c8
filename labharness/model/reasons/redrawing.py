"""What does not follow from the evidence of a report when the report is concluded and drawn again."""

from __future__ import annotations

from labharness.model.results import ClauseResult
from labharness.reason import Code, Reason, doubt, note


class Redrawings(Code, area="redrawing"):
    """Differences between a report and what its folder gives; ``drawn`` is drawn again, ``there`` is in the file."""

    FAILED = doubt(why=tuple[Reason, ...])
    APPENDED = doubt(file=str)
    OTHER_BYTES = doubt(file=str)
    PAGE_DIFFERS = doubt(file=str, page=int, there=str, drawn=str)
    PAGES_MORE = doubt(file=str, pages=int)

    RUN_ENDS_OTHERWISE = doubt(run=str)
    RUN_UNACCOUNTED = doubt(run=str)
    RECORD_ALTERED = doubt(file=str, number=int)
    ENTRY_DIFFERS = doubt(file=str, kind=str, entry=str)

    OTHER_VERDICT = doubt(there=str, drawn=str, why=tuple[Reason, ...])
    UNSUPPORTED = doubt(what=Reason)
    UNSUPPORTED_MORE = doubt(statements=int)
    MISSING = doubt(what=Reason)
    MISSING_MORE = doubt(statements=int)

    REASON = note(why=Reason)
    OPEN_ITEM = note(why=Reason)
    RECOMMENDATION = note(recommendation=str | None)
    RECOMMENDATION_WITHHELD = note(recommendation=str | None)
    CLAUSE = note(clause=str, matrix=Reason | None, result=ClauseResult, wording=str)

    INCOMPLETE = note(file=str)
    OTHER_TEXTS = note(changed=tuple[Reason, ...])
    OTHER_LIBRARIES = note(changed=tuple[Reason, ...])
    VERSION = note(name=str, then=str | None, now=str | None)
    FILE_CHANGED = note(file=str)
    CHANGES_MORE = note(changes=int)
