"""Signatures: a box for each role with what it means."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: object, part: kit.SectionPlace) -> list[Flowable]:  # noqa: ARG001  the same boxes whatever it says
    """Return the boxes that people sign in, in the order of signing."""
    flowables: list[Flowable] = [kit.room_for(430), kit.paragraph(part.text("intro"))]
    for role in kit.SignatureRole:
        title = part.text(f"{role.value}_role")
        box = kit.SignatureBox(role, part.text(role.value))
        flowables += [kit.together(title, [kit.paragraph(part.text(role.value)), box]), kit.gap(6)]
    return flowables
