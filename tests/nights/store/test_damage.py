"""Rows that are not as they were written: each is named and runs nothing, and the others go on."""

import random
import sqlite3

import pytest
import sqlalchemy as sa

from labharness.database.engine import is_whole
from labharness.errors import QueueError
from labharness.model.reasons.database import Databases
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome
from labharness.nights.acts import Canceled, Damaged, PutRight, TookOver
from labharness.nights.items import Closing, Schedule, State
from labharness.nights.store.benches import Benches
from labharness.nights.store.past import Schedules
from labharness.nights.store.queue import Actor, Queue
from labharness.nights.store.schema import AUDIT, BENCH, ITEM, SCHEDULE
from tests.support.reasons import refusal, refused

EVER = "9999-12-31T00:00:00+00:00"
WORKER = Actor("worker of a", "uid 1")
NIGHTLY = {"cron": "0 18 * * 1-5", "zone": "America/New_York", "window_h": 10, "item": {"bench": "a"}}
ALL = tuple(state for state in State if state is not State.DAMAGED)


def spoil(queue, statement):
    """Change a row past the product."""
    with queue.database.writing() as connection:
        connection.exec_driver_sql(statement)


@pytest.mark.parametrize("field", ["device = 'another'", "due = '2020'", "need = 'luck'", "priority = 9"])
def test_a_damaged_item_is_named_and_not_taken_and_the_others_go_on(queue, item, actor, field):
    queue.add([item("one"), item("two"), item("three", after="one")], actor)
    spoil(queue, f"UPDATE queue_item SET {field} WHERE id = 'one'")
    damaged = {each.id: each for each in queue.items()}["one"]
    assert (damaged.state, damaged.reason) == (State.DAMAGED, Nights.ROW_DAMAGED(item="one"))
    assert (damaged.device, damaged.order) == ("", {})
    assert queue.verify().problems == (Nights.ROW_DAMAGED(item="one"),)
    benches = Benches(queue.database)
    fence = benches.hold("a", "desk", 1, WORKER)
    assert [each.id for each in benches.take("a", fence, WORKER, EVER)] == ["two"]
    assert refusal(queue.move, "one", actor, priority=1) == Nights.ROW_DAMAGED(item="one")
    assert refusal(queue.item, "one") == Nights.ROW_DAMAGED(item="one")


def test_a_damaged_item_is_canceled_and_its_name_is_over(queue, item, actor):
    queue.add([item("one")], actor)
    spoil(queue, "UPDATE queue_item SET state = 'waitinf'")
    assert queue.cancel("one", actor).state is State.CANCELED
    assert queue.items() == ()
    (canceled,) = queue.items(states=(State.CANCELED,))
    assert (canceled.reason, canceled.withdrawn) == (Nights.ROW_DAMAGED(item="one"), "engineer-a")
    body = queue.acts("one")[-1].body
    assert isinstance(body, Canceled)
    assert "waitinf" in body.damaged
    assert queue.verify().problems == ()


def test_a_bench_puts_right_what_it_has_taken(queue, item, actor):
    queue.add([item("one"), item("two")], actor)
    benches = Benches(queue.database)
    fence = benches.hold("a", "desk", 1, WORKER)
    taken = benches.take("a", fence, WORKER, EVER)
    spoil(queue, "UPDATE queue_item SET withdrawn = '\"x\"', device = 'another' WHERE id = 'one'")
    assert benches.withdrawn("a") == {}
    assert [each.id for each in benches.taken("a")] == ["two"]
    given = ("a", fence, WORKER, "one", Closing.RAN, None, Outcome.PASS)
    assert refusal(benches.end, *given) == Nights.ROW_DAMAGED(item="one")
    benches.put_right("a", fence, WORKER, taken)
    assert benches.taken("a") == taken
    assert [type(act.body) for act in queue.acts("one")][-1] is PutRight
    assert benches.end(*given)
    assert queue.item("one").found is Outcome.PASS


def test_a_damaged_bench_begins_nothing_until_it_is_taken_over(queue, item, actor):
    queue.add([item("one")], actor)
    benches = Benches(queue.database)
    fence = [benches.hold("a", "desk", 1, WORKER) for _ in range(3)][-1]
    benches.hold("b", "desk", 1, WORKER)
    spoil(queue, "UPDATE queue_bench SET fence = 1 WHERE name = 'a'")
    assert [(bench.name, bench.damaged) for bench in benches.all()] == [("a", True), ("b", False)]
    why = Nights.BENCH_DAMAGED(bench="a")
    for call in (benches.beat, lambda name, known: benches.take(name, known, WORKER, EVER)):
        assert refusal(call, "a", fence) == why
    assert refusal(benches.hold, "a", "desk", 1, WORKER) == why
    assert refusal(benches.pause, "a", actor, paused=True) == why
    assert benches.hold("a", "desk", 1, WORKER, take=True) == fence + 1
    assert isinstance(queue.acts("a")[-1].body, TookOver)
    assert queue.verify().problems == ()


def test_a_damaged_schedule_makes_nothing(queue, actor):
    schedules = Schedules(queue.database)
    for name in ("one", "two"):
        schedules.add(Schedule(id=name, **NIGHTLY), actor)
    spoil(queue, "UPDATE queue_schedule SET cron = '0 19 * * 1-5' WHERE id = 'one'")
    assert [(each.id, each.active, each.damaged) for each in schedules.all("a")] == [
        ("one", False, True),
        ("two", True, False),
    ]
    assert refusal(schedules.set_active, "one", actor, active=True) == Nights.SCHEDULE_DAMAGED(schedule="one")


def test_a_record_of_the_audit_that_was_altered_is_named(queue, item, actor):
    queue.add([item("one"), item("two")], actor)
    with queue.database.writing() as connection:
        postgresql = connection.dialect.name == "postgresql"
        name = "queue_audit_never_changed ON queue_audit" if postgresql else "queue_audit_never_updated"
        connection.exec_driver_sql(f"DROP TRIGGER {name}")
        connection.execute(AUDIT.update().where(AUDIT.c.number == 1).values(target="another"))
    assert isinstance(queue.acts()[0].body, Damaged)
    assert queue.verify().problems == (Nights.ACT_DAMAGED(record=1),)


def test_every_row_carries_its_hash(queue, item, actor):
    """Whatever was done to it: a row that some act left with its former hash would be called damaged."""
    queue.add([item("one"), item("two"), item("three", after="one"), item("four", retries=1)], actor)
    benches, schedules = Benches(queue.database), Schedules(queue.database)
    schedules.add(Schedule(id="s", **NIGHTLY), actor)
    schedules.set_active("s", actor, active=False)
    queue.move("two", actor, before="one")
    queue.move("four", actor, first=True, bench="b")
    fence = benches.hold("a", "desk", 1, WORKER)
    benches.beat("a", fence)
    benches.pause("a", actor, paused=True)
    benches.pause("a", actor, paused=False)
    benches.take("a", fence, WORKER, EVER)
    queue.cancel("three", actor)
    benches.end("a", fence, WORKER, "one", Closing.NOT_RUN, Nights.WITHDRAWN(), None, item("one-again"))
    benches.hold("a", "another", 1, WORKER, take=True)
    with queue.database.reading() as connection:
        for table in (ITEM, BENCH, SCHEDULE, AUDIT):
            rows = connection.execute(sa.select(table)).mappings().all()
            assert rows
            assert all(is_whole(dict(row)) for row in rows)
    assert queue.verify().problems == ()


@pytest.fixture
def filled(tmp_path, item, actor):
    """A queue in one SQLite file, and its place."""
    place = tmp_path / "queue.db"
    with Queue.open(place) as queue:
        queue.add(
            [item(f"run-{k}", due=f"2026-11-{k + 1:02}T18:00:00+00:00", priority=k % 3) for k in range(9)],
            actor,
        )
        benches = Benches(queue.database)
        benches.take("a", benches.hold("a", "desk", 1, WORKER), WORKER, "2026-11-03T00:00:00+00:00")
        Schedules(queue.database).add(Schedule(id="nightly", **NIGHTLY), actor)
    connection = sqlite3.connect(place)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    return place


def view(place):
    """Everything that the queue says, and the names of what it calls damaged."""
    with Queue.open(place) as queue:
        items = (*queue.items(states=ALL), *queue.items("a"))
        benches, schedules = Benches(queue.database).all(), Schedules(queue.database).all()
        acts = queue.acts()
    damaged = sum(each.state is State.DAMAGED for each in items)
    damaged += sum(each.damaged for each in (*benches, *schedules))
    damaged += sum(isinstance(act.body, Damaged) for act in acts)
    sound = {("item", each.id): each for each in items if each.state is not State.DAMAGED}
    sound |= {(type(each).__name__, each.name): each for each in benches if not each.damaged}
    sound |= {(type(each).__name__, each.id): each for each in schedules if not each.damaged}
    sound |= {("act", act.number): act for act in acts if not isinstance(act.body, Damaged)}
    return sound, damaged, [each.id for each in items]


@pytest.mark.parametrize("times", [60, pytest.param(240, marks=pytest.mark.long)])
def test_no_flipped_bit_changes_what_is_run(filled, tmp_path, times):
    """Each gives the same values, or a row that is named as damaged, or a refusal of the database."""
    content, good = filled.read_bytes(), view(filled)
    assert good[1] == 0
    rng, ends, place = random.Random(28), [0, 0, 0], tmp_path / "flipped.db"
    for _ in range(times):
        at = rng.randrange(8 * len(content))
        flipped = bytearray(content)
        flipped[at // 8] ^= 1 << at % 8
        for ending in ("", "-wal", "-shm"):
            place.with_name(place.name + ending).unlink(missing_ok=True)
        place.write_bytes(flipped)
        try:
            sound, damaged, order = view(place)
        except QueueError:
            ends[2] += 1
            continue
        assert sound.items() <= good[0].items(), at
        assert damaged or (sound, order) == (good[0], good[2]), at
        ends[bool(damaged)] += 1
    assert all(ends)


def test_an_index_that_has_lost_a_row_is_refused(filled):
    """A query would not see the row, and no hash of it would be read."""
    connection = sqlite3.connect(filled)
    (root,) = connection.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = 'queue_item_next'"
    ).fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    content = bytearray(filled.read_bytes())
    page = content[(root - 1) * size : root * size]
    at = page.rindex(b"awaiting")
    content[(root - 1) * size + at] ^= 2
    filled.write_bytes(content)
    assert refused(QueueError, Queue.open, filled)[0].is_a(Databases.DAMAGED)
