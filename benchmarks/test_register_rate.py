"""The submission register: changes per second, each on the medium before it is acknowledged; snapshot and verification."""

import os
import time
from datetime import date

import pytest

from labharness.filings.entries.filing import Filing
from labharness.filings.entries.items import Product, Unit
from labharness.filings.entries.people import Person, Role
from labharness.filings.store.register import Register

CHANGES = 300
ROUNDS = 3
LEAST = 20
"""Changes a second that it must make where the disk takes ten times as many syncs."""


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


def test_changes(benchmark, register, disk_floor):
    turns = iter(range(10**9))

    def change():
        for _ in range(CHANGES):
            register.put("s-1", unit(7, f"Turn {next(turns)}."), "a", "Looked again.")

    benchmark.pedantic(change, rounds=ROUNDS)

    rate = CHANGES / benchmark.stats["min"]
    syncs = CHANGES / disk_floor([os.urandom(4096)] * CHANGES)
    benchmark.extra_info["changes/s"] = round(rate)
    benchmark.extra_info["synced writes of 4 KiB/s"] = round(syncs)
    assert rate >= min(LEAST, syncs / 10)


def test_snapshot_and_verification(benchmark, register):
    for number in range(1000):
        register.note("s-1", "looked again", {"number": number}, "a", "To have many records.")

    found = benchmark.pedantic(register.verify, rounds=ROUNDS)

    assert found.clean
    begun = time.perf_counter()
    assert len(register.snapshot("s-1").changes) == 1102
    benchmark.extra_info["ms a snapshot"] = round(1000 * (time.perf_counter() - begun), 1)
    benchmark.extra_info["records verified/s"] = round(found.changes / benchmark.stats["min"])
