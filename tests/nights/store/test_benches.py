"""What a bench does with the queue; all of it is fenced."""

from dataclasses import replace
from itertools import product
from threading import Thread

import pytest

from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome
from labharness.nights.items import Closing, Need, State
from labharness.nights.store.benches import Benches, fulfils
from labharness.nights.store.queue import Queue
from tests.support.reasons import refusal

NOW, LATER = "2026-11-23T23:00:00+00:00", "2026-11-24T23:00:00+00:00"


@pytest.fixture
def benches(queue):
    return Benches(queue.database)


def test_a_bench_stays_with_its_computer_until_a_person_takes_it_over(benches, queue, item, actor):
    queue.add([item("one")], actor)
    first = benches.hold("a", "desk-1", 10, actor)
    assert benches.hold("a", "desk-1", 11, actor) == first + 1  # the same computer: its lock has decided
    assert refusal(benches.hold, "a", "desk-2", 12, actor).is_a(Nights.BENCH_ELSEWHERE)
    taken = benches.hold("a", "desk-2", 12, actor, take=True)
    for call in (
        lambda: benches.beat("a", first + 1),
        lambda: benches.take("a", first + 1, actor, NOW),
        lambda: benches.end("a", first + 1, actor, "one", Closing.RAN, None, None),
    ):
        assert refusal(call) == Nights.BENCH_TAKEN_OVER(bench="a", host="desk-2")
    assert benches.beat("a", taken).host == "desk-2"
    assert [act.what for act in queue.acts("a")] == ["hold", "hold", "take over"]


def test_a_bench_takes_what_is_due_in_order_and_no_more_than_it_may(benches, queue, item, actor):
    late = item("late", due=LATER)
    queue.add([item("one"), late, item("two"), item("three", priority=1), item("other", bench="b")], actor)
    fence = benches.hold("a", "desk", 1, actor)
    assert [each.id for each in benches.take("a", fence, actor, NOW, 2)] == ["three", "one"]
    assert [each.id for each in benches.take("a", fence, actor, NOW)] == ["two"]
    assert benches.take("a", fence, actor, NOW) == ()
    assert {item.id for item in benches.taken("a")} == {"one", "two", "three"}
    assert queue.item("one").fence == fence


def test_what_waits_for_an_item_that_is_not_due_keeps_nothing_else_from_being_taken(
    benches, queue, item, actor
):
    queue.add(
        [item("late", due=LATER), *(item(f"after-{n}", after="late") for n in range(3)), item("free")], actor
    )
    fence = benches.hold("a", "desk", 1, actor)
    assert [each.id for each in benches.take("a", fence, actor, NOW, 2)] == ["free"]
    assert [each.id for each in benches.take("a", fence, actor, LATER, 2)] == ["late", "after-0"]


def test_a_bench_whose_worker_is_still_to_come_is_paused(benches, queue, item, actor):
    """The window listed the bench, and refused to pause it as unknown."""
    queue.add([item("one")], actor)
    assert benches.pause("a", actor, paused=True).paused
    fence = benches.hold("a", "desk", 1, actor)
    assert benches.take("a", fence, actor, NOW) == ()
    benches.pause("a", actor, paused=False)
    assert len(benches.take("a", fence, actor, NOW)) == 1
    assert refusal(benches.pause, "no", actor, paused=True).code == "inputs.unknown"


def test_an_item_that_waits_for_another_bench_stays_until_that_one_has_ended(benches, queue, item, actor):
    queue.add([item("first", bench="b"), item("second", after="first"), item("third", after="second")], actor)
    a, b = benches.hold("a", "desk", 1, actor), benches.hold("b", "desk", 2, actor)
    assert benches.take("a", a, actor, NOW) == ()
    benches.take("b", b, actor, NOW)
    assert benches.take("a", a, actor, NOW) == ()
    benches.end("b", b, actor, "first", Closing.RAN, None, Outcome.PASS)
    assert [each.id for each in benches.take("a", a, actor, NOW)] == ["second", "third"]


def test_an_ending_is_reported_once(benches, queue, item, actor):
    queue.add([item("one", retries=1)], actor)
    fence = benches.hold("a", "desk", 1, actor)
    benches.take("a", fence, actor, NOW)
    why, again = Nights.VANISHED(run="one"), item("one-r2", forerunner="one")
    assert benches.end("a", fence, actor, "one", Closing.LOST, why, None, again)
    assert not benches.end("a", fence, actor, "one", Closing.RAN, None, Outcome.PASS, again)
    ended = queue.item("one")
    assert (ended.state, ended.closing, ended.reason, ended.found) == (State.ENDED, Closing.LOST, why, None)
    assert queue.item("one-r2").forerunner == "one"


def test_a_taken_item_is_withdrawn_by_its_bench(benches, queue, item, actor):
    queue.add([item("one"), item("two")], actor)
    benches.take("a", benches.hold("a", "desk", 1, actor), actor, NOW)
    assert queue.cancel("one", actor).state is State.TAKEN
    assert benches.withdrawn("a") == {"one": "engineer-a"}
    assert refusal(queue.move, "one", actor, first=True) == Nights.ITEM_TAKEN(item="one", bench="a")


def test_processes_that_race_for_items_take_each_once(place, item, actor):
    with Queue.open(place) as queue:
        queue.add([item(f"n{number}") for number in range(60)], actor)
        fence = Benches(queue.database).hold("a", "desk", 1, actor)
    taken = []

    def race():
        with Queue.open(place) as own:
            benches = Benches(own.database)
            while result := benches.take("a", fence, actor, NOW, 3):
                taken.extend(each.id for each in result)

    racers = [Thread(target=race) for _ in range(4)]
    for each in racers:
        each.start()
    for each in racers:
        each.join()
    assert sorted(taken) == sorted({f"n{number}" for number in range(60)})


def test_what_a_successor_needs(item):
    for need, closing, outcome in product(Need, Closing, (None, *Outcome)):
        before = replace(item("one"), state=State.ENDED, closing=closing, found=outcome)
        ran = closing is Closing.RAN
        assert fulfils(need, before) is (ran if need is Need.ENDED else ran and outcome is Outcome.PASS), (
            before
        )
        assert fulfils(need, replace(before, state=State.CANCELED)) is False
        assert fulfils(need, replace(before, state=State.TAKEN)) is None
