"""Runs and sampling: every run of every group, abandoned and repeated ones included, and how their samples were drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from reportlab.platypus import Flowable

from labharness.reporting import kit

_QUIET = ("first", kit.dossier.RETEST)
"""Roles that the plan asks for; every other one is loud."""


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every attempt, what all attempts of a group come to, and the samples."""
    dossier = case.dossier
    flowables = [kit.paragraph(part.text("intro")), *_lost(dossier)]
    if not dossier.runs:
        return [*flowables, kit.loud("No run was recorded.")]
    flowables += [*_irregular(dossier), _timeline(dossier, part)]
    for each in dossier.groups:
        flowables += _group(dossier, each, part)
    flowables += [*kit.subheading("Sampling"), kit.paragraph(part.text("sampling")), _sampling(dossier)]
    flowables += [*kit.subheading("Rejected reads"), *_rejected(dossier)]
    if dossier.notes:
        flowables += [*kit.subheading("Other runs"), *kit.bullets(list(map(kit.say, dossier.notes)))]
    return flowables


def _lost(dossier: kit.Dossier) -> list[Flowable]:
    if not dossier.lost:
        return []
    return kit.alarm("RUNS WITHOUT EVIDENCE IN THIS WORKSPACE", list(map(kit.say, dossier.lost)))


def _irregular(dossier: kit.Dossier) -> list[Flowable]:
    """Say as loudly as a failure which runs the plan did not ask for."""
    aside = {each.word.run: each.word for each in kit.invalidations.invalidated(dossier) if not each.counts}
    groups = [
        f"{dossier.called(run.run)}: {group.role(run)}{_by(dossier, aside.get(run.run))}"
        for group in dossier.groups
        for run in group.runs
        if group.role(run) not in _QUIET
    ]
    if not groups:
        return []
    return kit.alarm(f"ABANDONED, REPEATED OR UNSETTLED RUNS: {len(groups)} of {len(dossier.runs)}", groups)


def _by(dossier: kit.Dossier, word: kit.Invalidation | None) -> str:
    if word is None:
        return ""
    return f" by {kit.registered.signed(dossier.submission, word.by, word.date)}: {word.cause}"


def _timeline(dossier: kit.Dossier, part: kit.SectionPlace) -> Flowable:
    spans = [
        kit.course.run_span(run, group.role(run), group.alone(run))
        for group in dossier.groups
        for run in group.runs
    ]
    return kit.figure("All runs", kit.timeline_charts.runs(spans), part.text("timeline"))


def _group(dossier: kit.Dossier, group: kit.Group, part: kit.SectionPlace) -> list[Flowable]:
    settled = group.settlement
    basis = _words(dossier, group, settled.basis if settled else group.problems)
    over: kit.Cell = [kit.standing_word(group.standing), kit.paragraph(" ".join(basis), "cell")]
    unit = dossier.unit(group)
    rows: kit.Facts = [
        ("Unit", f"{unit.id}, of {unit.product}" if unit else kit.loud("NOT ON RECORD IN THE SUBMISSION")),
        ("Software", _software(dossier, group)),
        ("Result of all attempts", over),
        ("Counts for the verdict", _counts(dossier, group, part)),
    ]
    if group.outcome is not kit.Outcome.PASS:
        why = _words(dossier, group, group.reasons) or ["no reason is on file"]
        rows.append(("Why it does not pass", kit.stacked(*why)))
    rows += [
        (
            f"Recorded of {dossier.called(run.run)}, for information",
            kit.bullets([f"{each.outcome.value}: {run.say(each.reason)}" for each in text], "detail"),
        )
        for run in group.runs
        if (text := kit.invalidations.recorded(group, run))
    ]
    shown = [kit.facts(rows, dense=True), _attempts(dossier, group)]
    return [kit.together(kit.group_name(dossier, group), shown)]


def _words(dossier: kit.Dossier, group: kit.Group, reasons: Iterable[kit.Reason]) -> list[str]:
    return [kit.say(reason, group.first.titles, dossier.run_numbers) for reason in reasons]


def _software(dossier: kit.Dossier, group: kit.Group) -> kit.Cell:
    standing = dossier.standing(group)
    named = ", ".join(f"{text.name} {text.version}" for text in group.software)
    text = f"{named}: {standing}" if named else str(standing)
    return text if standing is kit.SoftwareStanding.SUBMITTED else kit.loud(text)


def _counts(dossier: kit.Dossier, group: kit.Group, part: kit.SectionPlace) -> str:
    if dossier.standing(group) is not kit.SoftwareStanding.REPLACED:
        return "yes"
    cure = kit.curing.cure_of(dossier, group)
    if cure is None:
        return part.text("replaced")
    if cure.lack is None and cure.deficiency is not None:
        return f"{part.text('cured')} {cure.deficiency.id}."
    why = kit.say(cure.lack) if cure.lack else ""
    return f"{part.text('doubted' if cure.doubted else 'uncured')} {why}"


def _attempts(dossier: kit.Dossier, group: kit.Group) -> Flowable:
    rows: kit.Rows = []
    for run in group.runs:
        role = group.role(run)
        ending = run.ending.value.replace("_", " ").lower()
        rows.append(
            [
                [kit.paragraph(dossier.called(run.run), "word"), kit.paragraph(run.run, "fine")],
                role if role in _QUIET else kit.loud(role.upper()),
                kit.stacked(kit.clock(run.summary.started), kit.clock(run.summary.updated)),
                ending if run.ending is kit.Ending.COMPLETE else kit.loud(ending.upper()),
                kit.standing_word(group.alone(run)),
                kit.stacked(
                    ", ".join(kit.took_part(run)) or "not recorded",
                    f"sessions: {kit.number(run.log.counted[kit.RecordType.SESSION_OPENED])}",
                    f"computer: {run.start.host or 'not recorded'}",
                ),
            ]
        )
    head = ("Run", "Attempt", "Begun, ended (UTC)", "Ending", "Alone", "People; where")
    return kit.table(head, rows, (17, 13, 22, 13, 18, 17))


def _sampling(dossier: kit.Dossier) -> Flowable:
    rows = [_sample(dossier, run, stage) for run in dossier.runs for stage in run.frozen.plan.acquisitions]
    if not rows:
        return kit.paragraph("No plan acquires a sample.")
    order = "Order before each unit: planned; actual; read by"
    head = ("Run", "Stage", "Planned", "Recorded", order, "Rejected")
    return kit.table(head, rows, (20, 12, 12, 12, 34, 10), "llrrlr", dense=True)


def _sample(dossier: kit.Dossier, run: kit.Subject, stage: kit.Acquire) -> list[kit.Cell]:
    recorded = run.summary.units.get(stage.name, 0)
    short = kit.number(recorded)
    rejected = sum(text.stage == stage.name for text in run.summary.rejected)
    return [
        dossier.called(run.run),
        stage.name,
        stage.units,
        short if recorded == stage.units else kit.loud(short, "fine-number"),
        kit.stacked(*_known(run, stage), kind="fine"),
        rejected,
    ]


def _known(run: kit.Subject, stage: kit.Acquire) -> Iterator[str]:
    yield f"planned: {kit.said.INPUT[stage.input]}"
    for (name, known, source), units in sorted(run.log.known.items()):
        if name == stage.name:
            yield f"{kit.amount(units, 'unit')}: {kit.said.INPUT[known]}; {kit.READ_BY[source]}"


def _rejected(dossier: kit.Dossier) -> list[Flowable]:
    """Count the reads that were not accepted, by reason; each is printed with its run."""
    counted = Counter(
        (dossier.called(run.run), text.stage, kit.recorded_words.worded(text.reasons))
        for run in dossier.runs
        for text in run.summary.rejected
    )
    if not counted:
        return [kit.paragraph("None.")]
    rows: kit.Rows = [[run, kit.words(stage), why, times] for (run, stage, why), times in counted.items()]
    return [kit.table(("Run", "Stage", "Why", "Times"), rows, (22, 18, 50, 10), "lllr")]
