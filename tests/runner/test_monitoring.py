"""A plan that monitors its samples ends early with a failure, at the same unit whatever happens to the runner."""

from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from labharness.app.plug_ins.discovery import section_modules
from labharness.app.reports.reverify import reverify
from labharness.app.runs.services import resume_run
from labharness.app.submission.submissions import settle_runs
from labharness.assessment.runs.subject import Subject
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.decision import Held
from labharness.model.results import MONITORING, Ending, Outcome
from labharness.reporting.build import build_report
from labharness.reporting.layout import read_layout, sections_of
from tests.support.lab import Lab, judged, of, telling
from tests.support.runs import altered, broken_off, forge
from tests.support.shown import shown

RNG = "pai-gow-poker-645a-starting-position"
SHOE = "pai-gow-poker-645a-dealing-shoe"
DRAWS = {"draws": {"units": 3000, "batch": 100}, "raw": {"units": 8000, "batch": 4000}}
MONITORED = [("[game]", "[monitoring]\nshare = 0.1\n\n[game]")]
LEVEL, UNITS = 0.001, 60


def shoe_plan(lab, batch=2):
    stages = {"deals": {"units": UNITS, "batch": batch, "independent_reads": 0}}
    return lab.plan(SHOE, stages, without=("reader-before", "reader-after"), texts=MONITORED)


def hopeless(lab, batch=2, name="run"):
    """A run whose shoe deals one order again and again."""
    return lab.run(shoe_plan(lab, batch), lab.device("dealing_shoe", f"same_order={UNITS}"), name=name)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A laboratory with a run of a hopeless device and one of a sound one, which no test changes."""
    with ExitStack() as stack:
        lab = Lab(tmp_path_factory.mktemp("shared"), stack)
        sound = lab.run(lab.plan(RNG, DRAWS, texts=MONITORED), lab.device("rng", seed=4614), name="sound")
        yield SimpleNamespace(lab=lab, space=lab.space, hopeless=hopeless(lab), sound=sound)


def crossings(folder, records):
    return records(folder, RecordType.MONITOR_CROSSED)


def decision(verdict):
    [each] = [decision for decision in verdict.decisions if decision.family == MONITORING]
    return each


def test_a_hopeless_device_ends_the_run_early_with_a_failure(shared, records):
    folder, outcome = shared.hopeless
    [crossed] = crossings(folder, records)
    units = crossed["units"]
    assert units <= 5
    assert crossed["log10_value"] >= 3
    assert outcome.ending is Ending.STOPPED_BY_RULE
    assert outcome.reasons == (Conduct.STOPPED_BY_MONITOR(stage="deals", units=units, level=LEVEL),)
    assert outcome.verdict.outcome is Outcome.FAIL
    assert outcome.verdict.reasons[0].is_a(Held.MONITOR_CROSSED)
    assert (decision(outcome.verdict).outcome, decision(outcome.verdict).threshold) == (Outcome.FAIL, LEVEL)
    summary = RunHistory.of(folder).summary
    assert units <= summary.units["deals"] <= units + 1
    assert summary.safe_state[0].reached
    assert summary.stages["count"].status == "waiting"
    kinds = [record.type for record in folder.records()]
    after = kinds[kinds.index(RecordType.MONITOR_CROSSED) + 1 :]
    assert not {RecordType.PROMPT, RecordType.STAGE_STARTED, RecordType.OBSERVED} & set(after)
    assert verify(folder.path).clean
    assert reverify(None, folder).same
    settled = settle_runs(shared.space, ["run"])
    assert settled.outcome is Outcome.FAIL
    assert any(reason.is_a(Held.MONITOR_CROSSED) for reason in settled.reasons)


def test_a_sound_device_is_judged_by_its_whole_sample(shared, records):
    folder, outcome = shared.sound
    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.PASS)
    assert crossings(folder, records) == []
    quiet = decision(outcome.verdict)
    assert quiet.reason.is_a(Held.MONITOR_QUIET)
    assert quiet.reason["units"] > 2900
    [verdict] = records(folder, RecordType.VERDICT)
    assert (verdict["rule"]["family_alpha"], verdict["rule"]["monitoring"]) == (0.009, LEVEL)
    assert verdict["rule"]["false_alarms"]["fail_at_most"] > LEVEL
    assert reverify(None, folder).same


def test_monitoring_alone_fails_a_machine_fed_by_hand(lab):
    """No check says anything of a part of the sample; the settlement has the failure all the same."""
    lab.attend(machine="shelf_shuffler:10")
    folder, outcome = lab.run(lab.hand_plan(40, texts=MONITORED), "operator://", lab.reader)
    assert (outcome.ending, outcome.verdict.outcome) == (Ending.STOPPED_BY_RULE, Outcome.FAIL)
    failed = [decision for decision in outcome.verdict.decisions if decision.outcome is Outcome.FAIL]
    assert [each.family for each in failed] == [MONITORING]
    assert RunHistory.of(folder).summary.units["shuffles"] <= 5
    settled = settle_runs(lab.space, ["run"])
    assert settled.outcome is Outcome.FAIL
    assert failed[0].reason in settled.reasons
    assert reverify(None, folder).same


def test_an_early_failure_remains_beside_a_later_run_that_passes(shared):
    """Same unit, same plan: nothing that is recorded afterwards cures it."""
    lab = shared.lab
    _, outcome = lab.run(shoe_plan(lab), lab.device("dealing_shoe"), name="later")
    assert outcome.verdict.outcome is not Outcome.FAIL
    assert settle_runs(lab.space, ["later"]).outcome is Outcome.FAIL


def test_the_crossing_is_at_the_same_unit_for_batches_of_any_size(lab, shared, records):
    runs = shared.hopeless, hopeless(lab, 1, "run-1"), hopeless(lab, UNITS, "run-60")
    result = [crossings(folder, records) for folder, _ in runs]
    assert len(result[0]) == 1
    assert result[0] == result[1] == result[2]


@pytest.mark.long
def test_a_runner_may_die_after_any_record_of_a_run_that_ends_early(lab, records):
    folder, outcome = hopeless(lab)
    written = list(folder.records())
    [crossed] = crossings(folder, records)
    last = [record.seq for record in written if record.type is RecordType.OBSERVED][-1]
    for lines in range(last + 1, len(written)):
        cut = broken_off(folder, lines, lab.space.path / f"cut-{lines}")
        assert reverify(None, cut).same
        again = resume_run(cut)
        assert again.ending is Ending.STOPPED_BY_RULE
        assert again.verdict.outcome is Outcome.FAIL
        assert crossings(cut, records) == [crossed]
        assert RunHistory.of(cut).summary.units == RunHistory.of(folder).summary.units
        assert decision(again.verdict) == decision(outcome.verdict)
        assert reverify(None, cut).same


def test_a_runner_that_dies_before_the_crossing_comes_to_the_same_one(lab, records):
    """The capital of before is that of the records, and goes on."""
    whole, _ = hopeless(lab, 1)
    first = next(record.seq for record in whole.records() if record.type is RecordType.OBSERVED)
    cut = broken_off(whole, first + 1, lab.space.path / "cut")
    again = resume_run(cut)
    assert crossings(cut, records) == crossings(whole, records)
    assert (again.ending, again.verdict.outcome) == (Ending.STOPPED_BY_RULE, Outcome.FAIL)
    assert reverify(None, cut).same


def test_a_crossing_fails_however_the_run_ended(lab, monkeypatch):
    """The crossing follows from the sample; no record of it is needed."""
    for module in ("acquire", "run"):
        monkeypatch.setattr(f"labharness.runner.{module}.stop_if_crossed", lambda _: None)
    lab.at(of(RecordType.OBSERVED, first=20), telling("stop"))
    _, outcome = hopeless(lab)
    assert (outcome.ending, outcome.verdict.outcome) == (Ending.STOPPED_BY_OPERATOR, Outcome.FAIL)
    assert settle_runs(lab.space, ["run"]).outcome is Outcome.FAIL


def test_the_report_states_the_early_end_and_the_share_of_the_level(shared):

    def report_of(run, layout):
        sections = sections_of(section_modules())
        return shown(build_report, Subject.of(run[0]), sections, read_layout(name=layout)).text

    text, page = (report_of(shared.hopeless, layout) for layout in ("run_report.toml", "run_summary.toml"))
    for each in (text, page):
        assert "The device failed early: monitoring of deals reached its threshold" in each
        assert "The run ends with a failure." in each
        assert (
            "level 0.001 of the laboratory's 0.01. It can end the run early with a failure, never with a pass"
            in each
        )
    assert "Monitoring of deals 2 units e-value 10^14.0 FAIL" in page
    assert "at a family-wise level of 0.009." in text
    assert "Monitoring of the samples" in text
    assert "A fair device ever reaches it with probability 0.001 at most." in text
    assert "It does not reach the threshold, 1 over 0.001." in report_of(shared.sound, "run_report.toml")
    assert "monitoring draws" not in report_of(shared.sound, "run_summary.toml").lower()


def test_a_crossing_at_another_unit_than_recorded_is_not_reproduced(shared):
    folder, outcome = shared.lab.copy(shared.hopeless[0]), shared.hopeless[1]
    written = [
        altered(record, units=record.body.units + 1) if record.type is RecordType.MONITOR_CROSSED else record
        for record in folder.records()
    ]
    forge(folder, written)
    verdict = judged(folder, Ending.STOPPED_BY_RULE)
    assert verdict.outcome is Outcome.FAIL
    assert decision(verdict) == decision(outcome.verdict)
    assert Held.MONITOR_DISAGREES(stage="deals") in verdict.reasons
    assert not reverify(None, folder).same


def test_a_crossing_on_record_that_the_sample_does_not_show_prevents_a_pass(shared):
    [crossed] = [each for each in shared.hopeless[0].records() if each.type is RecordType.MONITOR_CROSSED]
    sound = shared.lab.copy(shared.sound[0])
    written = list(sound.records())
    place = next(at for at, each in enumerate(written) if each.type is RecordType.SESSION_CLOSED)
    forge(sound, [*written[:place], altered(crossed, stage="draws"), *written[place:]])
    verdict = judged(sound)
    assert shared.sound[1].verdict.outcome is Outcome.PASS
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert Held.MONITOR_DISAGREES(stage="draws") in verdict.reasons
    assert not reverify(None, sound).same
