"""Rows of the compliance matrix on paper: clause, what it asks, what answers it in which run, and the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.clauses.answered import ORDER
from labharness.assessment.clauses.compliance import ComplianceMatrix, Row
from labharness.assessment.clauses.obligations import NOT_TESTED
from labharness.language.template import run_list
from labharness.model.results import Outcome
from labharness.reporting.blocks import Cell, paragraph, rich, stacked, table
from labharness.reporting.said import loud, result_word
from labharness.reporting.wording import markup

BAD = ORDER[:3]
"""Results that stand against a pass."""
CRITERION = "Laboratory's criterion not met, modeled on"
"""Of a clause whose wording is not confirmed, or that is about other devices."""
_HEAD = ("Clause", "Requirement, in the laboratory's words", "Answered by", "Result")
_WIDTHS = (21, 28, 35, 16)


def came(matrices: Iterable[ComplianceMatrix], *words: str) -> list[tuple[str, Row]]:
    """Return the rows that came to one of some words, each with the place that links lead to."""
    return [
        (place(number, index), row)
        for number, each in enumerate(matrices)
        for index, row in enumerate(each.rows)
        if not words or row.came in words
    ]


def against(matrices: Iterable[ComplianceMatrix]) -> list[tuple[str, str, list[tuple[str, Row]]]]:
    """Return the rows that stand against a pass, with title and result, the failures first.

    Only a clause whose wording is known, and that is about such a device, is not met; of any other the runs
    fail what the laboratory models on it.
    """
    result = list(matrices)
    failed = came(result, Outcome.FAIL.value)
    return [
        ("Not met", Outcome.FAIL.value, [(at, row) for at, row in failed if row.binding]),
        (CRITERION, Outcome.FAIL.value, [(at, row) for at, row in failed if not row.binding]),
        ("Not tested", NOT_TESTED, came(result, NOT_TESTED)),
        ("Inconclusive", Outcome.INCONCLUSIVE.value, came(result, Outcome.INCONCLUSIVE.value)),
    ]


def place(matrix: int, row: int) -> str:
    """Name the place of a row."""
    return f"clause-{matrix + 1}-{row + 1}"


def clause_table(case: Case, rows: Sequence[tuple[str, Row]], *, marked: bool = True) -> Flowable:
    """Set rows as a table.

    Parameters
    ----------
    marked
        Whether these are the rows that links lead to; a document holds each only once.
    """
    cells: list[list[Cell]] = [
        [_clause(name, row, marked=marked), row.asked, _answers(case, row), result_word(row.came)]
        for name, row in rows
    ]
    return table(_HEAD, cells, _WIDTHS)


def link(name: str, row: Row) -> str:
    """Return the markup of a link to a row."""
    return f'<link href="#{name}">{markup(f"{row.clause}: {row.asked}")}</link>'


def _clause(name: str, row: Row, *, marked: bool) -> list[Flowable]:
    mark = f'<a name="{name}"/>' if marked else ""
    flowables: list[Flowable] = [rich(f"{mark}{markup(row.clause)}", "cell")]
    if row.open:
        flowables.append(loud(f"WORDING NOT CONFIRMED ({row.wording})"))
    elif row.confirmation is not None:
        flowables.append(paragraph(f"wording {row.wording}; confirmed", "label"))
    return flowables


def _answers(case: Case, row: Row) -> Cell:
    """Write what answers a clause, by what it came to and in which runs."""
    text = [f"{each.came}: {', '.join(each.names)}{_in(case, each.runs)}" for each in row.answered]
    text += [case.say(row.remark)] if row.remark else []
    if not text:
        return loud("nothing") if row.came == NOT_TESTED else "–"
    return stacked(*text)


def _in(case: Case, runs: Sequence[str]) -> str:
    return f" in {run_list(list(map(case.dossier.called, runs)))}" if runs else ""
