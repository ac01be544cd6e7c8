"""Clause by clause: every clause over all runs that count, what answered it in which run, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from reportlab.platypus import Flowable

from labharness.reporting import kit

_SHORT = (27, 44, 14, 15)
"""Shares of the width in short."""
_LINES = 6
"""Lines of a clause in short: more than any of the packaged games takes."""
_WIDTHS = {
    "FAIL": 7,
    kit.obligations.NOT_TESTED: 12,
    "INCONCLUSIVE": 15,
    "PASS": 7,
    kit.obligations.NOT_APPLICABLE: 12,
}
"""Shares of the width for counts, by the words above them."""


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return the counts, what stands against a pass, and every clause."""
    matrices = case.conclusion.matrices
    if not matrices:
        return [kit.loud(f"{kit.obligations.NOT_TESTED}: no run counts, so no clause was tested.")]
    shown: list[Flowable] = [kit.paragraph(part.text("intro")), _counts(case), kit.gap(2)]
    for title, word, rows in kit.clause_rows.against(matrices):
        shown += _banner(f"{title.upper()}: ", rows, word)
    for number_, each in enumerate(matrices):
        rows = [(kit.clause_rows.place(number_, index), row) for index, row in enumerate(each.rows)]
        shown += [*kit.subheading(kit.clause(each.title)), *_standing(each), kit.clause_table(case, rows)]
    return [*shown, *_wordings(case), *_exclusions(case), kit.paragraph(part.text("limits"), "quiet")]


def brief(case: kit.Case, part: kit.SectionPlace, room: float) -> list[Flowable]:
    """Return the counts, and every clause with its result and the runs that tested it, those against a pass first."""
    every = [(matrix, row) for matrix in case.conclusion.matrices for row in matrix.rows]
    rows = [(each, row) for word in kit.clause_rows.BAD for each, row in every if row.came == word]
    rows += [(each, row) for each, row in every if row.came not in kit.clause_rows.BAD]
    counts = [_counts(case), kit.gap(2)]

    def drawn(shown: Sequence[tuple[kit.ComplianceMatrix, kit.compliance.Row]], left: int) -> list[Flowable]:
        flowables: list[Flowable] = []
        for each, rows in groupby(shown, itemgetter(0)):
            cells: kit.Rows = [_short(case, row) for _, row in rows]
            head = (kit.clause(each.title), "Requirement, in the laboratory's words", "Tested in", "Result")
            flowables.append(kit.table(head, cells, _SHORT, dense=True))
        return [*flowables, *kit.rest(left, "clause", part.annexed)]

    return [*counts, *kit.fitting(rows, room - kit.high(counts), drawn)]


def _short(case: kit.Case, row: kit.compliance.Row) -> list[kit.Cell]:
    runs = dict.fromkeys(run for answer in row.answers for run in answer.runs)
    tested = kit.run_list([case.dossier.called(run) for run in runs]) or "–"
    wide = [kit.column(_SHORT, place) for place in range(3)]
    texts = zip((row.clause, row.asked, tested), wide, strict=True)
    return [*(kit.clipped(text, "fine", _LINES, room) for text, room in texts), kit.result_word(row.came)]


def _standing(matrix: kit.ComplianceMatrix) -> list[Flowable]:
    """Say whether the chapter is temporary, rescinded or replaced."""
    return [kit.paragraph(kit.recorded_words.worded(matrix.standing), "quiet")] if matrix.standing else []


def _counts(case: kit.Case) -> Flowable:
    """Set the number of clauses of each result, those against a pass first and never left out; others stand apart."""
    rows = kit.clause_rows.came(matrix for matrix in case.conclusion.matrices if matrix.of_law)
    head, counts = list[str](), list[kit.Cell]()
    for word in kit.answered.ORDER:
        count = sum(row.came == word for _, row in rows)
        if count or word in kit.clause_rows.BAD or word == kit.Outcome.PASS.value:
            head.append(word)
            counts.append(_count(count, bad=word in kit.clause_rows.BAD))
    unsure = sum(row.open for _, row in rows)
    widths = [*(_WIDTHS.get(word, 10) for word in head), 9, 13]
    line = [*counts, len(rows), _count(unsure, bad=True)]
    return kit.table([*head, "All clauses", "Wording not confirmed"], [line], widths, "r" * len(line))


def _count(count: int, *, bad: bool) -> kit.Cell:
    return kit.loud(kit.number(count), "number") if bad and count else kit.number(count)


def _banner(title: str, rows: Sequence[tuple[str, kit.compliance.Row]], word: str) -> list[Flowable]:
    """Name every clause of a result that stands against a pass, each with a link to its row."""
    if not rows:
        return []
    color = kit.OUTCOME_COLORS["INCONCLUSIVE" if word == kit.Outcome.INCONCLUSIVE.value else "FAIL"]
    lines = [
        kit.rich(f'<font color="white">{kit.clause_rows.link(name, row)}</font>', "cell")
        for name, row in rows
    ]
    return kit.banner(f"{title}{kit.amount(len(rows), 'clause')}", lines, color)


def _wordings(case: kit.Case) -> list[Flowable]:
    """Say of every clause whose wording was not seen who confirmed it, when and from what."""
    unsure = {
        row.clause: row
        for _, row in kit.clause_rows.came(case.conclusion.matrices)
        if row.wording != kit.law.SEEN
    }
    rows = [[row.clause, row.wording, *_confirmed(case, row.confirmation)] for row in unsure.values()]
    laws = {law.clause: law for law in kit.lapsed_laws(case.dossier)}
    rows += [[law.clause, "not shown to be in force", *_confirmed(case, law.named)] for law in laws.values()]
    own = {id(law.named) for law in laws.values()}
    idle = [
        each
        for each in case.submission.of(kit.Confirmation)
        if each.clause not in unsure and id(each) not in own
    ]
    rows += [[each.clause, "in no row above, or seen", *_confirmed(case, each)] for each in idle]
    if not rows:
        return []
    head = ("Clause", "Wording", "Confirmed by, on", "Source; reason")
    return [kit.together("Unconfirmed wording", [kit.table(head, rows, (24, 14, 22, 40))])]


def _confirmed(case: kit.Case, each: kit.Confirmation | None) -> list[kit.Cell]:
    if each is None:
        return [kit.loud("NOT CONFIRMED"), "–"]
    return [
        kit.stacked(case.submission.person(each.by), kit.day(each.date)),
        kit.stacked(each.source, each.reason),
    ]


def _used(exclusion: kit.Exclusion, texts: set[str]) -> str:
    """Say what an exclusion changed."""
    if lack := next(kit.grounds.lacking(exclusion), None):
        return f"without effect: {kit.clause(lack)}"
    if not texts:
        return "without effect: no row above"
    applies = kit.obligations.NOT_APPLICABLE not in texts
    return "without effect: the clause was tested" if applies else "not applicable"


def _exclusions(case: kit.Case) -> list[Flowable]:
    """Print every exclusion and say where it changed nothing."""
    rows: kit.Rows = []
    for each in case.submission.of(kit.Exclusion):
        every = kit.clause_rows.came(case.conclusion.matrices)
        own = [row for _, row in every if row.clause == each.clause]
        asked = kit.stacked(each.clause, *dict.fromkeys(row.asked for row in own))
        why = [kit.paragraph(each.reason, "cell"), *kit.registered.shown(each.source, each.files)]
        by = kit.stacked(case.submission.person(each.by), kit.day(each.date))
        rows.append([asked, why, by, _used(each, {row.came for row in own})])
    if not rows:
        return []
    head = ("Clause and requirement", "Reason", "Decided by, on", "Effect")
    return [kit.together("Excluded clauses", [kit.table(head, rows, (34, 32, 19, 15))])]
