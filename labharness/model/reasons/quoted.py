"""Text of a plan, a person, a plug-in or the operating system among reasons: data, shown as it is."""

from __future__ import annotations

from labharness.reason import Code, note


class Quoted(Code, area="quoted"):
    """Text that labharness did not write."""

    TEXT = note(text=str)
