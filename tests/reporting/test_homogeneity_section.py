"""The annex on homogeneity: one row for each comparison, and the level in words."""

from dataclasses import replace

import pytest

from labharness.assessment import conclusion
from labharness.assessment.homogeneity import GroupComparison
from labharness.model.reasons.decision import Factor, Homogeneity
from tests.support.dossiers import dossier, shown_of

DIFFERENT = GroupComparison(
    plan="plan", stage="shuffles", factors=(Factor.UNIT, Factor.SOFTWARE), groups=("S-1", "S-2"), units=(260, 261),
    largest=Homogeneity.TEN_OR_ACE(place=8), means=(0.385, 0.504), p=1e-3, adjusted=2e-3, rejects=True,
)  # fmt: skip
ALIKE = replace(DIFFERENT, factors=(Factor.SESSION,), p=0.4, adjusted=0.4, required=False, rejects=False)
NOTHING = replace(
    ALIKE, factors=(Factor.CARDS,), largest=None, means=(), p=None, adjusted=None, required=True
)


@pytest.fixture
def annex(dossier_runs, sections, monkeypatch):
    def read(*result):
        monkeypatch.setattr(conclusion, "compare_groups", lambda _: result)
        return " ".join(shown_of(dossier(dossier_runs), sections, only=("homogeneity",)).parts)

    return read


def test_each_comparison_has_its_row(annex):
    text = annex(DIFFERENT, ALIKE, NOTHING)
    assert "A rejection at this level prevents a pass: 1%." in text
    assert "S-1 (260) S-2 (261)" in text
    assert "units, software versions" in text
    assert "Proportion of tens and aces at place 8 0.385; 0.504" in text
    assert "DIFFER" in text
    assert "no difference detected" in text
    assert "nothing varies between the groups" in text
    assert "not compared" in text


def test_without_a_comparison_the_annex_says_so(annex):
    assert "No two groups of complete runs followed one plan." in annex()
