"""A full disk at every write of a worker: it waits, says so, and goes on when there is space."""

import signal
import sys
import threading

import pytest

from labharness.app.benches.lane import DeviceLane
from labharness.app.benches.queueing import Copies
from labharness.app.benches.watching import work
from labharness.app.runs.launching import launch
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError, StorageError
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome
from labharness.nights.items import Closing, Item
from labharness.nights.journal import issue_ticket
from labharness.nights.store.benches import Benches
from labharness.nights.store.past import Past
from labharness.nights.store.queue import Actor
from tests.support.night_world import Bench, World
from tests.support.reasons import refused
from tests.support.small_disk import small_disk  # noqa: F401  a fixture
from tests.support.thinned import every

ACTOR = Actor("engineer-a", "uid")
NEVER = "2999-01-01T00:00:00+00:00"
STEPS = 9


class DiskWorld(World):
    """A world whose runners leave an output, and end where the disk refuses."""

    def __init__(self, folder, disk):
        super().__init__(folder)
        self.disk = disk

    def _short(self):
        return Nights.SPACE(free=0, needed=1) if self.disk.is_full else None

    def preflight(self, _):
        return self._short()

    def shortage(self, _):
        return self._short()

    def tick(self):
        for each in list(self.alive):
            try:
                each.step()
            except (LabharnessError, OSError):
                each.die()


@pytest.fixture
def bench(small_disk, tmp_path):  # noqa: F811
    bench = Bench(small_disk.path, tmp_path / "queue.db")
    bench.world = DiskWorld(small_disk.path / "world", small_disk)
    yield bench
    small_disk.free()
    bench.close()


def order(name="n0", **fields):
    return Item(id=name, bench="a", device="d0", order={"plan": "p"}, **fields)


@pytest.mark.parametrize("at", every(3, range(STEPS)))
@pytest.mark.parametrize("between", [False, True], ids=["after the clerk", "before the clerk"])
def test_the_disk_is_full_from_any_step_on(bench, small_disk, at, between):  # noqa: F811
    """Whatever was being written: nothing ends the worker, nothing is begun twice, and the night ends as it should."""
    bench.queue.add([order(), order("n1")], ACTOR)
    worker = bench.start()
    for step in range(STEPS + 8):
        worker.clerk.turn()
        if step >= at and between:
            small_disk.fill()
        for lane in worker._lanes.values():
            lane._not_before = lane._grace = 0.0
        worker.turn()
        bench.world.tick()
        if step >= at and not between:
            small_disk.fill()
    assert small_disk.is_full
    assert worker.clerk.refused or not bench.queue.items()
    assert set(Benches(bench.queue.database).waits()) == ({"a"} if worker.clerk.refused else set())
    past = Past(bench.queue.database, NEVER).bench("a")
    assert (past.waits is not None) is bool(worker.clerk.refused)
    small_disk.free()
    bench.finish()
    bench.turn()
    ended = [bench.queue.item(name) for name in ("n0", "n1")]
    assert [(item.closing, item.found) for item in ended] == [(Closing.RAN, Outcome.PASS)] * 2
    assert sorted(bench.world.begun) == ["n0", "n1"]
    assert worker.clerk.refused == ()
    assert Benches(bench.queue.database).waits() == {}


@pytest.mark.parametrize("before", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_worker_that_is_started_on_a_full_disk_waits_and_tells_once(small_disk, before):  # noqa: F811
    space, text = Workspace.init(small_disk.path / "w"), []
    if before:
        work(space, "a", until_empty=True)
    small_disk.fill()

    def tell(reasons):
        text.extend(reasons)
        small_disk.free()
        raise OSError(28, "No space left on device")

    work(space, "a", until_empty=True, tell=tell)

    codes = [each.code for each in text]
    waited, away = (Nights.WAITS, Nights.GOES_ON), (Nights.QUEUE_AWAY, Nights.QUEUE_BACK)
    assert codes == [each.code for each in (away if before else waited)]


def test_a_worker_that_waits_for_the_disk_is_stopped(small_disk):  # noqa: F811
    space = Workspace.init(small_disk.path / "w")
    small_disk.fill()
    work(space, "a", tell=lambda _: signal.raise_signal(signal.SIGTERM))
    small_disk.free()
    work(space, "a", until_empty=True)


def test_a_run_that_finds_no_space_until_it_is_too_late_says_so(bench, small_disk):  # noqa: F811
    bench.queue.add([order(until="2001-01-01T00:00:00+00:00")], ACTOR)
    worker = bench.start()
    worker.clerk.turn()
    (entry,) = worker.journal.entries()
    small_disk.fill()
    lane = DeviceLane("d0", bench.world, worker.journal, utc=lambda: "2000-12-31T00:00:00+00:00")
    worker._lanes["d0"] = lane
    lane.step((entry,), {}, {}, beginning=True)
    assert lane.waits[0].is_a(Nights.SPACE)
    small_disk.free()
    lane.utc = lambda: "2001-01-02T00:00:00+00:00"
    lane._not_before = 0.0
    lane.step((entry,), {}, {}, beginning=True)
    (entry,) = worker.journal.entries()
    assert (entry.closing, entry.reason) == (Closing.NOT_RUN, Nights.SPACE(free=0, needed=1))


def test_a_runner_without_an_output_was_not_started(bench, small_disk):  # noqa: F811
    """The system refuses the file of its output: the attempt does not count, and the next one is the first."""

    def begin(item):
        return launch([sys.executable, "-c", ""], item.id, small_disk.path / "output")

    bench.queue.add([order()], ACTOR)
    worker = bench.start()
    worker.clerk.turn()
    bench.world.preflight = lambda _: None
    bench.world.begin = lambda item: (small_disk.fill(), begin(item))
    worker.turn()
    small_disk.free()
    (entry,) = worker.journal.entries()
    assert worker.clerk.waits
    assert entry.spawned <= 1  # the disk may have refused to put it back
    del bench.world.begin
    bench.finish()
    assert bench.queue.item("n0").closing is Closing.RAN


def test_a_journal_on_a_full_disk_says_what_refuses(bench, small_disk):  # noqa: F811
    bench.queue.add([order()], ACTOR)
    worker = bench.start()
    worker.clerk.turn()
    (entry,) = worker.journal.entries()
    small_disk.fill()
    assert refused(StorageError, worker.journal.put, entry)[0].is_a(Nights.DISK_FULL)
    assert worker.journal.entries() == (entry,)


def test_copies_go_on_after_a_ticket_that_the_disk_refused(small_disk):  # noqa: F811
    small_disk.fill()
    refused, issued = threading.Event(), threading.Event()

    def begin():
        try:
            issue_ticket(small_disk.path)
        except OSError:
            refused.set()
            raise
        issued.set()
        raise OSError

    copies = Copies(begin, every_s=0.02)
    try:
        assert refused.wait(10)
        small_disk.free()
        assert issued.wait(10)
    finally:
        copies.leave()
