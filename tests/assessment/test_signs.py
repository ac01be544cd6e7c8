"""What a run shows against its device although no stage came to a result that says so."""

from labharness.assessment.signs import signs
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.line import Record
from labharness.testing.runs import body_of

T = RecordType


def told(*records):
    return signs(Record(at, "", 0, body_of(kind, body), "", "") for at, (kind, body) in enumerate(records))


def begun(stage):
    return T.STAGE_STARTED, {"stage": stage, "kind": "procedure", "session": 1, "units": 0, "done": 0}


def done(stage):
    return T.STAGE_FINISHED, {"stage": stage, "session": 1, "status": "done", "sentence": "."}


def asked(action):
    return T.PROMPT, {"prompt": 1, "action": action, "text": ".", "data": {}, "timeout_s": 9}


def found(stage, item, result):
    return T.FINDING, {
        "stage": stage,
        "item": item,
        "result": result,
        "comment": "",
        "reaction": "",
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
    expected = ["The device jammed in shuffles."]
    assert told(begun("shuffles"), by_device, by_device, done("shuffles")) == expected
    assert told(begun("shuffles"), by_hand) == expected
    assert told((T.COMMAND, {"command": "pause", "who": "Engineer A"})) == []


def test_an_alarm_that_stays_after_a_trial_is_one():
    expected = ["After a trial in jam an alarm of the device stood when the run broke off."]
    assert told(begun("jam"), asked("procedure"), asked("restore"), asked("restore")) == expected
    trial = (asked("procedure"), asked("restore"), asked("restore"), found("jam", "1", "as expected"))
    assert told(begun("jam"), *trial) == [], "it was brought back"
    left = "2 of jam was left out, and the stage was not finished."
    assert told(begun("jam"), *trial, found("jam", "2", "left out")) == [left]


def test_a_finding_counts_where_its_stage_came_to_no_result():
    wrong = found("chapter", "lid", "not as expected")
    assert told(begun("chapter"), wrong) == [
        "lid of chapter was not as expected, and the stage was not finished."
    ]
    assert told(begun("chapter"), wrong, BACK) == told(begun("chapter"), wrong)
    assert told(begun("chapter"), wrong, BACK, begun("chapter"), done("chapter")) == [], "its result says it"


def test_what_was_seen_and_never_looked_at_again_stays_after_the_run_went_on():
    looked = (begun("jam"), asked("procedure"), asked("look"), asked("confirm_finding"))
    again = (asked("procedure"), asked("look"), found("jam", "1", "as expected"), done("jam"))
    expected = ["A reaction in jam that should not be was never looked at again."]
    assert told(*looked) == expected
    assert told(*looked, BACK, *again) == expected
    assert told(*looked, found("jam", "1", "left out"), done("jam")) == []


def test_a_count_by_hand_that_had_to_be_made_again_is_ended():
    expected = ["A count by hand in after was asked for again and never ended."]
    assert told(begun("after"), asked("unload"), asked("unload")) == expected
    assert (
        told(begun("after"), asked("unload"), asked("unload"), found("after", "cards", "as expected")) == []
    )
