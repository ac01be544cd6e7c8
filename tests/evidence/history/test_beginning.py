"""A run that was not begun is no attempt; nothing that shows anything of a device is ever one."""

import itertools
import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from pydantic import TypeAdapter

from labharness.evidence.history.course import Beginning
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import IdentifyCall
from labharness.evidence.records.course import EndBody
from labharness.evidence.records.line import BODIES
from labharness.model.device import DeviceIdentity
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.run import Shown
from labharness.model.reasons.wire import Wire
from labharness.model.results import Ending
from tests.support.runs import tiny_body

SAMPLES = [
    (kind, TypeAdapter(BODIES[RecordType(kind)]).validate_python(body, strict=False))
    for kind, body in json.loads((Path(__file__).parents[1] / "bodies.json").read_text())
]
OTHER = Conduct.OTHER_CLASS(planned="batch_shuffler", reported="double_shoe")
UNREAD = Conduct.STOPPED_AT_STAGE(stage="reader-before", result=(Shown.NO_READER(),))
AWAY = Wire.RELEASED(channel="device")


def identified(device_class):
    identity = DeviceIdentity("m", "m", "s", "h", device_class, "p")
    return IdentifyCall(channel="device", frames=(0, 1), answer=identity)


def end(ending, *reasons):
    return EndBody(ending=ending, reasons=reasons, records=9, segments=())


def slip(*bodies):
    begun = Beginning()
    for body in (tiny_body("run"), *bodies):
        begun.take(SimpleNamespace(body=body, type=body.TYPE))
    return begun.slip


SLIPS = {
    "another class": ([identified("double_shoe")], end(Ending.ERROR, OTHER), OTHER),
    "no reader": ([identified("batch_shuffler")], end(Ending.STOPPED_BY_RULE, UNREAD), Shown.NO_READER()),
    "no device": ([], end(Ending.DEVICE_LOST, AWAY), AWAY),
}
HARMLESS = {"session_opened", "session_closed", "disconnected", "safe_state", "answer", "conducted", "result"}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_before_anything_was_asked_is_no_attempt(name):
    before, ended, cause = SLIPS[name]
    assert slip(*before, ended) == cause
    assert slip(*before) is None, "a run that has not ended may go on"


BELOW = {"start", "end", "connected", "verdict", "exchange", "prompt", "stage_started", "stage_finished"}


@pytest.mark.parametrize("name", SLIPS)
def test_no_other_record_can_stand_in_a_run_that_was_not_begun(name):
    """The attack: a run that asked for a unit, or heard anything of it, and then ends by a slip."""
    before, ended, cause = SLIPS[name]
    for kind, body in SAMPLES:
        if kind not in BELOW:
            assert slip(*before, body, ended) == (cause if kind in HARMLESS else None), kind


@pytest.mark.parametrize("name", SLIPS)
def test_an_exchange_other_than_an_introduction_makes_an_attempt(name):
    before, ended, _ = SLIPS[name]
    for kind, body in SAMPLES:
        if kind == "exchange" and body.call not in ("identify", "software", "safe_state"):
            assert slip(*before, body, ended) is None, body.call
        if kind == "prompt" and body.action not in ("identify", "software", "confirm"):
            assert slip(*before, body, ended) is None
        if kind == "verdict" and body.verdict.outcome != "INCONCLUSIVE":
            assert slip(*before, body, ended) is None


def test_other_causes_count():
    others = (
        Conduct.STOPPED_BY(who="Ada"),
        Conduct.HARNESS_FAILED(error="x"),
        Conduct.NOBODY_ANSWERED(seconds=1.0),
    )
    for ending, cause in itertools.product(Ending, others):
        assert slip(identified("batch_shuffler"), end(ending, cause)) is None, (ending, cause)


def test_a_cause_that_the_records_do_not_prove_counts():
    right = identified("batch_shuffler")
    assert slip(right, end(Ending.ERROR, OTHER)) is None
    assert slip(end(Ending.ERROR, OTHER)) is None
    for ending, (before, ended, _) in itertools.product(Ending, SLIPS.values()):
        reason = slip(*before, end(ending, *ended.reasons))
        allowed = {ended.ending} | ({Ending.DEVICE_LOST} if ended.ending is Ending.STOPPED_BY_RULE else set())
        assert reason is None or ending in allowed
    read = tiny_body("run").model_copy(update={"reader": "watch:///r"})
    begun = Beginning()
    for body in (read, right, end(Ending.STOPPED_BY_RULE, UNREAD)):
        begun.take(SimpleNamespace(body=body, type=body.TYPE))
    assert begun.slip is None
