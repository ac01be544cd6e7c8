"""Runs set aside: every run that was invalidated, who said so, why, what shows it, and whether the run counts."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every invalidation; nothing where none is on record."""
    result = kit.invalidations.invalidated(case.dossier)
    if not result:
        return []
    aside = [f"{case.dossier.called(each.word.run)}: {each.word.cause}" for each in result if not each.counts]
    shown: list[Flowable] = [kit.paragraph(part.text("intro"))]
    if aside:
        shown += kit.alarm(f"RUNS SET ASIDE: {len(aside)} of {len(case.dossier.runs)}", aside)
    for each in result:
        rows = kit.facts(_facts(case, each, part))
        shown.append(kit.together(case.dossier.entitled(each.word.run), [rows]))
    return shown


def brief(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Name the runs, and whether each is set aside."""

    def row(each: kit.Invalidated) -> list[kit.Cell]:
        effect: kit.Cell = kit.loud("COUNTS") if each.counts else "set aside"
        return [case.dossier.called(each.word.run), effect, each.word.cause]

    things, left_out = kit.invalidations.invalidated(case.dossier), ("run", part.annexed)
    return kit.brief_table(things, room, left_out, ("Run", "Effect", "Cause"), (16, 14, 70), row)


def _facts(case: kit.Case, each: kit.Invalidated, part: kit.SectionPlace) -> kit.Facts:
    word = each.word
    rows: kit.Facts = [
        ("Effect", kit.loud(f"NONE: {case.say(each.counts)}" if each.counts else part.text("effect"))),
        ("Cause", word.cause),
        ("Evidence that the cause lay outside the device", word.source),
        ("Attached", kit.registered.attachments(word.files) or kit.loud("NOTHING")),
        ("Why rerunning does not select a favorable result", word.reason),
        ("Invalidated by", f"{kit.registered.signed(case.submission, word.by, word.date)} ({word.id})"),
        ("Start record", word.start),
    ]
    if each.run is None or each.group is None:
        return rows
    return [
        *rows,
        ("Group", kit.group_name(case.dossier, each.group)),
        ("The run", kit.stacked(*_course(each.run, each.group))),
        ("Recorded part, judged for information", _recorded(each.run, each.group)),
        ("Deviations and interruptions", _departures(each.run)),
    ]


def _course(run: kit.Subject, group: kit.Group) -> list[str]:
    """Say when the run was, how it ended, and how much of each sample it had recorded."""
    text = [
        f"{kit.clock(run.summary.started)} to {kit.clock(run.summary.updated)} (UTC), {kit.clause(kit.invalidations.ended(run))}; alone {kit.standing_words(group.alone(run))}"
    ]
    return [*text, *(f"{each} recorded" for each in kit.planned_sample(run))]


def _recorded(run: kit.Subject, group: kit.Group) -> kit.Cell:
    decisions = kit.invalidations.recorded(group, run)
    text = [f"{decision.outcome.value}: {run.say(decision.reason)}" for decision in decisions]
    return kit.bullets(text, "detail") if text else "no incomplete sample could be judged"


def _departures(run: kit.Subject) -> kit.Cell:
    """List what of its course is an objection in a run that counts, and the errors of the device."""
    gaps = len(run.summary.gaps)
    errors = sum(each.body.error is not None for each in run.log.of(kit.ExchangeBody))
    deviations = [f"Deviation: {kit.recorded_words.worded(reasons)}" for reasons in run.summary.deviations]
    deviations += [f"Interrupted {kit.amount(gaps, 'time')}."] if gaps else []
    deviations += [f"{kit.amount(errors, 'exchange')} with the device ended in an error."] if errors else []
    return kit.bullets(deviations, "detail") if deviations else "none"
