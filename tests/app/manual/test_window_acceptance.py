"""Every statement about the window names a test that exists, or says that it is not held."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from labharness.app.manual.place import SOURCE

ROOT = Path(__file__).parents[3]
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")
OPEN = ("**Not held**", "**Not tried**")


def rows():
    """Yield the cells of every row of the page."""
    for line in (SOURCE / "window-acceptance.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and not set(cells[0]) <= set("-") and "the test that" not in cells[-1]:
            yield cells


@cache
def names_in(name):
    """Return the tests of a file, of the benchmarks or of the tests."""
    place = ROOT / name if name.startswith("benchmarks/") else ROOT / "tests" / name
    return {
        node.name
        for node in ast.walk(ast.parse(place.read_bytes()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_test_that_is_named_exists():
    named = [each for cells in rows() for each in NAMED.findall(cells[-1])]
    assert len(named) > 100
    assert [each for each in named if each[1] not in names_in(each[0])] == []


@pytest.mark.parametrize("cells", list(rows()), ids=lambda cells: cells[0][:60])
def test_every_statement_has_a_test_or_says_that_it_is_not_held(cells):
    assert NAMED.search(cells[-1]) or any(word in cells[-1] for word in OPEN)


def test_a_test_is_named_in_no_other_form():
    """A name that the first test would not find."""
    text = (SOURCE / "window-acceptance.md").read_text("utf-8")
    assert text.count(".py") == len(NAMED.findall(text))
