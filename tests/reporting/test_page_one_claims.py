"""What page one may not say: a rehearsal that recommends, one run's verdict as all runs', other states' rules as clauses."""

from dataclasses import replace
from io import BytesIO

import pypdf
import pytest

from labharness.assessment.clauses.compliance import matrices
from labharness.assessment.conclusion import Case, conclude
from labharness.assessment.dossier import SPECIMEN
from labharness.games.chapter_standing import ChapterStanding
from labharness.language.standings import standing_words
from labharness.model.reasons.conclusion import Compliance
from labharness.model.results import Outcome, Qualifier
from labharness.reporting import judgment
from tests.support.dossiers import dossier, group, groups, pdf_of

RECOMMENDS = "The laboratory recommends"


@pytest.fixture
def text(sections):
    def read(result, *only):
        file = pypdf.PdfReader(BytesIO(pdf_of(result, sections, "pa_461a_4.toml", only)))
        return " ".join(" ".join(page.extract_text() for page in file.pages).split())

    return read


def test_a_rehearsal_recommends_nothing(dossier_runs, text):
    result = dossier(dossier_runs)
    assert conclude(result).given
    for series, expected in (("r", False), (SPECIMEN, True)):
        case = Case.of(replace(result, series=series))
        advised = judgment.advised(case, case.conclusion.disposition)
        assert (advised != case.conclusion.disposition.text) is expected
        page = text(case.dossier, "approval_cover", "recommendation")
        assert page.count(RECOMMENDS) == 2
        assert page.count(f"“{RECOMMENDS}") == (2 if expected else 0)


def test_a_row_of_several_runs_names_the_verdict_of_each(dossier_runs, text):
    both = group(dossier_runs["stopped"], dossier_runs["second"])
    result = dossier(dossier_runs, groups=(*groups(dossier_runs)[:2], both))
    alone = [standing_words(standing) for standing in both.standings]
    assert len(set(alone)) == 2
    page = text(result, "summary")
    for run, words in zip(both.runs, alone, strict=True):
        assert f"{result.called(run.run)}: {words}" in page
    assert f"together: {standing_words(both.standing)}" in page


def test_a_row_of_runs_that_agree_has_their_verdict(dossier_runs, text):
    assert "together" not in text(dossier(dossier_runs), "summary")


def test_a_group_under_rescinded_law_says_so(dossier_runs):
    run = dossier_runs["second"]
    standing = ChapterStanding(kind="temporary", rescinded_by="46 Pa.B. 5540")
    game = run.frozen.game.model_copy(update={"standing": standing})
    lapsed = group(replace(run, frozen=replace(run.frozen, game=game)))
    assert Qualifier.RESCINDED_LAW in lapsed.standing.qualifiers
    assert Qualifier.RESCINDED_LAW not in group(run).standing.qualifiers


def citing(run, clause):
    """Return a run whose plan names its clauses of general law otherwise."""
    plan = run.frozen.plan
    cited = tuple(
        citation.model_copy(update={"clause": clause, "status": "sister"}) for citation in plan.citations
    )
    return replace(run, frozen=replace(run.frozen, plan=plan.model_copy(update={"citations": cited})))


def test_rules_of_other_states_are_no_clauses_of_the_law(dossier_runs, text):
    runs = {name: citing(run, "COMAR 36.05.02.17 F") for name, run in dossier_runs.items()}
    result = dossier(runs)
    answer = matrices(result)
    (others,) = (each for each in answer if each.title.is_a(Compliance.OTHER_SOURCES))
    assert {row.clause for row in others.rows} == {"COMAR 36.05.02.17 F"}
    assert not any(row.clause.startswith("COMAR") for each in answer if each.of_law for row in each.rows)
    page = text(result, "approval_cover")
    passed = sum(row.came == Outcome.PASS.value for each in answer if each.of_law for row in each.rows)
    assert f"{passed} PASS" in page.replace("\N{NO-BREAK SPACE}", " ")
    assert f"Not clauses of this law: COMAR 36.05.02.17 F {others.rows[0].came}" in page
