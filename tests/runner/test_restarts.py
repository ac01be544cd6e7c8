"""Restarts of a noise source: a person makes them, the record shows them, and a source that begins alike is found."""

import numpy as np
import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.reports.reverify import reverify
from labharness.app.runs.services import start_run
from labharness.devices.usb.descriptors import STRING, string_descriptor
from labharness.evidence.records.body import RecordType
from labharness.model.reasons.conduct import Ask, Conduct
from labharness.model.results import Ending, Outcome
from labharness.simulators.usbip import serve
from tests.support.noise.usb_generators import chaoskey
from tests.support.plans import HEALTH, byte_stage, check, written_plan

PLAN = written_plan(
    "restarts",
    byte_stage(1024, 32, "restart = true", HEALTH.replace("7.5", "6.0")),
    check("entropy_restarts", "noise", 'parameters = { samples = 1024, limit = 4.0, source = "data sheet" }'),
)
ROWS = 32


class Source:
    """Noise that a restart begins again: with new entropy, or from the same seed."""

    def __init__(self, *, alike):
        self.alike, self.starts = alike, 0
        self.restart()

    def restart(self):
        self.starts += 1
        self._draw = np.random.default_rng(1 if self.alike else self.starts)

    def __call__(self, size):
        return self._draw.bytes(size)


@pytest.fixture
def conducted(lab):
    """Return a function that runs the plan on a source; ``switched`` is called at each restart."""

    def conduct(source, switched=lambda *_: None):
        gadget = chaoskey(source)

        def people(prompt, answer):
            source.restart()
            switched(gadget, source.starts)
            answer("done")

        with serve(gadget) as server:
            lab.attend(answers=people)
            details = {"name": "run", "operator": "test", "adapter": "chaoskey"}
            return start_run(lab.space, RunOrder(lab.write(PLAN), server.url, **details))

    return conduct


def test_every_row_follows_a_restart_that_is_on_record(lab, conducted):
    folder, outcome = conducted(Source(alike=False))
    kinds = [record.type for record in folder.records()]
    row = [
        RecordType.DISCONNECTED,
        RecordType.PROMPT,
        RecordType.ANSWER,
        RecordType.CONNECTED,
        RecordType.EXCHANGE,
        RecordType.OBSERVED,
    ]
    begin = kinds.index(RecordType.DISCONNECTED)
    assert kinds[begin : begin + ROWS * len(row)] == row * ROWS
    asked = [record.body.asks for record in folder.records() if record.type is RecordType.PROMPT]
    assert asked[-1] == (Ask.RESTART_SOURCE(number=ROWS, restarts=ROWS),)
    assert outcome.verdict.outcome is Outcome.PASS
    assert reverify(lab.space, folder).problems == ()


def test_a_source_that_begins_alike_fails(lab, conducted):
    folder, outcome = conducted(Source(alike=True))
    assert outcome.verdict.outcome is Outcome.FAIL
    # Each row begins anew, so equal rows are no repeated blocks of one stream.
    assert RecordType.ALARM not in [record.type for record in folder.records()]
    assert reverify(lab.space, folder).problems == ()


def test_another_unit_after_a_restart_ends_the_run(conducted):
    def swapped(gadget, number):
        if number == 4:
            gadget._descriptors[STRING << 8 | 3] = string_descriptor("OTHER")

    folder, outcome = conducted(Source(alike=False), swapped)
    reason = Conduct.OTHER_UNIT(
        model="1d50:60c6", serial="SIM-000123", other_model="1d50:60c6", other_serial="OTHER"
    )
    assert (outcome.ending, outcome.reasons) == (Ending.ERROR, (reason,))
    assert outcome.verdict.outcome is not Outcome.PASS
    assert sum(record.type is RecordType.OBSERVED for record in folder.records()) == 2
