"""Bulk bytes over USB/IP into the ledger, with health tests: from one device, and from eight at once on one desk."""

import hashlib
import os
import shutil
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager

from benchmarks.figures import scaled, timed
from labharness.analysis.laws.entropy.health import HealthLimits, StreamHealth
from labharness.app.plug_ins.discovery import discover
from labharness.devices.adapter import AcquireRequest
from labharness.devices.tap import Limits
from labharness.evidence.records.calls import Acquired, ObservedBody
from labharness.evidence.writer import RunWriter
from labharness.model.observations import Batch, InputKnown, Kind, Provenance, Source
from labharness.model.reasons.conduct import Conduct
from labharness.model.results import Ending
from labharness.runner.channel import dump_request, open_channel
from tests.support.runs import tiny_body

MIB = 1 << 20
BATCH = MIB
TOTAL = scaled(64, 16) * MIB
EACH = scaled(16, 4) * MIB
DEVICES = 8
ROUNDS = 3
PROVENANCE = Provenance(InputKnown.NOT_APPLICABLE, Source.DEVICE_REPORTED)
SERVER = """
import os, sys
from tests.support.noise.usb_generators import quantis
from labharness.simulators.usbip import serve
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


def acquired(observed):
    return Acquired(observations=len(observed))


def capture(path, url, total):
    """Do what the runner does for each exchange of a stage that observes bytes and declares their health."""
    writer = RunWriter.create(path, {}, tiny_body(path.name))
    channel = open_channel("device", writer, discover(), url, "quantis")
    health = StreamHealth(HealthLimits(7.5))
    channel.open()
    for first in range(0, total, BATCH):
        request = AcquireRequest(Kind.BYTES, BATCH, first)
        observed, record = channel.exchange(
            "acquire", Limits(30.0), dump_request(request), request, shown=acquired
        )
        health.counted(observed[0].data)
        batch = Batch("raw", Kind.BYTES, first, observed, PROVENANCE)
        writer.append(ObservedBody.of(batch, record.seq))
    channel.close(Conduct.LET_GO())
    writer.end(Ending.COMPLETE, ())


def plain(disk_floor, total):
    """Return what hashing, plain writes and syncs of as many bytes reach."""
    piece = os.urandom(MIB)
    return "SHA-256, plain writes and syncs", total / 1e6 / disk_floor(
        [piece] * (total // MIB), hashlib.sha256
    )


def test_bulk_into_the_ledger(figure, tmp_path, disk_floor):
    run = tmp_path / "run"

    def room():
        shutil.rmtree(run, ignore_errors=True)
        return run, url, TOTAL

    with generator() as url:
        seconds, _ = timed(capture, ROUNDS, time.perf_counter, room)
    rates = [TOTAL / 1e6 / each for each in seconds]
    figure("bulk bytes over USB/IP with health tests", rates, "MB/s", plain(disk_floor, TOTAL), 20)


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


def test_eight_devices_on_one_desk(figure, tmp_path, disk_floor):
    shares = {}

    def room():
        shutil.rmtree(tmp_path / "runs", ignore_errors=True)
        (tmp_path / "runs").mkdir()
        shares.clear()
        return tmp_path / "runs", urls, shares

    with ExitStack() as stack:
        urls = [stack.enter_context(generator()) for _ in range(DEVICES)]
        seconds, _ = timed(together, ROUNDS, time.perf_counter, room)
    total = DEVICES * EACH
    rates = [total / 1e6 / each for each in seconds]
    figure("bulk bytes from eight devices at once, all together", rates, "MB/s", plain(disk_floor, total))
    slowest, fastest = max(shares.values()), min(shares.values())
    figure("the slowest of the eight", slowest, "s", ("the fastest", fastest))
    assert len(shares) == DEVICES
    assert slowest < scaled(2, 10) * fastest
