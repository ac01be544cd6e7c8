"""What lifts the objection that nobody computed what the samples could have detected; it has no heading of its own."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:  # noqa: ARG001  every section takes the same
    """Return by whose word it was waived; nothing where it was computed for every plan."""
    left = any(each.matter is kit.Matter.DETECTABLE for each in case.conclusion.unexamined)
    return kit.registered.waived(case.submission, kit.Matter.DETECTABLE) if left else []
