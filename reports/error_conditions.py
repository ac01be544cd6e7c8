"""Error conditions: the manufacturer's list, what an operator is to do, and what came of each that was brought about."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.clauses.exercised import Exercise, named_for
from labharness.filings.entries.examinations import Matter
from labharness.filings.entries.items import Product
from labharness.filings.entries.papers import ErrorCondition
from labharness.language.numbers import amount, number
from labharness.plans.procedures import Inspect
from labharness.reporting.blocks import Cell, paragraph, stacked, table
from labharness.reporting.registered import waived
from labharness.reporting.said import alarm, loud, result_word
from labharness.reporting.section import SectionPlace

NOT_EXERCISED = "NOT EXERCISED"


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the list, the conditions that nobody brought about first."""
    listed = case.submission.of(ErrorCondition)
    if not listed:
        told = [*alarm("NO LIST OF ERROR CONDITIONS IS ON FILE"), paragraph(part.text("none"))]
        return [*told, *waived(case.submission, Matter.ERROR_LIST)]
    made = {one.id: named_for(case.dossier, one) for one in listed}
    idle = [one for one in listed if not any(each.made for each in made[one.id])]
    found = [paragraph(part.text("intro"))]
    if idle:
        title = f"{NOT_EXERCISED}: {number(len(idle))} of {number(len(listed))}"
        found += alarm(title, [f"{one.code}: {one.condition}" for one in idle])
        found += waived(case.submission, Matter.ERROR_EXERCISE)
    rows = [_row(case, one, made[one.id]) for one in listed]
    head = ("Code", "Condition, and the operator's action", "Stages", "Result")
    return [*found, table(head, rows, (14, 38, 14, 34)), paragraph(part.text("limits"), "quiet")]


def _row(case: Case, error: ErrorCondition, made: Sequence[Exercise]) -> list[Cell]:
    product = case.submission.named(Product, error.product)
    code = stacked(error.code, f"({product.model if product else error.product})")
    asked: list[Flowable] = [
        paragraph(error.condition, "cell"),
        paragraph(f"Operator: {error.action}", "label"),
    ]
    stages = stacked(*error.stages) if error.stages else "none named"
    shown: list[Flowable] = [] if any(one.made for one in made) else [loud(NOT_EXERCISED)]
    for one in made:
        shown += [result_word(one.came)] if one.made else []
        shown.append(
            paragraph(f"{one.stage.name} in {case.dossier.called(one.run.run)}: {_counts(one)}", "cell")
        )
    return [code, asked, stages, shown]


def _counts(one: Exercise) -> str:
    """Say how much brought the condition about, and what the records do not tell apart."""
    if isinstance(one.stage, Inspect):
        if not one.made:
            return "an inspection; the list names no item of it that shows this condition"
        return (
            f"{number(one.made)} of {amount(one.planned, 'item')} inspected, {number(one.good)} as expected"
        )
    if one.shared and not one.made:
        others = ", ".join(one.shared)
        return f"also named for {others}; no alarm in its trials names the code {one.code}"
    if not one.made:
        return "its trials leave the device untouched"
    planned = "" if one.shared else f" of {number(one.planned)} planned"
    named = f" that report the code {one.code}" if one.shared else ""
    return f"{number(one.made)}{planned} trials{named}, {number(one.good)} as expected"
