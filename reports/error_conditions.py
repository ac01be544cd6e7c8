"""Error conditions: the manufacturer's list, what an operator is to do, and what came of each that was brought about."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.reporting import kit

NOT_EXERCISED = "NOT EXERCISED"


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the list, the conditions that nobody brought about first."""
    listed = case.submission.of(kit.ErrorCondition)
    if not listed:
        told = [*kit.alarm("NO LIST OF ERROR CONDITIONS IS ON FILE"), kit.paragraph(part.text("none"))]
        return [*told, *kit.registered.waived(case.submission, kit.Matter.ERROR_LIST)]
    made = {one.id: kit.named_for(case.dossier, one) for one in listed}
    idle = [one for one in listed if not any(each.made for each in made[one.id])]
    found = [kit.paragraph(part.text("intro"))]
    if idle:
        title = f"{NOT_EXERCISED}: {kit.number(len(idle))} of {kit.number(len(listed))}"
        found += kit.alarm(title, [f"{one.code}: {one.condition}" for one in idle])
        found += kit.registered.waived(case.submission, kit.Matter.ERROR_EXERCISE)
    rows = [_row(case, one, made[one.id]) for one in listed]
    head = ("Code", "Condition, and the operator's action", "Stages", "Result")
    return [*found, kit.table(head, rows, (14, 38, 14, 34)), kit.paragraph(part.text("limits"), "quiet")]


def _row(case: kit.Case, error: kit.ErrorCondition, made: Sequence[kit.Exercise]) -> list[kit.Cell]:
    product = case.submission.named(kit.Product, error.product)
    code = kit.stacked(error.code, f"({product.model if product else error.product})")
    asked: list[Flowable] = [
        kit.paragraph(error.condition, "cell"),
        kit.paragraph(f"Operator: {error.action}", "label"),
    ]
    stages = kit.stacked(*error.stages) if error.stages else "none named"
    shown: list[Flowable] = [] if any(one.made for one in made) else [kit.loud(NOT_EXERCISED)]
    for one in made:
        shown += [kit.result_word(one.came)] if one.made else []
        shown.append(
            kit.paragraph(f"{one.stage.name} in {case.dossier.called(one.run.run)}: {_counts(one)}", "cell")
        )
    return [code, asked, stages, shown]


def _counts(one: kit.Exercise) -> str:
    """Say how much brought the condition about, and what the records do not tell apart."""
    if isinstance(one.stage, kit.Inspect):
        if not one.made:
            return "an inspection; the list names no item of it that shows this condition"
        return f"{kit.number(one.made)} of {kit.amount(one.planned, 'item')} inspected, {kit.number(one.good)} as expected"
    if one.shared and not one.made:
        others = ", ".join(one.shared)
        return f"also named for {others}; no alarm in its trials names the code {one.code}"
    if not one.made:
        return "its trials leave the device untouched"
    planned = "" if one.shared else f" of {kit.number(one.planned)} planned"
    named = f" that report the code {one.code}" if one.shared else ""
    return f"{kit.number(one.made)}{planned} trials{named}, {kit.number(one.good)} as expected"
