"""Why a remark about a run is not taken."""

from __future__ import annotations

from labharness.reason import Code, refusal


class Remarks(Code, area="remark"):
    """Why a remark about a run is not taken."""

    LENGTH = refusal(most=int)
