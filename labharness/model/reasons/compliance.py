"""Headings of the compliance matrix, and remarks on its clauses."""

from __future__ import annotations

from labharness.model.device import DeviceClass
from labharness.reason import Code, Reason, note


class Compliance(Code, area="compliance"):
    """What a matrix is of; why a clause does not apply, whose result answers it, which failures are of replaced software."""

    GENERAL_LAW = note()
    OTHER_SOURCES = note()
    OF_PRODUCT = note(game=str, chapter=str, device=DeviceClass, product=str)
    OF_GAME = note(game=str, chapter=str, device=DeviceClass)

    EXCLUDED = note(why=str, person=str, date=str)
    RELIED_ON = note(provider=str, number=str, date=str)
    INAPPLICABLE = note(items=tuple[Reason, ...])
    ITEM_INAPPLICABLE = note(item=str, why=str, run=str)
    WITHOUT_REASON = note(item=str, run=str)
    UNCURED = note(runs=tuple[str, ...], why=tuple[Reason, ...])
