"""What a newcomer does from each page is done in a copy of the tree: the examples stand where the page says, and every gate runs.

Budgets are left out: they are the product's, and whoever adds a file makes room first.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pages import DOCS, EXAMPLES, TABLES, blocks

ROOT = DOCS.parent
PACKAGES = ("labharness", "device_adapters", "reports", "test_plans", "tests")
RELEASED = "tests/released/test_released_runs.py::test_it_makes_the_report_that_its_golden_has"
WROTE = (
    *("tests/goldens/test_help.py", "tests/goldens/test_acts.py", "tests/goldens/test_json.py", RELEASED),
    "tests/contracts/test_faults.py::test_what_is_carried_out_is_what_the_plans_claim",
)
"""Goldens that the pages have written anew, and read."""
GATES = {
    "ruff": ("ruff", "check", "--no-cache", *PACKAGES),
    "format": ("ruff", "format", "--no-cache", "--check", *PACKAGES),
    "mypy": ("mypy",),
    "imports": ("pytest", "tests/architecture/test_contracts.py", "-m", "long", "-k", "kept"),
    "architecture": (
        "pytest",
        *(f"tests/architecture/test_{name}.py" for name in ("kits", "names", "picture", "reached", "tree")),
        *(f"tests/architecture/test_{name}.py" for name in ("standings", "window_words", "words")),
    ),
    "check": ("pytest", "tests/contracts/test_checks.py", "-k", "top_card"),
    "device": (
        "pytest",
        "tests/contracts/test_adapters.py",
        "tests/device_adapters/test_acme_rng.py",
        "-k",
        "acme",
    ),
    "game": (
        "pytest",
        "tests/contracts/test_games.py",
        "tests/contracts/test_composed_plans.py",
        "-k",
        "short-pai-gow",
    ),
    "generator": ("pytest", "tests/analysis/generators/test_vectors.py"),
    "section": ("pytest", "tests/reporting/test_build.py", "tests/reports"),
    "act": ("pytest", "tests/acts", "tests/gui/test_every_power.py"),
    "command": ("labharness", "rest", "--help"),
    "goldens": ("pytest", *WROTE, "-m", "long or not long"),
    "manual": ("pytest", "tests/contracts/test_manual.py", "tests/contracts/test_check_pages.py"),
    "room": (
        "pytest",
        "tests/gui/test_every_room.py",
        "tests/model/test_address.py",
        "-k",
        "recent or test_address",
    ),
}
PLANTED = {"check": "top_card", "device": "acme", "game": "short-pai-gow", "room": "recent"}
"""What is in the names of tests that a page's example brings; a gate that finds none has tried nothing of the page."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the tree with every page's examples in their places."""
    folder = tmp_path_factory.mktemp("copy")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    if (ROOT / ".mypy_cache").is_dir():
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    for page, places in EXAMPLES.items():
        for place, source in zip(places, blocks(page, "python"), strict=True):
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_text(source, encoding="utf-8")
        for change in blocks(page, "diff"):
            _change(folder, change)
    for page, place in TABLES.items():
        with (folder / place).open("a", encoding="utf-8") as table:
            table.write(f"\n{blocks(page, 'toml')[0]}")
    _run(folder, "benchmarks.record_acme_rng", place="tests/device_adapters/sessions")
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
    subprocess.run(["git", "add", "--all"], cwd=folder, check=True)
    _run(folder, "tests.support.manual")
    _run(folder, "pytest", *WROTE, "-m", "long or not long", GOLDENS="write")
    return folder


def _change(folder, change):
    """Make a change that a page shows: lines that begin with + go where the others stand, once in the file."""
    name, *lines = change.splitlines()
    path = folder / name.removeprefix("+++ ")
    before, after = (
        "\n".join(line[1:] for line in lines if line[0] in signs) + "\n" for signs in (" ", " +")
    )
    text = path.read_text("utf-8")
    assert (name[:4], text.count(before)) == ("+++ ", 1), change
    path.write_text(text.replace(before, after), encoding="utf-8")


def _run(folder, *command, place=".", **variables):
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder / place,
        env=os.environ | {"PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen"} | variables,
        check=False,
        capture_output=True,
        encoding="utf-8",
    )


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("gate", GATES)
def test_a_gate_is_green_with_the_examples_in_their_places(tree, gate):
    shown = ("-rp",) if gate in PLANTED else ()
    done = _run(tree, *GATES[gate], *shown)

    assert done.returncode == 0, done.stdout + done.stderr
    if gate in PLANTED:
        passed = "\n".join(line for line in done.stdout.splitlines() if line.startswith("PASSED "))
        assert PLANTED[gate] in passed
        assert [each for each in GATES[gate] if each.endswith(".py") and each not in passed] == []


@pytest.mark.parametrize("page", [page for page in EXAMPLES if blocks(page, "diff")])
def test_a_change_that_a_page_shows_finds_its_place(page, tmp_path):
    for change in blocks(page, "diff"):
        place = Path(change.splitlines()[0].removeprefix("+++ "))
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / place, tmp_path / place)
        _change(tmp_path, change)


def test_every_page_has_examples_in_their_places():
    assert {page: len(blocks(page, "python")) for page in EXAMPLES} == {
        page: len(places) for page, places in EXAMPLES.items()
    }
    without = {path.name for path in DOCS.glob("adding-a*.md")} - EXAMPLES.keys()
    assert without == set()
