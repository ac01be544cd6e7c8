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
        ("Software authenticated", _told(submission, each, current(submission, unit, each)))
        for each in of_unit(submission, unit)
    ]


def _told(
    submission: Submission, entry: Authentication, lines: tuple[AuthenticatedComponent, ...]
) -> list[Flowable]:
    flowables: list[Flowable] = [
        paragraph(f"{_how(entry)}; {entry.time}, by {submission.person(entry.by)} ({entry.id})", "cell")
    ]
    for result in Comparison:
        names = dict.fromkeys(f"{each.name} ({each.source})" for each in lines if each.result is result)
        if names:
            color = COLORS.get(result, OUTCOME_COLORS["INCONCLUSIVE"])
            flowables.append(colored(f"{result.value.upper()}: {', '.join(names)}", color, "cell"))
    return flowables


def _how(entry: Authentication) -> str:
    ways = []
    if entry.url:
        seed = "with a random seed" if entry.seed else "without a seed"
        ways.append(f"by the device ({entry.protocol or 'protocol not reported'}), {seed}")
    if any(each.source == "image" for each in entry.results):
        ways.append("by dumped images")
    return " and ".join(ways)
