"""Error conditions: the manufacturer's list, what an operator is to do, and what came of each that was brought about."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.examined import MADE, brought_about
from labharness.assessment.obligations import NOT_TESTED, stage_came
from labharness.assessment.subject import Subject
from labharness.filings.entries.examinations import Matter
from labharness.filings.entries.items import Product
from labharness.filings.entries.papers import ErrorCondition
from labharness.language.numbers import number
from labharness.model.findings import Result
from labharness.model.results import Outcome
from labharness.plans.procedures import Procedure
from labharness.reporting.blocks import Cell, paragraph, stacked, table
from labharness.reporting.registered import waived
from labharness.reporting.said import alarm, loud, result_word
from labharness.reporting.section import Part

NOT_EXERCISED = "NOT EXERCISED"


def section(case: Case, part: Part) -> list[Flowable]:
    """Return the list, the conditions that nobody brought about first."""
    listed = case.submission.of(ErrorCondition)
    if not listed:
        told = [*alarm("NO LIST OF ERROR CONDITIONS IS ON RECORD"), paragraph(part.text("none"))]
        return [*told, *waived(case.submission, Matter.ERROR_LIST)]
    made = {one.id: _made(case, one) for one in listed}
    idle = [one for one in listed if not made[one.id]]
    found = [paragraph(part.text("intro"))]
    if idle:
        title = f"{NOT_EXERCISED}: {number(len(idle))} of {number(len(listed))}"
        found += alarm(title, [f"{one.code}: {one.condition}" for one in idle])
        found += waived(case.submission, Matter.ERROR_EXERCISE)
    rows = [_row(case, one, made[one.id]) for one in listed]
    head = ("Code", "Condition, and what the operator is to do", "Stages", "What came of it")
    return [*found, table(head, rows, (14, 38, 14, 34)), paragraph(part.text("limits"), "quiet")]


def _made(case: Case, error: ErrorCondition) -> list[tuple[Subject, str, str]]:
    """Return the runs in which a stage brought the condition about, and what came of it."""
    return [(run, name, _came(run, name)) for run, name in brought_about(case.dossier, error)]


def _came(run: Subject, name: str) -> str:
    stage = next(one for one in run.frozen.plan.trials if one.name == name)
    came = stage_came(run, stage)
    return Outcome.INCONCLUSIVE.value if came == NOT_TESTED else came  # begun, and not finished


def _row(case: Case, error: ErrorCondition, made: list[tuple[Subject, str, str]]) -> list[Cell]:
    product = case.submission.named(Product, error.product)
    code = stacked(error.code, f"({product.model if product else error.product})")
    asked: list[Flowable] = [
        paragraph(error.condition, "cell"),
        paragraph(f"Operator: {error.action}", "label"),
    ]
    stages = stacked(*error.stages) if error.stages else "none named"
    if not made:
        return [code, asked, stages, loud(NOT_EXERCISED)]
    said: list[Flowable] = []
    for run, name, came in made:
        said += [result_word(came), paragraph(f"{name} in {run.run}: {_told(run, name)}", "cell")]
    return [code, asked, stages, said]


def _told(run: Subject, name: str) -> str:
    found = run.findings.get(name, ())
    good = sum(one.result is Result.AS_EXPECTED for one in found)
    made = sum(one.result in MADE for one in found)
    stage = next(one for one in run.frozen.plan.trials if one.name == name)
    of = f" of {number(stage.trials)} planned" if isinstance(stage, Procedure) else ""
    return f"{number(made)}{of} made, {number(good)} as expected"
