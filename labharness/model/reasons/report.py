"""What prevents building, amending, signing or reading a report, and what is wrong with its folder."""

from __future__ import annotations

from labharness.reason import Code, Reason, doubt, refusal


class Reports(Code, area="report"):
    """Reports, their numbers, layouts, sections and folders."""

    NOT_A_NUMBER = refusal(number=str)
    UNKNOWN = refusal(report=str)
    EXISTS = refusal(report=str)
    NOT_ARCHIVABLE = refusal(report=str, why=tuple[Reason, ...])
    NOT_A_FOLDER = refusal(folder=str, file=str)
    SIGNED = refusal(report=str)
    REHEARSAL_OF_REAL = refusal(runs=tuple[str, ...])
    REHEARSAL_NOT_AMENDED = refusal(report=str)
    AMENDED = refusal(report=str, latest=str)
    NOT_SIGNED = refusal(report=str)
    WHY_NEEDED = refusal()
    AMENDING_ROLE = refusal(person=str)
    LOST = refusal(report=str)
    NEVER_SIGNED = refusal()
    """It is of a run or of a night."""
    REPLACED = refusal(report=str)
    SIGNED_BY_ALL = refusal()

    OTHER_THAN_RECORDED = refusal(report=str)
    DOES_NOT_VERIFY = refusal(why=Reason)
    NOT_REDRAWN = refusal(why=Reason)

    UNREADABLE = doubt(why=str)
    FILE_MISSING = doubt(file=str)
    FILE_ALTERED = doubt(file=str)
    """By the manifest, or by the hash that the report prints."""
    FILE_UNREADABLE = doubt(file=str, why=str)
    ENTRY_UNKNOWN = doubt(file=str, kind=str)

    SECTION_NOT_THERE = refusal(sections=tuple[str, ...], known=tuple[str, ...])
    SECTION_OF_OTHER = refusal(sections=tuple[str, ...])
    TEXT_MISSING = refusal(section=str, text=str)
    SECTION_WITHOUT_FUNCTION = refusal(section=str)
    SECTION_ABOUT = refusal(section=str, about=str, known=tuple[str, ...])
