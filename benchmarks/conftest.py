"""What the benchmarks share: a workspace, plans of any size, and simulated devices as processes."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from string import Template

import pytest

from benchmarks.figures import Figure
from labharness.app.workspace import Workspace

PLANS = Path(__file__).with_name("plans")


@pytest.fixture
def workspace(tmp_path):
    return Workspace.init(tmp_path / "workspace")


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


def pytest_terminal_summary(terminalreporter):
    """Print the figures of each benchmark."""
    for report in terminalreporter.getreports(""):  # those of setting up and tearing down
        if report.when == "teardown":
            for _, line in report.user_properties:
                terminalreporter.write_line(f"{report.nodeid}: {line}")
