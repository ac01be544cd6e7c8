"""A generator that is unplugged and plugged in again ten times in a run: no acknowledged byte is lost, and the run ends."""

import threading

from labharness.app.devices.preflight import RunOrder
from labharness.app.reports.reverify import reverify
from labharness.app.runs.services import start_run
from labharness.evidence.records.body import RecordType
from labharness.model.results import Ending
from labharness.runner import recovery as reconnecting
from labharness.simulators.usbip import serve
from tests.support.noise.usb_generators import chaoskey
from tests.support.plans import HEALTH, byte_stage, check, written_plan

PLAN = written_plan(
    "replugged",
    byte_stage(60000, 1000, HEALTH),
    check("byte_mean", "noise"),
    more="interruptions_allowed = 10",
)
TIMES, EVERY = 10, 5_000


class Leaving:
    """A counting source that asks to be unplugged every few thousand bytes, and gives nothing more until it was."""

    def __init__(self):
        self.given = self.left = 0
        self.pull = threading.Event()

    def __call__(self, size):
        if self.pull.is_set():
            return b""
        self.given += size
        if self.left < TIMES and self.given > EVERY * (self.left + 1):
            self.left += 1
            self.pull.set()
        return bytes((self.given + at) * 7919 >> 3 & 255 for at in range(size))


def test_a_run_outlives_ten_unpluggings(lab, tmp_path, monkeypatch):
    monkeypatch.setattr(reconnecting, "LOOK_S", 0.01)
    (tmp_path / "plan.toml").write_text(PLAN, "utf-8")
    source, over = Leaving(), threading.Event()
    with serve(chaoskey(source)) as server:

        def hand():
            while source.pull.wait() and not over.is_set():
                server.unplug()
                source.pull.clear()
                server.replug()

        thread = threading.Thread(target=hand)
        thread.start()
        order = RunOrder(
            str(tmp_path / "plan.toml"), server.url, name="run", operator="test", adapter="chaoskey"
        )
        folder, outcome = start_run(lab.space, order)
        over.set()
        source.pull.set()
        thread.join()
    assert outcome.ending is Ending.COMPLETE
    kinds = [record.type for record in folder.records()]
    assert source.left == TIMES
    assert kinds.count(RecordType.BROKEN_OFF) == kinds.count(RecordType.RESUMED) == TIMES
    observed = [record.body for record in folder.records() if record.type is RecordType.OBSERVED]
    assert [each.first for each in observed] == list(range(0, 60_000, 1000))
    again = reverify(lab.space, folder)
    assert (again.problems, again.observations) == ((), 60_000)
