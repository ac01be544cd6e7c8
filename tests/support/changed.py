"""Run the tests of what changed: ``python -m tests.support.changed [BASE]``.

What changed is what differs from where this branch left BASE (``main`` where there is one, else the last commit), what is new, and what is
not committed.  A module's tests are those under its name in the same folder of tests, and those of its folder where it has none; of the
contract that everything in its folder keeps, the cases that name it; then those anywhere that import it.  This module is also the plug-in of pytest that begins no test after the processor time is used up; what
was left out is named.
"""

import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import without_packages

ROOT = Path(__file__).parents[2]
SECONDS = 40.0
"""Processor time after which no further test begins: room for the other gates within a minute."""
WHO = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
LEFT_OUT = []
RULES = tuple(
    f"tests/architecture/test_{name}.py"
    for name in ("budgets", "names", "secrets", "standings", "tree", "window_words", "words")
)
"""Rules of the house that start no process."""
CONTRACTS = {
    "labharness/checks/": (
        "contracts/test_checks.py",
        "contracts/test_check_pages.py",
        "contracts/test_manual.py",
    ),
    "labharness/analysis/generators/": ("analysis/generators/test_vectors.py", "contracts/test_manual.py"),
    "device_adapters/": ("contracts/test_adapters.py",),
    "test_plans/games/": ("contracts/test_games.py", "contracts/test_composed_plans.py"),
    "reports/": ("reporting/test_build.py",),
    "labharness/acts/": (
        "acts/test_gates.py",
        "goldens/test_acts.py",
        "goldens/test_help.py",
        "contracts/test_manual.py",
        "gui/test_every_power.py",
    ),
    "labharness/gui/": ("gui/test_every_room.py",),
}
"""Tests, below ``tests``, of what every file of a folder keeps."""
WHOLE = {"contracts/test_manual.py", "goldens/test_help.py"}
HELD = {f"tests/{name}" for names in CONTRACTS.values() for name in names if name not in WHOLE}
CHANGED = "CHANGED_FILES"
"""Variable that tells the plug-in what changed."""


def changed(base):
    """Return the paths of the files that differ from where this branch left ``base``, or are new."""
    fork = _git("merge-base", base, "HEAD").strip() or "HEAD"
    names = (
        _git("diff", "--name-only", fork).split() + _git("ls-files", "--others", "--exclude-standard").split()
    )
    return sorted({name for name in names if (ROOT / name).is_file()})


def _git(*words):
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, check=False, encoding="utf-8"
    ).stdout


def chosen(files, tests):
    """Return the tests to run for changed files, the nearest first.

    Parameters
    ----------
    tests
        Text of every file of tests, by its path.
    """
    own = [name for name in files if name in tests]
    held = [
        f"tests/{each}"
        for folder, contracts in CONTRACTS.items()
        if any(name.startswith(folder) for name in files)
        for each in contracts
    ]
    nearest, importing = [], []
    for name in files:
        if not name.endswith(".py") or name in tests:
            continue
        path = Path(name.removeprefix("labharness/"))
        folder = path.parent if name.startswith("tests/") else Path("tests") / path.parent
        mirror = (folder / f"test_{path.stem}.py").as_posix()
        beside = [each for each in tests if Path(each).parent == folder]
        nearest += [mirror] if mirror in tests else beside
        module = re.escape(".".join(Path(name).with_suffix("").parts))
        package, _, stem = module.rpartition(r"\.")
        used = re.compile(rf"\b{module}\b|from {package} import .*\b{stem}\b")
        importing += [each for each, text in tests.items() if used.search(text)]
    return list(dict.fromkeys((*own, *held, *nearest, *RULES, *importing)))


def is_wanted(nodeid, files):
    """Say whether a test is run: a case of a contract only if it names a changed file or its folder."""
    name, _, case = nodeid.partition("[")
    file = name.partition("::")[0]
    named = {part for each in files for part in (Path(each).stem, Path(each).parent.name)}
    return file not in HELD or file in files or not case or any(part in case for part in named)


def pytest_collection_modifyitems(config, items):
    """Leave out the cases of contracts that are about other files."""
    files = os.environ.get(CHANGED, "").split("\n")
    wanted = {
        kept: [item for item in items if is_wanted(item.nodeid, files) is kept] for kept in (True, False)
    }
    items[:] = wanted[True]
    config.hook.pytest_deselected(items=wanted[False])


def pytest_runtest_setup(item):
    """Begin no test after so many seconds of processor time."""
    if sum(sum(resource.getrusage(who)[:2]) for who in WHO) > SECONDS:
        LEFT_OUT.append(item.nodeid)
        pytest.skip("The processor time is used up.")


def pytest_terminal_summary(terminalreporter):
    """Name the files with tests that were left out."""
    if LEFT_OUT:
        files = sorted({name.partition("::")[0] for name in LEFT_OUT})
        terminalreporter.section("NOT TESTED", bold=True)
        terminalreporter.write_line(
            f"{len(LEFT_OUT)} tests, as {SECONDS:.0f} s of processor time were used up: {', '.join(files)}"
        )


def main(base=""):
    """Return pytest's exit code."""
    base = base or ("main" if _git("rev-parse", "--verify", "--quiet", "main") else "HEAD")
    tests = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
    }
    files = changed(base)
    os.environ[CHANGED] = "\n".join(files)
    return without_packages.main("-p", __spec__.name, *chosen(files, tests))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
