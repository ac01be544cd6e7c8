"""Waiting for a device that failed, and a clock that was set back before a run is taken up again."""

import datetime as dt
import os
import signal
import threading
import time

import pytest

from device_adapters.lab_test_interface import LabTestInterface
from labharness.app.reports.reverify import reverify
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.evidence import Evidence
from labharness.model.results import Ending
from labharness.runner import recovery as resuming
from labharness.runner import run
from labharness.simulators import process
from tests.support.lab import of, telling

SOON_S = 5.0
"""Far below the 120 seconds for which a plan waits, and above what a busy computer adds to a look at the inbox."""
WAYS = {
    "tell stop": (telling("stop"), Ending.STOPPED_BY_OPERATOR, "Ada"),
    "Ctrl-C": (lambda _: os.kill(os.getpid(), signal.SIGINT), Ending.STOPPED_BY_OPERATOR, "signal SIGINT"),
    "SIGTERM": (lambda _: os.kill(os.getpid(), signal.SIGTERM), None, ""),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_wait_for_a_device_that_is_gone_for_good_is_ended_at_once(lab, way):
    act, ending, who = WAYS[way]
    asked = []

    def end(folder):
        time.sleep(0.1)  # the wait is under way
        asked.append(time.monotonic())
        act(folder)

    plan = lab.shoe_plan(interruptions_allowed=3)
    lab.when(of(RecordType.BROKEN_OFF), end)
    folder, outcome = lab.run(plan, lab.device("dealing_shoe", "unplug_after=7"))

    assert time.monotonic() - asked[0] < SOON_S
    assert outcome.ending is ending
    if ending is not None:
        assert outcome.reasons == (Conduct.STOPPED_BY(who=who),)
    assert verify(folder.path).clean
    assert not folder.alive


def test_a_device_that_is_plugged_in_again_is_waited_for_and_a_recording_is_not(monkeypatch):
    monkeypatch.setattr(resuming, "LOOK_S", 0.01)
    with process.start("rng", seed=1) as server:
        server.unplug()
        assert not resuming.came_back([server.url], 0, lambda: None)
        assert resuming.came_back([server.url], 60, server.replug)
        assert not resuming.came_back([server.url, "capture:///x"], 60, lambda: None)


def test_a_clock_set_back_while_a_run_is_interrupted_is_a_deviation(lab, records, monkeypatch):
    class AnHourAgo(dt.datetime):
        @classmethod
        def now(cls, tz=None):
            return super().now(tz) - dt.timedelta(hours=1)

    lab.at(of(RecordType.OBSERVED), lambda _: os.kill(os.getpid(), signal.SIGTERM))
    lab.run(lab.shoe_plan(40, interruptions_allowed=1), lab.device("dealing_shoe"))
    monkeypatch.setattr(resuming, "datetime", AnHourAgo)
    folder, outcome = lab.resume()

    assert outcome.ending is Ending.COMPLETE
    [deviation] = records(folder, RecordType.DEVIATION)
    [reason] = deviation["reasons"]
    assert reason["code"] == Evidence.CLOCK_SET_BACK(seconds=0.0).code
    assert verify(folder.path).clean


@pytest.mark.parametrize("plan", [{}, {"interruptions_allowed": 0}], ids=["complete", "stopped"])
def test_the_frames_of_a_command_to_rest_that_never_comes_back_are_on_record(lab, monkeypatch, records, plan):
    back = threading.Event()
    real = LabTestInterface.safe_state

    def hang(adapter):
        real(adapter)
        back.wait(30)
        real(adapter)  # too late: nothing of it may reach the run

    monkeypatch.setattr(LabTestInterface, "safe_state", hang)
    monkeypatch.setattr(run, "SAFE_STATE_SECONDS", 0.05)
    if plan:
        lab.at(of(RecordType.OBSERVED), telling("stop"))
    folder, outcome = lab.run(lab.shoe_plan(**plan), lab.device("dealing_shoe"))
    ended = list(folder.records())
    back.set()

    assert outcome.ending is (Ending.STOPPED_BY_OPERATOR if plan else Ending.COMPLETE)
    [rest] = records(folder, RecordType.SAFE_STATE)
    assert not rest["reached"]
    last = records(folder, RecordType.EXCHANGE, call="safe_state")[-1]
    assert last["frames"][1] > last["frames"][0]
    assert last["error"]["reasons"] == [{"code": Conduct.REST_UNANSWERED.code}]
    assert verify(folder.path).clean
    assert reverify(None, folder).same
    assert list(folder.records()) == ended
