"""Which stage asks a person next, and what decides who must be at the bench."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.app.bench_work.next_question import LEAST_UNITS, Pace, next_asking, setup_of
from labharness.app.devices.preflight import RunOrder
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.line import Record
from labharness.plans.attendance import BenchSetup
from labharness.plans.frozen import find_plan, freeze
from tests.support.runs import body_of

ROUNDS = "blackjack-633a-continuous-shuffler-rounds"
BY_HAND = "blackjack-633a-batch-shuffler-by-hand"


@pytest.fixture
def plan():
    return freeze(*find_plan(ROUNDS)).plan


def test_the_next_stage_that_asks_is_named(plan):
    names, setup = [stage.name for stage in plan.stages], BenchSetup()
    assert next_asking(plan, setup, names) == "reader-before"
    assert next_asking(plan, setup, names[-1:]) == "reader-after"
    assert next_asking(plan, setup, ["count"]) == ""


def test_no_next_stage_is_promised_while_the_one_at_work_may_ask_at_any_unit(plan):
    """60 of the 1,000 rounds are read independently, and nobody knows which before the run."""
    assert next_asking(plan, BenchSetup(), ["count", "reader-after"], "rounds") == ""
    fed = freeze(*find_plan(BY_HAND)).plan
    assert next_asking(fed, BenchSetup(by_hand=True), ["reader-after"], fed.acquisitions[0].name) == ""


def test_device_and_reader_decide_what_people_do():
    for device, reader, simulated, independent, setup in (
        ("usb://1", None, "", False, BenchSetup(reader=False)),
        ("usb://1", "watch://decks", "", False, BenchSetup()),
        ("usb://1", "operator://", "", False, BenchSetup()),
        ("operator://", None, "", False, BenchSetup(by_hand=True, reader=False)),
        ("usb://1", None, "", True, BenchSetup(by_hand=True, reader=False)),
        ("usb://1", "watch://decks", "a simulator", False, BenchSetup(solid=False)),
        ("capture://r", "capture://r", "", False, BenchSetup(reader=False, solid=False, recorded=True)),
    ):
        order = RunOrder(ROUNDS, device, reader, simulated=simulated)
        assert setup_of(order, independent=independent) == setup


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
    over = {"stage": "rounds", "session": 1, "status": "done", "reasons": []}
    course.add(1, RecordType.STAGE_FINISHED, over)
    assert course.pace.left is None


def test_the_range_narrows_as_more_is_known():
    course, widths = Course(), []
    for _ in range(90):
        course.unit(1)
        if (left := course.pace.left) is not None:
            widths.append(left.most_s / left.least_s)
    assert widths == sorted(widths, reverse=True)
