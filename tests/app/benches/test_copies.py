"""Copying beside a worker: after each ended item, without ever keeping the worker waiting."""

import subprocess
import sys
import threading
import time

from labharness.app.benches.queueing import Copies


class Process:
    """A process that copies for as long as a test wants."""

    def __init__(self, over):
        self.over = over

    def poll(self):
        return 0 if self.over.is_set() else None


def started(over=None, every_s=60.0, patience_s=60.0):
    begun = threading.Semaphore(0)
    ended = over or threading.Event()
    if over is None:
        ended.set()

    def begin():
        begun.release()
        return Process(ended)

    return Copies(begin, every_s, patience_s), begun


def test_what_waits_is_copied_at_once_and_after_each_item():
    copies, begun = started()
    assert begun.acquire(timeout=10), "what an earlier night left"
    copies.ended()
    assert begun.acquire(timeout=10)
    copies.finish()
    assert begun.acquire(timeout=10), "what ended last"
    assert not begun.acquire(blocking=False)


def test_what_was_refused_is_tried_again_from_time_to_time():
    copies, begun = started(every_s=0.01)
    assert all(begun.acquire(timeout=10) for _ in range(3))
    copies.leave()


def test_a_store_that_hangs_keeps_nobody_waiting():
    copies, begun = started(threading.Event())
    assert begun.acquire(timeout=10)
    copies.ended()
    before = time.monotonic()
    copies.leave()
    copies.finish()
    assert time.monotonic() - before < 5
    assert not begun.acquire(blocking=False)


def test_a_worker_with_an_empty_queue_does_not_wait_for_ever():
    copies, begun = started(threading.Event(), patience_s=0.05)
    assert begun.acquire(timeout=10)
    copies.finish()


def test_a_computer_that_can_start_no_process_goes_on():
    tries = threading.Semaphore(0)

    def begin():
        tries.release()
        if sys.platform:
            raise OSError(11, "no more processes")
        return subprocess.Popen([])

    copies = Copies(begin, 0.01)
    assert all(tries.acquire(timeout=10) for _ in range(2))
    copies.leave()
    copies.finish()
