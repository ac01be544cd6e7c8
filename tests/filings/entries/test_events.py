"""Events of the register: what each says, in every form in which versions wrote it, and what is none."""

from dataclasses import replace

from labharness.errors import IntegrityError, RegisterError
from labharness.filings.entries.events import RunBegun, SignatureRecorded, SubmissionReported, kind_of
from labharness.filings.entries.snapshot import Change
from labharness.filings.store.register import Register
from labharness.model.reasons.register import Registers
from tests.support.reasons import refused

OLD = {"report": "s-1-r1", "sha256": "0" * 64, "runs": ["a", "b"], "outcome": "PASS", "given": None}


def record(what, after):
    return Change(7, "2026-01-02T00:00:00Z", "ann", what, "s-1", "", "", None, after, "Why.", "", "")


def test_an_event_of_a_former_version_is_read_without_what_it_did_not_say():
    drawn = record("submission report built", OLD | {"added later": 1}).event(SubmissionReported)
    assert (drawn.runs, drawn.starts, drawn.heads, drawn.workspace) == (("a", "b"), (), (), "")
    assert record("report signed", {"report": "s-1-r1"}).event(SignatureRecorded).role == ""


def test_another_record_is_not_the_event():
    assert record("run started", {"run": "a", "start": "0"}).event(SubmissionReported) is None
    assert replace(record("run started", {}), kind="run", what="put").event(RunBegun) is None


def test_an_event_that_does_not_say_what_it_must_is_named():
    for after in (None, {}, {"run": 3, "start": "0"}, {"run": "a"}):
        assert refused(IntegrityError, record("run started", after).event, RunBegun) == (
            Registers.EVENT_UNREADABLE(record=7, event="run started"),
        ), after


def test_no_event_is_written_that_could_not_be_read(tmp_path):
    assert kind_of("act refused") is None
    with Register.open(tmp_path / "register.db") as register:
        assert refused(RegisterError, register.note, "", "run started", {"run": "a"}, "ann", "Why.")[0].is_a(
            Registers.PARTICULARS_NOT_STORABLE
        )
        register.note("", "run started", {"run": "a", "start": "0"}, "ann", "Why.")
        (change,) = register.changes()
    assert change.event(RunBegun).run == "a"
