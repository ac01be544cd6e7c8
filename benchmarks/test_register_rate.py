"""The submission register: changes, each on the medium before it is acknowledged; snapshot and verification."""

import sqlite3
from contextlib import closing
from datetime import date

import pytest

from benchmarks.figures import best, scaled, timed
from labharness.filings.entries.entry import Person, Role
from labharness.filings.entries.events import Product, Unit
from labharness.filings.entries.filing import Filing
from labharness.filings.store.register import Register

CHANGES = scaled(300, 100)
ROUNDS = 3
MOST_MS = 50


@pytest.fixture
def register(tmp_path):
    with Register.open(tmp_path / "register.db") as register:
        register.put("", Person(id="a", name="A", roles=tuple(Role)), "a", "Begin.")
        filing = Filing(
            id="s-1",
            reference="S/1",
            type="prototype",
            title="A shuffler",
            submitter="A manufacturer",
            submitter_kind="manufacturer",
            license="F-1",
            received=date(2026, 3, 1),
            games=("blackjack-633a",),
        )
        product = Product(id="one", manufacturer="A", model="One", device_class="batch_shuffler")
        register.apply("s-1", [filing, product, *map(unit, range(100))], [], "a", "As filed.")
        yield register


def unit(number, condition="As new."):
    return Unit(
        id=f"unit-{number}", product="one", serial=str(number), received=date(2026, 3, 2), condition=condition
    )


def test_changes(figure, register, tmp_path):
    turns = iter(range(10**9))

    def change():
        for _ in range(CHANGES):
            register.put("s-1", unit(7, f"Turn {next(turns)}."), "a", "Looked again.")

    def plain():
        for turn in range(CHANGES):
            with bare:
                bare.execute("INSERT INTO changes VALUES (?)", (f"Turn {turn}." * 40,))

    seconds, _ = timed(change, ROUNDS)
    with closing(sqlite3.connect(tmp_path / "bare.db")) as bare:
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE changes (body)")
        peer = 1000 * best(plain, ROUNDS) / CHANGES
    each = [1000 * spent / CHANGES for spent in seconds]
    figure(
        "a change of the register, each synced, processor time",
        each,
        "ms",
        ("an insert into bare SQLite", peer),
        MOST_MS,
    )


def test_snapshot_and_verification(figure, register):
    for number in range(1000):
        register.note("s-1", "looked again", {"number": number}, "a", "To have many records.")

    seconds, verified = timed(register.verify, ROUNDS)
    assert verified.clean
    figure("a register of 1,102 changes verified", [1000 * each for each in seconds], "ms")
    seconds, snapshot = timed(lambda: register.snapshot("s-1"), ROUNDS)
    assert len(snapshot.changes) == 1102
    figure("a snapshot of 100 units from it", [1000 * each for each in seconds], "ms")
