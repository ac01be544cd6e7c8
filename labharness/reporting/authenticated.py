"""Rows about the authentications of a unit: how, when, by whom, and what holds of them today."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.authentication import current, of_unit
from labharness.filings.entries.authentications import (
    AuthenticatedComponent,
    Authentication,
    Comparison,
)
from labharness.filings.entries.items import Unit
from labharness.filings.entries.snapshot import Submission
from labharness.reporting.blocks import Cell, colored, paragraph
from labharness.reporting.documents.authentication import COLORS
from labharness.reporting.typography import OUTCOME_COLORS


def authentication_rows(submission: Submission, unit: Unit) -> list[tuple[str, Cell]]:
    """Return a row for each authentication of a unit, oldest first."""
    return [
        ("Software authenticated", _told(submission, one, current(submission, unit, one)))
        for one in of_unit(submission, unit)
    ]


def _told(
    submission: Submission, one: Authentication, lines: tuple[AuthenticatedComponent, ...]
) -> list[Flowable]:
    told: list[Flowable] = [
        paragraph(f"{_how(one)}; {one.time}, by {submission.person(one.by)} ({one.id})", "cell")
    ]
    for result in Comparison:
        names = dict.fromkeys(f"{each.name} ({each.source})" for each in lines if each.result is result)
        if names:
            color = COLORS.get(result, OUTCOME_COLORS["INCONCLUSIVE"])
            told.append(colored(f"{result.value.upper()}: {', '.join(names)}", color, "cell"))
    return told


def _how(one: Authentication) -> str:
    ways = []
    if one.url:
        seed = "with a random seed" if one.seed else "without a seed"
        ways.append(f"by the device ({one.protocol or 'protocol not reported'}), {seed}")
    if any(each.source == "image" for each in one.results):
        ways.append("by dumped images")
    return " and ".join(ways)
