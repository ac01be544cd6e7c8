"""A device that is silent for 30 s: nothing acknowledged is lost, and the run goes on."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from labharness.app.reports.reverify import reverify
from labharness.evidence.records.body import RecordType
from labharness.model.results import Ending
from tests.conftest import RNG_PLAN
from tests.support.lab import of

STAGES = {"draws": {"units": 600, "batch": 200}, "raw": {"units": 3000, "batch": 1000}}
UNITS = [*(("draws", first) for first in (0, 200, 400)), *(("raw", first) for first in (0, 1000, 2000))]
DEVICE = ("-m", "labharness", "simulate", "rng", "--seed", "4614", "--listen", "tcp://127.0.0.1:0")
SILENCE_S = 30.0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process")
def test_a_device_that_is_silent_for_half_a_minute_loses_nothing(lab):
    """Its process is stopped in the middle of the sample, and goes on later."""
    with subprocess.Popen([sys.executable, *DEVICE], stdout=subprocess.PIPE, text=True) as device:

        def silence(_):
            os.kill(device.pid, signal.SIGSTOP)
            threading.Timer(SILENCE_S, os.kill, (device.pid, signal.SIGCONT)).start()

        url = json.loads(device.stdout.readline())["url"]
        lab.at(of(RecordType.OBSERVED, first=200), silence)
        begun = time.monotonic()
        folder, outcome = lab.run(lab.plan(RNG_PLAN, STAGES, interruptions_allowed=1), url)
        before = list(folder.records())
        if outcome.ending is None:
            folder, outcome = lab.resume()
        seconds = time.monotonic() - begun
        device.kill()
    assert outcome.ending is Ending.COMPLETE
    assert SILENCE_S / 3 < seconds < 10 * SILENCE_S
    assert list(folder.records())[: len(before)] == before
    bodies = (record.body for record in folder.records() if record.type is RecordType.OBSERVED)
    assert [(body.stage, body.first) for body in bodies] == UNITS
    assert reverify(lab.space, folder).problems == ()
