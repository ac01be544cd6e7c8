"""What the benchmarks share: a workspace, plans of any size, and simulated devices as processes."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from string import Template

import pytest

from benchmarks.figures import RECORD, Figure, Unclean, commit, scaled
from labharness.app.runs.run_index import listed
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.folder import RunFolder
from tests.support.runs import altered, forge, tiny_run

PLANS = Path(__file__).with_name("plans")
RUNS = scaled(10_000, 1_000)
"""Of a year, in the workspace of many runs."""
EACH = timedelta(minutes=50)


@pytest.fixture
def workspace(tmp_path):
    return Workspace.init(tmp_path / "workspace")


@pytest.fixture(scope="session")
def workspace_of(tmp_path_factory):
    """Make workspaces of so many runs of a year that ended: ledgers of one run under many names, without its frames."""

    def workspace_of(runs):
        workspace = Workspace.init(tmp_path_factory.mktemp("many") / "workspace")
        start, *others = tiny_run(workspace.path / "runs" / f"run-{runs - 1:05}").records()
        now = datetime.now(UTC)
        for number in range(runs - 1):
            utc = f"{now - (runs - number) * EACH:%Y-%m-%dT%H:%M:%S.%f}Z"
            folder = RunFolder(workspace.path / "runs" / f"run-{number:05}")
            folder.path.mkdir()
            forge(folder, [replace(record, utc=utc) for record in (altered(start, run=folder.run), *others)])
        return workspace

    return workspace_of


@pytest.fixture(scope="session")
def many_runs(workspace_of):
    """10,000 runs, listed before; whoever unlinks the index makes it again."""
    many = workspace_of(RUNS)
    assert [row["ended"] and not row["problems"] for row in listed(many)] == [True] * RUNS
    return many


@pytest.fixture
def plan_of(tmp_path):
    """Write a plan of ``plans/`` with so many units."""

    def plan_of(name, units, batch):
        path = tmp_path / f"{name}-{units}.toml"
        text = (PLANS / f"{name}.toml").read_text(encoding="utf-8")
        path.write_text(Template(text).substitute(units=units, batch=batch), encoding="utf-8")
        return path

    return plan_of


@pytest.fixture(scope="session")
def simulated():
    """Serve a simulated device over USB/IP from a process of its own, and give its URL."""

    @contextmanager
    def simulated(kind):
        command = [
            sys.executable,
            "-m",
            "labharness",
            "simulate",
            kind,
            "--usbip",
            "127.0.0.1:0",
            "--seed",
            "1",
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            try:
                yield json.loads(process.stdout.readline())["url"]
            finally:
                process.terminate()

    return simulated


@pytest.fixture
def disk_floor(tmp_path):
    """Return the seconds that plain writes take, each synced, after what is done with it; the best of three attempts."""

    def attempt(pieces, before):
        path = tmp_path / "floor"
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        sync = getattr(os, "fdatasync", None) or os.fsync
        begun = time.perf_counter()
        for piece in pieces:
            before(piece)
            os.write(file, piece)
            sync(file)
        seconds = time.perf_counter() - begun
        os.close(file)
        path.unlink()
        return seconds

    return lambda pieces, before=len: min(attempt(pieces, before) for _ in range(3))


@pytest.fixture
def figure(request):
    """Return what takes the figures of a benchmark."""
    taken = Figure(request.node.nodeid.rpartition("benchmarks/")[2])
    yield taken
    request.node.user_properties += [("figure", line) for line in taken.lines]


def pytest_configure():
    """Measure nothing that could not be recorded."""
    try:
        if RECORD:
            commit()
    except Unclean as problem:
        raise pytest.UsageError(str(problem)) from None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """After a test that passed, take rows from the record that it no longer makes."""
    result = yield
    if "figure" in getattr(item, "funcargs", {}):
        item.funcargs["figure"].forget()
    return result


def pytest_terminal_summary(terminalreporter):
    """Print the figures of each benchmark."""
    for report in terminalreporter.getreports(""):  # those of setting up and tearing down
        if report.when == "teardown":
            for _, line in report.user_properties:
                terminalreporter.write_line(f"{report.nodeid}: {line}")
