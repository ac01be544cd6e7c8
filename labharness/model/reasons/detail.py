"""What a reader of a result should know beside its numbers."""

from __future__ import annotations

from labharness.reason import Code, Reason, note


class Details(Code, area="detail"):
    """A line of a result."""

    EFFECT = note(effect=Reason, value=float, low=float, high=float)
