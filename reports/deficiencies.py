"""Deficiencies: what had to be put right, what the submitter answered, what replaced it, and which runs tested that."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every deficiency, the open ones named first."""
    result = case.submission.of(kit.Deficiency)
    if not result:
        return [kit.paragraph(part.text("none"))]
    left = [each for each in result if each.status == "open"]
    title = f"OPEN DEFICIENCIES: {len(left)} of {len(result)}"
    shown = [kit.paragraph(part.text("intro"))]
    shown += kit.alarm(title, [f"{each.id}: {each.found}" for each in left]) if left else []
    shown.append(_overview(result))
    for each in result:
        shown.append(kit.together(f"Deficiency {each.id}", [kit.facts(_facts(case, each))]))
    return shown


def brief(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Return the overview, the open deficiencies first."""
    ordered = sorted(case.submission.of(kit.Deficiency), key=lambda each: each.status != "open")
    return kit.fitting(
        ordered, room, lambda shown, left: [_overview(shown), *kit.rest(left, "", part.annexed)]
    )


def _status(deficiency: kit.Deficiency) -> kit.Cell:
    return kit.loud("OPEN") if deficiency.status == "open" else deficiency.status


def _overview(result: Sequence[kit.Deficiency]) -> Flowable:
    rows: kit.Rows = [
        [each.id, each.clause, each.severity, *map(kit.dated_if, (each.opened, each.answered)), _status(each)]
        for each in result
    ]
    head = ("Deficiency", "Clause", "About", "Opened", "Answered", "Status")
    return kit.table(head, rows, (16, 28, 12, 17, 17, 10))


def _facts(case: kit.Case, deficiency: kit.Deficiency) -> kit.Facts:
    return [
        ("Found", deficiency.found),
        ("Clause", deficiency.clause),
        ("Runs that show it", _runs(case, deficiency.runs) if deficiency.runs else "none named"),
        ("Response", deficiency.response or kit.loud("NONE")),
        ("Answered", kit.dated_if(deficiency.answered)),
        ("Cure", _cure(case, deficiency)),
        ("Retests", _runs(case, deficiency.retests) if deficiency.retests else kit.loud("NONE")),
        ("Status", _status(deficiency)),
        ("Effect", _effect(case, deficiency)),
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


def _cure(case: kit.Case, deficiency: kit.Deficiency) -> kit.Cell:
    if not deficiency.cure:
        return "no component named"
    flowables: list[Flowable] = []
    for name in deficiency.cure:
        part = case.submission.named(kit.Component, name)
        if part is None:
            flowables.append(kit.loud(f"{name}: NOT ON RECORD"))
        else:
            flowables += kit.hashed(f"{part.name} {part.version}, {part.algorithm}", part.digest, "cell")
    return flowables


def _effect(case: kit.Case, deficiency: kit.Deficiency) -> str:
    """Say which failures do not count any more because of it."""
    dossier = case.dossier
    cures = [(group, kit.curing.cure_of(dossier, group)) for group in dossier.groups]
    own = [(group, cure) for group, cure in cures if cure and cure.deficiency is deficiency]
    excused = [
        dossier.called(run.run)
        for group, cure in own
        if cure.whole
        for run in group.runs
        if run.outcome is kit.Outcome.FAIL
    ]
    text = []
    if excused:
        text.append(
            f"The failure of {kit.run_list(excused)} does not count for the verdict: the software was replaced, and a later run of the cure passed."
        )
    text += [case.say(cure.lack) for _, cure in own if cure.lack is not None]
    return " ".join(dict.fromkeys(text)) or "It changes no failure."
