"""What holds for many runs is said once, and nothing is left out for that."""

import pytest

from labharness.language.catalog import say
from labharness.model.reasons.conclusion import Conclusions
from labharness.reporting.blocks import points
from labharness.reporting.layout import read_layout
from labharness.reporting.open_items import by_kind
from tests.support.dossiers import dossier, group, groups, shown_of, with_summary

SECTIONS = ("plan", "course", "departures", "capture", "results", "pictures", "counts", "findings")


@pytest.fixture(scope="module")
def said(dossier_runs, sections):
    return shown_of(dossier(dossier_runs), sections, only=SECTIONS).text


def test_a_plan_that_several_runs_followed_stands_once(said):
    assert said.count("Rules that the plan cites") == 1
    assert "Followed in Run 1 to Run 3" in said


@pytest.mark.parametrize(
    ("section", "name"),
    [
        ("departures", "intro"),
        ("capture", "intro"),
        ("results", "rule_at"),
        ("pictures", "intro"),
        ("pictures", "limits"),
        ("pictures", "residual"),
        ("counts", "intro"),
        ("findings", "intro"),
        ("findings", "limits"),
    ],
)
def test_what_holds_for_every_run_is_said_once(said, section, name):
    layout = read_layout(name="pa_461a_4.toml")
    text = next(each for each in layout.sections if each.name == section).text(name)
    assert said.count(" ".join(text.split())) == 1


def test_every_run_has_its_part_of_every_section(said, dossier_runs):
    for place, run in enumerate(("first-2.4.0", "second-2.4.1", "third-2.4.1"), 1):
        for section in "ACDEFGH":  # the deviations of three runs are annex A in full, the plan is annex B
            unit = dossier_runs[{1: "failed", 2: "passed", 3: "second"}[place]].summary.identity
            assert f"{section}.{place} Run {place}: {run} {unit.model}, serial number {unit.serial}" in said


def test_runs_that_have_nothing_to_show_share_one_sentence(dossier_runs, sections):
    def bare(run):
        return with_summary(run, results={}, counts=[])

    none = tuple(group(bare(each.first)) for each in groups(dossier_runs))
    text = shown_of(dossier(dossier_runs, groups=none), sections, only=("counts",)).text
    assert text.count("No counting check has a result. The device reported no count.") == 1
    assert "A.1" not in text

    _, *others = groups(dossier_runs)
    text = shown_of(dossier(dossier_runs, groups=(*none[:1], *others)), sections, only=("counts",)).text
    assert "Run 1: No counting check has a result." in text
    assert "A.1 Run 2: second-2.4.1" in text
    assert "A.2 Run 3: third-2.4.1" in text


def test_many_short_points_stand_in_two_columns_and_none_is_lost():
    texts = [f"unit {place}: missing AS" for place in range(201)]
    shown = points(texts)
    assert [len(each.split(480, 200)) for each in shown[:1]] == [2]
    assert len(shown) == 3
    assert len(points(texts[:5])) == 5
    assert len(points(["word " * 40] * 30)) == 30
    assert len(points(["word " * 40, *texts[:50]])) == 2


def test_sorting_what_stands_against_an_approval_loses_nothing():
    points_ = [
        Conclusions.CLAUSE_NOT_TESTED(clause="a", asked="A."),
        Conclusions.DOCUMENT_MISSING(title="b"),
        Conclusions.DOCUMENT_MISSING(title="c"),
        Conclusions.NO_RUN(),
        Conclusions.CLAUSE_INCONCLUSIVE(clause="e", asked="E."),
    ]
    result = by_kind(points_, say)
    assert result["Documents missing"] == ["b", "c"]
    assert sum(map(len, result.values())) == len(points_)
    assert list(result) == ["", "Clauses not tested", "Clauses inconclusive", "Documents missing"]
