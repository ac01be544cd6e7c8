"""Signatures: a box for each role with what it means."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting.blocks import gap, paragraph, room_for, together
from labharness.reporting.section import SectionPlace
from labharness.reporting.stamps import SignatureBox, SignatureRole


def section(case: object, part: SectionPlace) -> list[Flowable]:  # noqa: ARG001  the same boxes whatever it says
    """Return the boxes that people sign in, in the order of signing."""
    found: list[Flowable] = [room_for(430), paragraph(part.text("intro"))]
    for role in SignatureRole:
        title = part.text(f"{role.value}_role")
        box = SignatureBox(role, part.text(role.value))
        found += [together(title, [paragraph(part.text(role.value)), box]), gap(6)]
    return found
