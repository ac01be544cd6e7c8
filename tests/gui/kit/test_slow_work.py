"""Slow work on other threads and in other processes: in order, asked anew after a change, and told of when it ends by a mistake."""

import sys
import threading
from pathlib import Path
from types import SimpleNamespace

from PySide6.QtCore import QObject

import labharness.gui
from labharness.app.runs.services import resume_command
from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit.launcher import Launcher
from labharness.gui.kit.slow_work import Latest, WorkerThread
from labharness.gui.shell import navigator as feed
from labharness.model.results import Outcome
from tests.support.runs import broken_off
from tests.support.window.specimen import Specimen


def test_work_is_done_in_order_on_one_other_thread():
    thread, done = WorkerThread(), []
    for number in range(50):
        thread.start(lambda number=number: done.append((number, threading.current_thread())))
    thread.wait()
    assert [number for number, _ in done] == list(range(50))
    assert {where for _, where in done} != {threading.current_thread()}
    assert len({where for _, where in done}) == 1


def test_nothing_runs_in_the_pool_of_qt():
    """A runnable that its pool deletes leaves a wrapper behind, which crashed the window."""
    for path in Path(labharness.gui.__file__).parent.rglob("*.py"):
        if path.name != "slow_work.py":
            assert "QRunnable" not in path.read_text(encoding="utf-8"), path


def test_an_answer_from_before_a_change_is_not_heard(qtbot):
    going, state, heard = threading.Event(), ["before"], []

    def look():
        seen = state[0]
        assert going.wait(60)
        return seen

    window = QObject()
    looks = Latest(window, heard.append)
    looks.ask(look, heard.append)
    state[0] = "after"
    looks.ask(look, heard.append)
    going.set()
    qtbot.waitUntil(lambda: bool(heard))
    looks.stop()
    qtbot.wait(20)
    assert heard == ["after"]


def test_after_a_mistake_that_nobody_expected_it_can_be_asked_again(qtbot, monkeypatch):
    answers = iter([ZeroDivisionError("no"), OSError(5, "The disk is gone"), 7])
    heard, taken, hooked = [], [], []
    monkeypatch.setattr("sys.excepthook", lambda *error: hooked.append(error[0]))

    def look():
        if isinstance(answer := next(answers), Exception):
            raise answer
        return answer

    window = QObject()
    looks = Latest(window, taken.append, lambda: taken.append("broken"))
    for number, expected in enumerate(["broken", "The disk is gone"]):
        looks.ask(look, heard.append)
        qtbot.waitUntil(lambda number=number: len(taken) > number)
        assert expected in taken[number]
        assert not looks.busy
    qtbot.waitUntil(lambda: hooked == [ZeroDivisionError])
    looks.ask(look, heard.append)
    qtbot.waitUntil(lambda: heard == [7])
    looks.stop()


def test_after_a_mistake_the_window_claims_nothing_and_looks_again(qtbot, monkeypatch):
    """Its first look ends by a mistake of the program."""
    monkeypatch.setattr("sys.excepthook", lambda *_: None)
    monkeypatch.setattr(feed, "BROKEN_MS", 1)
    looks, seen = iter([{}, {"gone": "overview"}]), []
    news = feed.Feed(SimpleNamespace(overview=lambda: next(looks)["gone"], devices=tuple))
    news.lost.connect(seen.append)
    news.took.connect(lambda overview: (seen.append(overview), news.stop()))
    news.ask()
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen == [feed.BROKEN, "overview"]


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


def test_a_run_that_is_over_before_anybody_saw_it_at_work_has_begun(qtbot, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    Specimen(space.path / "runs" / "short", "pai-gow-poker-645a-starting-position").end(Outcome.PASS)
    launcher = Launcher(space)
    with qtbot.waitSignal(launcher.begun, timeout=60_000) as begun:
        launcher.start([sys.executable, "-c", ""], "short")
    launcher.stop()
    assert begun.args == ["short"]
