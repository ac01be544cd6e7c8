"""Figures in their sections: what they show comes from the records, and their captions say what is drawn."""

import json
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from labharness.analysis.power.power_table import dump_table, load_table
from labharness.assessment.runs.subject import Subject, lanes, run_span, stretches
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.model.results import Outcome, Picture
from labharness.reason import quoted
from tests.support.run_factory import RESULTS, write_run


def section_of(pages, title):
    """Return the text from a section's heading on."""
    text = " ".join(pages)
    return text[text.rindex(title) :]


@pytest.mark.long
def test_the_p_values_of_a_run_stand_together(tmp_path, text_of):
    added = {name: replace(RESULTS["rising"], p={"two_sided": p}, pictures=()) for name, p in
             {"kept": 0.0321, "composition": 0.9}.items()}  # fmt: skip
    section = section_of(
        text_of(write_run(tmp_path / "run", results={**RESULTS, **added})), "All p-values together"
    )
    for words in (
        "p = 0.0321",
        "p = 0.495 Position × card chi-square",
        "p = 0.9",
        "share at or below",
        "decides nothing",
    ):
        assert words in section


def test_few_p_values_are_no_figure(tmp_path, text_of):
    assert "All p-values together" not in " ".join(text_of(write_run(tmp_path / "run")))


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


def test_the_timeline_is_printed_with_its_clock(tmp_path, text_of):
    section = section_of(text_of(write_run(tmp_path / "run", extra=EVENTS)), "Timeline The course of the run")
    for words in (
        "UTC",
        "Sessions",
        "shuffles",
        "Prompts waiting",
        "Interrupted",
        "Refill",
        "Diamonds are single records",
    ):
        assert words in section


def test_a_run_in_one_line_says_what_it_came_to(tmp_path):
    run = Subject.of(write_run(tmp_path / "run", ending="DEVICE_LOST"))
    span = run_span(run, "not completed", run.concluded)
    assert (span.name, span.standing.verdict, span.remark) == ("run", Outcome.INCONCLUSIVE, "not completed")


@pytest.fixture(scope="module")
def detectable(tmp_path_factory, text_of, packaged):
    folder = write_run(tmp_path_factory.mktemp("runs") / "run", files={"power.json": packaged})
    return section_of(text_of(folder), "What this sample could have detected Before")


@pytest.fixture(scope="module")
def packaged():
    from importlib import resources

    file = resources.files("test_plans").joinpath("power", "blackjack-633a-batch-shuffler-by-hand-v4.json")
    assert json.loads(file.read_bytes())
    return dump_table(load_table(file.read_bytes()))


def test_every_defect_has_its_share_with_the_limits_on_record(detectable, packaged):
    for row in load_table(packaged).rows:
        share = row.not_passed
        figures = f"{100 * share.share:.1f} ({100 * share.low:.1f} to {100 * share.high:.1f}) %"
        assert figures in detectable


def test_a_defect_of_several_strengths_is_a_curve(detectable):
    assert "By strength: shelves" in detectable
    assert "strength of the defect: shelves" in detectable
    assert "By strength: riffles" not in detectable


def test_many_bars_are_grouped_and_the_caption_says_so(tmp_path, text_of):
    values = tuple(float(20 + place % 7) for place in range(500))
    lags = Picture(
        "histogram",
        quoted("lag"),
        quoted("pairs"),
        tuple(map(str, range(1, 501))),
        ("",),
        (values,),
        ((23.0,) * 500,),
    )
    result = replace(RESULTS["rising"], pictures=(lags,))
    section = section_of(
        text_of(write_run(tmp_path / "run", results={**RESULTS, "rising": result})), "(rising)"
    )
    assert "Neighboring values are added: 5 values to a bar." in section
    assert "1 to 5 110" in section
    assert "496 to 500" in section
