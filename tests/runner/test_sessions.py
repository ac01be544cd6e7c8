"""A run in several sessions: closed in the evening, opened in the morning, with the same device."""

import pytest

from labharness.app.reports.reverify import reverify
from labharness.app.reports.run_reports import build
from labharness.errors import DeviceNotFound, EvidenceError, IntegrityError, LockedError
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.language.catalog import explain
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.evidence import Evidence, Lockable
from labharness.model.reasons.run import Course, Runs, Shown
from labharness.model.reasons.wire import Wire
from labharness.model.results import Ending, Outcome
from labharness.simulators.process import start
from tests.support.lab import telling
from tests.support.reasons import refused
from tests.support.recorded import reasons_of


def calls(records, folder, call):
    return records(folder, RecordType.EXCHANGE, call=call)


def recorded(stage, units):
    """Whether so many units of a stage are recorded."""
    return lambda record: (
        record.type is RecordType.OBSERVED
        and record.body.stage == stage
        and record.body.first + record.body.units >= units
    )


def test_each_planned_session_is_opened_with_care(lab, records):
    lab.attend(machine="fair_shuffler")
    folder, outcome = lab.run(lab.hand_plan(5, sessions=2), "operator://", lab.reader)

    assert outcome.ending is Ending.COMPLETE
    assert [record["session"] for record in records(folder, RecordType.SESSION_OPENED)] == [1, 2]
    closed = records(folder, RecordType.SESSION_CLOSED)
    assert [(each["session"], each["units"], reasons_of(each)) for each in closed] == [
        (1, {"shuffles": 3}, (Conduct.SESSION_COMPLETE(),)),
        (2, {"shuffles": 2}, (Conduct.SESSION_COMPLETE(),)),
    ]
    assert len(calls(records, folder, "identify")) == len(calls(records, folder, "software")) == 2
    assert len(calls(records, folder, "count")) == 2
    known = records(folder, RecordType.READ, purpose="validation")
    assert [each["stage"] for each in known] == ["reader-before", "reader-after"] * 2
    assert known[0]["expected"] != known[2]["expected"]  # another known deck for each session
    assert verify(folder.path).clean


def test_a_session_closed_in_the_evening_is_no_interruption(lab, records):
    url = lab.device("dealing_shoe", "slow=0.02", read=True)
    lab.attend()
    lab.at(recorded("deals", 12), telling("close_session"))
    folder, outcome = lab.run(lab.shoe_plan(60, 2), url, lab.reader)

    assert (outcome.ending, outcome.verdict) == (None, None)
    assert outcome.reasons == (Conduct.SESSION_CLOSED(),)
    assert records(folder, RecordType.END) == []
    assert records(folder, RecordType.SAFE_STATE)[0]["reached"]
    assert not folder.alive
    assert verify(folder.path).clean
    evening = RunHistory.of(folder).summary.units["deals"]
    assert 12 <= evening < 60
    assert reasons_of(records(folder, RecordType.SESSION_CLOSED)[0]) == (Conduct.SESSION_CLOSED(),)

    folder, outcome = lab.resume()
    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.PASS), (
        outcome.verdict.reasons
    )
    assert RunHistory.of(folder).summary.units == {"deals": 60}
    assert [record["planned"] for record in records(folder, RecordType.RESUMED)] == [True]
    assert [record["session"] for record in records(folder, RecordType.SESSION_OPENED)] == [1, 2]
    assert RunHistory.of(folder).summary.gaps == []
    assert len(calls(records, folder, "load")) == 1
    build(lab.space, folder)
    assert reverify(lab.space, folder).same
    assert refused(EvidenceError, lab.resume) == (Runs.ENDED(run=folder.run),)


@pytest.fixture
def closed(lab):
    """A shoe on a port of its own, and a run whose first session was closed."""
    with start("dealing_shoe", seed=1, faults=["slow=0.02"]) as server:
        lab.at(recorded("deals", 10), telling("close_session"))
        folder, outcome = lab.run(lab.shoe_plan(60), server.url)
    assert outcome.ending is None
    return folder, server.port


def test_what_is_not_as_it_was_in_the_morning_is_refused_and_spoils_nothing(
    lab, closed, records, good_sentence
):
    folder, port = closed
    before, plan = (folder.path / "ledger.jsonl").read_bytes(), folder.path / "plan.toml"
    assert refused(DeviceNotFound, lab.resume)[0].is_a(Wire.SERVER_ABSENT)
    planned = plan.read_bytes()
    plan.write_bytes(planned.replace(b"units = 60", b"units = 20"))
    assert refused(IntegrityError, lab.resume) == (
        Evidence.DAMAGED(run=folder.run, problem=Evidence.ALTERED(file="plan.toml")),
    )
    plan.write_bytes(planned)
    assert (folder.path / "ledger.jsonl").read_bytes() == before
    with start("dealing_shoe", port=port, seed=2):
        folder, outcome = lab.resume()
    assert (outcome.ending, outcome.verdict) == (None, None)
    shoe = "Automated dealing shoe"
    assert outcome.error.reasons == (
        Conduct.OTHER_UNIT(
            model=shoe, serial="SIM-dealing_shoe-1", other_model=shoe, other_serial="SIM-dealing_shoe-2"
        ),
    )
    assert good_sentence(explain(outcome.error))
    assert verify(folder.path).clean
    assert RunHistory.of(folder).summary.identity.serial == "SIM-dealing_shoe-1"

    with start("dealing_shoe", port=port, seed=1):  # it was off over night, so its cards are put in again
        folder, outcome = lab.resume()
    assert outcome.ending is Ending.COMPLETE
    assert RunHistory.of(folder).summary.units == {"deals": 60}
    assert RunHistory.of(folder).summary.gaps == []
    assert RunHistory.of(folder).summary.deviations == [(Conduct.PUT_IN_AGAIN(),)]
    assert len(calls(records, folder, "load")) == 2
    assert verify(folder.path).clean


def test_software_changed_over_night_fails(lab, closed, monkeypatch):
    _, port = closed
    monkeypatch.setattr("labharness.simulators.firmware.__version__", "other")
    with start("dealing_shoe", port=port, seed=1):
        _, outcome = lab.resume()
    assert outcome.verdict.outcome is Outcome.FAIL
    changed = Course.STAGE_FAILED(stage="authenticate", result=(Shown.SOFTWARE_CHANGED(),))
    assert changed in outcome.verdict.reasons


def test_a_run_at_work_is_not_resumed(lab):
    """Second runner: first refused for the device, then for the run."""
    url = lab.device("dealing_shoe", "slow=0.02")
    reasons = []

    def second(folder):
        for attempt in (lab.resume, lambda: lab.run(lab.shoe_plan(), url, name="second")):
            with pytest.raises(LockedError) as error:
                attempt()
            reasons.extend(error.value.reasons)
        folder.send("stop", "Ada")

    lab.at(recorded("deals", 10), second)
    _, outcome = lab.run(lab.shoe_plan(2000), url)

    assert outcome.ending is Ending.STOPPED_BY_OPERATOR
    assert [reason.is_a(Evidence.IN_USE) for reason in reasons] == [True] * 2
    assert {(reason["what"], reason["name"]) for reason in reasons} == {(Lockable.DEVICE, url)}
    assert [run.run for run in lab.space.runs()] == ["run"]
