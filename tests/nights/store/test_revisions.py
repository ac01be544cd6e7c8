"""A queue of any former revision is taken over with all that waits in it; one of a later revision is refused."""

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

import labharness.nights.store.migrations
from labharness.database.engine import Database
from labharness.errors import QueueError
from labharness.model.reasons.database import Databases
from labharness.nights.items import State
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Queue
from labharness.nights.store.schema import QUEUE


def made_by_a_former_version(place):
    """Make the tables of the first revision, filled as its version filled them."""
    config = Config()
    config.set_main_option("script_location", labharness.nights.store.migrations.__path__[0])
    database = Database(place, QUEUE)
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "q0001")
    return Queue(database)


def test_a_queue_of_the_first_revision_is_worked_on(place, actor, item):
    with made_by_a_former_version(place) as old:
        old.add([item("n0"), item("n1", after="n0")], actor)
        fence = Benches(old.database).hold("a", "desk", 1, actor)
        (taken,) = Benches(old.database).take("a", fence, actor, "9999-12-31T00:00:00Z", 1)
        acts = old.acts()

    with Queue.open(place) as queue:
        assert [(one.id, one.state) for one in queue.items()] == [
            (taken.id, State.TAKEN),
            ("n1", State.WAITING),
        ]
        assert queue.acts() == acts
        assert [one.id for one in Benches(queue.database).taken("a")] == [taken.id]
        again = Benches(queue.database).hold("a", "desk", 2, actor)
        assert again == fence + 1
        assert [
            one.id for one in Benches(queue.database).take("a", again, actor, "9999-12-31T00:00:00Z")
        ] == ["n1"]


def test_a_queue_of_a_later_revision_is_refused_and_stays(place):
    with Queue.open(place) as queue, queue.database.writing() as connection:
        table = next(name for name in sa.inspect(connection).get_table_names() if "version" in name)
        connection.exec_driver_sql(f"UPDATE {table} SET version_num = 'q9999'")
    with pytest.raises(QueueError) as refused:
        Queue.open(place)
    (why,) = refused.value.reasons
    assert why.is_a(Databases.NEWER_TABLES)
    assert (why["revision"], why["known"]) == ("q9999", QUEUE.revision)
