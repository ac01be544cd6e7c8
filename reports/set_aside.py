"""Runs set aside: every run that was invalidated, who said so, why, what shows it, and whether the run counts."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every invalidation; nothing where none is on record."""
    found = kit.invalidations.invalidated(case.dossier)
    if not found:
        return []
    aside = [f"{case.dossier.called(one.word.run)}: {one.word.cause}" for one in found if not one.counts]
    shown: list[Flowable] = [kit.paragraph(part.text("intro"))]
    if aside:
        shown += kit.alarm(f"RUNS SET ASIDE: {len(aside)} of {len(case.dossier.runs)}", aside)
    for one in found:
        shown.append(kit.together(case.dossier.entitled(one.word.run), [kit.facts(_facts(case, one, part))]))
    return shown


def brief(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Name the runs, and whether each is set aside."""
    where = f"in the annex “{part.layout.title}, in full”"

    def drawn(shown: Sequence[kit.Invalidated], left: int) -> list[Flowable]:
        rows: list[list[kit.Cell]] = [
            [
                case.dossier.called(one.word.run),
                "set aside" if not one.counts else kit.loud("COUNTS"),
                one.word.cause,
            ]
            for one in shown
        ]
        found = [kit.table(("Run", "Effect", "Cause"), rows, (16, 14, 70))]
        return [*found, *([kit.paragraph(kit.more(left, "run", where), "word")] if left else [])]

    return kit.fitting(kit.invalidations.invalidated(case.dossier), room, drawn)


def _facts(case: kit.Case, one: kit.Invalidated, part: kit.SectionPlace) -> list[tuple[str, kit.Cell]]:
    word = one.word
    effect: kit.Cell = (
        kit.loud(f"NONE: {case.say(one.counts)}") if one.counts else kit.loud(part.text("effect"))
    )
    rows: list[tuple[str, kit.Cell]] = [
        ("Effect", effect),
        ("Cause", word.cause),
        ("Evidence that the cause lay outside the device", word.source),
        ("Attached", kit.registered.attachments(word.files) or kit.loud("NOTHING")),
        ("Why rerunning does not select a favorable result", word.reason),
        ("Invalidated by", f"{kit.registered.signed(case.submission, word.by, word.date)} ({word.id})"),
        ("Start record", word.start),
    ]
    if one.run is None or one.group is None:
        return rows
    return [
        *rows,
        ("Group", kit.group_name(case.dossier, one.group)),
        ("The run", kit.stacked(*_course(one.run, one.group))),
        (
            "Recorded part, judged for information",
            _recorded(one.run, kit.invalidations.recorded(one.group, one.run)),
        ),
        ("Deviations and interruptions", _departures(one.run)),
    ]


def _course(run: kit.Subject, group: kit.Group) -> list[str]:
    """Say when the run was, how it ended, and how much of each sample it had recorded."""
    told = [
        f"{kit.clock(run.summary.started)} to {kit.clock(run.summary.updated)} (UTC), {kit.clause(kit.invalidations.ended(run))}; alone {kit.standing_words(group.alone(run))}"
    ]
    return [*told, *(f"{each} recorded" for each in kit.planned_sample(run))]


def _recorded(run: kit.Subject, decisions: Sequence[kit.Decision]) -> kit.Cell:
    told = [f"{one.outcome.value}: {run.say(one.reason)}" for one in decisions]
    return kit.bullets(told, "detail") if told else "no incomplete sample could be judged"


def _departures(run: kit.Subject) -> kit.Cell:
    """List what of its course is an objection in a run that counts, and the errors of the device."""
    gaps = len(run.summary.gaps)
    errors = sum(one.body.error is not None for one in run.log.of(kit.ExchangeBody))
    told = [f"Deviation: {kit.recorded_words.worded(reasons)}" for reasons in run.summary.deviations]
    told += [f"Interrupted {kit.amount(gaps, 'time')}."] if gaps else []
    told += [f"{kit.amount(errors, 'exchange')} with the device ended in an error."] if errors else []
    return kit.bullets(told, "detail") if told else "none"
