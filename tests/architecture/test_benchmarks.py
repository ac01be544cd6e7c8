"""What benchmarks import is there, and the figures of both README files are those of ``results.json``."""

import ast
import os
import re
import subprocess
import sys
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
            yield from ((node.module, name.name) for name in node.names)
        elif isinstance(node, ast.Import):
            yield from ((name.name, "") for name in node.names if name.name.partition(".")[0] in OURS)


def missing(text):
    """Return what a module and its programs import that is not there."""
    result = []
    for module, name in sorted({each for tree in programs(text) for each in imported(tree)}):
        try:
            there = import_module(module)
            assert not name or hasattr(there, name) or import_module(f"{module}.{name}")
        except ImportError:
            result.append(f"{module}: {name}")
    return result


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
"""Of every benchmark, or of none where all are to be measured anew."""
measured = pytest.mark.skipif(not ROWS, reason="nothing is on record: make bench")
NOT_SHORT = re.compile(
    r"test_a_night_of|test_a_run_keeps|test_an_analysis_keeps|test_two_processes|the outcomes suite without its search|another program"
)
"""What takes long to show, or other programs."""
HELD = re.findall(r"benchmarks/(\w+\.py::\w+)`", (ROOT / "docs" / "window-acceptance.md").read_text("utf-8"))
"""What the window promises of its speed."""


def test_the_figures_of_a_readme_are_those_on_record():
    for path in figures.PAGES:
        text = path.read_text("utf-8")
        assert text == figures.page(text, figures.PAGES[path](ROWS)), "make figures"


@measured
@pytest.mark.parametrize("path", figures.PAGES, ids=["the project", "the benchmarks"])
def test_a_figure_that_was_changed_by_hand_is_found(path):
    text = path.read_text("utf-8")
    row = re.search(r"^\| (?:capture from a file).*", text, re.MULTILINE).group()
    changed = text.replace(row, re.sub(r"[0-9]+ MB/s", "999 MB/s", row))
    assert changed != text
    assert figures.page(changed, figures.PAGES[path](ROWS)) == text


@measured
@pytest.mark.long
@pytest.mark.desktop("Qt")
def test_every_benchmark_has_figures_and_every_figure_its_benchmark_and_command():
    """No row of a test or parameter that is gone, and no test whose figure nobody recorded."""
    command = [sys.executable, "-m", "pytest", "benchmarks", "--collect-only", "-p", "no:cacheprovider"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("BENCH_")}
    done = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, check=True)
    written = set(re.findall(r"^benchmarks/(test_\w+\.py::.+)$", done.stdout.decode(), re.MULTILINE))
    assert {key.partition(": ")[0] for key in ROWS} == written
    for key, row in ROWS.items():
        address = row["command"].partition("'")[2].rstrip("'")
        assert row["command"].startswith("python -m pytest ")
        assert key == f"{address.removeprefix('benchmarks/')}: {row['what']}"
    assert set(figures.FRONT) <= set(ROWS)


def test_every_figure_has_a_ratio_of_the_short_form():
    """Without one, CI would compare it with nothing."""
    assert [key for key, row in ROWS.items() if not (row["short"] or NOT_SHORT.search(key))] == []


def test_a_ratio_is_that_of_its_figure_and_its_peer():
    """Also in ``results.json`` nobody changes one figure alone; each names its computer and a commit with nothing beside it."""
    for key, row in ROWS.items():
        assert row["ratio"] == pytest.approx(row["figure"] / row["peer"]["figure"], rel=0.02), key
        assert row["figure"] in row["range"], key
        assert set(row) >= {"unit", "target", "machine", "python", "date", "load"}, key
        assert row["clean"] is True, key
        assert re.fullmatch("[0-9a-f]{8,}", row["commit"]), key


@measured
def test_what_the_window_promises_was_measured_so():
    """Where one of these was missed, ``docs/window-acceptance.md`` says that it is not held, and by what figure."""
    rows = [row for key, row in ROWS.items() if re.match(r"[\w.]+::\w+", key).group() in HELD]
    assert len(rows) >= len(HELD) > 0
    assert [row["what"] for row in rows if not figures.reached(row)] == []


@pytest.fixture
def results(tmp_path):
    """A record of one figure, at a ratio of 1 in both forms."""
    row = {"id": "test_it.py::test_it: a copy", "ratio": 1.0, "short": {"ratio": 1.0}}
    path = tmp_path / "results.json"
    figures.write({row["id"]: row}, path)
    return path


@pytest.mark.parametrize(("unit", "good", "bad"), [("MB/s", 30, 9), ("s", 399, 1001)])
def test_a_figure_that_is_many_times_worse_fails(results, unit, good, bad):
    """Against the ratio on record, whichever direction is worse; nothing is recorded by that."""
    store = results.read_bytes()
    take = figures.Figure("test_it.py::test_it", results)
    take("a copy", good, unit, ("another", 100.0))
    with pytest.raises(AssertionError, match="on record"):
        take("a copy", bad, unit, ("another", 100.0))
    take("what nobody measured", 1, unit, ("another", 1.0))
    assert results.read_bytes() == store


@pytest.mark.parametrize(("unit", "missed"), [("MB/s", "below"), ("s", "above")])
def test_a_target_that_is_missed_says_so_and_fails_where_it_is_promised(results, unit, missed):
    take = figures.Figure("test_it.py::test_it", results)
    take("a copy", 100, unit, ("another", 100.0), 100)
    take.hold()
    take("a copy", 100, unit, ("another", 100.0), 101 if missed == "below" else 99)
    with pytest.raises(AssertionError):
        take.hold()
    row = {"what": "a copy", "unit": unit, "figure": 100, "range": [100, 100], "ratio": 1}
    row["peer"] = {"what": "another", "figure": 100}
    missed = [*figures.table([row | {"target": 101 if missed == "below" else 99}])][2]
    assert "**missed**" in missed
    assert "**missed**" not in [*figures.table([row | {"target": 100}])][2]


def test_nothing_is_recorded_from_a_tree_with_changes_that_no_commit_names(tmp_path):
    """But the record itself, and the tables that are made from it."""

    def git(*arguments):
        own = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", "-C", tmp_path, *own, *arguments], capture_output=True, check=True)

    (tmp_path / "benchmarks").mkdir()
    readme, program = tmp_path / "README.md", tmp_path / "benchmarks" / "program.py"
    readme.write_text(f"A\n{figures.BEGIN}1\n{figures.END}B\n", "utf-8")
    program.write_text("1", "utf-8")
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "One")
    (tmp_path / "benchmarks" / "results.json").write_text("[]", "utf-8")
    readme.write_text(f"A\n{figures.BEGIN}2\n{figures.END}B\n", "utf-8")
    named = figures.commit(tmp_path)
    assert named["clean"] is True
    assert re.fullmatch("[0-9a-f]{8}", named["commit"])
    readme.write_text(f"A\n{figures.BEGIN}2\n{figures.END}C\n", "utf-8")
    program.write_text("2", "utf-8")
    (tmp_path / "new.py").write_text("", "utf-8")
    assert sorted(figures.uncommitted(tmp_path)) == ["README.md", "benchmarks/program.py", "new.py"]
    with pytest.raises(figures.Unclean):
        figures.commit(tmp_path)
