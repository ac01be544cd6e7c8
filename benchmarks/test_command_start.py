"""Seconds of the processor that short commands take, from the start of the interpreter to its end."""

import os
import subprocess
import sys

import pytest

from tests.support.runs import tiny_run

FLOOR = "import typer; typer.main.get_command(typer.Typer(callback=lambda: None))"
USUAL_FLOOR = 0.1
"""Seconds of the floor where the limits hold as they stand; a slower or busier computer has them in proportion."""
RUNS = 5
ROUNDS = 5


def processor_seconds(*command):
    """Return the user and system seconds of a process and its children."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
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
def test_start(benchmark, place, monkeypatch, command, most):
    monkeypatch.setenv("LABHARNESS_WORKSPACE", str(place))
    seconds = []

    benchmark.pedantic(
        lambda: seconds.append(processor_seconds(sys.executable, "-m", "labharness", *command)), rounds=ROUNDS
    )

    floor = min(processor_seconds(sys.executable, "-c", FLOOR) for _ in range(ROUNDS))
    benchmark.extra_info["seconds of the processor"] = round(min(seconds), 3)
    benchmark.extra_info["Python and the command-line library alone"] = round(floor, 3)
    benchmark.extra_info["times the floor"] = round(min(seconds) / floor, 1)
    assert min(seconds) <= most * max(1, floor / USUAL_FLOOR)
