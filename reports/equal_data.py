"""Equal data: every two runs that have data in common, and who explained that with which files."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return every two runs with equal data; nothing where there are none."""
    result = kit.equal_runs(case.dossier)
    if not result:
        return []
    shown: list[Flowable] = [kit.paragraph(part.text("intro"))]
    if bare := [_named(case, two) for two in result if two.word is None]:
        shown += kit.alarm(f"EQUAL DATA NOT EXPLAINED: {len(bare)} of {len(result)}", bare)
    for two in result:
        shown.append(kit.together(_named(case, two), [kit.facts(_facts(case, two, part))]))
    return shown


def brief(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Name the runs, and whether their equal data are explained."""

    def row(two: kit.EqualRuns) -> list[kit.Cell]:
        return [_named(case, two), two.word.cause if two.word is not None else kit.loud("NOT EXPLAINED")]

    left_out = "pair of runs", part.annexed
    return kit.brief_table(kit.equal_runs(case.dossier), room, left_out, ("Runs", "Cause"), (30, 70), row)


def _named(case: kit.Case, two: kit.EqualRuns) -> str:
    return f"{case.dossier.called(two.run)} and {case.dossier.called(two.other)}"


def _facts(case: kit.Case, two: kit.EqualRuns, part: kit.SectionPlace) -> kit.Facts:
    equal: kit.Cell = kit.bullets(case.words(two.shared), "detail") if two.shared else part.text("elsewhere")
    word = two.word
    if word is None:
        return [("Equal data", equal), ("Effect", kit.loud(part.text("unexplained")))]
    return [
        ("Equal data", equal),
        ("Effect", part.text("explained")),
        ("Cause", word.cause),
        ("Evidence of the cause", word.source),
        ("Attached", kit.registered.attachments(word.files)),
        ("Why the device does not repeat its data in play", word.reason),
        ("Explained by", f"{kit.registered.signed(case.submission, word.by, word.date)} ({word.id})"),
        ("Start records", f"{word.run}: {word.start}; {word.other}: {word.other_start}"),
    ]
