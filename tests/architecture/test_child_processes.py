"""A program that another starts never takes code from the folder that it was started in."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from labharness.child_processes import command_line, python, system_program, window_line
from tests.architecture.test_tree import PACKAGES
from tests.support.parsed import house, nodes

HOME = "labharness/child_processes.py"
STARTS = {"run", "Popen", "call", "check_call", "check_output"}
"""Of ``subprocess``."""
OTHERS = {"system", "popen", "startfile", "QProcess", "set_start_method", "get_context", "Pool", "Process"}
"""Further ways to start a program."""
MODULES_WITHOUT = ("os", "multiprocessing", "PySide6.QtCore")
SUITE = """schema = 1
id = "one"
version = 1
title = "One check"
purpose = "Some work for other processes."
observes = "bytes"

[[checks]]
check = "bit_frequency"
"""
TRAP = "import os, sys\nopen(os.environ['TRAP'], 'a').write(__name__ + ' in ' + str(sys.orig_argv) + '\\n')\n"


def starts(source):
    """Yield what starts a program, or names an interpreter, otherwise than by the words of one module."""
    for node in nodes(source):
        if isinstance(node, ast.Attribute) and _dotted(node) == "sys.executable":
            yield "sys.executable"
        elif isinstance(node, ast.ImportFrom) and node.module == "subprocess":
            yield "from subprocess"
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES_WITHOUT:
            yield from (each.name for each in node.names if each.name in OTHERS)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _called(node, _dotted(node.func.value), node.func.attr)


def _dotted(node):
    """Return the words of a name like ``a.b.c``, "" for anything else."""
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _called(node, of, name):
    if of in MODULES_WITHOUT and (name in OTHERS or name.startswith(("exec", "spawn", "posix_spawn"))):
        yield f"{of}.{name}"
    if of == "subprocess" and name in STARTS:
        words = node.args[0] if node.args else None
        first = words.elts[0] if isinstance(words, ast.List | ast.Tuple) and words.elts else words
        if not isinstance(first, ast.Name | ast.Call) or any(each.arg == "shell" for each in node.keywords):
            yield ast.unparse(node)


def test_every_program_is_started_by_the_words_of_one_module():
    others = {name: list(starts(source)) for name, source in house(*PACKAGES).items() if name != HOME}
    assert {name: text for name, text in others.items() if text} == {}


def test_another_way_to_start_a_program_is_seen():
    for program in (
        "subprocess.run(['w32tm'])",
        "subprocess.Popen('ls', shell=True)",
        "subprocess.run(words, shell=True)",
        "command = [sys.executable, '-m', 'labharness']",
        "from subprocess import Popen",
        "from multiprocessing import get_context",
        "multiprocessing.Process(target=f)",
        "os.execv(program, words)",
        "os.system('ls')",
        "from PySide6.QtCore import QProcess",
    ):
        assert list(starts(program)), program


def test_an_interpreter_that_is_started_does_not_look_into_the_current_folder():
    for words in (python("-c", ""), command_line("doctor"), window_line()):
        assert words[1] == "-P"
        assert Path(words[0]).is_absolute()
    assert Path(system_program("w32tm.exe")).name == "w32tm.exe"
    assert Path(system_program("w32tm.exe")).parent != Path()


@pytest.fixture
def trap(tmp_path):
    """A folder with modules of the names of others, as a received one may have, and what was imported of it."""
    folder = tmp_path / "received"
    for package in ("reports", "device_adapters", "test_plans", "multiprocessing"):
        (folder / package).mkdir(parents=True)
        (folder / package / "__init__.py").write_text(TRAP, "utf-8")
    for module in ("uuid", "json", "pickle", "runpy", "pathlib", "random", "numpy", "typer", "signal"):
        (folder / f"{module}.py").write_text(TRAP, "utf-8")
    (folder / "bytes").write_bytes(os.urandom(4096))
    (folder / "one.toml").write_text(SUITE, "utf-8")
    return folder, tmp_path / "imported"


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(python("-m", "labharness", "doctor"), marks=pytest.mark.desktop("Qt")),
        [
            *(sys.executable, "-m", "labharness", "analyze", "bytes", "--observes", "bytes"),
            *("--suite", "one.toml", "--workers", "2", "--power", "0"),
        ],
        [sys.executable, "-m", "labharness", "report", "build", "small"],
    ],
    ids=["doctor", "workers", "report"],
)
def test_no_module_of_the_current_folder_is_imported_by_any_process(words, trap, rng_run):
    folder, imported = trap
    shutil.copytree(rng_run[0].path, own := folder.parent / "workspace")
    known = os.environ | {"TRAP": str(imported), "LABHARNESS_WORKSPACE": str(own)}
    done = subprocess.run(words, cwd=folder, env=known, capture_output=True, text=True, check=False)

    assert not imported.exists(), imported.read_text("utf-8")
    assert done.returncode in (0, 1, 2), done.stdout + done.stderr


def test_a_process_that_computes_for_a_script_is_as_safe(trap):
    """A script is started without -P, as the command ``labharness`` is."""
    folder, imported = trap
    program = folder.parent / "script.py"
    program.write_text(
        "from labharness.analysis.sampling.processes import pool\n"
        "from labharness.model.reasons.wire import Task\n"
        "if __name__ == '__main__':\n"
        "    with pool(1, Task.COUNTING) as processes:\n"
        "        print(processes.submit(sum, [1, 2]).result())\n",
        "utf-8",
    )
    done = subprocess.run(
        [sys.executable, program],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
        | {"TRAP": str(imported)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert not imported.exists(), imported.read_text("utf-8")
    assert json.loads(done.stdout) == 3, done.stderr
