"""Deficiencies: what had to be put right, what the submitter answered, what replaced it, and which runs tested that."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every deficiency, the open ones named first."""
    found = case.submission.of(kit.Deficiency)
    if not found:
        return [kit.paragraph(part.text("none"))]
    left = [one for one in found if one.status == "open"]
    title = f"OPEN DEFICIENCIES: {len(left)} of {len(found)}"
    shown = [kit.paragraph(part.text("intro"))]
    shown += kit.alarm(title, [f"{one.id}: {one.found}" for one in left]) if left else []
    shown.append(_overview(found))
    for one in found:
        shown.append(kit.together(f"Deficiency {one.id}", [kit.facts(_facts(case, one))]))
    return shown


def brief(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Return the overview, the open deficiencies first."""
    where = f"in the annex “{part.layout.title}, in full”"

    def drawn(shown: Sequence[kit.Deficiency], left: int) -> list[Flowable]:
        return [_overview(shown), *([kit.paragraph(kit.more(left, "", where), "word")] if left else [])]

    return kit.fitting(
        sorted(case.submission.of(kit.Deficiency), key=lambda one: one.status != "open"), room, drawn
    )


def _status(one: kit.Deficiency) -> kit.Cell:
    return kit.loud("OPEN") if one.status == "open" else one.status


def _overview(found: Sequence[kit.Deficiency]) -> Flowable:
    rows: list[list[kit.Cell]] = [
        [one.id, one.clause, one.severity, kit.dated_if(one.opened), kit.dated_if(one.answered), _status(one)]
        for one in found
    ]
    head = ("Deficiency", "Clause", "About", "Opened", "Answered", "Status")
    return kit.table(head, rows, (16, 28, 12, 17, 17, 10))


def _facts(case: kit.Case, one: kit.Deficiency) -> list[tuple[str, kit.Cell]]:
    return [
        ("Found", one.found),
        ("Clause", one.clause),
        ("Runs that show it", _runs(case, one.runs) if one.runs else "none named"),
        ("Response", one.response or kit.loud("NONE")),
        ("Answered", kit.dated_if(one.answered)),
        ("Cure", _cure(case, one)),
        ("Retests", _runs(case, one.retests) if one.retests else kit.loud("NONE")),
        ("Status", _status(one)),
        ("Effect", _effect(case, one)),
    ]


def _runs(case: kit.Case, names: Sequence[str]) -> list[Flowable]:
    """Name runs with what each found, and say loudly which of them are not there."""
    known = {run.run: (run, group) for group in case.dossier.groups for run in group.runs}
    return [
        kit.paragraph(
            f"{case.dossier.called(name)}: {kit.standing_words(known[name][1].alone(known[name][0]))}, "
            f"{known[name][0].ending.value.replace('_', ' ').lower()}",
            "cell",
        )
        if name in known
        else kit.loud(f"{name}: NOT AMONG THE RUNS OF THIS REPORT")
        for name in names
    ]


def _cure(case: kit.Case, one: kit.Deficiency) -> kit.Cell:
    if not one.cure:
        return "no component named"
    found: list[Flowable] = []
    for name in one.cure:
        part = case.submission.named(kit.Component, name)
        if part is None:
            found.append(kit.loud(f"{name}: NOT ON RECORD"))
        else:
            found += [
                kit.paragraph(f"{part.name} {part.version}, {part.algorithm}", "cell"),
                kit.digest(part.digest),
            ]
    return found


def _effect(case: kit.Case, one: kit.Deficiency) -> str:
    """Say which failures do not count any more because of it."""
    dossier = case.dossier
    cures = [
        (group, cure) for group in dossier.groups if (cure := kit.curing.cure_of(dossier, group)) is not None
    ]
    own = [(group, cure) for group, cure in cures if cure.deficiency is one]
    excused = [
        dossier.called(run.run)
        for group, cure in own
        if cure.whole
        for run in group.runs
        if run.outcome is kit.Outcome.FAIL
    ]
    told = [case.say(cure.lack) for _, cure in own if cure.lack is not None]
    if excused:
        told.insert(
            0,
            f"The failure of {kit.run_list(excused)} does not count for the verdict: the software was replaced, and a later run of the cure passed.",
        )
    return " ".join(dict.fromkeys(told)) or "It changes no failure."
