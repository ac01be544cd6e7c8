"""Fair samples of few outcomes are not called too regular: equal counts come with a probability, not never."""

import numpy as np
import pytest

from labharness.analysis.sampling.tables import Population
from labharness.app.plug_ins.discovery import discover
from labharness.model.observations import Kind
from tests.support.judged import drawn, judged

CHECKS = discover().checks
CASES = [
    ("frequency", 3, 60), ("gap", 3, 60), ("gap", 5, 60), ("interplay_correlation", 2, 60),
    ("permutation", 2, 200), ("poker", 2, 60), ("order_statistic", 2, 60), ("runs", 2, 60),
    ("serial_pairs", 2, 40), ("adjacency", 2, 60), ("lagged_pairs", 2, 60), ("game_positions", 2, 60),
    ("faces_by_die", 2, 60),
]  # fmt: skip


@pytest.mark.parametrize(("name", "outcomes", "draws"), CASES)
def test_no_fair_sample_of_few_outcomes_is_impossible(name, outcomes, draws):
    """Two-sided p-values below 1e-6 fail a device outright; of these samples 1 in 15 to 300 was as even."""
    population, check = Population(Kind.DRAW, low=1, high=outcomes), CHECKS[name]()
    random = np.random.default_rng(461)
    seen = [judged(check, population, drawn(random.integers(1, outcomes + 1, draws))) for _ in range(400)]
    answer = [1.0 if result.not_applicable else 2 * result.p["left"] for result in seen]
    assert min(answer) > 1e-6
    assert np.mean(np.array(answer) < 0.01) < 0.04  # 0.01 and 6 standard errors
