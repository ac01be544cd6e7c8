"""Benchmarks are run by hand: what they import, also in programs that they start, must be there all the same."""

import ast
import textwrap
from importlib import import_module
from pathlib import Path

import pytest

from tests.support.parsed import parsed

ROOT = Path(__file__).parents[2]
OURS = ("labharness", "tests", "device_adapters", "reports", "test_plans")


def programs(text):
    """Yield the syntax tree of a module, and those of the programs that are texts of it."""
    tree = parsed(text)
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import " in node.value:
            try:
                yield ast.parse(textwrap.dedent(node.value))
            except SyntaxError:  # a sentence
                continue


def imported(tree):
    """Yield what of this project is imported: a module, and a name in it or ""."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS:
            yield from ((node.module, one.name) for one in node.names)
        elif isinstance(node, ast.Import):
            yield from ((one.name, "") for one in node.names if one.name.partition(".")[0] in OURS)


def missing(text):
    """Return what a module and its programs import that is not there."""
    found = []
    for module, name in sorted({one for tree in programs(text) for one in imported(tree)}):
        try:
            there = import_module(module)
            assert not name or hasattr(there, name) or import_module(f"{module}.{name}")
        except ImportError:
            found.append(f"{module}: {name}")
    return found


def benchmarks():
    """Yield every file of benchmarks; those of the window import Qt."""
    for path in sorted((ROOT / "benchmarks").glob("*.py")):
        marks = pytest.mark.desktop("Qt") if "labharness.gui" in path.read_text("utf-8") else ()
        yield pytest.param(path, id=path.stem, marks=marks)


@pytest.mark.parametrize("path", list(benchmarks()))
def test_what_a_benchmark_imports_is_there(path):
    assert missing(path.read_text("utf-8")) == []


def test_what_is_not_there_is_found():
    program = "PROGRAM = '''\nfrom labharness.errors import Nothing\nimport labharness.nothing\n'''"
    assert missing(program) == ["labharness.errors: Nothing", "labharness.nothing: "]
