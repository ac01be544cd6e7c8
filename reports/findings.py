"""Procedures and inspections: what people did to the device and looked at, what they saw, and who says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.analysis.laws.intervals import LEVEL, clopper_pearson
from labharness.assessment.clauses.obligations import NOT_APPLICABLE
from labharness.assessment.runs.subject import Subject
from labharness.evidence.history.findings import Finding
from labharness.games.game import cite
from labharness.language.dates import clock
from labharness.language.numbers import number, percent
from labharness.language.recorded import phrase, worded
from labharness.model.findings import Result
from labharness.model.results import Outcome, Tail
from labharness.plans.procedures import Inspect, Procedure
from labharness.plans.stages import Count
from labharness.reporting.blocks import (
    Cell,
    colored,
    digest,
    facts,
    nothing,
    outcome_word,
    paragraph,
    stacked,
    subheading,
    table,
    together,
)
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS

_MADE = (Result.AS_EXPECTED, Result.NOT_AS_EXPECTED)
_STATUS = {"done": "PASS", "failed": "FAIL", "doubtful": "INCONCLUSIVE"}


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return everything that people carried out."""
    stages = subject.frozen.plan.stages
    procedures = [one for one in stages if isinstance(one, Procedure)]
    inspections = [one for one in stages if isinstance(one, Inspect)]
    counts = [one for one in stages if isinstance(one, Count) and one.by == "hand"]
    if not (procedures or inspections or counts):
        return [nothing(part.text("none"))]
    found = [] if part.again else [paragraph(part.text("intro"))]
    if procedures:
        found += [*subheading("Procedures"), _procedures(subject, procedures)]
        found += [] if part.again else [paragraph(part.text("limits"), "quiet")]
        for one in procedures:
            found += _procedure(subject, one)
    if inspections:
        found += [*subheading("Inspections"), _inspections(subject, inspections)]
    for stage in inspections:
        found += [*subheading(f"Inspection: {stage.name}"), _inspection(subject, stage)]
    if counts:
        rows = [[one.name, *_told(each)] for one in counts for each in _of(subject, one)]
        shown = table(("Stage", "Result", "Seen", "By, at (UTC)"), rows, (24, 15, 40, 21))
        found += [*subheading("Counts by hand"), shown if rows else paragraph("None was made.")]
    return [*found, *_attachments(subject)]


def _of(subject: Subject, stage: Procedure | Inspect | Count) -> tuple[Finding, ...]:
    return subject.findings.get(stage.name, ())


def _outcome(subject: Subject, stage: Procedure | Inspect) -> Cell:
    if isinstance(stage, Procedure) and stage.role == "informational":
        return "for information"
    view = subject.summary.stages.get(stage.name)
    if view is not None and view.status == NOT_APPLICABLE:
        return NOT_APPLICABLE
    word = _STATUS.get(view.status if view else "")
    return outcome_word(word) if word else _loud("NOT TESTED")


def _loud(text: str) -> Flowable:
    return colored(text, OUTCOME_COLORS["FAIL"], "word")


def _procedures(subject: Subject, stages: Sequence[Procedure]) -> Flowable:
    """Return a row for each procedure: the action, the reactions, and the limit of the rate of wrong ones."""
    rows: list[list[Cell]] = [_row(subject, one) for one in stages]
    head = ("Procedure: action; required reaction", "Made", "Reactions observed", "By, at (UTC)", "Result")
    return table(head, rows, (36, 8, 26, 17, 13), "lr", dense=True)


def _row(subject: Subject, stage: Procedure) -> list[Cell]:
    found = _of(subject, stage)
    made, wrong = _made(found)
    asked: Cell = [
        paragraph(stage.name, "word"),
        paragraph(stage.instruction, "fine"),
        paragraph(f"Required: {stage.expects}", "fine"),
    ]
    seen = Counter(phrase(one.reaction) for one in found if one.result in _MADE and one.reaction)
    told = [f"{text} ({number(times)})" for text, times in sorted(seen.items(), key=lambda at: -at[1])]
    if made:
        told.append(f"{number(wrong)} {stage.wrongs(wrong)}; at most {percent(_most(wrong, made))}")
    who = ", ".join(dict.fromkeys(name for one in found for name in one.who)) or "not recorded"
    moments = dict.fromkeys(clock(one.utc) for one in (found[0], found[-1])) if found else ()
    when = stacked(who, " to ".join(moments)) if found else "–"
    count = f"{number(made)} of {number(stage.trials)}"
    return [asked, count, stacked(*told) if told else "–", when, _outcome(subject, stage)]


def _made(found: Sequence[Finding]) -> tuple[int, int]:
    """Return how many trials were made, and how many of them were not as expected."""
    made = [one for one in found if one.result in _MADE]
    return len(made), sum(one.result is Result.NOT_AS_EXPECTED for one in made)


def _most(wrong: int, made: int) -> float:
    return clopper_pearson(wrong, made, LEVEL, Tail.RIGHT)[1]


def _procedure(subject: Subject, stage: Procedure) -> list[Flowable]:
    """Return the trials of a procedure about which there is more to say than its row does."""
    found, view = _of(subject, stage), subject.summary.stages.get(stage.name)
    told = [one for one in found if one.result is not Result.AS_EXPECTED or one.comment or one.attachment]
    if not told and view is not None and _STATUS.get(view.status) == Outcome.PASS.value:
        return []
    result = worded(view.reasons) if view and view.reasons else "It was not completed."
    rows: list[tuple[str, Cell]] = [("Trials", _trials(stage, found)), ("Result", result)]
    shown: list[Flowable] = [together(f"Procedure: {stage.name}", [facts(rows, 112, dense=True)])]
    if told:
        head = ("Trial", "Result", "Seen; comment; file", "By, at (UTC)")
        loud = stage.role == "required"
        trials = [[one.item, *_told(one, loud=loud)] for one in told]
        shown.append(table(head, trials, (8, 19, 49, 24)))
    return shown


def _trials(stage: Procedure, found: Sequence[Finding]) -> str:
    made, _ = _made(found)
    counted = {
        "planned": stage.trials,
        "made": made,
        "marked not applicable": sum(one.result is Result.NOT_APPLICABLE for one in found),
        "left out": sum(one.result is Result.LEFT_OUT for one in found),
    }
    counted = {what: count for what, count in counted.items() if count or what != "marked not applicable"}
    if never := stage.trials - len(found):
        counted["not begun"] = never
    return ", ".join(f"{number(count)} {what}" for what, count in counted.items())


def _told(one: Finding, *, loud: bool = True) -> list[Cell]:
    name = f"File: {one.attachment.name}" if one.attachment else ""
    words = [*filter(None, (phrase(one.reaction), one.comment, name))]
    bad = loud and one.result in (Result.NOT_AS_EXPECTED, Result.LEFT_OUT)
    result = _loud(one.result.value.upper()) if bad else one.result.value
    return [result, stacked(*words) if words else "–", stacked(", ".join(one.who) or "–", clock(one.utc))]


def _inspections(subject: Subject, stages: Sequence[Inspect]) -> Flowable:
    rows: list[list[Cell]] = []
    for one in stages:
        came = Counter(each.result for each in _of(subject, one))
        left = len(one.items) - came.total() + came[Result.LEFT_OUT]
        shown = [came[Result.AS_EXPECTED], came[Result.NOT_AS_EXPECTED], came[Result.NOT_APPLICABLE], left]
        rows.append([one.name, number(len(one.items)), *map(number, shown), _outcome(subject, one)])
    head = ("List", "Items", "Conforms", "Deviates", "Not applicable", "Not inspected", "Result")
    return table(head, rows, (19, 8, 14, 15, 14, 14, 16), "lrrrrr")


def _inspection(subject: Subject, stage: Inspect) -> Flowable:
    found = {one.item: one for one in _of(subject, stage)}
    rows: list[list[Cell]] = []
    for item in stage.items:
        asked: Cell = [paragraph(item.text, "cell"), paragraph(cite(item.citation), "label")]
        made = found.get(item.id)
        rows.append([asked, *(_told(made) if made else (_loud("NOT INSPECTED"), "–", "–"))])
    return table(("Item inspected", "Result", "Comment; file", "By, at (UTC)"), rows, (44, 15, 21, 20))


def _attachments(subject: Subject) -> list[Flowable]:
    rows: list[list[Cell]] = [
        [f"{stage}: {one.item}", one.attachment.name, digest(one.attachment.sha256)]
        for stage, found in subject.findings.items()
        for one in found
        if one.attachment
    ]
    if not rows:
        return [paragraph("No photograph or other file is attached.")]
    title = subheading("Photographs and other files")
    return [*title, table(("Belongs to", "Name", "SHA-256, and name in attachments/"), rows, (20, 20, 60))]
