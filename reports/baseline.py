"""Earlier report: what the submission builds on, item by item, and the answer to each former deficiency."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.assessment.baseline import FormerAnswer, ItemPair, ItemState, answered, compared
from labharness.assessment.case import Case
from labharness.filings.entries.examinations import Matter
from labharness.filings.entries.filing import BUILDS_ON_ANOTHER
from labharness.filings.entries.former import FormerItem
from labharness.language.catalog import term
from labharness.reporting.blocks import Cell, colored, digest, facts, paragraph, stacked, subheading, table
from labharness.reporting.registered import waived
from labharness.reporting.said import alarm
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import INK, OUTCOME_COLORS

_SHOWN = 16
"""Hexadecimal digits of a hash; the section on the items prints all."""


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the comparison; nothing for a submission that builds on no report."""
    filing, former = case.submission.filing, case.dossier.baseline
    if filing.type not in BUILDS_ON_ANOTHER:
        return []
    if former is None:
        told = alarm(part.text("missing"), [filing.baseline])
        return [*told, *waived(case.submission, Matter.BASELINE)]
    found: list[Flowable] = [
        paragraph(part.text("intro")),
        facts(
            [
                ("Report", former.number),
                ("Its SHA-256", digest(former.sha256)),
                ("Its verdict", former.outcome),
                ("Recommends approval", "yes" if former.approves else "no"),
            ]
        ),
        table(
            ("Item", "Earlier report", "This submission", ""), items(compared(case.dossier)), (28, 29, 29, 14)
        ),
    ]
    if answers := answered(case.dossier):
        head = ("Deficiency", "What the earlier report states", "Answer", "Status")
        found += [*subheading("Former deficiencies"), table(head, deficiencies(answers), (14, 36, 36, 14))]
    return found


def items(pairs: Sequence[ItemPair]) -> list[list[Cell]]:
    """Return one row for each item: its name, both versions, and how they compare; what changed comes first."""
    ordered = sorted(pairs, key=lambda one: one.state is ItemState.UNCHANGED)
    return [[_name(one), _version(one.before), _version(one.now), _state(one.state)] for one in ordered]


def deficiencies(answers: Sequence[FormerAnswer]) -> list[list[Cell]]:
    """Return one row for each open deficiency of the earlier report, with its answer."""
    red = OUTCOME_COLORS["FAIL"]
    rows: list[list[Cell]] = []
    for one in answers:
        if one.answer is None:
            rows.append([one.former.id, one.former.finding, "", colored("UNANSWERED", red, "word")])
        else:
            told = stacked(one.answer.id, one.answer.response or "no response on file")
            rows.append([one.former.id, one.former.finding, told, one.answer.status])
    return rows


def _name(pair: ItemPair) -> str:
    item = pair.now or pair.before
    assert item is not None  # a pair holds an item
    return item.product if item.kind == "device" else f"{item.product}: {item.name}"


def _version(item: FormerItem | None) -> Cell:
    if item is None:
        return "–"
    if item.kind == "device":
        return "submitted"
    return stacked(
        item.version, f"{item.digest[:_SHOWN].lower()}…" if len(item.digest) > _SHOWN else item.digest
    )


def _state(state: ItemState) -> Cell:
    return colored(term(state), INK, "word") if state is not ItemState.UNCHANGED else term(state)
