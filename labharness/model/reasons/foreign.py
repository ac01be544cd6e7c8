"""What people bring from elsewhere to be verified, and copies that they take with them."""

from __future__ import annotations

from labharness.reason import Code, doubt, refusal


class Foreign(Code, area="foreign"):
    """Folders and files that did not come from this workspace."""

    NOT_KNOWN = refusal(path=str)
    PACKED = refusal(path=str)
    IS_A_LINK = refusal(path=str)
    TOO_MANY_FILES = refusal(path=str, most=int)
    TOO_LARGE = refusal(path=str, most=int)
    TOO_DEEP = refusal(path=str, most=int)
    NEWER = doubt(version=str, own=str)
    NEWER_SCHEMA = doubt(file=str, schema=int, own=str)

    COPY_EXISTS = refusal(folder=str)
    COPY_DIFFERS = doubt(file=str)
