"""What the commands load, and what a wrong Qt would do."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import Workspace
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from tests.support.every_act import every_act
from tests.support.runs import tiny_run

ROOT = Path(__file__).parents[2]
HEAVY = ("scipy", "numba", "flint", "PySide6", "pyqtgraph", "sqlalchemy", "reportlab", "pikepdf", "pyhanko")


def run(program: str) -> str:
    """Output of a program in a fresh interpreter."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """A workspace with one run."""
    place = tmp_path_factory.mktemp("workspace")
    tiny_run(Workspace.init(place).path / "runs" / "first")
    return place


def loaded_by(*arguments: str) -> set[str]:
    """Names of all modules that ``python -m labharness`` has loaded when it ends."""
    listed = run(
        "import atexit, runpy, sys\n"
        f"sys.argv = ['labharness', *{arguments!r}]\n"
        "atexit.register(lambda: print('\\nLOADED', *sys.modules))\n"
        "runpy.run_module('labharness', run_name='__main__', alter_sys=True)\n"
    )
    return set(listed.rpartition("LOADED ")[2].split())


def libraries(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def commands(modules: set[str]) -> set[str]:
    """The names of the modules among others that declare commands, without the packages that hold them."""
    return {name.rpartition(".")[2] for name in modules & files_of_commands()}


def files_of_commands() -> set[str]:
    folder = ROOT / "labharness" / "cli" / "commands"
    files = (path.relative_to(ROOT) for path in folder.rglob("*.py") if path.stem != "__init__")
    return {path.with_suffix("").as_posix().replace("/", ".") for path in files} | {
        act.do.__module__ for act in every_act()
    }


@pytest.mark.parametrize("arguments", [("--help",), ("plans", "--help")])
def test_help_loads_no_command_and_no_library_of_numbers(arguments):
    loaded = loaded_by(*arguments)

    assert commands(loaded) == set()
    assert libraries(loaded) & {*HEAVY, "numpy"} == set()
    layers = {name.split(".")[1] for name in loaded if name.startswith("labharness.")}
    assert layers <= {"acts", "cli", "language", "model", "errors", "reason"}


@pytest.mark.parametrize(
    ("arguments", "module"),
    [
        (("runs",), "runs"),
        (("verify", "first"), "verify"),
        (("plans", "list"), "plans"),
        (("plans", "copy", "pai-gow-poker-645a-starting-position", "COPY.toml"), "plans"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_command_loads_itself_alone(workspace, monkeypatch, arguments, module):
    monkeypatch.setenv("LABHARNESS_WORKSPACE", str(workspace))
    monkeypatch.chdir(workspace)
    loaded = loaded_by(*arguments)

    assert commands(loaded) == {module}
    assert libraries(loaded) & set(HEAVY) == set()
    assert libraries(loaded) & {"usb", "device_adapters", "reports"} == set()
    assert loaded & {"labharness.devices.opening", "labharness.checks", "labharness.runner"} == set()
    if arguments == ("plans", "list"):
        assert loaded & {"labharness.plans.plan", "labharness.plans.frozen"} == set()


def test_an_act_of_the_queue_loads_neither_numbers_nor_records(tmp_path, monkeypatch):
    """It entered 210 files and took 1.1 s of processor."""
    with open_queue(Workspace.init(tmp_path / "workspace")) as queue:
        Benches(queue.database).hold("bench-1", "desk-1", 1, Actor("engineer-a", "a"))
    monkeypatch.setenv("LABHARNESS_WORKSPACE", str(tmp_path / "workspace"))
    loaded = loaded_by("queue", "pause", "bench-1")

    assert libraries(loaded) & {*HEAVY, "numpy"} == {"sqlalchemy"}
    heavy = {"labharness.evidence.folder", "labharness.app.devices.preflight", "labharness.plans"}
    assert loaded & heavy == set()


def test_no_module_of_the_runner_imports_heavy_libraries():
    names = sorted(path.stem for path in (ROOT / "labharness/runner").glob("*.py") if path.stem != "__init__")
    modules = [f"labharness.runner.{name}" for name in names]
    imported = run(
        f"import sys, importlib\nfor m in {modules}: importlib.import_module(m)\nprint(*sys.modules)"
    )

    assert {name.split(".")[0] for name in imported.split()} & set(HEAVY) == set()


def test_what_takes_a_second_to_load_is_left_to_selftest():
    files = (ROOT / "labharness").rglob("*.py")
    result = {
        file.name for file in files if re.search(r"(from|import) scipy\.stats", file.read_text("utf-8"))
    }

    assert result == {"cases.py"}, "take the law from scipy.special, or from labharness.analysis.laws"


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are counted where Linux lists them")
def test_sums_are_made_by_one_thread_whatever_the_number_of_cores(monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    threads = run(
        "import os, labharness, numpy, scipy.linalg\n"
        "ones = numpy.ones(1 << 17)\n"
        "ones @ ones, scipy.linalg.solve(numpy.eye(300), numpy.ones(300))\n"
        "print(len(os.listdir('/proc/self/task')))\n"
    )

    assert int(threads) == 1


@pytest.mark.parametrize(
    ("python", "version", "allowed"),
    [("3.11", "6.11.3", True), ("3.11", "6.12.0", False), ("3.12", "6.12.0", True), ("3.13", "6.12.0", True)],
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


@pytest.mark.desktop("Qt")
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


@pytest.mark.long
def test_contracts_are_listed_without_the_libraries_of_what_they_hold():
    """Each worker lists all tests before it runs one: what a contract imports at its top is paid by all of them."""
    listed = run(
        "import pytest, sys\n"
        f"code = pytest.main(['--collect-only', '--rootdir', {str(ROOT)!r}, {str(ROOT / 'tests' / 'contracts')!r}])\n"
        "print('\\nLOADED', int(code), *sys.modules)\n"
    )
    code, *modules = listed.rpartition("LOADED ")[2].split()
    assert code == "0"
    assert libraries(set(modules)) & {"scipy", "numba", "sqlalchemy"} == set()
