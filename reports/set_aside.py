"""Runs set aside: every run that was invalidated, who said so, why, what shows it, and whether the run counts."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.assessment.attempts.invalidations import Invalidated, ended, invalidated, recorded
from labharness.assessment.case import Case
from labharness.assessment.dossier import Group
from labharness.assessment.runs.subject import Subject
from labharness.evidence.records.calls import ExchangeBody
from labharness.language.catalog import clause
from labharness.language.dates import clock
from labharness.language.numbers import amount
from labharness.language.recorded import worded
from labharness.language.standings import standing_words
from labharness.model.results import Decision
from labharness.reporting.blocks import Cell, bullets, facts, paragraph, stacked, table, together
from labharness.reporting.fitting import fitting, more
from labharness.reporting.registered import attachments, signed
from labharness.reporting.said import alarm, group_name, loud, planned_sample
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return every invalidation; nothing where none is on record."""
    found = invalidated(case.dossier)
    if not found:
        return []
    aside = [f"{case.dossier.called(one.word.run)}: {one.word.cause}" for one in found if not one.counts]
    shown: list[Flowable] = [paragraph(part.text("intro"))]
    if aside:
        shown += alarm(f"RUNS SET ASIDE: {len(aside)} of {len(case.dossier.runs)}", aside)
    for one in found:
        shown.append(together(case.dossier.entitled(one.word.run), [facts(_facts(case, one, part))]))
    return shown


def brief(case: Case, part: SectionPlace, room: float) -> list[Flowable]:
    """Name the runs, and whether each is set aside."""
    where = f"in the annex “{part.layout.title}, in full”"

    def drawn(shown: Sequence[Invalidated], left: int) -> list[Flowable]:
        rows: list[list[Cell]] = [
            [
                case.dossier.called(one.word.run),
                "set aside" if not one.counts else loud("COUNTS"),
                one.word.cause,
            ]
            for one in shown
        ]
        found = [table(("Run", "Effect", "Cause"), rows, (16, 14, 70))]
        return [*found, *([paragraph(more(left, "run", where), "word")] if left else [])]

    return fitting(invalidated(case.dossier), room, drawn)


def _facts(case: Case, one: Invalidated, part: SectionPlace) -> list[tuple[str, Cell]]:
    word = one.word
    effect: Cell = loud(f"NONE: {case.say(one.counts)}") if one.counts else loud(part.text("effect"))
    rows: list[tuple[str, Cell]] = [
        ("Effect", effect),
        ("Cause", word.cause),
        ("Evidence that the cause lay outside the device", word.source),
        ("Attached", attachments(word.files) or loud("NOTHING")),
        ("Why rerunning does not select a favorable result", word.reason),
        ("Invalidated by", f"{signed(case.submission, word.by, word.date)} ({word.id})"),
        ("Start record", word.start),
    ]
    if one.run is None or one.group is None:
        return rows
    return [
        *rows,
        ("Group", group_name(case.dossier, one.group)),
        ("The run", stacked(*_course(one.run, one.group))),
        ("Recorded part, judged for information", _recorded(one.run, recorded(one.group, one.run))),
        ("Deviations and interruptions", _departures(one.run)),
    ]


def _course(run: Subject, group: Group) -> list[str]:
    """Say when the run was, how it ended, and how much of each sample it had recorded."""
    told = [
        f"{clock(run.summary.started)} to {clock(run.summary.updated)} (UTC), {clause(ended(run))}; alone {standing_words(group.alone(run))}"
    ]
    return [*told, *(f"{each} recorded" for each in planned_sample(run))]


def _recorded(run: Subject, decisions: Sequence[Decision]) -> Cell:
    told = [f"{one.outcome.value}: {run.say(one.reason)}" for one in decisions]
    return bullets(told, "detail") if told else "no incomplete sample could be judged"


def _departures(run: Subject) -> Cell:
    """List what of its course is an objection in a run that counts, and the errors of the device."""
    gaps = len(run.summary.gaps)
    errors = sum(one.body.error is not None for one in run.log.of(ExchangeBody))
    told = [f"Deviation: {worded(reasons)}" for reasons in run.summary.deviations]
    told += [f"Interrupted {amount(gaps, 'time')}."] if gaps else []
    told += [f"{amount(errors, 'exchange')} with the device ended in an error."] if errors else []
    return bullets(told, "detail") if told else "none"
