"""Addresses that lead nowhere."""

from __future__ import annotations

from labharness.reason import Code, refusal


class Addresses(Code, area="address"):
    """Addresses that cannot be opened."""

    INVALID = refusal(text=str)
    NO_PAGE = refusal(text=str)
    NOT_HERE = refusal(text=str)
    OTHER_WORKSPACE = refusal(text=str, workspace=str)
