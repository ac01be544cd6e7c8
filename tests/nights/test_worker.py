"""Nights of a worker: what is refused, repeated, taken over or lost; cut at every step in ``test_interrupted_turns.py``."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from labharness.app.benches.lane import retry_of
from labharness.app.benches.worker import BenchPost, Worker
from labharness.errors import LockedError
from labharness.model.reasons.night import Nights
from labharness.model.results import Ending, Outcome
from labharness.nights.items import Closing, Item, Need, State
from labharness.nights.journal import JournalEntry, Step
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from tests.support.night_world import Bench, items

ACTOR = Actor("engineer-a", "uid")


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path)
    yield bench
    bench.close()


@pytest.fixture
def refusing(bench, monkeypatch):
    """Every run is refused, and what may be tried again is tried at once."""
    monkeypatch.setattr("labharness.app.benches.lane.RETRY_S", 0.0)
    bench.world.refuse = Nights.REFUSED(why=(Nights.CLOCK_UNSYNCHRONIZED(),))


def test_lanes_do_not_hold_each_other_up(bench):
    """One of four devices hangs; the items of the others come and go, three a device."""
    orders = [
        Item(id=f"d{device}-{number}", bench="a", device=f"d{device}", order={"plan": "p"})
        for number in range(3)
        for device in range(4)
    ]
    bench.queue.add(orders, ACTOR)
    for _ in range(50):
        bench.turn()
        for each in [each for each in bench.world.alive if each.item.device != "d0"]:
            each.step()
    assert sorted(item.id for item in bench.queue.items()) == ["d0-0", "d0-1", "d0-2"]
    assert len(bench.world.begun) == 3 * 3


def test_no_worker_stays_without_its_clerk(bench, monkeypatch):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(Benches, "beat", broken)
    bench.start()
    with pytest.raises(ZeroDivisionError):
        bench.worker.run()


def test_a_second_worker_of_the_bench_is_refused_on_the_same_computer(bench):
    bench.start()
    with pytest.raises(LockedError):
        Worker(bench.folder, BenchPost("a", bench.open, bench.world))


def test_the_database_may_be_away_for_the_whole_night(bench):
    bench.queue.add(items(), ACTOR)
    bench.turn()
    bench.away = True
    for _ in range(20):
        bench.turn()
        bench.world.tick()
    assert len(bench.world.begun) == 3
    assert {item.state for item in bench.queue.items()} == {State.TAKEN}
    bench.away = False
    bench.turn()
    bench.turn()
    assert sorted(bench.world.begun) == ["n0", "n1", "n2"], "no run was begun twice"
    assert sorted(act.target for act in bench.queue.acts() if act.what == "end") == ["n0", "n1", "n2"]
    assert {bench.queue.item(name).closing for name in ("n0", "n1", "n2")} == {Closing.RAN}
    assert bench.worker.journal.entries() == ()


def test_a_worker_begins_by_its_journal_while_the_database_is_away(bench):
    bench.queue.add(items(1), ACTOR)
    bench.start().clerk.turn()  # taken, and nothing more
    bench.crash()
    bench.away = True
    for _ in range(10):
        bench.turn()
        bench.world.tick()
    assert bench.world.begun == ["n0"]


def test_a_folder_that_vanished_is_a_lost_run(bench):
    bench.queue.add(items(1), ACTOR)
    bench.work(3)
    bench.turn()
    bench.world.alive[0].die()
    shutil.rmtree(bench.world.path("n0"))
    bench.finish()
    assert bench.queue.item("n0").closing is Closing.LOST


@pytest.mark.parametrize("crash", [False, True], ids=["same worker", "next worker"])
@pytest.mark.parametrize("refused", [(), (Nights.CLOCK_UNSYNCHRONIZED(),)], ids=["silent", "refusing"])
def test_a_folder_that_vanished_before_anybody_looked_is_a_lost_run(bench, crash, refused):
    bench.queue.add(items(1), ACTOR)
    while not bench.world.alive:
        bench.work()
    bench.world.tick()  # its first record
    (runner,) = bench.world.alive
    shutil.rmtree(bench.world.path("n0"))
    if crash:
        bench.crash()
    runner.refused = refused  # its files are gone, and it says so
    runner.die()
    bench.finish()
    item = bench.queue.item("n0")
    assert (item.closing, item.reason) == (Closing.LOST, Nights.VANISHED(run="n0"))
    assert bench.world.begun == ["n0"]


def test_the_output_of_a_runner_that_left_is_where_it_was_written(bench):
    bench.queue.add(items(1), ACTOR)
    for _ in range(12):
        bench.turn()
        for each in list(bench.world.alive):
            each.output = Path(f"output-{each.process}.txt")
            last = each.output
            each.die()
    item = bench.queue.item("n0")
    assert (item.closing, item.reason) == (Closing.NOT_RUN, Nights.RUNNER_LEFT(times=3, output=str(last)))


def test_a_run_interrupted_too_often_is_left_to_a_person(bench):
    bench.queue.add(items(1), ACTOR)
    for _ in range(60):
        bench.work()
        for each in [each for each in bench.world.alive if each.steps >= 3]:
            each.die()
        if not bench.queue.items():
            break
    item = bench.queue.item("n0")
    assert (item.closing, item.reason) == (Closing.LEFT_OPEN, Nights.INTERRUPTED(times=3, allowed=2))


@pytest.mark.parametrize("last", [2, 3], ids=["before a unit", "after a unit"])
def test_a_run_that_may_not_go_on_is_left_open_at_once(bench, last):
    bench.queue.add(items(1), ACTOR)
    while not (bench.world.alive and bench.world.alive[0].steps == last):
        bench.work()
    bench.world.bar = (Nights.CLOCK_UNSYNCHRONIZED(),)
    bench.world.alive[0].die()
    bench.finish(turns=4)
    item = bench.queue.item("n0")
    assert (item.closing, item.reason) == (Closing.LEFT_OPEN, Nights.NOT_RESUMED(why=bench.world.bar))
    assert [act.target for act in bench.queue.acts() if act.what == "end"] == ["n0"]
    assert bench.world.alive == []


def test_a_successor_runs_only_after_what_it_needs(bench):
    first, *_ = items(1)
    after = [
        replace(first, id="passed", device="d1", after="n0", need=Need.PASSED),
        replace(first, id="never", device="d1", after="passed-not", need=Need.PASSED),
    ]
    bench.queue.add([first, replace(first, id="passed-not", device="d9"), *after], ACTOR)
    bench.queue.cancel("passed-not", ACTOR)
    bench.finish()
    assert bench.world.begun == ["n0", "passed"]
    assert bench.queue.item("never").reason == Nights.PREDECESSOR_NOT_PASSED(item="passed-not")


def test_a_window_that_is_over_begins_nothing(bench):
    bench.queue.add(items(1, until="2020-01-01T00:00:00+00:00"), ACTOR)
    bench.finish()
    assert bench.queue.item("n0").reason == Nights.WINDOW_OVER(until="2020-01-01T00:00:00+00:00")
    assert bench.world.begun == []


def test_a_paused_bench_lets_runs_go_on_and_begins_nothing(bench):
    bench.queue.add(items(1), ACTOR)
    bench.work()
    bench.queue.add([Item(id="later", bench="a", device="d0", order={})], ACTOR)
    Benches(bench.queue.database).pause("a", ACTOR, paused=True)
    bench.work(8)
    assert bench.world.begun == ["n0"]
    Benches(bench.queue.database).pause("a", ACTOR, paused=False)
    bench.finish()
    assert bench.world.begun == ["n0", "later"]


def test_a_person_withdraws_a_run_at_work(bench):
    bench.queue.add(items(1), ACTOR)
    bench.work(3)
    bench.queue.cancel("n0", ACTOR)
    bench.turn()
    assert bench.world.stopped == ["n0"]


def test_a_refusal_of_the_night_ends_an_item_and_orders_it_anew_as_often_as_it_may(bench, refusing):
    bench.queue.add(items(1, retries=2), ACTOR)
    bench.finish()
    names = [act.target for act in bench.queue.acts() if act.what == "retry"]
    assert names == ["n0-r2", "n0-r3"]
    assert bench.queue.item("n0-r3").forerunner == "n0-r2"
    assert bench.world.begun == []


@pytest.mark.parametrize("away", [False, True], ids=["at once", "database away"])
def test_what_waits_for_a_refused_item_waits_for_its_retry(bench, refusing, away):
    (first,) = items(1, retries=1)
    second = Item(id="second", bench="a", device="d1", order=first.order, after="n0", need=Need.PASSED)
    bench.queue.add([first, second], ACTOR)
    bench.start().clerk.turn()
    bench.away = away
    while not any(entry.step is Step.ENDED for entry in bench.worker.journal.entries()):
        bench.turn()
    bench.worker.turn()
    bench.away, bench.world.refuse = False, None
    bench.finish()
    assert bench.world.begun == ["n0-r2", "second"]
    assert bench.queue.item("second").after == "n0-r2"
    assert ("wait for", "second") in [(act.what, act.target) for act in bench.queue.acts()]


def test_what_waits_for_an_item_whose_last_retry_is_refused_is_not_run(bench, refusing):
    (first,) = items(1, retries=2)
    second = replace(first, id="second", device="d1", after="n0", retries=0)
    bench.queue.add([first, second], ACTOR)
    bench.finish()
    assert bench.queue.item("second").reason == Nights.PREDECESSOR_NOT_RUN(item="n0-r3")
    assert bench.world.begun == []


def test_a_worker_that_breaks_down_before_it_knows_of_a_retry_lets_its_successor_wait(bench, refusing):
    (first,) = items(1, retries=1)
    bench.queue.add([first, replace(first, id="second", device="d1", after="n0", retries=0)], ACTOR)
    bench.start()
    while not any(entry.step is Step.ENDED for entry in bench.worker.journal.entries()):
        bench.turn()
    bench.worker.clerk._report(Benches(bench.queue.database))
    bench.crash()
    bench.start().turn()
    assert [entry.step for entry in bench.worker.journal.entries()] == [Step.TAKEN]
    bench.world.refuse = None
    bench.finish()
    assert bench.world.begun == ["n0-r2", "second"]


def test_a_verdict_is_never_ordered_anew():
    (item,) = items(1, retries=5)
    for outcome in Outcome:
        entry = JournalEntry(item).ended(Closing.RAN, None, outcome)
        for ending in (Ending.COMPLETE, Ending.STOPPED_BY_RULE, Ending.STOPPED_BY_OPERATOR):
            assert retry_of(entry, ending) is None, (outcome, ending)


def test_a_runner_that_a_former_worker_started_is_given_time_to_appear(bench):
    bench.queue.add(items(1), ACTOR)
    bench.turn()
    (starting,) = bench.world.alive
    bench.world.alive.clear()  # it has not taken its device yet
    bench.crash()
    bench.queue.cancel("n0", ACTOR)
    worker = bench.start()
    worker.clerk.turn()
    for _ in range(3):
        worker.turn()
    assert bench.queue.item("n0").state is State.TAKEN
    bench.world.alive.append(starting)
    bench.finish()
    assert bench.queue.item("n0").closing is Closing.RAN
    assert bench.world.stopped == ["n0"]
