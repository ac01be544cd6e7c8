"""The columns of a comparison."""

from __future__ import annotations

from collections.abc import Callable

from labharness.app.run_results.check_facts import CheckFacts
from labharness.app.run_results.run_comparison import ComparedCheck, ComparedFact
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.words import tr
from labharness.gui.results.result_tables import copied_word, outcome_tone, outcome_word

NOT_PLANNED = tr("not planned")
OBSERVED = (2, 4)
"""Places of the columns of checks that share the room that is left."""


def _word(check: CheckFacts | None) -> str:
    return NOT_PLANNED if check is None else outcome_word(check)


def _copied(check: CheckFacts | None) -> str:
    return NOT_PLANNED if check is None else copied_word(check)


def _tone(check: CheckFacts | None) -> Tone:
    return Tone.QUIET if check is None else outcome_tone(check)


def _of(read: Callable[[CheckFacts], str], check: CheckFacts | None) -> str:
    return "" if check is None else read(check)


FACTS = (
    Column[ComparedFact](tr("Fact"), lambda row: row.name, 190),
    Column[ComparedFact]("A", lambda row: row.first, 330),
    Column[ComparedFact]("B", lambda row: row.second, 330),
    Column[ComparedFact](
        tr("Same"),
        lambda row: tr("same") if row.same else tr("differs"),
        90,
        tone=lambda row: None if row.same else Tone.UNSURE,
    ),
)
CHECKS = (
    Column[ComparedCheck](tr("Check"), lambda row: row.title, 200),
    Column[ComparedCheck](
        "A",
        lambda row: _word(row.first),
        146,
        tone=lambda row: _tone(row.first),
        whole=lambda row: _copied(row.first),
    ),
    Column[ComparedCheck](
        tr("A observed"),
        lambda row: _of(lambda check: check.effect or check.observed, row.first),
        192,
        name="a-observed",
    ),
    Column[ComparedCheck](
        "B",
        lambda row: _word(row.second),
        146,
        tone=lambda row: _tone(row.second),
        whole=lambda row: _copied(row.second),
    ),
    Column[ComparedCheck](
        tr("B observed"),
        lambda row: _of(lambda check: check.effect or check.observed, row.second),
        192,
        name="b-observed",
    ),
    Column[ComparedCheck](
        tr("Difference, B − A"), lambda row: row.difference, 130, number=True, name="difference"
    ),
)
