"""Which tests make check runs for what changed."""

import pytest

from tests.support.changed import CONTRACTS, HELD, ROOT, RULES, chosen, is_wanted

TESTS = {
    "tests/plans/test_frozen.py": "from labharness.plans.frozen import freeze",
    "tests/plans/test_plan.py": "",
    "tests/plans/written/test_edits.py": "",
    "tests/app/test_preflight.py": "from labharness.plans import frozen",
    "tests/reports/test_cover.py": "import reports.cover",
    "tests/gui/test_words.py": "from labharness.plans.frozen_words import said",
    "tests/app/test_lab.py": "from tests.support.lab import Lab",
}


@pytest.mark.parametrize(
    ("file", "first", "last"),
    [
        ("labharness/plans/frozen.py", ["tests/plans/test_frozen.py"], ["tests/app/test_preflight.py"]),
        ("labharness/plans/odds.py", ["tests/plans/test_frozen.py", "tests/plans/test_plan.py"], []),
        ("tests/plans/test_plan.py", ["tests/plans/test_plan.py"], []),
        ("tests/plans/conftest.py", ["tests/plans/test_frozen.py", "tests/plans/test_plan.py"], []),
        ("tests/support/lab.py", [], ["tests/app/test_lab.py"]),
        ("reports/cover.py", ["tests/reporting/test_build.py", "tests/reports/test_cover.py"], []),
        (
            "test_plans/games/a.toml",
            ["tests/contracts/test_games.py", "tests/contracts/test_composed_plans.py"],
            [],
        ),
        ("docs/index.md", [], []),
    ],
)
def test_a_change_runs_its_own_tests_then_the_rules_then_those_that_import_it(file, first, last):
    assert chosen([file], TESTS) == [*first, *RULES, *last]


@pytest.mark.parametrize(
    ("nodeid", "wanted"),
    [
        ("tests/contracts/test_checks.py::test_merge[top_card-shuffle]", True),
        ("tests/contracts/test_checks.py::test_merge[runs-draw]", False),
        ("tests/contracts/test_checks.py::test_names_are_alone", True),
        ("tests/checks/test_runs.py::test_flaw[runs]", True),
    ],
)
def test_of_a_contract_the_cases_that_name_what_changed_are_run(nodeid, wanted):
    assert is_wanted(nodeid, ["labharness/checks/places/top_card.py"]) is wanted


def test_all_of_the_rules_are_there():
    assert [name for name in (*RULES, *HELD) if not (ROOT / name).is_file()] == []
    assert [folder for folder in CONTRACTS if not (ROOT / folder).is_dir()] == []
