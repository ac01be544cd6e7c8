"""Bulk bytes over USB/IP into the ledger, with health tests: from one device, and from eight at once on one desk."""

import os
import shutil
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager

from labharness.analysis.laws.entropy.stream_health import HealthLimits, StreamHealth
from labharness.app.plug_ins.discovery import discover
from labharness.devices.adapter import AcquireRequest
from labharness.devices.tap import Limits
from labharness.evidence.records.calls import Acquired
from labharness.evidence.records.sample import ObservedBody
from labharness.evidence.writer import RunWriter
from labharness.model.observations import Batch, InputKnown, Kind, Provenance, Source
from labharness.model.reasons.conduct import Conduct
from labharness.model.results import Ending
from labharness.runner.channel import dump_request, open_channel
from tests.support.runs import tiny_body

MIB = 1 << 20
BATCH = MIB
TOTAL = 64 * MIB
EACH = 16 * MIB
DEVICES = 8
ROUNDS = 3
PROVENANCE = Provenance(InputKnown.NOT_APPLICABLE, Source.DEVICE_REPORTED)
SERVER = """
import os, sys
from tests.support.noise.usb_generators import quantis
from labharness.simulators.usbip.server import serve
with serve(quantis(os.urandom)) as server:
    print(server.url, flush=True)
    sys.stdin.read()
"""


@contextmanager
def generator():
    """Serve a generator from a process of its own, as fast as USB/IP takes its bytes."""
    command = [sys.executable, "-c", SERVER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process.stdout.readline().strip()
        process.stdin.close()


def acquired(found):
    return Acquired(observations=len(found))


def capture(path, url, total):
    """Do what the runner does for each exchange of a stage that observes bytes and declares their health."""
    writer = RunWriter.create(path, {}, tiny_body(path.name))
    channel = open_channel("device", writer, discover(), url, "quantis")
    health = StreamHealth(HealthLimits(7.5))
    channel.open()
    for first in range(0, total, BATCH):
        request = AcquireRequest(Kind.BYTES, BATCH, first)
        found, record = channel.exchange(
            "acquire",
            dump_request(request),
            lambda adapter, it=request: adapter.acquire(it),
            acquired,
            Limits(30.0),
        )
        health.counted(found[0].data)
        batch = Batch("raw", Kind.BYTES, first, found, PROVENANCE)
        writer.append(ObservedBody.of(batch, record.seq))
    channel.close(Conduct.LET_GO())
    writer.end(Ending.COMPLETE, ())


def test_bulk_into_the_ledger(benchmark, tmp_path, disk_floor):
    run = tmp_path / "run"

    def room():
        shutil.rmtree(run, ignore_errors=True)
        return (run, url, TOTAL), {}

    with generator() as url:
        benchmark.pedantic(capture, setup=room, rounds=ROUNDS)
    floor = disk_floor([os.urandom(MIB)] * (TOTAL // MIB))
    benchmark.extra_info["MB/s"] = round(TOTAL / 1e6 / benchmark.stats["min"])
    benchmark.extra_info["MB/s of plain writes, synced likewise"] = round(TOTAL / 1e6 / floor)
    benchmark.extra_info["times the floor"] = round(benchmark.stats["min"] / floor, 2)
    assert TOTAL / 1e6 / benchmark.stats["min"] >= 20


def together(folder, urls, shares):
    """Capture from all devices at once, a thread each; keep the seconds that each took."""

    def work(number, url):
        begun = time.perf_counter()
        capture(folder / f"run-{number}", url, EACH)
        shares[number] = time.perf_counter() - begun

    threads = [threading.Thread(target=work, args=each) for each in enumerate(urls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_eight_devices_on_one_desk(benchmark, tmp_path, disk_floor):
    shares = {}

    def room():
        shutil.rmtree(tmp_path / "runs", ignore_errors=True)
        (tmp_path / "runs").mkdir()
        shares.clear()
        return (tmp_path / "runs", urls, shares), {}

    with ExitStack() as stack:
        urls = [stack.enter_context(generator()) for _ in range(DEVICES)]
        benchmark.pedantic(together, setup=room, rounds=ROUNDS)
    total = DEVICES * EACH
    floor = disk_floor([os.urandom(MIB)] * (total // MIB))
    benchmark.extra_info["MB/s of all"] = round(total / 1e6 / benchmark.stats["min"])
    benchmark.extra_info["seconds of the slowest over those of the fastest"] = round(
        max(shares.values()) / min(shares.values()), 2
    )
    benchmark.extra_info["MB/s of plain writes, synced likewise"] = round(total / 1e6 / floor)
    benchmark.extra_info["times the floor"] = round(benchmark.stats["min"] / floor, 2)
    assert len(shares) == DEVICES
    assert max(shares.values()) < 2 * min(shares.values())
