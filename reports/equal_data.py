"""Equal data: every two runs that have data in common, and who explained that with which files."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from labharness.assessment.attempts.explanations import EqualRuns, equal_runs
from labharness.assessment.case import Case
from labharness.reporting.blocks import Cell, bullets, facts, paragraph, table, together
from labharness.reporting.fitting import fitting, more
from labharness.reporting.registered import attachments, signed
from labharness.reporting.said import alarm, loud
from labharness.reporting.section import SectionPlace


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return every two runs with equal data; nothing where there are none."""
    found = equal_runs(case.dossier)
    if not found:
        return []
    shown: list[Flowable] = [paragraph(part.text("intro"))]
    if bare := [_named(case, two) for two in found if two.word is None]:
        shown += alarm(f"EQUAL DATA NOT EXPLAINED: {len(bare)} of {len(found)}", bare)
    for two in found:
        shown.append(together(_named(case, two), [facts(_facts(case, two, part))]))
    return shown


def brief(case: Case, part: SectionPlace, room: float) -> list[Flowable]:
    """Name the runs, and whether their equal data are explained."""
    where = f"in the annex “{part.layout.title}, in full”"

    def drawn(shown: Sequence[EqualRuns], left: int) -> list[Flowable]:
        rows: list[list[Cell]] = [
            [_named(case, two), two.word.cause if two.word is not None else loud("NOT EXPLAINED")]
            for two in shown
        ]
        found = [table(("Runs", "Cause"), rows, (30, 70))]
        return [*found, *([paragraph(more(left, "pair of runs", where), "word")] if left else [])]

    return fitting(equal_runs(case.dossier), room, drawn)


def _named(case: Case, two: EqualRuns) -> str:
    return f"{case.dossier.called(two.run)} and {case.dossier.called(two.other)}"


def _facts(case: Case, two: EqualRuns, part: SectionPlace) -> list[tuple[str, Cell]]:
    equal: Cell = bullets(case.words(two.shared), "detail") if two.shared else part.text("elsewhere")
    word = two.word
    if word is None:
        return [("Equal data", equal), ("Effect", loud(part.text("unexplained")))]
    return [
        ("Equal data", equal),
        ("Effect", part.text("explained")),
        ("Cause", word.cause),
        ("Evidence of the cause", word.source),
        ("Attached", attachments(word.files)),
        ("Why the device does not repeat its data in play", word.reason),
        ("Explained by", f"{signed(case.submission, word.by, word.date)} ({word.id})"),
        ("Start records", f"{word.run}: {word.start}; {word.other}: {word.other_start}"),
    ]
