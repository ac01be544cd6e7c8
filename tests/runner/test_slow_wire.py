"""Answers that come byte by byte, and a device that is silent for 30 s: nothing acknowledged is lost, and the run goes on."""

import socket
import threading
import time
from contextlib import suppress

import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.reports.reverify import reverify
from labharness.app.runs.services import resume_run, start_run
from labharness.evidence.records.body import RecordType
from labharness.model.results import Ending
from labharness.simulators.process import Device
from tests.conftest import RNG_PLAN

STAGES = {"draws": {"units": 600, "batch": 200}, "raw": {"units": 3000, "batch": 1000}}
SILENCE_S, AFTER_BYTES = 30.0, 3000


def carried_out(lab, url, name):
    plan = lab.plan(RNG_PLAN, STAGES, interruptions_allowed=1)
    return start_run(lab.space, RunOrder(plan, url, name=name, operator="test"))


def observed(folder):
    return [
        (record.body.stage, record.body.first, record.body.data)
        for record in folder.records()
        if record.type is RecordType.OBSERVED
    ]


class SilentOnce:
    """A wire between host and device that holds its answers back for a while, once."""

    def __init__(self, address, silence):
        self._server = socket.create_server(("127.0.0.1", 0))
        self._address, self._left, self._silence = address, AFTER_BYTES, silence
        self.url = f"tcp://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        self._server.close()

    def _serve(self):
        with suppress(OSError):
            while True:
                host, _ = self._server.accept()
                device = socket.create_connection(self._address)
                for source, sink, held in ((host, device, False), (device, host, True)):
                    threading.Thread(target=self._carry, args=(source, sink, held), daemon=True).start()

    def _carry(self, source, sink, held):
        with suppress(OSError), source, sink:
            while data := source.recv(1000):
                if held and self._left > 0:
                    self._left -= len(data)
                    if self._left <= 0:
                        time.sleep(self._silence)
                sink.sendall(data)
            sink.shutdown(socket.SHUT_RDWR)


@pytest.mark.slow
def test_a_device_that_is_silent_for_half_a_minute_loses_nothing(lab):
    with Device("rng", seed=4614).on_stream("tcp://127.0.0.1:0") as server:
        whole, _ = carried_out(lab, server.url, "whole")
    with Device("rng", seed=4614).on_stream("tcp://127.0.0.1:0") as server:
        host, port = server.url.removeprefix("tcp://").split(":")
        wire = SilentOnce((host, int(port)), SILENCE_S)
        begun = time.monotonic()
        folder, outcome = carried_out(lab, wire.url, "silent")
        before = observed(folder)
        if outcome.ending is None:
            outcome = resume_run(folder)
        seconds = time.monotonic() - begun
        wire.close()
    assert outcome.ending is Ending.COMPLETE
    assert SILENCE_S / 3 < seconds < 10 * SILENCE_S
    assert observed(folder)[: len(before)] == before
    assert [place[:2] for place in observed(folder)] == [place[:2] for place in observed(whole)]
    assert reverify(lab.space, folder).problems == ()
