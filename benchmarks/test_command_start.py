"""Seconds of the processor that short commands take, from the start of the interpreter to its end."""

import os
import subprocess
import sys

import pytest

from benchmarks.figures import scaled
from tests.support.runs import tiny_run

FLOOR = "import typer; typer.main.get_command(typer.Typer(callback=lambda: None))"
RUNS = 5
ROUNDS = scaled(5, 2)


def processor_seconds(*command, good=(0,)):
    """Return the user and system seconds of a process and its children."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode in good
    return used.ru_utime + used.ru_stime


@pytest.fixture
def place(workspace):
    for number in range(RUNS):
        tiny_run(workspace.path / "runs" / f"run-{number}")
    return workspace.path


@pytest.mark.parametrize(
    ("command", "most"),
    [(("--help",), 0.4), (("runs",), 0.6), (("plans", "list"), 0.8)],
    ids=["--help", "runs", "plans list"],
)
def test_start(figure, place, monkeypatch, command, most):
    monkeypatch.setenv("LABHARNESS_WORKSPACE", str(place))
    start = (sys.executable, "-P", "-m", "labharness", *command)
    seconds = [processor_seconds(*start) for _ in range(ROUNDS)]
    figure(f"`labharness {' '.join(command)}`, processor time", seconds, "s", bare_start(), most)


def bare_start():
    """Return the processor seconds of Python and the command-line library alone."""
    return "Python and typer alone", min(
        processor_seconds(sys.executable, "-c", FLOOR) for _ in range(ROUNDS)
    )
