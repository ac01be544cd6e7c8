"""Which tests make check runs for what changed."""

import pytest

from tests.support.changed import RULES, chosen

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
        ("reports/cover.py", ["tests/reports/test_cover.py"], []),
        ("docs/index.md", [], []),
    ],
)
def test_a_change_runs_its_own_tests_then_the_rules_then_those_that_import_it(file, first, last):
    assert chosen([file], TESTS) == [*first, *RULES, *last]


def test_all_of_the_rules_are_there():
    from tests.support.changed import ROOT

    assert [name for name in RULES if not (ROOT / name).is_file()] == []
