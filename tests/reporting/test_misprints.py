"""Misprints of the Board are marked wherever a clause is printed, by one function."""

import datetime as dt
import re
from dataclasses import replace

import pytest

from labharness.app.planning.plan_prose import plan_prose
from labharness.app.plug_ins.discovery import discover
from labharness.assessment.clauses.compliance import ComplianceMatrix, Row
from labharness.assessment.clauses.obligations import NOT_APPLICABLE
from labharness.assessment.conclusion import ExceptionKind, conclude, exceptions
from labharness.assessment.runs.subject import Subject
from labharness.filings.entries.review import Exclusion
from labharness.games.game import cite, game_ids, packaged_game
from labharness.games.mistakes import Data
from labharness.language.catalog import say
from labharness.model.reasons.conclusion import Compliance
from labharness.model.reasons.game import Games
from labharness.plans.coverage import packaged
from labharness.plans.frozen import composable, find_plan, freeze
from labharness.reason import quoted
from tests.support.dossiers import GROUNDS, dossier, group, shown_of
from tests.support.run_factory import PLAN, write_run

UNMARKED = re.compile(r"§ 645\.14(?!\d)(?:\(\w+\)|, (?=\()|-(?=\())*(?!\(|, \(|-\(| \[sic, § 645a\.14\])")
MARKED = "§ 645.14(h), (k) [sic, § 645a.14]"


def citations(part):
    """Yield every citation of a game file or plan, however deep it stands."""
    for name in type(part).model_fields:
        value = getattr(part, name)
        if name in ("citation", "clause"):
            yield value
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Data):
                yield from citations(each)


@pytest.mark.parametrize("game", game_ids())
def test_every_clause_of_every_game_is_marked_once_or_left_alone(game):
    problems = set(citations(packaged_game(game)))
    assert problems
    for each in problems:
        assert UNMARKED.search(cite(each)) is None
        assert cite(cite(each)) == cite(each)
        assert (cite(each) != each) is ("645.14" in each), each


def test_every_plan_says_it_marked():
    catalog, marked = discover(), 0
    for name in (*packaged(), *composable()):
        text = find_plan(name)[0]
        if b"645" in text:
            prose = plan_prose(freeze(text, name), catalog)
            words = "\n".join(
                say(each) for entry in prose for each in entry.sentences if not each.is_a(Games.MISPRINT)
            )
            assert UNMARKED.search(words) is None, name
            marked += words.count("[sic, § 645a.14]")
    assert marked


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A run whose plan cites nothing but the misprinted section."""
    plan = re.sub(r'(?m)^(clause|citation) = ".*"$', r'\1 = "58 Pa. Code § 645.14(h), (k)"', PLAN)
    return write_run(tmp_path_factory.mktemp("misprint") / "run", plan=plan)


def test_every_page_of_a_run_prints_it_marked(run, text_of):
    text = " ".join(" ".join(text_of(run)).split())
    assert MARKED in text
    assert UNMARKED.search(text) is None


def test_an_excluded_clause_is_among_what_was_lifted_however_it_was_filed(run):
    printed = "58 Pa. Code § 645.14(h), (k)"
    result = dossier({}, groups=(group(Subject.of(run)),))
    day = dt.date(2026, 9, 12)
    word = {"by": "authorizer-c", "date": day, "source": "the submitter's letter", "reason": "One deck only."}
    excluded = Exclusion(id="x", clause=printed, files=GROUNDS, **word)
    result = replace(
        result, submission=replace(result.submission, entries=(*result.submission.entries, excluded))
    )
    row = Row(cite(printed), "", "seen", (), NOT_APPLICABLE)
    answer = replace(conclude(result), matrices=(ComplianceMatrix(Compliance.GENERAL_LAW(), (row,)),))
    lifted = [lifted.things for lifted in exceptions(result, answer) if lifted.kind is ExceptionKind.CLAUSE]
    assert lifted == [(quoted(printed),)]


def test_every_page_of_a_submission_prints_it_marked(run, sections):
    text = shown_of(dossier({}, groups=(group(Subject.of(run)),)), sections).text
    assert MARKED in text
    assert UNMARKED.search(text) is None
