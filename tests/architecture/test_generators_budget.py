"""Known generators, their engines and checks keep a budget of their own: whoever adds a family makes no engine longer."""

from tests.architecture.test_budgets import modules

PLACES = (
    "analysis/generators/",
    "analysis/identification/",
    "analysis/laws/kernels/identification/",
    "checks/",
)
MOST = 2_500


def test_known_generators_keep_their_budget_of_code_lines():
    every = modules(*(f"labharness/{place}" for place in PLACES)).items()
    assert sum(code for name, (code, *_) in every if "/checks/" not in name or "identified_" in name) <= MOST
