"""Slow work runs on threads of Python, one thing after the other."""

import threading
from pathlib import Path

import labharness.gui
from labharness.gui.kit.slow_work.worker_thread import WorkerThread


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
        if path.name != "worker_thread.py":
            assert "QRunnable" not in path.read_text(encoding="utf-8"), path
