"""Run what a system without some Debian packages can run, and name the rest: ``python -m tests.support.without_packages [pytest's arguments]``.

``make test`` names the packages in ``MISSING_DEBIAN_PACKAGES``.  This module is also the plug-in of pytest that leaves out what
needs them; without it, as in every other target, such a test fails or says itself why it was skipped.
"""

import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

MISSING = "MISSING_DEBIAN_PACKAGES"
QT = "Qt"
"""Stands in a mark ``desktop`` for all the libraries that Qt loads, and among the missing packages where it does not load."""
WINDOW = Path(__file__).parents[1] / "gui"
NOT_LOADED = "cannot open shared object file"
SHORT = 6
"""Most tests or files that are named one by one."""
SKIPPED = "Debian packages are not installed: "


def missing():
    return frozenset(os.environ.get(MISSING, "").split())


def pytest_ignore_collect(collection_path):
    return True if QT in missing() and collection_path == WINDOW else None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    if QT in missing() and report.failed and NOT_LOADED in report.longreprtext:
        report.outcome, report.longrepr = "skipped", (str(collector.path), 0, f"Skipped: {SKIPPED}{QT}")
    return report


def pytest_collection_modifyitems(items):
    for item in items:
        needed = {package for mark in item.iter_markers("desktop") for package in mark.args}
        if lacking := sorted(needed & missing()):
            item.add_marker(pytest.mark.skip(reason=SKIPPED + ", ".join(lacking)))


def pytest_terminal_summary(terminalreporter):
    left_out = defaultdict(set)
    if QT in missing():
        left_out[f"{SKIPPED}{QT}"].add("tests/gui")
    for report in terminalreporter.stats.get("skipped", ()):
        if isinstance(report.longrepr, tuple) and "not installed" in (reason := report.longrepr[2]):
            left_out[reason.removeprefix("Skipped: ")].add(report.nodeid)
    if not left_out:
        return
    terminalreporter.section("NOT TESTED", bold=True)
    for reason, tests in sorted(left_out.items()):
        names = ", ".join(sorted(tests)) if len(tests) <= SHORT else f"{len(tests)} tests"
        terminalreporter.write_line(f"{names}: {reason}")
    if missing():
        terminalreporter.write_line("Paste this line, then run make test again:")
        terminalreporter.write_line(f"sudo apt-get install -y {' '.join(sorted(missing() - {QT}))}")


def main(*arguments):
    """Return pytest's exit code; 0 says that all that ran has passed."""
    around, plug_ins = dict(os.environ), ["-p", __spec__.name]
    if missing():
        qt = subprocess.run(
            [sys.executable, "-c", "import PySide6.QtWidgets"], capture_output=True, check=False
        )
        if qt.returncode:
            around[MISSING] += f" {QT}"
            plug_ins += ["-p", "no:pytest-qt"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plug_ins, *arguments], env=around, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
