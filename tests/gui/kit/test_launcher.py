"""Runners that the window starts, and what it says of one that refuses."""

from labharness.app.runs.services import resume_command
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit.launcher import Launcher
from tests.support.runs import broken_off


def test_a_refusal_is_told_in_the_words_of_the_window(qtbot, rng_run, tmp_path):
    """The runner says what to type; the window, what to choose."""
    space = Workspace.init(tmp_path / "workspace")
    folder = broken_off(rng_run[1], 5, space.path / "runs")
    launcher = Launcher(space)
    with qtbot.waitSignal(launcher.failed, timeout=60_000) as failed:
        launcher.start(resume_command(folder, "1"), folder.run)
    launcher.stop()
    (sentence,) = failed.args
    assert "Put the run into the queue first." in sentence
    assert "labharness" not in sentence
