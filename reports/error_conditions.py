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
        text = [*kit.alarm("NO LIST OF ERROR CONDITIONS IS ON FILE"), kit.paragraph(part.text("none"))]
        return [*text, *kit.registered.waived(case.submission, kit.Matter.ERROR_LIST)]
    result = {each.id: kit.named_for(case.dossier, each) for each in listed}
    idle = [entry for entry in listed if not any(each.made for each in result[entry.id])]
    answer = [kit.paragraph(part.text("intro"))]
    if idle:
        title = f"{NOT_EXERCISED}: {kit.number(len(idle))} of {kit.number(len(listed))}"
        answer += kit.alarm(title, [f"{each.code}: {each.condition}" for each in idle])
        answer += kit.registered.waived(case.submission, kit.Matter.ERROR_EXERCISE)
    rows = [_row(case, each, result[each.id]) for each in listed]
    head = ("Code", "Condition, and the operator's action", "Stages", "Result")
    return [*answer, kit.table(head, rows, (14, 38, 14, 34)), kit.paragraph(part.text("limits"), "quiet")]


def _row(case: kit.Case, error: kit.ErrorCondition, result: Sequence[kit.Exercise]) -> list[kit.Cell]:
    product = case.submission.named(kit.Product, error.product)
    code = kit.stacked(error.code, f"({product.model if product else error.product})")
    asked: list[Flowable] = [
        kit.paragraph(error.condition, "cell"),
        kit.paragraph(f"Operator: {error.action}", "label"),
    ]
    stages = kit.stacked(*error.stages) if error.stages else "none named"
    shown: list[Flowable] = [] if any(each.made for each in result) else [kit.loud(NOT_EXERCISED)]
    for each in result:
        shown += [kit.result_word(each.came)] if each.made else []
        text = f"{each.stage.name} in {case.dossier.called(each.run.run)}: {_counts(each)}"
        shown.append(kit.paragraph(text, "cell"))
    return [code, asked, stages, shown]


def _counts(exercise: kit.Exercise) -> str:
    """Say how much brought the condition about, and what the records do not tell apart."""
    if isinstance(exercise.stage, kit.Inspect):
        if not exercise.made:
            return "an inspection; the list names no item of it that shows this condition"
        return f"{kit.number(exercise.made)} of {kit.amount(exercise.planned, 'item')} inspected, {kit.number(exercise.good)} as expected"
    if exercise.shared and not exercise.made:
        others = ", ".join(exercise.shared)
        return f"also named for {others}; no alarm in its trials names the code {exercise.code}"
    if not exercise.made:
        return "its trials leave the device untouched"
    planned = "" if exercise.shared else f" of {kit.number(exercise.planned)} planned"
    named = f" that report the code {exercise.code}" if exercise.shared else ""
    return f"{kit.number(exercise.made)}{planned} trials{named}, {kit.number(exercise.good)} as expected"
