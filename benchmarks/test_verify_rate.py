"""Verifying a run: every byte of its raw segments hashed and walked frame by frame."""

import hashlib
import os
import time

import pytest

from benchmarks.figures import best, scaled, timed
from labharness.evidence.records.calls import StatusCall
from labharness.evidence.segments import Direction
from labharness.evidence.verify import verify
from labharness.evidence.writer import RunWriter
from labharness.model.results import Ending
from tests.support.runs import tiny_body

MIB = 1 << 20
TOTAL = scaled(512, 64) * MIB
ROUNDS = 3


def hashed(files):
    for path in files:
        with path.open("rb") as file:
            hashlib.file_digest(file, "sha256")


@pytest.mark.parametrize("frame", [MIB, 16 << 10], ids=["frames of 1 MiB", "frames of 16 KiB"])
def test_verify(figure, tmp_path, frame):
    path = tmp_path / "run"
    writer = RunWriter.create(path, {}, tiny_body(path.name))
    for _ in range(TOTAL // frame):
        writer.record("device", Direction.IN, os.urandom(frame))
    writer.append(StatusCall(channel="device", frames=(0, TOTAL // frame - 1)))
    writer.end(Ending.COMPLETE, ())

    seconds, verified = timed(lambda: verify(path), ROUNDS, time.perf_counter)

    assert verified.clean
    files = sorted((path / "raw").iterdir())
    peer = TOTAL / 1e6 / best(lambda: hashed(files), ROUNDS, time.perf_counter)
    rates = [TOTAL / 1e6 / each for each in seconds]
    figure(f"`verify`, frames of {frame >> 10:,} KiB", rates, "MB/s", ("SHA-256 alone", peer), 300)
