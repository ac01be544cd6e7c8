"""Deficiencies: what had to be put right, what the submitter answered, what replaced it, and which runs tested that."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.assessment.attempts.curing import cure_of
from labharness.assessment.case import Case
from labharness.filings.entries.items import Component
from labharness.filings.entries.review import Deficiency
from labharness.language.standings import standing_words
from labharness.language.template import run_list
from labharness.model.results import Outcome
from labharness.reporting.blocks import Cell, digest, facts, paragraph, table, together
from labharness.reporting.fitting import fitting, more
from labharness.reporting.said import alarm, dated_if, loud
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return every deficiency, the open ones named first."""
    found = case.submission.of(Deficiency)
    if not found:
        return [paragraph(part.text("none"))]
    left = [one for one in found if one.status == "open"]
    title = f"OPEN DEFICIENCIES: {len(left)} of {len(found)}"
    shown = [paragraph(part.text("intro"))]
    shown += alarm(title, [f"{one.id}: {one.found}" for one in left]) if left else []
    shown.append(_overview(found))
    for one in found:
        shown.append(together(f"Deficiency {one.id}", [facts(_facts(case, one))]))
    return shown


def brief(case: Case, part: SectionPlace, room: float) -> list[Flowable]:
    """Return the overview, the open deficiencies first."""
    where = f"in the annex “{part.layout.title}, in full”"

    def drawn(shown: Sequence[Deficiency], left: int) -> list[Flowable]:
        return [_overview(shown), *([paragraph(more(left, "", where), "word")] if left else [])]

    return fitting(sorted(case.submission.of(Deficiency), key=lambda one: one.status != "open"), room, drawn)


def _status(one: Deficiency) -> Cell:
    return loud("OPEN") if one.status == "open" else one.status


def _overview(found: Sequence[Deficiency]) -> Flowable:
    rows: list[list[Cell]] = [
        [one.id, one.clause, one.severity, dated_if(one.opened), dated_if(one.answered), _status(one)]
        for one in found
    ]
    head = ("Deficiency", "Clause", "About", "Opened", "Answered", "Status")
    return table(head, rows, (16, 28, 12, 17, 17, 10))


def _facts(case: Case, one: Deficiency) -> list[tuple[str, Cell]]:
    return [
        ("Found", one.found),
        ("Clause", one.clause),
        ("Runs that show it", _runs(case, one.runs) if one.runs else "none named"),
        ("Response", one.response or loud("NONE")),
        ("Answered", dated_if(one.answered)),
        ("Cure", _cure(case, one)),
        ("Retests", _runs(case, one.retests) if one.retests else loud("NONE")),
        ("Status", _status(one)),
        ("Effect", _effect(case, one)),
    ]


def _runs(case: Case, names: Sequence[str]) -> list[Flowable]:
    """Name runs with what each found, and say loudly which of them are not there."""
    known = {run.run: (run, group) for group in case.dossier.groups for run in group.runs}
    return [
        paragraph(
            f"{case.dossier.called(name)}: {standing_words(known[name][1].alone(known[name][0]))}, "
            f"{known[name][0].ending.value.replace('_', ' ').lower()}",
            "cell",
        )
        if name in known
        else loud(f"{name}: NOT AMONG THE RUNS OF THIS REPORT")
        for name in names
    ]


def _cure(case: Case, one: Deficiency) -> Cell:
    if not one.cure:
        return "no component named"
    found: list[Flowable] = []
    for name in one.cure:
        part = case.submission.named(Component, name)
        if part is None:
            found.append(loud(f"{name}: NOT ON RECORD"))
        else:
            found += [paragraph(f"{part.name} {part.version}, {part.algorithm}", "cell"), digest(part.digest)]
    return found


def _effect(case: Case, one: Deficiency) -> str:
    """Say which failures do not count any more because of it."""
    dossier = case.dossier
    cures = [(group, cure) for group in dossier.groups if (cure := cure_of(dossier, group)) is not None]
    own = [(group, cure) for group, cure in cures if cure.deficiency is one]
    excused = [
        dossier.called(run.run)
        for group, cure in own
        if cure.whole
        for run in group.runs
        if run.outcome is Outcome.FAIL
    ]
    told = [case.say(cure.lack) for _, cure in own if cure.lack is not None]
    if excused:
        told.insert(
            0,
            f"The failure of {run_list(excused)} does not count for the verdict: the software was replaced, and a later run of the cure passed.",
        )
    return " ".join(dict.fromkeys(told)) or "It changes no failure."
