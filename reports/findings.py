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
    procedures = [one for one in stages if isinstance(one, kit.Procedure)]
    inspections = [one for one in stages if isinstance(one, kit.Inspect)]
    counts = [one for one in stages if isinstance(one, kit.Count) and one.by == "hand"]
    if not (procedures or inspections or counts):
        return [kit.nothing(part.text("none"))]
    found = [] if part.again else [kit.paragraph(part.text("intro"))]
    if procedures:
        found += [*kit.subheading("Procedures"), _procedures(subject, procedures)]
        found += [] if part.again else [kit.paragraph(part.text("limits"), "quiet")]
        for one in procedures:
            found += _procedure(subject, one)
    if inspections:
        found += [*kit.subheading("Inspections"), _inspections(subject, inspections)]
    for stage in inspections:
        found += [*kit.subheading(f"Inspection: {stage.name}"), _inspection(subject, stage)]
    if counts:
        rows = [[one.name, *_told(each)] for one in counts for each in _of(subject, one)]
        shown = kit.table(("Stage", "Result", "Seen", "By, at (UTC)"), rows, (24, 15, 40, 21))
        found += [*kit.subheading("Counts by hand"), shown if rows else kit.paragraph("None was made.")]
    return [*found, *_attachments(subject)]


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
    return kit.outcome_word(word) if word else _loud("NOT TESTED")


def _loud(text: str) -> Flowable:
    return kit.colored(text, kit.OUTCOME_COLORS["FAIL"], "word")


def _procedures(subject: kit.Subject, stages: Sequence[kit.Procedure]) -> Flowable:
    """Return a row for each procedure: the action, the reactions, and the limit of the rate of wrong ones."""
    rows: list[list[kit.Cell]] = [_row(subject, one) for one in stages]
    head = ("Procedure: action; required reaction", "Made", "Reactions observed", "By, at (UTC)", "Result")
    return kit.table(head, rows, (36, 8, 26, 17, 13), "lr", dense=True)


def _row(subject: kit.Subject, stage: kit.Procedure) -> list[kit.Cell]:
    found = _of(subject, stage)
    made, wrong = _made(found)
    asked: kit.Cell = [
        kit.paragraph(stage.name, "word"),
        kit.paragraph(stage.instruction, "fine"),
        kit.paragraph(f"Required: {stage.expects}", "fine"),
    ]
    seen = Counter(
        kit.recorded_words.phrase(one.reaction) for one in found if one.result in _MADE and one.reaction
    )
    told = [f"{text} ({kit.number(times)})" for text, times in sorted(seen.items(), key=lambda at: -at[1])]
    if made:
        told.append(f"{kit.number(wrong)} {stage.wrongs(wrong)}; at most {kit.percent(_most(wrong, made))}")
    who = ", ".join(dict.fromkeys(name for one in found for name in one.who)) or "not recorded"
    moments = dict.fromkeys(kit.clock(one.utc) for one in (found[0], found[-1])) if found else ()
    when = kit.stacked(who, " to ".join(moments)) if found else "–"
    count = f"{kit.number(made)} of {kit.number(stage.trials)}"
    return [asked, count, kit.stacked(*told) if told else "–", when, _outcome(subject, stage)]


def _made(found: Sequence[kit.findings.Finding]) -> tuple[int, int]:
    """Return how many trials were made, and how many of them were not as expected."""
    made = [one for one in found if one.result in _MADE]
    return len(made), sum(one.result is kit.Result.NOT_AS_EXPECTED for one in made)


def _most(wrong: int, made: int) -> float:
    return kit.clopper_pearson(wrong, made, kit.intervals.LEVEL, kit.Tail.RIGHT)[1]


def _procedure(subject: kit.Subject, stage: kit.Procedure) -> list[Flowable]:
    """Return the trials of a procedure about which there is more to say than its row does."""
    found, view = _of(subject, stage), subject.summary.stages.get(stage.name)
    told = [one for one in found if one.result is not kit.Result.AS_EXPECTED or one.comment or one.attachment]
    if not told and view is not None and _STATUS.get(view.status) == kit.Outcome.PASS.value:
        return []
    result = kit.recorded_words.worded(view.reasons) if view and view.reasons else "It was not completed."
    rows: list[tuple[str, kit.Cell]] = [("Trials", _trials(stage, found)), ("Result", result)]
    shown: list[Flowable] = [kit.together(f"Procedure: {stage.name}", [kit.facts(rows, 112, dense=True)])]
    if told:
        head = ("Trial", "Result", "Seen; comment; file", "By, at (UTC)")
        loud = stage.role == "required"
        trials = [[one.item, *_told(one, loud=loud)] for one in told]
        shown.append(kit.table(head, trials, (8, 19, 49, 24)))
    return shown


def _trials(stage: kit.Procedure, found: Sequence[kit.findings.Finding]) -> str:
    made, _ = _made(found)
    counted = {
        "planned": stage.trials,
        "made": made,
        "marked not applicable": sum(one.result is kit.Result.NOT_APPLICABLE for one in found),
        "left out": sum(one.result is kit.Result.LEFT_OUT for one in found),
    }
    counted = {what: count for what, count in counted.items() if count or what != "marked not applicable"}
    if never := stage.trials - len(found):
        counted["not begun"] = never
    return ", ".join(f"{kit.number(count)} {what}" for what, count in counted.items())


def _told(one: kit.findings.Finding, *, loud: bool = True) -> list[kit.Cell]:
    name = f"File: {one.attachment.name}" if one.attachment else ""
    words = [*filter(None, (kit.recorded_words.phrase(one.reaction), one.comment, name))]
    bad = loud and one.result in (kit.Result.NOT_AS_EXPECTED, kit.Result.LEFT_OUT)
    result = _loud(one.result.value.upper()) if bad else one.result.value
    return [
        result,
        kit.stacked(*words) if words else "–",
        kit.stacked(", ".join(one.who) or "–", kit.clock(one.utc)),
    ]


def _inspections(subject: kit.Subject, stages: Sequence[kit.Inspect]) -> Flowable:
    rows: list[list[kit.Cell]] = []
    for one in stages:
        came = Counter(each.result for each in _of(subject, one))
        left = len(one.items) - came.total() + came[kit.Result.LEFT_OUT]
        shown = [
            came[kit.Result.AS_EXPECTED],
            came[kit.Result.NOT_AS_EXPECTED],
            came[kit.Result.NOT_APPLICABLE],
            left,
        ]
        rows.append([one.name, kit.number(len(one.items)), *map(kit.number, shown), _outcome(subject, one)])
    head = ("List", "Items", "Conforms", "Deviates", "Not applicable", "Not inspected", "Result")
    return kit.table(head, rows, (19, 8, 14, 15, 14, 14, 16), "lrrrrr")


def _inspection(subject: kit.Subject, stage: kit.Inspect) -> Flowable:
    found = {one.item: one for one in _of(subject, stage)}
    rows: list[list[kit.Cell]] = []
    for item in stage.items:
        asked: kit.Cell = [
            kit.paragraph(item.text, "cell"),
            kit.paragraph(kit.game.cite(item.citation), "label"),
        ]
        made = found.get(item.id)
        rows.append([asked, *(_told(made) if made else (_loud("NOT INSPECTED"), "–", "–"))])
    return kit.table(("Item inspected", "Result", "Comment; file", "By, at (UTC)"), rows, (44, 15, 21, 20))


def _attachments(subject: kit.Subject) -> list[Flowable]:
    rows: list[list[kit.Cell]] = [
        [f"{stage}: {one.item}", one.attachment.name, kit.digest(one.attachment.sha256)]
        for stage, found in subject.findings.items()
        for one in found
        if one.attachment
    ]
    if not rows:
        return [kit.paragraph("No photograph or other file is attached.")]
    title = kit.subheading("Photographs and other files")
    return [
        *title,
        kit.table(("Belongs to", "Name", "SHA-256, and name in attachments/"), rows, (20, 20, 60)),
    ]
