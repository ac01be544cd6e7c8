"""Approval of plans: who approved each plan, and whether that was before it collected anything."""

from __future__ import annotations

from functools import partial

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return each plan with its approval, and each run with the people of the list who took part."""
    plans: dict[str, list[kit.Subject]] = {}
    for run in case.dossier.runs:
        plans.setdefault(run.frozen.sha256, []).append(run)
    if not plans:
        return [kit.paragraph(part.text("none"))]
    rows: kit.Rows = [
        [
            [kit.paragraph(runs[0].frozen.plan.title, "cell"), kit.digest(sha256)],
            kit.run_list([case.dossier.called(run.run) for run in runs]),
            _approval(case, sha256, runs, part),
        ]
        for sha256, runs in plans.items()
    ]
    people: kit.Rows = [
        [case.dossier.called(run.run), kit.stacked(*_people(case, run, part))] for run in case.dossier.runs
    ]
    return [
        kit.paragraph(part.text("intro")),
        kit.table(("Plan, SHA-256", "Runs", "Approved by, on"), rows, (50, 15, 35)),
        kit.table(("Run", "People who started it or answered in it"), people, (20, 80)),
    ]


def _approval(case: kit.Case, sha256: str, runs: list[kit.Subject], part: kit.SectionPlace) -> kit.Cell:
    """Say who approved a plan and when; the register shows when an approval was entered, whatever its date."""
    result = [each for each in case.submission.of(kit.PlanApproval) if each.sha256 == sha256]
    if not result:
        return kit.loud(part.text("unapproved"))
    entry = min(result, key=lambda each: each.date)
    approved = kit.registered.signed(case.submission, entry.by, entry.date)
    first = min(run.summary.started for run in runs)
    entered = [
        each.utc for each in case.submission.changes if (each.kind, each.entry) == (entry.kind, entry.id)
    ]
    if entered and kit.moment(max(entered)) > kit.moment(first):
        return kit.loud(f"{approved}; ENTERED AFTER the first run, {kit.day_and_time(max(entered))}")
    begun = kit.eastern(kit.moment(first))[0].date()
    if entry.date > begun:
        return kit.loud(f"{approved}, AFTER the first run of {kit.day_and_time(first)}")
    return f"{approved}, {'before' if entry.date < begun else 'on the day of'} the first run"


def _people(case: kit.Case, run: kit.Subject, part: kit.SectionPlace) -> list[str]:
    """Return the people of a run by their names on the list; other names are marked."""
    listed = case.submission.of(kit.Person)
    result = []
    for text in kit.took_part(run):
        same = partial(kit.reads_the_same, text)
        known = (entry.name for entry in listed if same(entry.id) or same(entry.name))
        result.append(next(known, f"{text} ({part.text('unlisted')})"))
    return result or [part.text("nobody")]
