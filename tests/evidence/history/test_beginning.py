"""A run that was not begun is no attempt; nothing that shows anything of a device is ever one.

What a run shows against its device although no stage came to a result that says so.
"""

import itertools
from types import SimpleNamespace

import pytest

from labharness.evidence.history.course import Beginning, Signs
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import IdentifyCall
from labharness.evidence.records.course import EndBody
from labharness.evidence.records.line import Record
from labharness.model.device import DeviceIdentity
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.run import Course, Shown
from labharness.model.reasons.wire import Wire
from labharness.model.results import Ending
from labharness.model.stages import Result
from tests.support.runs import EXAMPLES, body_of, tiny_body

SAMPLES = [(kind, body_of(kind, fields)) for kind, fields in EXAMPLES]
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
    left = Conduct.NOBODY_ANSWERED(seconds=1.0)
    others = (Conduct.STOPPED_BY(who="Ada"), Conduct.HARNESS_FAILED(error="x"), left)
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


T = RecordType


def told(*records):
    seen = Signs()
    for at, (kind, body) in enumerate(records):
        seen.take(Record(at, "", 0, body_of(kind, body), "", ""))
    return list(seen.reasons)


def begun(stage):
    return T.STAGE_STARTED, {"stage": stage, "kind": "procedure", "session": 1, "units": 0, "done": 0}


def done(stage):
    return T.STAGE_FINISHED, {"stage": stage, "session": 1, "status": "done", "reasons": []}


def asked(action):
    return T.PROMPT, {"prompt": 1, "action": action, "asks": ["."], "data": {}, "timeout_s": 9}


def found(stage, item, result):
    bare = {"comment": "", "reaction": [], "attachment": None}
    return T.FINDING, {"stage": stage, "item": item, "result": result, **bare}


BACK = T.RESUMED, {"after_seq": 9, "gap_s": 9.0, "orphan_frames": {}, "planned": False}


def test_a_run_in_which_all_was_as_it_should_be_shows_nothing():
    trial = (asked("procedure"), asked("look"), found("jam", "1", "as expected"))
    assert told() == []
    assert told(begun("jam"), *trial, asked("procedure"), BACK, *trial, done("jam"), asked("unload")) == []


def test_a_jam_that_the_plan_allows_is_one():
    by_device = T.COMMAND, {"command": "jam", "who": "device", "stage": "shuffles"}
    by_hand = T.COMMAND, {"command": "jam", "who": "Engineer A"}
    expected = [Course.JAMMED(stage="shuffles")]
    assert told(begun("shuffles"), by_device, by_device, done("shuffles")) == expected
    assert told(begun("shuffles"), by_hand) == expected
    assert told((T.COMMAND, {"command": "pause", "who": "Engineer A"})) == []


def test_an_alarm_that_stays_after_a_trial_is_one():
    expected = [Course.ALARM_LEFT(stage="jam")]
    assert told(begun("jam"), asked("procedure"), asked("restore"), asked("restore")) == expected
    trial = (asked("procedure"), asked("restore"), asked("restore"), found("jam", "1", "as expected"))
    assert told(begun("jam"), *trial) == [], "it was brought back"
    left = Course.FINDING_LEFT(stage="jam", item="2", result=Result.LEFT_OUT)
    assert told(begun("jam"), *trial, found("jam", "2", "left out")) == [left]


def test_a_finding_counts_where_its_stage_came_to_no_result():
    wrong = found("chapter", "lid", "not as expected")
    left = Course.FINDING_LEFT(stage="chapter", item="lid", result=Result.NOT_AS_EXPECTED)
    assert told(begun("chapter"), wrong) == [left]
    assert told(begun("chapter"), wrong, BACK) == told(begun("chapter"), wrong)
    assert told(begun("chapter"), wrong, BACK, begun("chapter"), done("chapter")) == [], "its result says it"


def test_what_was_seen_and_never_looked_at_again_stays_after_the_run_went_on():
    looked = (begun("jam"), asked("procedure"), asked("look"), asked("confirm_finding"))
    again = (asked("procedure"), asked("look"), found("jam", "1", "as expected"), done("jam"))
    expected = [Course.REACTION_NOT_REPEATED(stage="jam")]
    assert told(*looked) == expected
    assert told(*looked, BACK, *again) == expected
    assert told(*looked, found("jam", "1", "left out"), done("jam")) == []


def test_a_count_by_hand_that_had_to_be_made_again_is_ended():
    expected = [Course.COUNT_LEFT(stage="after")]
    twice = (begun("after"), asked("unload"), asked("unload"))
    assert told(*twice) == expected
    assert told(*twice, found("after", "cards", "as expected")) == []
