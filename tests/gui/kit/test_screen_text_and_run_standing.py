import ast
import time
from pathlib import Path

import labharness.gui
from labharness.evidence.history.summary import RunSummary
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.course import SessionClosedBody
from labharness.evidence.records.line import Record
from labharness.gui.kit.run_standing import RunAction, Tone, standing
from labharness.gui.kit.words import as_of, clock, duration
from labharness.gui.run.attachment import Attachment, line
from labharness.language.numbers import amount
from labharness.language.template import plain
from labharness.model.reasons.run import Course
from labharness.model.reasons.wire import Wire
from labharness.model.results import Ending, Outcome, Verdict
from labharness.reason import quoted
from tests.support.runs import altered, body_of, forge
from tests.support.window.specimen import Specimen

DRAWS = "pai-gow-poker-645a-starting-position"


def ended(outcome, ending, *reasons):
    verdict, why = Verdict(outcome, reasons), (quoted("Unplugged."),)
    return standing(RunSummary(verdict=verdict, ending=ending, reasons=why), alive=False)


def test_a_pass_that_did_not_end_complete_or_has_no_end_record_is_no_pass():
    shown = ended(Outcome.PASS, Ending.DEVICE_LOST)
    assert (shown.tone, shown.word, shown.sentence) == (Tone.UNSURE, "INCONCLUSIVE", "Unplugged.")
    verdict = Verdict(Outcome.PASS, ())
    assert standing(RunSummary(verdict=verdict), alive=True).tone is Tone.BUSY
    assert standing(RunSummary(verdict=verdict), alive=False).word == "Runner gone"


def test_a_run_that_lost_its_device_is_not_said_to_run():
    """The banner said Running while the runner waited for a device that had no cable."""
    broken = RunSummary(broken=(Wire.LOST(link="usb://1:1"),))
    shown = standing(broken, alive=True)
    assert (shown.word, shown.tone) == ("Device lost", Tone.UNSURE)
    assert shown.sentence == (
        "The connection to usb://1:1 was lost. Check its cable and power. "
        "The runner waits for it, and goes on when it is back."
    )
    assert shown.deeds == {RunAction.CLOSE_SESSION, RunAction.STOP}
    left = standing(broken, alive=False)
    assert (left.word, left.deeds) == ("Device lost", {RunAction.RESTART})
    assert left.sentence.endswith("The records are safe. Resume the run.")


def test_many_reasons_are_counted_and_a_closed_session_is_no_interruption():
    unfinished = [Course.STAGE_UNFINISHED(stage=stage) for stage in "abcde"]
    assert ended(Outcome.FAIL, Ending.COMPLETE, *unfinished).sentence == (
        "Stage a was not finished.  Stage b was not finished.  Stage c was not finished.  2 more in the report."
    )
    closed = SessionClosedBody(session=2, units={}, reasons=())
    shown = standing(RunSummary(session=2, sessions_closed=[closed]), alive=False)
    assert (shown.word, shown.deeds) == ("Session closed", {RunAction.RESTART})


def test_untrusted_text_becomes_one_short_line():
    assert plain("a\x1b[31mb\r\nc\u202ed") == "a [31mb c d"
    assert len(plain("x" * 10_000)) == 400


def test_durations_and_amounts():
    seconds = (None, 0.2, 59, 600, 3720, 259_200)
    assert [*map(duration, seconds)] == ["", "1 s", "59 s", "10 min", "1 h 02 min", "3 days"]
    assert (amount(1, "deal"), amount(12_000, "deal")) == ("1 deal", "12,000 deals")


def test_a_sentence_of_the_system_is_ended_before_the_next_one():
    utc, error = "2026-11-22T23:05:07Z", "[Errno 5] Input/output error"
    assert as_of(error, utc).startswith(f"{error}. Shown as of 6:05")
    assert as_of("It is gone.", utc).startswith("It is gone. Shown")
    assert as_of("It is gone.", "") == "It is gone."


def record(kind, **body):
    return Record(0, "2026-03-01T10:00:00.000000Z", 0, body_of(kind, body), "", "")


def test_an_order_that_was_entered_is_not_shown_and_what_the_stage_list_shows_is_not_repeated():
    text = line(record(RecordType.ANSWER, prompt=1, who="A", answer=" ".join(["AS"] * 52)))
    assert text.endswith("A entered 52 cards")
    assert line(record(RecordType.PROGRESS, stage="a", done=1, units=2)) is None


def test_a_record_of_a_stranger_is_named_and_nothing_after_it_is_read(tmp_path):
    specimen = Specimen(tmp_path / "run", DRAWS)
    specimen.writer.append(body_of(RecordType.PROGRESS, {"stage": "a", "done": 1, "units": 2}))
    specimen.end(Outcome.PASS)
    *start, last, verdict, end = specimen.folder.records()
    forge(specimen.folder, [*start, altered(last, done=-1), verdict, end])
    attachment = Attachment(specimen.folder)
    assert attachment.advance(60)
    assert attachment.problem.startswith("Line 4 of ledger.jsonl is not a record: done: ")
    assert attachment.problem.endswith(". Verify the run in Evidence.")
    assert attachment.standing.word == "Record not readable"
    assert not attachment.advance(60)


def test_events_tell_the_time_of_pennsylvania_wherever_the_computer_stands(monkeypatch):
    """The line of facts above them does; the events were five hours ahead of it on a computer in UTC."""
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("TZ", "UTC")
        time.tzset()
        assert clock("2026-11-22T23:05:07.123456Z") == "18:05:07"
    time.tzset()


MADE_HERE = {
    "kit/words.py": "writes the times of the window for all rooms",
    "results/sample_pane.py": "writes bytes as hexadecimal digits and bits",
    "shell/navigator.py": "writes a checksum in a name that nobody reads",
    "run/live_counts.py": "writes minutes and seconds on an axis",
}
"""Modules of the window that format numbers themselves, with why."""


def test_no_number_and_no_date_is_written_outside_the_catalog():
    """A format in a text of the window would write a number otherwise than the sentence beside it."""
    place, result = Path(labharness.gui.__file__).parent, set()
    for file in sorted(place.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            formats = isinstance(node, ast.FormattedValue) and node.format_spec is not None
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if formats or (called and node.func.attr in ("strftime", "ctime")):
                result.add(file.relative_to(place).as_posix())
    assert result == set(MADE_HERE)
