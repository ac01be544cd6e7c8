"""What a run shows against its device although no stage came to a result that says so."""

from labharness.evidence.history.course import Signs
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.line import Record
from labharness.model.health import Result
from labharness.model.reasons.run import Course
from tests.support.runs import body_of

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
    return T.FINDING, {
        "stage": stage,
        "item": item,
        "result": result,
        "comment": "",
        "reaction": [],
        "attachment": None,
    }


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
    assert told(begun("chapter"), wrong) == [
        Course.FINDING_LEFT(stage="chapter", item="lid", result=Result.NOT_AS_EXPECTED)
    ]
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
    assert told(begun("after"), asked("unload"), asked("unload")) == expected
    assert (
        told(begun("after"), asked("unload"), asked("unload"), found("after", "cards", "as expected")) == []
    )
