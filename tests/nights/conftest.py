"""Queues in SQLite and in a real PostgreSQL."""

import os

import pytest

from labharness.database import engine
from labharness.nights.items import Item
from labharness.nights.store.queue import Actor, Queue
from tests.support.postgres import mortal, postgres  # noqa: F401  fixtures


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path):
    """Where a queue is kept, in both databases."""
    if request.param == "sqlite":
        return tmp_path / "queue.db"
    return request.getfixturevalue("postgres")()


@pytest.fixture
def queue(place):
    """A new queue."""
    with Queue.open(place) as opened:
        yield opened


@pytest.fixture
def actor():
    """An engineer."""
    return Actor("engineer-a", "uid 1000")


@pytest.fixture
def item():
    """Make items."""

    def made(name, bench="a", device="network 127.0.0.1 1", **fields):
        return Item(id=name, bench=bench, device=device, order={"plan": "p", "device": "d"}, **fields)

    return made


@pytest.fixture(autouse=True)
def unsynced(monkeypatch):
    """Do not wait for the medium: nothing is lost here but what a process holds."""

    def prepared(connection, record):
        prepare(connection, record)
        connection.execute("PRAGMA synchronous = OFF")

    prepare = engine._prepare_sqlite
    monkeypatch.setattr(engine, "_prepare_sqlite", prepared)
    monkeypatch.setattr(os, "fsync", lambda _: None)
