"""The size of the house is a budget: code lines by package, files, lines, and names that say nothing.

A budget only goes down.  Whoever needs room makes room first, in the same package or in one whose budget gives it.
"""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.support.parsed import parsed

ROOT = Path(__file__).parents[2]
PRODUCT = ("labharness", "device_adapters", "reports")

CODE_LINES = {
    "device_adapters": 660,
    "labharness": 340,
    "labharness.acts": 3_810,
    "labharness.analysis": 11_480,
    "labharness.app": 12_230,
    "labharness.assessment": 3_400,
    "labharness.checks": 5_720,
    "labharness.cli": 580,
    "labharness.database": 390,
    "labharness.devices": 3_590,
    "labharness.evidence": 2_710,
    "labharness.filings": 1_820,
    "labharness.games": 2_480,
    "labharness.gui": 20_560,
    "labharness.language": 680,
    "labharness.model": 3_320,
    "labharness.nights": 1_250,
    "labharness.plans": 2_060,
    "labharness.reporting": 3_330,
    "labharness.runner": 1_600,
    "labharness.signing": 1_060,
    "labharness.simulators": 2_310,
    "labharness.testing": 760,
    "reports": 3_590,
}
"""Code lines that each package may have."""
CODE = 89_620
"""Code lines that all of them may have together."""
FILES = 950
LINES = 158_220
"""Python files of the product and their lines."""
TEST_LINES = 86_500
"""Lines of the tests."""

ROOM = 300
"""Lines by which a change may exceed a budget until it is set anew: a new plug-in and its tests fit."""

EMPTY_NAMES = frozenset({"one", "found", "said", "told", "came", "made"})
"""Names of variables that docs/writing.md forbids."""
EMPTY_NAMES_LEFT = {"product": 29, "tests": 0}
"""Variables that may still have such a name; those of the product are fields, which records and results hold."""

_GIVES = {
    ast.Name: lambda node: node.id if type(node.ctx) is ast.Store else "",
    ast.arg: lambda node: node.arg,
    ast.MatchAs: lambda node: node.name,
    ast.MatchStar: lambda node: node.name,
    ast.MatchMapping: lambda node: node.rest,
    ast.ExceptHandler: lambda node: node.name,
}
"""What gives a variable its name, and which."""


def measured(source):
    """Return how many lines of a module are code, and the lines where a variable gets a name that says nothing.

    Code is what is not blank, comment, docstring or import.
    """
    aside, places = set(), []
    for node in ast.walk(parsed(source)):
        kind = type(node)
        if kind in _GIVES:
            if _GIVES[kind](node) in EMPTY_NAMES:
                places.append(node.lineno)
        elif kind in (ast.Import, ast.ImportFrom) or (
            kind is ast.Expr and type(node.value) is ast.Constant and type(node.value.value) is str
        ):
            aside.update(range(node.lineno, node.end_lineno + 1))
    lines = enumerate(source.splitlines(), 1)
    code = sum(number not in aside and line.strip()[:1] not in ("", "#") for number, line in lines)
    return code, places


def modules(*folders):
    """Return what is measured of every module below some folders, and how many lines it has, by its path."""
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))
    sources = ((path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in paths)
    return {name: (*measured(source), len(source.splitlines())) for name, source in sources}


def package(name):
    """Return the package whose budget a module uses: a leaf, or one of labharness, whose own modules are together."""
    top, _, rest = name.partition("/")
    return f"labharness.{rest.split('/')[0]}" if top == "labharness" and "/" in rest else top


@pytest.fixture(scope="module")
def product():
    return modules(*PRODUCT)


@pytest.fixture(scope="module")
def tests():
    return modules("tests")


def test_every_package_keeps_its_budget_of_code_lines(product):
    sizes = Counter()
    for name, (code, _, _) in product.items():
        sizes[package(name)] += code

    assert {name: size for name, size in sizes.items() if size > CODE_LINES.get(name, -ROOM) + ROOM} == {}
    assert [name for name in CODE_LINES if name not in sizes] == []
    assert sum(sizes.values()) <= CODE + ROOM


def test_the_product_keeps_its_budget_of_files_and_lines(product):
    assert len(product) <= FILES
    assert sum(lines for _, _, lines in product.values()) <= LINES + ROOM


def test_the_tests_keep_their_budget_of_lines(tests):
    assert sum(lines for _, _, lines in tests.values()) <= TEST_LINES + ROOM


@pytest.mark.parametrize("house", EMPTY_NAMES_LEFT)
def test_no_further_variable_has_a_name_that_says_nothing(house, request):
    names = sum(len(places) for _, places, _ in request.getfixturevalue(house).values())

    assert names <= EMPTY_NAMES_LEFT[house]


def test_blank_lines_comments_docstrings_and_imports_are_no_code():
    source = '''
"""A module."""

import ast
from pathlib import (
    Path,
)

LIMIT = (
    1,  # why

    # beside it
    2,
)
"""What it is."""


def area(side):
    """Return it.

    In words.
    """
    from math import pow

    return pow(side, 2)
'''
    assert measured(source)[0] == len(["LIMIT = (", "1,", "2,", ")", "def area", "return"])


@pytest.mark.parametrize(
    "source",
    [
        "found = 1",
        "found: int = 1",
        "for one in (): pass",
        "[1 for one in ()]",
        "with open('a') as made: pass",
        "(told := 1)",
        "def area(said): ...",
        "lambda *one: 1",
        "match 1:\n    case came: pass",
        "match ():\n    case [*made]: pass",
        "try: ...\nexcept OSError as told: ...",
    ],
)
def test_a_name_that_says_nothing_is_recognized_wherever_it_is_given(source):
    assert measured(source)[1] == [1 + source.count("\n")]


def test_a_use_of_a_name_and_an_attribute_are_not_counted():
    assert measured("print(found, record.one, first(made=1))")[1] == []


def test_the_names_that_say_nothing_are_those_of_the_writing_guide():
    guide = (ROOT / "docs" / "writing.md").read_text("utf-8")
    (names,) = re.findall(r"`p_value`\. (.*) are not names\.", guide)

    assert set(re.findall(r"`(\w+)`", names)) == EMPTY_NAMES
