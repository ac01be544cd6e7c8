"""Capturing raw bytes from ``file://``: every MiB recorded, hashed and synced before anybody uses it."""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from urllib.parse import quote

import pytest

from benchmarks.figures import scaled, timed
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
TOTAL = scaled(256, 32) * MIB
BATCH = 4 * MIB
ROUNDS = scaled(5, 2)
FEED = "import sys; open(sys.argv[1], 'wb').write(bytes(range(256)) * 4096 * int(sys.argv[2]))"
PROVENANCE = Provenance(InputKnown.NOT_APPLICABLE, Source.DEVICE_REPORTED)


def acquired(observed):
    return Acquired(observations=len(observed))


def capture(path, url):
    """Do what the runner does for each exchange of a stage that observes bytes."""
    writer = RunWriter.create(path, {}, tiny_body(path.name))
    channel = open_channel("device", writer, discover(), url, "byte_source")
    channel.open()
    for first in range(0, TOTAL, BATCH):
        request = AcquireRequest(Kind.BYTES, BATCH, first)
        observed, record = channel.exchange(
            "acquire", Limits(30.0), dump_request(request), request, shown=acquired
        )
        batch = Batch("raw", Kind.BYTES, first, observed, PROVENANCE)
        writer.append(ObservedBody.of(batch, record.seq))
    channel.close(Conduct.LET_GO())
    writer.end(Ending.COMPLETE, ())


@pytest.fixture(params=["file", "pipe"])
def url(request, tmp_path):
    source = tmp_path / "source"
    if request.param == "file":
        with source.open("wb") as file:
            for _ in range(TOTAL // MIB):
                file.write(os.urandom(MIB))
    elif hasattr(os, "mkfifo"):
        os.mkfifo(source)
    else:
        pytest.skip("This system has no named pipes.")
    return f"file://{quote(source.as_posix())}", source, request.param


def test_capture_from_file(figure, tmp_path, url, disk_floor):
    run = tmp_path / "run"
    address, source, form = url
    feeders = []

    def room():  # as the peer has it: what the round before took of the disk and of memory is free again
        shutil.rmtree(run, ignore_errors=True)
        if form == "pipe":  # one that feeds two rounds can begin the next before this one let go
            feeders.append(subprocess.Popen([sys.executable, "-c", FEED, str(source), str(TOTAL // MIB)]))
        return run, address

    seconds, _ = timed(capture, ROUNDS, time.perf_counter, room)

    assert not any(feeder.wait(10) for feeder in feeders)
    piece = os.urandom(MIB)
    floor = disk_floor([piece] * (TOTAL // MIB), hashlib.sha256)
    figure(
        f"capture from a {form}, a sync for each MiB",
        [TOTAL / 1e6 / each for each in seconds],
        "MB/s",
        ("SHA-256, plain writes and syncs", TOTAL / 1e6 / floor),
        150,
    )
