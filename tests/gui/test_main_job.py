"""The main job by mouse: a simulated device, a real runner in its own process, and this window."""

import os
import signal
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from labharness.app.workspace.workspace import Workspace
from labharness.evidence.lock import owner_of
from labharness.evidence.verify import verify
from labharness.gui.kit.run_standing import GONE, RunAction
from labharness.gui.run import attachment as follower
from labharness.gui.services import Services
from labharness.model.address import Room
from labharness.simulators import process
from tests.gui.conftest import Both
from tests.support.window.places import DRAWS, remember

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

SEED = 4614  # that of the demonstration
SAID_IN_S = 5.0
JUDGED_MS = 600_000
"""The end of a run looks for known generators, which takes minutes on a loaded computer."""
HALF_WAY = 12
"""Answers of the device; a run has several times as many."""
WINDOW = Path(__file__).with_name("window_to_kill.py")


@pytest.fixture
def workspace(tmp_path):
    """One in which the plan was chosen last."""
    workspace = Workspace.init(tmp_path / "workspace")
    remember(workspace.path, DRAWS)
    return workspace


@pytest.fixture
def host(simulated):
    return simulated("rng", seed=SEED, faults=["slow"]).split("/")[2]


@pytest.fixture(autouse=True)
def go_on(monkeypatch):
    """Return an event; where it is cleared, a run is held half-way, each answer for less than a runner waits."""
    go_on, answers = threading.Event(), count(1)
    go_on.set()

    def sleep(_):
        if next(answers) > HALF_WAY:
            go_on.wait(10)

    monkeypatch.setattr(process, "time", SimpleNamespace(sleep=sleep))
    yield go_on
    go_on.set()


def word(window):
    return window.view.banner.word.text()


def test_a_window_killed_half_way_leaves_the_run_to_the_next_start(
    qtbot, sit_down, workspace, host, go_on, tmp_path, monkeypatch
):
    """Both are ``labharness-gui``; the second one is told nothing of the run."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    go_on.clear()
    command = [sys.executable, str(WINDOW), str(workspace.path), host]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as killed:
        assert killed.stdout.readline() == "Running\n"
        killed.kill()
    (run,) = workspace.runs()
    assert run.alive

    def work(window):
        qtbot.waitUntil(lambda: window.address.path == (run.run,))
        assert window.address.room is Room.LIVE
        qtbot.waitUntil(lambda: window.page.view.banner.word.text() == "Running")
        go_on.set()
        qtbot.waitUntil(lambda: window.page.view.banner.word.text() == "PASS, simulated", JUDGED_MS)

    sit_down(work, "--workspace", workspace.path)
    qtbot.waitUntil(workspace.report(run).is_file)
    assert not verify(run.path).problems


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_runner_is_told_and_resumed_from_the_window(qtbot, workspace, host, go_on):
    go_on.clear()
    window = qtbot.shown(Both(Services.of(workspace, [host]), open_file=lambda _: True))
    form = window.start
    qtbot.waitUntil(lambda: form.device.count() > 1)
    form.device.setCurrentIndex(next(i for i in range(9) if "usbip://" in str(form.device.itemData(i))))
    qtbot.waitUntil(form.start.isEnabled)  # which it is once the preflight found everything in order
    assert not list((workspace.path / "runs").iterdir())
    qtbot.click(form.start)
    qtbot.waitUntil(lambda: word(window) == "Running")
    (run,) = workspace.runs()
    os.kill(owner_of(run.path / "lock")["pid"], signal.SIGKILL)
    qtbot.waitUntil(lambda: word(window) == "Runner gone")
    assert SAID_IN_S >= 2 * follower.LOOK_S, "it is looked for so often, on whatever loaded computer"
    assert window.view.banner.sentence.text() == GONE
    go_on.set()
    qtbot.click(window.view.controls.buttons[RunAction.RESUME])
    # An interruption can only lower a verdict.
    qtbot.waitUntil(lambda: word(window) in ("PASS, simulated", "INCONCLUSIVE, simulated"), JUDGED_MS)
    assert "resumed after an interruption" in window.view.log.toPlainText()
    qtbot.waitUntil(lambda: not window.live.launcher.busy)
