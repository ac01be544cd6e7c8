"""Single-deck shuffles from the simulator's process over USB/IP through pyusb into the ledger, checks included."""

import time

import pytest

from benchmarks.figures import scaled, timed
from labharness.app.devices.preflight import RunOrder
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import start_run
from labharness.devices.adapter import AcquireRequest
from labharness.devices.opening import open_transport
from labharness.model.cards import CardSet
from labharness.model.observations import Kind
from labharness.model.results import Ending

ROUNDS = scaled(3, 2)


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


@pytest.mark.parametrize("batch", [50, 1])
def test_shuffles_into_the_ledger(figure, workspace, plan_of, simulated, disk_floor, batch):
    units = scaled(20_000, 5_000) if batch > 1 else scaled(2_000, 200)
    plan = plan_of("shuffles", units, batch)
    names = iter(f"run-{number}" for number in range(ROUNDS))

    with simulated("fair_shuffler") as url:
        seconds, (_, outcome) = timed(
            lambda: start_run(workspace, RunOrder(plan=str(plan), device=url, name=next(names))),
            ROUNDS,
            time.perf_counter,
        )
        alone = min(bare(url, units, batch) for _ in range(ROUNDS))

    assert outcome.ending is Ending.COMPLETE
    # Before each command, the frames and then the lines of the one before are synced.
    synced = disk_floor([bytes(512)] * (2 * units // batch))
    figure(
        f"shuffles of a run over USB/IP, {batch} a request, five checks included",
        [units / each for each in seconds],
        "shuffles/s",
        ("the adapter alone, and the syncs", units / (alone + synced)),
        1000 if batch > 1 else None,
    )
