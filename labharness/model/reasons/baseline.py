"""What a submission builds on: its earlier report, permissions, and lists of tests."""

from __future__ import annotations

from labharness.reason import Code, note, open_item


class Baselines(Code, area="baseline"):
    """Open items that the type of a submission raises, and the limit of an emergency modification."""

    UNPROVEN = open_item(report=str)
    NOT_APPROVED = open_item(report=str)
    NOTHING_CHANGED = open_item(report=str)
    UNANSWERED = open_item(report=str, deficiency=str, finding=str)
    NO_PERMISSION = open_item()
    NO_LIMIT = open_item()
    EXPIRED = open_item(until=str)
    NOTHING_OMITTED = open_item()

    OMITTED = note(tests=tuple[str, ...])
    PROVISIONAL = note(until=str, person=str, permitted=str)
