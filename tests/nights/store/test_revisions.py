"""A queue of any former revision is taken over with all that waits in it; one of a later revision is refused."""

import pytest
import sqlalchemy as sa

from labharness.database.engine import Database, upgrade
from labharness.errors import QueueError
from labharness.model.reasons.database import Databases
from labharness.model.reasons.night import Nights
from labharness.nights.acts import Added, BenchHeld
from labharness.nights.items import State
from labharness.nights.store.benches import Benches
from labharness.nights.store.past import Schedules
from labharness.nights.store.queue import Queue
from labharness.nights.store.schema import AUDIT, QUEUE

ITEMS = 'id, bench, device, "order", priority, place, after, need, due, until, deadline, attended, retries, forerunner, '
ITEMS += "occurrence, asked_by, added, state, fence, withdrawn, closing, found, reason, over"
REST = "'', '', '', false, 0, '', NULL, '\"engineer-a\"', '2026-01-02T00:00:00+00:00'"
ORDER = '\'{"device":"d","plan":"p"}\''
FORMER = (
    f"""INSERT INTO queue_item ({ITEMS}) VALUES ('n0', 'a', 'dev', {ORDER}, 0, 1, '', 'ended', {REST}, 'taken', 1, '""',
        NULL, NULL, NULL, '')""",
    f"""INSERT INTO queue_item ({ITEMS}) VALUES ('n1', 'a', 'dev', {ORDER}, 0, 2, 'n0', 'ended', {REST}, 'waiting', 0,
        '""', NULL, NULL, NULL, '')""",
    f"""INSERT INTO queue_item ({ITEMS}) VALUES ('n2', 'b', 'dev', 'spoiled', 0, 3, '', 'ended', {REST}, 'waiting', 0,
        '""', NULL, NULL, NULL, '')""",
    """INSERT INTO queue_bench (name, host, process, fence, heard, paused)
        VALUES ('a', 'desk', 1, 1, '2026-01-02T00:00:00+00:00', false)""",
    """INSERT INTO queue_schedule (id, cron, zone, window_h, item, active, made)
        VALUES ('s', '0 18 * * 1-5', 'America/New_York', 10, '{"bench":"a"}', true, '2026-01-02T00:00:00+00:00')""",
    """INSERT INTO queue_audit (number, utc, who, account, what, target, body)
        VALUES (1, '2026-01-02T00:00:00+00:00', '"engineer-a"', '"uid"', 'add', 'n0', '{"bench":"a","device":"dev"}')""",
    """INSERT INTO queue_audit (number, utc, who, account, what, target, body)
        VALUES (2, '2026-01-02T00:00:00+00:00', '"w"', '"uid"', 'hold', 'a', '{"before":"","fence":1,"host":"desk"}')""",
)
"""What the first version of the queue wrote."""


def made_by_a_former_version(place):
    """Make the tables of the first revision, filled as its version filled them."""
    database = Database(place, QUEUE)
    with database.writing() as connection:
        upgrade(connection, QUEUE, "q0001")
        for statement in FORMER:
            connection.exec_driver_sql(statement)
    database.close()


def test_a_queue_of_the_first_revision_is_worked_on(place, actor):
    made_by_a_former_version(place)
    with Queue.open(place) as queue:
        states = [(item.id, item.state) for item in queue.items()]
        assert states == [("n0", State.TAKEN), ("n1", State.WAITING), ("n2", State.DAMAGED)]
        assert [act.body for act in queue.acts()] == [
            Added(bench="a", device="dev"),
            BenchHeld(host="desk", fence=1),
        ]
        assert [(each.window_h, each.damaged) for each in Schedules(queue.database).all()] == [(10.0, False)]
        assert queue.verify().problems == (Nights.ROW_DAMAGED(item="n2"),)
        assert [item.id for item in Benches(queue.database).taken("a")] == ["n0"]
        again = Benches(queue.database).hold("a", "desk", 2, actor)
        assert again == 2
        items = Benches(queue.database).take("a", again, actor, "9999-12-31T00:00:00Z")
        assert [item.id for item in items] == ["n1"]
        with pytest.raises(QueueError), queue.database.writing() as connection:
            connection.execute(AUDIT.delete())  # the triggers are there again


def test_a_queue_of_a_later_revision_is_refused_and_stays(place):
    with Queue.open(place) as queue, queue.database.writing() as connection:
        table = next(name for name in sa.inspect(connection).get_table_names() if "version" in name)
        connection.exec_driver_sql(f"UPDATE {table} SET version_num = 'q9999'")
    with pytest.raises(QueueError) as refused:
        Queue.open(place)
    (why,) = refused.value.reasons
    assert why.is_a(Databases.NEWER_TABLES)
    assert (why["revision"], why["known"]) == ("q9999", QUEUE.revision)
