"""Procedures and inspections: what people did to the device and looked at, what they saw, and who says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.reporting import kit

_MADE = (kit.Result.AS_EXPECTED, kit.Result.NOT_AS_EXPECTED)
_STATUS = {"done": "PASS", "failed": "FAIL", "doubtful": "INCONCLUSIVE"}


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return everything that people carried out."""
    stages = subject.frozen.plan.stages
    procedures = [stage for stage in stages if isinstance(stage, kit.Procedure)]
    inspections = [stage for stage in stages if isinstance(stage, kit.Inspect)]
    counts = [stage for stage in stages if isinstance(stage, kit.Count) and stage.by == "hand"]
    if not (procedures or inspections or counts):
        return [kit.nothing(part.text("none"))]
    result = [] if part.again else [kit.paragraph(part.text("intro"))]
    if procedures:
        result += [*kit.subheading("Procedures"), _procedures(subject, procedures)]
        result += [] if part.again else [kit.paragraph(part.text("limits"), "quiet")]
        for procedure in procedures:
            result += _procedure(subject, procedure)
    if inspections:
        result += [*kit.subheading("Inspections"), _inspections(subject, inspections)]
    for stage in inspections:
        result += [*kit.subheading(f"Inspection: {stage.name}"), _inspection(subject, stage)]
    if counts:
        rows = [[count.name, *_told(each)] for count in counts for each in _of(subject, count)]
        shown = kit.table(("Stage", "Result", "Seen", "By, at (UTC)"), rows, (24, 15, 40, 21))
        result += [*kit.subheading("Counts by hand"), shown if rows else kit.paragraph("None was made.")]
    return [*result, *_attachments(subject)]


def _of(
    subject: kit.Subject, stage: kit.Procedure | kit.Inspect | kit.Count
) -> tuple[kit.findings.Finding, ...]:
    return subject.findings.get(stage.name, ())


def _outcome(subject: kit.Subject, stage: kit.Procedure | kit.Inspect) -> kit.Cell:
    if isinstance(stage, kit.Procedure) and stage.role == "informational":
        return "for information"
    view = subject.summary.stages.get(stage.name)
    if view is not None and view.status == kit.obligations.NOT_APPLICABLE:
        return kit.obligations.NOT_APPLICABLE
    word = _STATUS.get(view.status if view else "")
    return kit.outcome_word(word) if word else kit.loud("NOT TESTED")


def _procedures(subject: kit.Subject, stages: Sequence[kit.Procedure]) -> Flowable:
    """Return a row for each procedure: the action, the reactions, and the limit of the rate of wrong ones."""
    rows: kit.Rows = [_row(subject, stage) for stage in stages]
    head = ("Procedure: action; required reaction", "Made", "Reactions observed", "By, at (UTC)", "Result")
    return kit.table(head, rows, (36, 8, 26, 17, 13), "lr", dense=True)


def _row(subject: kit.Subject, stage: kit.Procedure) -> list[kit.Cell]:
    result = _of(subject, stage)
    built, wrong = _made(result)
    asked: kit.Cell = [
        kit.paragraph(stage.name, "word"),
        kit.paragraph(stage.instruction, "fine"),
        kit.paragraph(f"Required: {stage.expects}", "fine"),
    ]
    seen = Counter(
        kit.recorded_words.phrase(each.reaction) for each in result if each.result in _MADE and each.reaction
    )
    items = [f"{text} ({kit.number(times)})" for text, times in sorted(seen.items(), key=lambda at: -at[1])]
    if built:
        items.append(f"{kit.number(wrong)} {stage.wrongs(wrong)}; at most {kit.percent(_most(wrong, built))}")
    who = ", ".join(dict.fromkeys(name for each in result for name in each.who)) or "not recorded"
    moments = dict.fromkeys(kit.clock(each.utc) for each in (result[0], result[-1])) if result else ()
    when = kit.stacked(who, " to ".join(moments)) if result else "–"
    count = f"{kit.number(built)} of {kit.number(stage.trials)}"
    return [asked, count, kit.stacked(*items) if items else "–", when, _outcome(subject, stage)]


def _made(findings: Sequence[kit.findings.Finding]) -> tuple[int, int]:
    """Return how many trials were made, and how many of them were not as expected."""
    result = [each for each in findings if each.result in _MADE]
    return len(result), sum(each.result is kit.Result.NOT_AS_EXPECTED for each in result)


def _most(wrong: int, number: int) -> float:
    return kit.clopper_pearson(wrong, number, kit.intervals.LEVEL, kit.Tail.RIGHT)[1]


def _procedure(subject: kit.Subject, stage: kit.Procedure) -> list[Flowable]:
    """Return the trials of a procedure about which there is more to say than its row does."""
    answer, view = _of(subject, stage), subject.summary.stages.get(stage.name)
    plain = kit.Result.AS_EXPECTED
    text = [each for each in answer if each.result is not plain or each.comment or each.attachment]
    if not text and view is not None and _STATUS.get(view.status) == kit.Outcome.PASS.value:
        return []
    result = kit.recorded_words.worded(view.reasons) if view and view.reasons else "It was not completed."
    rows: kit.Facts = [("Trials", _trials(stage, answer)), ("Result", result)]
    shown: list[Flowable] = [kit.together(f"Procedure: {stage.name}", [kit.facts(rows, 112, dense=True)])]
    if text:
        head = ("Trial", "Result", "Seen; comment; file", "By, at (UTC)")
        loud = stage.role == "required"
        trials = [[each.item, *_told(each, loud=loud)] for each in text]
        shown.append(kit.table(head, trials, (8, 19, 49, 24)))
    return shown


def _trials(stage: kit.Procedure, findings: Sequence[kit.findings.Finding]) -> str:
    result, _ = _made(findings)
    counted = {
        "planned": stage.trials,
        "made": result,
        "marked not applicable": sum(each.result is kit.Result.NOT_APPLICABLE for each in findings),
        "left out": sum(each.result is kit.Result.LEFT_OUT for each in findings),
    }
    counted = {what: count for what, count in counted.items() if count or what != "marked not applicable"}
    if never := stage.trials - len(findings):
        counted["not begun"] = never
    return ", ".join(f"{kit.number(count)} {what}" for what, count in counted.items())


def _told(finding: kit.findings.Finding, *, loud: bool = True) -> list[kit.Cell]:
    name = f"File: {finding.attachment.name}" if finding.attachment else ""
    words = [*filter(None, (kit.recorded_words.phrase(finding.reaction), finding.comment, name))]
    bad = loud and finding.result in (kit.Result.NOT_AS_EXPECTED, kit.Result.LEFT_OUT)
    result = kit.loud(finding.result.value.upper()) if bad else finding.result.value
    return [
        result,
        kit.stacked(*words) if words else "–",
        kit.stacked(", ".join(finding.who) or "–", kit.clock(finding.utc)),
    ]


def _inspections(subject: kit.Subject, stages: Sequence[kit.Inspect]) -> Flowable:
    rows: kit.Rows = []
    for stage in stages:
        counter = Counter(each.result for each in _of(subject, stage))
        left = len(stage.items) - counter.total() + counter[kit.Result.LEFT_OUT]
        kinds = (kit.Result.AS_EXPECTED, kit.Result.NOT_AS_EXPECTED, kit.Result.NOT_APPLICABLE)
        shown = [*(counter[kind] for kind in kinds), left]
        rows.append([stage.name, len(stage.items), *map(kit.number, shown), _outcome(subject, stage)])
    head = ("List", "Items", "Conforms", "Deviates", "Not applicable", "Not inspected", "Result")
    return kit.table(head, rows, (19, 8, 14, 15, 14, 14, 16), "lrrrrr")


def _inspection(subject: kit.Subject, stage: kit.Inspect) -> Flowable:
    result = {each.item: each for each in _of(subject, stage)}
    rows: kit.Rows = []
    for item in stage.items:
        asked: kit.Cell = [
            kit.paragraph(item.text, "cell"),
            kit.paragraph(kit.game.cite(item.citation), "label"),
        ]
        built = result.get(item.id)
        rows.append([asked, *(_told(built) if built else (kit.loud("NOT INSPECTED"), "–", "–"))])
    return kit.table(("Item inspected", "Result", "Comment; file", "By, at (UTC)"), rows, (44, 15, 21, 20))


def _attachments(subject: kit.Subject) -> list[Flowable]:
    rows: kit.Rows = [
        [f"{stage}: {each.item}", each.attachment.name, kit.digest(each.attachment.sha256)]
        for stage, finding in subject.findings.items()
        for each in finding
        if each.attachment
    ]
    if not rows:
        return [kit.paragraph("No photograph or other file is attached.")]
    head = ("Belongs to", "Name", "SHA-256, and name in attachments/")
    return [*kit.subheading("Photographs and other files"), kit.table(head, rows, (20, 20, 60))]
