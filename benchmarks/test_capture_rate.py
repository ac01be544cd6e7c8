"""Capturing raw bytes from ``file://``: every MiB recorded, hashed and synced before anybody uses it."""

import os
import shutil
import subprocess
import sys
from urllib.parse import quote

import pytest

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
TOTAL = 256 * MIB
BATCH = 4 * MIB
ROUNDS = 5
FEED = "import sys\nfor _ in range(int(sys.argv[2])):\n    open(sys.argv[1], 'wb').write(bytes(range(256)) * 4096 * 256)"
PROVENANCE = Provenance(InputKnown.NOT_APPLICABLE, Source.DEVICE_REPORTED)


def acquired(found):
    return Acquired(observations=len(found))


def capture(path, url):
    """Do what the runner does for each exchange of a stage that observes bytes."""
    writer = RunWriter.create(path, {}, tiny_body(path.name))
    channel = open_channel("device", writer, discover(), url, "byte_source")
    channel.open()
    for first in range(0, TOTAL, BATCH):
        request = AcquireRequest(Kind.BYTES, BATCH, first)
        found, record = channel.exchange(
            "acquire",
            dump_request(request),
            lambda adapter, it=request: adapter.acquire(it),
            acquired,
            Limits(30.0),
        )
        batch = Batch("raw", Kind.BYTES, first, found, PROVENANCE)
        writer.append(ObservedBody.of(batch, record.seq))
    channel.close(Conduct.LET_GO())
    writer.end(Ending.COMPLETE, ())


@pytest.fixture(params=["file", "pipe"])
def url(request, tmp_path):
    source = tmp_path / "source"
    feeder = None
    if request.param == "file":
        with source.open("wb") as file:
            for _ in range(TOTAL // MIB):
                file.write(os.urandom(MIB))
    elif hasattr(os, "mkfifo"):
        os.mkfifo(source)
        feeder = subprocess.Popen([sys.executable, "-c", FEED, str(source), str(ROUNDS)])
    else:
        pytest.skip("This system has no named pipes.")
    yield f"file://{quote(source.as_posix())}"
    if feeder is not None:
        feeder.wait(10)


def test_capture_from_file(benchmark, tmp_path, url, disk_floor):
    run = tmp_path / "run"

    def room():  # as the floor has it: what the round before took of the disk and of memory is free again
        shutil.rmtree(run, ignore_errors=True)
        return (run, url), {}

    benchmark.pedantic(capture, setup=room, rounds=ROUNDS)

    floor = disk_floor([os.urandom(MIB)] * (TOTAL // MIB))
    benchmark.extra_info["MB/s"] = round(TOTAL / 1e6 / benchmark.stats["min"])
    benchmark.extra_info["MB/s of plain writes, synced likewise"] = round(TOTAL / 1e6 / floor)
    benchmark.extra_info["times the floor"] = round(benchmark.stats["min"] / floor, 2)
