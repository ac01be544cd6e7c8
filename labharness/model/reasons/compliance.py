"""Remarks on clauses of the compliance matrix."""

from __future__ import annotations

from labharness.reason import Code, Reason, note


class Compliance(Code, area="compliance"):
    """Why a clause does not apply, whose result answers it, and which failures are of replaced software."""

    EXCLUDED = note(why=str, person=str, date=str)
    RELIED_ON = note(provider=str, number=str, date=str)
    INAPPLICABLE = note(items=tuple[Reason, ...])
    ITEM_INAPPLICABLE = note(item=str, why=str, run=str)
    WITHOUT_REASON = note(item=str, run=str)
    UNCURED = note(runs=tuple[str, ...], why=tuple[Reason, ...])
