"""Figures in their sections: what they show comes from the records, and their captions say what is drawn."""

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

from labharness.assessment.runs.subject import Subject, lanes, run_span, stretches
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.model.results import Outcome
from tests.support.run_factory import write_run


def moved(folder, minutes):
    """Return a subject whose records are so many minutes apart."""
    subject = Subject.of(folder)
    begun = datetime.fromisoformat(subject.summary.started)
    history = RunHistory().read(
        replace(record, utc=(begun + timedelta(minutes=minutes * place)).isoformat())
        for place, record in enumerate(folder.records())
    )
    return replace(subject, history=history)


EVENTS = [
    (RecordType.PROMPT, {"prompt": 5, "action": "load", "asks": ["Load."], "data": {}, "timeout_s": 60}),
    (RecordType.COMMAND, {"command": "jam", "who": "device"}),
    (RecordType.COMMAND, {"command": "refill", "who": "Engineer A"}),
    (RecordType.COMMAND, {"command": "refill", "who": "Engineer A"}),
    (RecordType.COMMAND, {"command": "pause", "who": "Engineer A"}),
    (RecordType.RESUMED, {"after_seq": 3, "gap_s": 90.0, "orphan_frames": {}, "planned": False}),
    (RecordType.COMMAND, {"command": "stop", "who": "Engineer A"}),
]


def test_the_course_of_a_run_is_that_of_its_records(tmp_path):
    subject = moved(write_run(tmp_path / "run", extra=EVENTS), 2)
    result = {lane.name: lane for lane in lanes(subject)}
    text = {record.type: record for record in subject.log.kept}

    assert [span.name for span in result["Sessions"].spans] == ["1"]
    assert [len(result[name].spans) for name in ("identify", "authenticate", "validate", "shuffles")] == [
        1
    ] * 4
    back = datetime.fromisoformat(text[RecordType.RESUMED].utc)
    (cut,) = result["Interrupted"].spans
    assert (cut.start, cut.end) == (back - timedelta(seconds=90), back)
    # Asked and not answered when the runner was gone: it waited until then.
    assert [span.end for span in result["Prompts waiting"].spans][-1] == cut.start
    assert result["Paused"].spans[-1].end == cut.start
    assert [len(result[name].marks) for name in ("Jam", "Refill", "Read rejected")] == [1, 2, 1]
    assert len(stretches(lanes(subject))) == 1


def test_a_long_pause_begins_a_new_drawing(tmp_path):
    subject = moved(write_run(tmp_path / "run", extra=EVENTS), 9 * 60)
    shown = stretches(lanes(subject))
    assert len(shown) > 3
    assert all(later[0] - earlier[1] >= timedelta(hours=8) for earlier, later in pairwise(shown))


def test_a_run_in_one_line_says_what_it_came_to(tmp_path):
    run = Subject.of(write_run(tmp_path / "run", ending="DEVICE_LOST"))
    span = run_span(run, "not completed", run.concluded)
    assert (span.name, span.standing.verdict, span.remark) == ("run", Outcome.INCONCLUSIVE, "not completed")
