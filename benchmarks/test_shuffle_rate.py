"""Single-deck shuffles from the simulator's process over USB/IP through pyusb into the ledger, checks included."""

import time

import pytest

from labharness.app.plug_ins.discovery import discover
from labharness.app.preflight import RunOrder
from labharness.app.services import start_run
from labharness.devices.adapter import AcquireRequest
from labharness.devices.opening import open_transport
from labharness.model.cards import CardSet
from labharness.model.observations import Kind
from labharness.model.results import Ending

ROUNDS = 3


class Bare:
    """A transport as a link that records nothing."""

    def __init__(self, transport):
        self._transport = transport
        self.position = 0

    def write(self, data, timeout=30.0):
        self.position += 1
        self._transport.write(data, timeout)

    def read(self, size, timeout=30.0):
        self.position += 1
        return self._transport.read(size, timeout)


def bare(url, units, batch):
    """Return the seconds that the adapter takes for the same shuffles when nothing is recorded or judged."""
    transport = open_transport(url)
    transport.open()
    adapter = discover().adapters["lab_test_interface"](Bare(transport))
    adapter.load(CardSet.of_decks("one", 1).new_deck_order())
    begun = time.perf_counter()
    for first in range(0, units, batch):
        adapter.acquire(AcquireRequest(Kind.SHUFFLE, batch, first))
    seconds = time.perf_counter() - begun
    transport.close()
    return seconds


@pytest.mark.parametrize(("batch", "units"), [(50, 20_000), (1, 2_000)])
def test_shuffles_into_the_ledger(benchmark, workspace, plan_of, simulated, disk_floor, batch, units):
    plan = plan_of("shuffles", units, batch)
    names = iter(f"run-{number}" for number in range(ROUNDS))

    with simulated("fair_shuffler") as url:
        _, outcome = benchmark.pedantic(
            lambda: start_run(workspace, RunOrder(plan=str(plan), device=url, name=next(names))),
            rounds=ROUNDS,
        )
        floor = min(bare(url, units, batch) for _ in range(ROUNDS))

    assert outcome.ending is Ending.COMPLETE
    # Before each command, the frames and then the lines of the one before are synced.
    synced = disk_floor([bytes(512)] * (2 * units // batch))
    benchmark.extra_info["shuffles/s"] = round(units / benchmark.stats["min"])
    benchmark.extra_info["shuffles/s of the adapter alone"] = round(units / floor)
    benchmark.extra_info["shuffles/s that the disk's syncs allow"] = round(units / synced)
    benchmark.extra_info["times both floors"] = round(benchmark.stats["min"] / (floor + synced), 2)
