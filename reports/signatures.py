"""Signatures: a box for each role with what it means."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting.blocks import facts, gap, paragraph, room_for, together
from labharness.reporting.section import Part
from labharness.reporting.stamps import Role, SignatureBox
from labharness.reporting.wording import words

_TITLES = {Role.TESTED: "Tested", Role.REVIEWED: "Reviewed", Role.AUTHORISED: "Authorised"}


def section(case: object, part: Part) -> list[Flowable]:  # noqa: ARG001  the same boxes whatever it says
    """Return the boxes that people sign in, in the order of signing."""
    found: list[Flowable] = [room_for(400), paragraph(part.text("intro"))]
    for role in Role:
        told = [
            ("Role", words(part.text(f"{role.value}_role"))),
            ("Meaning", part.text(role.value)),
        ]
        box = SignatureBox(role, part.text(role.value))
        found += [together(_TITLES[role], [facts(told), box]), gap(6)]
    return found
