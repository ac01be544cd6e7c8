"""Holm and Benjamini-Hochberg against published examples and their definitions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.decision.families import adjusted, benjamini_hochberg, holm

# Benjamini & Hochberg 1995, § 4: fifteen hypotheses on two treatments of myocardial infarction (Neuhaus et al.)
TREATMENTS = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459),
    *(0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
]
P = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def test_benjamini_and_hochberg_s_example_rejects_four_where_bonferroni_and_holm_reject_three():
    q, family_wise = benjamini_hochberg(TREATMENTS), holm(TREATMENTS)
    assert [p for p, each in zip(TREATMENTS, q, strict=True) if each <= 0.05] == TREATMENTS[:4]
    assert [p for p, each in zip(TREATMENTS, family_wise, strict=True) if each <= 0.05] == TREATMENTS[:3]
    assert q[3] == pytest.approx(0.0095 * 15 / 4)
    assert family_wise[3] == pytest.approx(0.0095 * 12)


@given(P, st.floats(0.001, 0.5))
def test_q_values_reject_what_the_step_up_procedure_rejects(p, level):
    ordered = sorted(p)
    passing = [rank for rank in range(1, len(p) + 1) if ordered[rank - 1] * len(p) / rank <= level]
    assert sum(q <= level for q in benjamini_hochberg(p)) == max(passing, default=0)


@given(P)
def test_q_values_lie_between_p_and_holm(p):
    for value, q, family_wise in zip(p, benjamini_hochberg(p), holm(p), strict=True):
        assert value <= q * (1 + 1e-12) + 1e-300
        assert q <= family_wise * (1 + 1e-12) + 1e-300


def test_a_missing_member_counts_as_one():
    assert adjusted([0.01, None, 0.02], benjamini_hochberg) == pytest.approx((0.03, None, 0.03))
    assert adjusted([0.01, None]) == (0.02, None)
