"""The pace of a stage: waiting for people does not count, and nothing is told early."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.app.bench_work.next_question import LEAST_UNITS, Pace
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.line import Record
from tests.support.runs import body_of

BEGIN = datetime(2026, 11, 23, 9, tzinfo=UTC)


class Course:
    """Records of a stage of 100 units by a clock of the test."""

    def __init__(self, done=0):
        self.pace, self.now, self.done = Pace(), BEGIN, done
        stage = {"stage": "rounds", "kind": "acquire", "session": 1, "units": 100, "done": done}
        self.add(0, RecordType.STAGE_STARTED, stage)

    def add(self, seconds, kind, body):
        self.now += timedelta(seconds=seconds)
        utc = self.now.isoformat().replace("+00:00", "Z")
        self.pace.take(Record(0, utc, 0, body_of(kind, body), "", ""))

    def unit(self, seconds):
        self.done += 1
        self.add(seconds, RecordType.PROGRESS, {"stage": "rounds", "done": self.done, "units": 100})

    def wait(self, seconds):
        prompt = {"prompt": 1, "action": "shuffle", "asks": [], "data": {}, "timeout_s": 60}
        self.add(0, RecordType.PROMPT, prompt)
        self.add(seconds, RecordType.ANSWER, {"prompt": 1, "who": "A. Clerk", "answer": "done"})


def test_nothing_is_told_before_twenty_units_or_two_minutes():
    course = Course()
    for _ in range(LEAST_UNITS - 1):
        course.unit(1)
    assert course.pace.left is None
    course.unit(1)
    assert course.pace.left is not None
    slow = Course()
    slow.unit(50)
    slow.unit(50)
    assert slow.pace.left is None
    slow.unit(50)
    assert slow.pace.left.least_s < 97 * 50 < slow.pace.left.most_s


@given(waits=st.lists(st.integers(0, 3600), max_size=5))
def test_waiting_for_people_and_pauses_change_nothing(waits):
    course, bare = Course(), Course()
    for number in range(30):
        for each in (course, bare):
            each.unit(2)
        if number < len(waits):
            course.wait(waits[number])
            course.add(0, RecordType.COMMAND, {"command": "pause", "who": "A. Clerk"})
            course.add(waits[number], RecordType.COMMAND, {"command": "resume", "who": "A. Clerk"})
    assert course.pace.left == bare.pace.left
    assert course.pace.per_minute == pytest.approx(30)


def test_units_of_an_earlier_session_are_no_part_of_the_pace_and_an_ended_stage_has_none():
    course = Course(done=70)
    for _ in range(20):
        course.unit(6)
    assert course.pace.per_minute == pytest.approx(10)
    assert course.pace.left.least_s < 60 < course.pace.left.most_s
    course.add(
        1, RecordType.STAGE_FINISHED, {"stage": "rounds", "session": 1, "status": "done", "reasons": []}
    )
    assert course.pace.left is None


def test_the_range_narrows_as_more_is_known():
    course, widths = Course(), []
    for _ in range(90):
        course.unit(1)
        if (left := course.pace.left) is not None:
            widths.append(left.most_s / left.least_s)
    assert widths == sorted(widths, reverse=True)
