"""What starting costs, and what a wrong Qt would do."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
HEAVY = ("scipy", "numba", "PySide6", "pyqtgraph", "sqlalchemy", "reportlab", "pikepdf", "pyhanko")


def run(program: str) -> str:
    """Output of a program in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("entry", ["labharness.runner", "labharness.app.cli"])
def test_starts_without_heavy_libraries(entry):
    imported = run(
        f"import sys, pkgutil, {entry}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    )

    assert set(imported.split()) & set(HEAVY) == set()


def test_no_module_of_the_runner_imports_heavy_libraries():
    names = sorted(path.stem for path in (ROOT / "labharness/runner").glob("*.py") if path.stem != "__init__")
    modules = [f"labharness.runner.{name}" for name in names]
    imported = run(
        f"import sys, importlib\nfor m in {modules}: importlib.import_module(m)\nprint(*sys.modules)"
    )

    assert {name.split(".")[0] for name in imported.split()} & set(HEAVY) == set()


@pytest.mark.parametrize(
    ("python", "version", "allowed"),
    [
        ("3.11", "6.11.3", True),
        ("3.11", "6.12.0", False),
        ("3.12", "6.12.0", True),
        ("3.13", "6.12.0", True),
    ],
)
def test_qt_6_12_is_refused_on_python_3_11(python, version, allowed):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    environment = {"python_version": python, "python_full_version": f"{python}.0", "extra": ""}
    named = [Requirement(line) for line in project["optional-dependencies"]["gui"]]
    qt = [
        r for r in named if r.name.startswith("PySide6") and (not r.marker or r.marker.evaluate(environment))
    ]

    assert len(qt) == 1
    assert qt[0].specifier.contains(version) is allowed


def test_qt_keeps_the_count_of_none():
    # On 3.12 and later None is immortal and the count never moves; on 3.11 a broken PySide6 loses one a call.
    lost = run(
        "import os, sys\n"
        "os.environ['QT_QPA_PLATFORM'] = 'offscreen'\n"
        "from PySide6.QtWidgets import QApplication, QLabel\n"
        "app = QApplication([])\n"
        "label = QLabel()\n"
        "before = sys.getrefcount(None)\n"
        "for number in range(500):\n"
        "    label.setText(str(number))\n"
        "print(before - sys.getrefcount(None))\n"
    )

    assert int(lost) < 100
