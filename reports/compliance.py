"""Clause by clause: every clause over all runs that count, what answered it in which run, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.clauses.answered import ORDER
from labharness.assessment.clauses.compliance import ComplianceMatrix, Row
from labharness.assessment.clauses.obligations import NOT_APPLICABLE, NOT_TESTED
from labharness.assessment.lapsed_law import lapsed_laws
from labharness.assessment.law import SEEN
from labharness.filings.entries.grounds import lacking
from labharness.filings.entries.review import Confirmation, Exclusion
from labharness.language.catalog import clause
from labharness.language.numbers import amount, number
from labharness.language.recorded import worded
from labharness.language.template import run_list
from labharness.model.results import Outcome
from labharness.reporting.blocks import (
    Cell,
    gap,
    panel,
    paragraph,
    rich,
    stacked,
    subheading,
    table,
    together,
)
from labharness.reporting.clause_rows import BAD, against, came, clause_table, link, place
from labharness.reporting.fitting import clipped, column, fitting, high, more
from labharness.reporting.registered import dated, shown
from labharness.reporting.said import loud, result_word
from labharness.reporting.section import SectionPlace
from labharness.reporting.typography import OUTCOME_COLORS

_SHORT = (27, 44, 14, 15)
"""Shares of the width in short."""
_LINES = 6
"""Lines of a clause in short: more than any of the packaged games takes."""
_WIDTHS = {"FAIL": 7, NOT_TESTED: 12, "INCONCLUSIVE": 15, "PASS": 7, NOT_APPLICABLE: 12}
"""Shares of the width for counts, by the words above them."""


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the counts, what stands against a pass, and every clause."""
    found = case.conclusion.matrices
    if not found:
        return [loud(f"{NOT_TESTED}: no run counts, so no clause was tested.")]
    shown: list[Flowable] = [paragraph(part.text("intro")), _counts(case), gap(2)]
    for title, word, rows in against(found):
        shown += _banner(f"{title.upper()}: ", rows, word)
    for number_, each in enumerate(found):
        rows = [(place(number_, index), row) for index, row in enumerate(each.rows)]
        shown += [*subheading(clause(each.title)), *_standing(each), clause_table(case, rows)]
    return [*shown, *_wordings(case), *_exclusions(case), paragraph(part.text("limits"), "quiet")]


def brief(case: Case, part: SectionPlace, room: float) -> list[Flowable]:
    """Return the counts, and every clause with its result and the runs that tested it, those against a pass first."""
    every = [(one, row) for one in case.conclusion.matrices for row in one.rows]
    rows = [(one, row) for word in ORDER if word in BAD for one, row in every if row.came == word]
    rows += [(one, row) for one, row in every if row.came not in BAD]
    counts = [_counts(case), gap(2)]
    where = f"in the annex “{part.layout.title}, in full”"

    def drawn(shown: Sequence[tuple[ComplianceMatrix, Row]], left: int) -> list[Flowable]:
        found: list[Flowable] = []
        for each, rows in groupby(shown, itemgetter(0)):
            cells: list[list[Cell]] = [_short(case, row) for _, row in rows]
            head = (clause(each.title), "Requirement, in the laboratory's words", "Tested in", "Result")
            found.append(table(head, cells, _SHORT, dense=True))
        return [*found, *([paragraph(more(left, "clause", where), "word")] if left else [])]

    return [*counts, *fitting(rows, room - high(counts), drawn)]


def _short(case: Case, row: Row) -> list[Cell]:
    runs = dict.fromkeys(run for one in row.answers for run in one.runs)
    tested = run_list([case.dossier.called(run) for run in runs]) or "–"
    wide = [column(_SHORT, place) for place in range(3)]
    return [
        clipped(row.clause, "fine", _LINES, wide[0]),
        clipped(row.asked, "fine", _LINES, wide[1]),
        clipped(tested, "fine", _LINES, wide[2]),
        result_word(row.came),
    ]


def _standing(matrix: ComplianceMatrix) -> list[Flowable]:
    """Say whether the chapter is temporary, rescinded or replaced."""
    return [paragraph(worded(matrix.standing), "quiet")] if matrix.standing else []


def _counts(case: Case) -> Flowable:
    """Set the number of clauses of each result, those against a pass first and never left out; others stand apart."""
    rows = came(one for one in case.conclusion.matrices if one.of_law)
    head, counts = list[str](), list[Cell]()
    for word in ORDER:
        count = sum(row.came == word for _, row in rows)
        if count or word in BAD or word == Outcome.PASS.value:
            head.append(word)
            counts.append(_count(count, bad=word in BAD))
    unsure = sum(row.open for _, row in rows)
    widths = [*(_WIDTHS.get(word, 10) for word in head), 9, 13]
    line = [*counts, number(len(rows)), _count(unsure, bad=True)]
    return table([*head, "All clauses", "Wording not confirmed"], [line], widths, "r" * len(line))


def _count(count: int, *, bad: bool) -> Cell:
    return loud(number(count), "number") if bad and count else number(count)


def _banner(title: str, rows: Sequence[tuple[str, Row]], word: str) -> list[Flowable]:
    """Name every clause of a result that stands against a pass, each with a link to its row."""
    if not rows:
        return []
    head = paragraph(f"{title}{amount(len(rows), 'clause')}", "banner")
    color = OUTCOME_COLORS["INCONCLUSIVE" if word == Outcome.INCONCLUSIVE.value else "FAIL"]
    lines = [rich(f'<font color="white">{link(name, row)}</font>', "cell") for name, row in rows]
    return [panel([head, *lines], color, filled=True), gap(2)]


def _wordings(case: Case) -> list[Flowable]:
    """Say of every clause whose wording was not seen who confirmed it, when and from what."""
    unsure = {row.clause: row for _, row in came(case.conclusion.matrices) if row.wording != SEEN}
    rows = [[row.clause, row.wording, *_confirmed(case, row.confirmation)] for row in unsure.values()]
    laws = {one.clause: one for one in lapsed_laws(case.dossier)}
    rows += [[one.clause, "not shown to be in force", *_confirmed(case, one.named)] for one in laws.values()]
    own = {id(one.named) for one in laws.values()}
    idle = [
        one for one in case.submission.of(Confirmation) if one.clause not in unsure and id(one) not in own
    ]
    rows += [[one.clause, "in no row above, or seen", *_confirmed(case, one)] for one in idle]
    if not rows:
        return []
    head = ("Clause", "Wording", "Confirmed by, on", "Source; reason")
    return [together("Unconfirmed wording", [table(head, rows, (24, 14, 22, 40))])]


def _confirmed(case: Case, one: Confirmation | None) -> list[Cell]:
    if one is None:
        return [loud("NOT CONFIRMED"), "–"]
    return [stacked(case.submission.person(one.by), dated(one.date)), stacked(one.source, one.reason)]


def _used(one: Exclusion, came: set[str]) -> str:
    """Say what an exclusion changed."""
    if lack := next(lacking(one), None):
        return f"without effect: {clause(lack)}"
    if not came:
        return "without effect: no row above"
    return "not applicable" if NOT_APPLICABLE in came else "without effect: the clause was tested"


def _exclusions(case: Case) -> list[Flowable]:
    """Print every exclusion and say where it changed nothing."""
    rows: list[list[Cell]] = []
    for one in case.submission.of(Exclusion):
        rows_of = [row for _, row in came(case.conclusion.matrices) if row.clause == one.clause]
        hit, asked = {row.came for row in rows_of}, dict.fromkeys(row.asked for row in rows_of)
        by = stacked(case.submission.person(one.by), dated(one.date))
        rows.append(
            [
                stacked(one.clause, *asked),
                [paragraph(one.reason, "cell"), *shown(one.source, one.files)],
                by,
                _used(one, hit),
            ]
        )
    if not rows:
        return []
    head = ("Clause and requirement", "Reason", "Decided by, on", "Effect")
    return [together("Excluded clauses", [table(head, rows, (34, 32, 19, 15))])]
