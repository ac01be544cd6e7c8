"""What lifts the objection that nobody computed what the samples could have detected; it has no heading of its own."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.filings.entries.examinations import Matter
from labharness.reporting.registered import waived
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:  # noqa: ARG001  every section takes the same
    """Return by whose word it was waived; nothing where it was computed for every plan."""
    left = [one for one in case.conclusion.unexamined if one.matter is Matter.DETECTABLE]
    return waived(case.submission, Matter.DETECTABLE) if left else []
