"""What benchmarks import is there, and the figures of both README files are those of ``results.json``."""

import ast
import re
import textwrap
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks import figures
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


ROWS = figures.read()


def benchmarks():
    """Yield each benchmark as pytest names it, without its parameters, and what it takes."""
    for path in sorted((ROOT / "benchmarks").glob("test_*.py")):
        for node in parsed(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield f"{path.name}::{node.name}", {argument.arg for argument in node.args.args}


@pytest.mark.parametrize("path", figures.PAGES, ids=["the project", "the benchmarks"])
def test_the_figures_of_a_readme_are_those_on_record(path):
    text = path.read_text("utf-8")
    assert text == figures.page(text, figures.PAGES[path](ROWS)), "make figures"


@pytest.mark.parametrize("path", figures.PAGES, ids=["the project", "the benchmarks"])
def test_a_figure_that_was_changed_by_hand_is_found(path):
    text = path.read_text("utf-8")
    row = re.search(r"^\| (?:capture from a file).*", text, re.MULTILINE).group()
    changed = text.replace(row, re.sub(r"[0-9]+ MB/s", "999 MB/s", row))
    assert changed != text
    assert figures.page(changed, figures.PAGES[path](ROWS)) == text


def test_every_benchmark_has_figures_and_every_figure_its_benchmark_and_command():
    """No row of a test that is gone, and no test whose figure nobody recorded."""
    written = dict(benchmarks())
    assert all("figure" in taken for taken in written.values())
    assert {re.match(r"[\w.]+::\w+", key).group() for key in ROWS} == set(written)
    for key, row in ROWS.items():
        address = row["command"].partition("'")[2].rstrip("'")
        assert row["command"].startswith("python -m pytest ")
        assert key == f"{address.removeprefix('benchmarks/')}: {row['what']}"


def test_a_ratio_is_that_of_its_figure_and_its_peer():
    """Also in ``results.json`` nobody changes one figure alone."""
    for key, row in ROWS.items():
        assert row["ratio"] == pytest.approx(row["figure"] / row["peer"]["figure"], rel=0.02), key
        assert row["figure"] in row["range"], key
        assert set(row) >= {"unit", "machine", "python", "commit", "date", "load", "short_ratio"}, key


def test_a_figure_that_is_many_times_worse_fails():
    """Against the ratio on record, whichever direction is worse; nothing is recorded by that."""
    store = figures.RESULTS.read_bytes()
    key = "test_verify_rate.py::test_verify[frames of 1 MiB]: `verify`, frames of 1,024 KiB"
    node, what = key.split(": ")
    take = figures.Figure(node)
    ratio = ROWS[key]["ratio"]
    take(what, 100 * ratio / 2, "MB/s", ("SHA-256 alone", 100.0))
    with pytest.raises(AssertionError, match="on record"):
        take(what, 100 * ratio / 5, "MB/s", ("SHA-256 alone", 100.0))
    with pytest.raises(AssertionError, match="not on record"):
        take("what nobody measured", 1, "s", ("another", 1.0))
    assert figures.RESULTS.read_bytes() == store
