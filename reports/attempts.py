"""Runs and sampling: every run of every group, abandoned and repeated ones included, and how their samples were drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from reportlab.platypus import Flowable

from labharness.assessment.attempts.curing import cure_of
from labharness.assessment.attempts.invalidations import invalidated, recorded, took_part
from labharness.assessment.case import Case
from labharness.assessment.dossier import RETEST, Dossier, Group, SoftwareStanding
from labharness.assessment.runs.course import run_span
from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.body import RecordType
from labharness.filings.entries.review import Invalidation
from labharness.language.catalog import say
from labharness.language.dates import clock
from labharness.language.numbers import amount, number
from labharness.language.recorded import worded
from labharness.language.text import words
from labharness.model.results import Ending, Outcome
from labharness.plans.stages import Acquire
from labharness.reason import Reason
from labharness.reporting.blocks import (
    Cell,
    bullets,
    facts,
    figure,
    paragraph,
    stacked,
    standing_word,
    subheading,
    table,
    together,
)
from labharness.reporting.charts.timeline import runs as timeline
from labharness.reporting.registered import signed
from labharness.reporting.said import INPUT, READ_BY, alarm, group_name, loud
from labharness.reporting.section import SectionPlace

_QUIET = ("first", RETEST)
"""Roles that the plan asks for; every other one is loud."""


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return every attempt, what all attempts of a group come to, and the samples."""
    dossier = case.dossier
    found = [paragraph(part.text("intro")), *_lost(dossier)]
    if not dossier.runs:
        return [*found, loud("No run was recorded.")]
    found += [*_irregular(dossier), _timeline(dossier, part)]
    for each in dossier.groups:
        found += _group(dossier, each, part)
    found += [*subheading("Sampling"), paragraph(part.text("sampling")), _sampling(dossier)]
    found += [*subheading("Rejected reads"), *_rejected(dossier)]
    if dossier.notes:
        found += [*subheading("Other runs"), *bullets(list(map(say, dossier.notes)))]
    return found


def _lost(dossier: Dossier) -> list[Flowable]:
    if not dossier.lost:
        return []
    return alarm("RUNS WITHOUT EVIDENCE IN THIS WORKSPACE", list(map(say, dossier.lost)))


def _irregular(dossier: Dossier) -> list[Flowable]:
    """Say as loudly as a failure which runs the plan did not ask for."""
    aside = {one.word.run: one.word for one in invalidated(dossier) if not one.counts}
    said = [
        f"{dossier.called(run.run)}: {group.role(run)}{_by(dossier, aside.get(run.run))}"
        for group in dossier.groups
        for run in group.runs
        if group.role(run) not in _QUIET
    ]
    if not said:
        return []
    return alarm(f"ABANDONED, REPEATED OR UNSETTLED RUNS: {len(said)} of {len(dossier.runs)}", said)


def _by(dossier: Dossier, word: Invalidation | None) -> str:
    return f" by {signed(dossier.submission, word.by, word.date)}: {word.cause}" if word else ""


def _timeline(dossier: Dossier, part: SectionPlace) -> Flowable:
    spans = [
        run_span(run, group.role(run), group.alone(run)) for group in dossier.groups for run in group.runs
    ]
    return figure("All runs", timeline(spans), part.text("timeline"))


def _group(dossier: Dossier, group: Group, part: SectionPlace) -> list[Flowable]:
    settled = group.settlement
    over: list[Flowable] = [standing_word(group.standing)]
    over += [
        paragraph(" ".join(_words(dossier, group, settled.basis if settled else group.problems)), "cell")
    ]
    unit = dossier.unit(group)
    rows: list[tuple[str, Cell]] = [
        ("Unit", f"{unit.id}, of {unit.product}" if unit else loud("NOT ON RECORD IN THE SUBMISSION")),
        ("Software", _software(dossier, group)),
        ("Result of all attempts", over),
        ("Counts for the verdict", _counts(dossier, group, part)),
    ]
    if group.outcome is not Outcome.PASS:
        rows.append(
            (
                "Why it does not pass",
                stacked(*(_words(dossier, group, group.reasons) or ("no reason is on file",))),
            )
        )
    rows += [
        (
            f"Recorded of {dossier.called(run.run)}, for information",
            bullets([f"{one.outcome.value}: {run.say(one.reason)}" for one in told], "detail"),
        )
        for run in group.runs
        if (told := recorded(group, run))
    ]
    return [together(group_name(dossier, group), [facts(rows, dense=True), _attempts(dossier, group)])]


def _words(dossier: Dossier, group: Group, reasons: Iterable[Reason]) -> list[str]:
    return [say(one, group.first.titles, dossier.run_numbers) for one in reasons]


def _software(dossier: Dossier, group: Group) -> Cell:
    standing = dossier.standing(group)
    named = ", ".join(f"{one.name} {one.version}" for one in group.software)
    said = f"{named}: {standing}" if named else str(standing)
    return said if standing is SoftwareStanding.SUBMITTED else loud(said)


def _counts(dossier: Dossier, group: Group, part: SectionPlace) -> str:
    if dossier.standing(group) is not SoftwareStanding.REPLACED:
        return "yes"
    cure = cure_of(dossier, group)
    if cure is None:
        return part.text("replaced")
    if cure.lack is None and cure.deficiency is not None:
        return f"{part.text('cured')} {cure.deficiency.id}."
    why = say(cure.lack) if cure.lack else ""
    return f"{part.text('doubted' if cure.doubted else 'uncured')} {why}"


def _attempts(dossier: Dossier, group: Group) -> Flowable:
    rows: list[list[Cell]] = []
    for run in group.runs:
        role = group.role(run)
        ending = run.ending.value.replace("_", " ").lower()
        rows.append(
            [
                [paragraph(dossier.called(run.run), "word"), paragraph(run.run, "fine")],
                role if role in _QUIET else loud(role.upper()),
                stacked(clock(run.summary.started), clock(run.summary.updated)),
                ending if run.ending is Ending.COMPLETE else loud(ending.upper()),
                standing_word(group.alone(run)),
                stacked(
                    ", ".join(took_part(run)) or "not recorded",
                    f"sessions: {number(_sessions(run))}",
                    f"computer: {run.start.host or 'not recorded'}",
                ),
            ]
        )
    head = ("Run", "Attempt", "Begun, ended (UTC)", "Ending", "Alone", "People; where")
    return table(head, rows, (17, 13, 22, 13, 18, 17))


def _sessions(run: Subject) -> int:
    return run.log.counted[RecordType.SESSION_OPENED]


def _sampling(dossier: Dossier) -> Flowable:
    rows = [_sample(dossier, run, stage) for run in dossier.runs for stage in run.frozen.plan.acquisitions]
    if not rows:
        return paragraph("No plan acquires a sample.")
    head = (
        "Run",
        "Stage",
        "Planned",
        "Recorded",
        "Order before each unit: planned; actual; read by",
        "Rejected",
    )
    return table(head, rows, (20, 12, 12, 12, 34, 10), "llrrlr", dense=True)


def _sample(dossier: Dossier, run: Subject, stage: Acquire) -> list[Cell]:
    recorded = run.summary.units.get(stage.name, 0)
    short = number(recorded)
    rejected = sum(one.stage == stage.name for one in run.summary.rejected)
    return [
        dossier.called(run.run),
        stage.name,
        number(stage.units),
        short if recorded == stage.units else _right(short),
        stacked(*_known(run, stage), kind="fine"),
        number(rejected),
    ]


def _right(text: str) -> Flowable:
    return loud(text, "fine-number")


def _known(run: Subject, stage: Acquire) -> Iterator[str]:
    yield f"planned: {INPUT[stage.input]}"
    for (name, known, source), units in sorted(run.log.known.items()):
        if name == stage.name:
            yield f"{amount(units, 'unit')}: {INPUT[known]}; {READ_BY[source]}"


def _rejected(dossier: Dossier) -> list[Flowable]:
    """Count the reads that were not accepted, by reason; each is printed with its run."""
    counted = Counter(
        (dossier.called(run.run), one.stage, worded(one.reasons))
        for run in dossier.runs
        for one in run.summary.rejected
    )
    if not counted:
        return [paragraph("None.")]
    rows: list[list[Cell]] = [
        [run, words(stage), why, number(times)] for (run, stage, why), times in counted.items()
    ]
    return [table(("Run", "Stage", "Why", "Times"), rows, (22, 18, 50, 10), "lllr")]
