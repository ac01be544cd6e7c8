"""What is wrong with the manual, or with what somebody looks for in it."""

from __future__ import annotations

from labharness.reason import Code, refusal


class Manuals(Code, area="manual"):
    """Why the manual cannot be made or shown."""

    NO_INDEX = refusal(folder=str)
    NO_PAGE = refusal(page=str, target=str)
    NO_HEADING = refusal(page=str, target=str)
    NO_PICTURE = refusal(page=str, target=str)
    PICTURE_WITHOUT_WORDS = refusal(page=str, target=str)
    NO_TITLE = refusal(page=str)
    UNLISTED = refusal(page=str)
    NOT_INSTALLED = refusal(folder=str)
    UNKNOWN_PAGE = refusal(page=str)
    NOTHING_FOUND = refusal(words=str)
