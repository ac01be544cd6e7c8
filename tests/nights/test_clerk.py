"""What a worker owes to the queue: what another computer took over is not run, and no name holds the others up."""

import time
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from labharness.errors import QueueError
from labharness.model.reasons.night import Nights
from labharness.nights.items import Closing, Item, Schedule, State
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from labharness.nights.store.schema import SCHEDULE, insert
from labharness.reporting.open_items import duties_of_item
from tests.support.night_world import Bench, items
from tests.support.reasons import refused

ACTOR = Actor("engineer-a", "uid")
SCHEDULED = {"bench": "a", "device": "d0", "order": {"plan": "p"}}


@pytest.fixture
def benches(tmp_path, place):
    """Make benches of several computers at one queue."""
    result = []

    def make(host):
        queue = tmp_path / "queue.db" if isinstance(place, Path) else place
        result.append(Bench(tmp_path, queue, host=host))
        return result[-1]

    yield make
    for each in result:
        each.close()


@pytest.mark.parametrize("begun", [False, True])
def test_what_was_left_open_by_a_take_over_is_not_run_when_its_computer_comes_back(benches, begun):
    """Somebody may have queued it anew: it has its ending."""
    former, other = benches("former"), benches("other")
    former.queue.add(items(2), ACTOR)
    former.start().clerk.turn()
    if begun:
        while len(former.world.begun) < 2:
            former.work()
        for runner in list(former.world.alive):
            runner.die()
    before = list(former.world.begun)
    former.crash()
    assert refused(QueueError, other.start().clerk.turn)[0].is_a(Nights.BENCH_ELSEWHERE)
    other.crash()
    other.start(take=True)
    other.turn()
    other.crash()
    former.start(take=True)
    former.work(6)
    assert former.world.begun == before
    assert former.world.alive == []
    assert former.worker.journal.entries() == ()
    for name in ("n0", "n1"):
        item = former.queue.item(name)
        assert (item.closing, item.reason) == (Closing.LEFT_OPEN, Nights.TAKEN_OVER(host="former"))
    assert sorted(act.target for act in former.queue.acts() if act.what == "end") == ["n0", "n1"]


def test_the_lanes_wait_until_the_database_was_asked(benches):
    """A worker that starts again would otherwise begin what another computer took over."""
    former, other = benches("former"), benches("other")
    former.queue.add(items(1), ACTOR)
    former.start().clerk.turn()
    former.crash()
    other.start(take=True)
    other.turn()
    other.crash()
    worker, opened = former.start(), former.open

    def slowly():
        time.sleep(1.0)
        return opened()

    worker.clerk._post = replace(worker.clerk._post, open_queue=slowly)
    assert refused(QueueError, worker.run, until_empty=True)[0].is_a(Nights.BENCH_ELSEWHERE)
    assert former.world.alive == []


@pytest.mark.parametrize("name", ["n0", "n" * 100], ids=["taken", "long"])
def test_a_retry_finds_a_name_and_holds_nobody_up(benches, name, monkeypatch):
    monkeypatch.setattr("labharness.app.benches.lane.RETRY_S", 0.0)
    bench = benches("desk")
    bench.world.refuse = Nights.REFUSED(why=(Nights.CLOCK_UNSYNCHRONIZED(),))
    first = Item(id=name, bench="a", device="d0", order={}, retries=1)
    bench.queue.add([first, replace(first, id="n0-r2", bench="b")], ACTOR)
    for _ in range(8):
        bench.turn()
    (retry,) = [act.target for act in bench.queue.acts() if act.what == "retry"]
    assert bench.queue.item(retry).forerunner == name
    assert bench.queue.item(name).closing is bench.queue.item(retry).closing is Closing.NOT_RUN


def test_a_schedule_whose_name_somebody_took_makes_its_item_and_holds_nobody_up(benches):
    bench, text = benches("desk"), "2020-01-01T00:00:00+00:00"
    schedule = Schedule(id="s", cron="* * * * *", zone="UTC", window_h=0.02, item=SCHEDULED, made=text)
    with bench.queue.database.writing() as connection:
        values = asdict(schedule)
        del values["damaged"]
        insert(connection, SCHEDULE, values)
    now = datetime.now(UTC)
    taken = [f"s-{now + timedelta(minutes=minutes):%Y%m%dT%H%M}" for minutes in range(-5, 5)]
    bench.queue.add([Item(id=name, bench="b", device="d9", order={}) for name in taken], ACTOR)
    bench.work(6)
    assert [name[-2:] for name in bench.world.begun] in (["-2"], ["-2", "-2"])
    assert bench.worker.clerk.away == ()


def test_another_workspace_of_the_computer_begins_nothing_that_the_first_may_have_begun(benches):
    """It has other run folders: what the first began is absent there."""
    first, second = benches("one"), benches("two")
    for bench, workspace in ((first, "w1"), (second, "w2")):
        bench.host, bench.workspace = "desk", workspace
    first.queue.add(items(1), ACTOR)
    first.begin()
    first.crash()
    assert refused(QueueError, second.start().clerk.turn) == (Nights.BENCH_OF_WORKSPACE(bench="a"),)
    second.crash()
    second.start(take=True)
    for _ in range(4):
        second.turn()
    assert second.world.begun == []
    assert second.queue.item("n0").reason == Nights.TAKEN_OVER(host="desk")
    with pytest.raises(QueueError):
        first.start().clerk.turn()


def test_an_item_that_was_asked_for_waits_again_with_its_moments(benches):
    bench = benches("desk")
    until = "2099-01-01T00:00:00+00:00"
    bench.queue.add([replace(items(1)[0], retries=1, until=until, priority=3)], ACTOR)
    bench.start().clerk.turn()
    Benches(bench.queue.database).ask_back("n0", ACTOR)
    Benches(bench.queue.database).pause("a", ACTOR, paused=True)
    for _ in range(4):
        bench.turn()
    former, fresh = bench.queue.item("n0"), bench.queue.item("n0-again")
    assert (former.closing, former.reason) == (Closing.NOT_RUN, Nights.GIVEN_BACK())
    assert (fresh.state, fresh.until, fresh.retries, fresh.priority) == (State.WAITING, until, 1, 3)
    assert fresh.forerunner == "", "nothing was tried"
    assert bench.world.begun == []
    assert list(duties_of_item(former)) == []


@pytest.mark.parametrize("interrupted", [False, True])
def test_a_run_that_begins_while_somebody_asks_for_it_goes_on(benches, interrupted):
    """Its bench may be another computer's: whoever asks does not see that it was begun, or was interrupted."""
    bench = benches("desk")
    bench.queue.add(items(1), ACTOR)
    bench.begin()
    Benches(bench.queue.database).ask_back("n0", ACTOR)
    if interrupted:
        bench.world.alive[0].die()
    bench.finish()
    assert bench.queue.item("n0").closing is Closing.RAN
    assert bench.world.stopped == []
    assert [act.target for act in bench.queue.acts() if act.what == "queue again"] == []
