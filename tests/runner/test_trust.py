"""Orders that only the device reports prove nothing; neither does a reader that misreads."""

from hypothesis import given
from hypothesis import strategies as st

from labharness.app.devices import preflight
from labharness.app.plug_ins.discovery import discover
from labharness.assessment.runs.judging import rule_record
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.language.catalog import say
from labharness.model.device import SimulationSign
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.evidence import Read
from labharness.model.reasons.run import Course, Shown
from labharness.model.results import Ending, Outcome
from labharness.plans.frozen import frozen_plan
from labharness.plans.plan import Acquire
from labharness.runner.acquire import units_to_read
from tests.support.lab import judged
from tests.support.recorded import reasons_of
from tests.support.runs import forge

GO_ON = [('otherwise = "stop"', 'otherwise = "continue"')]
CONTINUOUS = "blackjack-633a-continuous-shuffler-rounds"


def test_without_a_reader_nothing_passes(lab, monkeypatch):
    """Such a run is refused; one that was begun all the same is judged."""
    monkeypatch.setattr(preflight, "_needs_reader", lambda *_: False)
    folder, outcome = lab.run(lab.shoe_plan(60, 3, texts=GO_ON), lab.device("dealing_shoe"))

    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.INCONCLUSIVE)
    assert all(decision.outcome is Outcome.PASS for decision in outcome.verdict.decisions)
    assert Course.READS_MISSING(stage="deals", made=0, declared=3) in outcome.verdict.reasons
    unread = Course.STAGE_DOUBTFUL(stage="reader-before", result=(Shown.NO_READER(),))
    assert unread in outcome.verdict.reasons
    assert RunHistory.of(folder).summary.reads_made == 0


def test_a_plan_without_reads_proves_nothing(lab):
    folder, outcome = lab.run(lab.shoe_plan(60), lab.device("dealing_shoe"))

    assert outcome.verdict.outcome is Outcome.INCONCLUSIVE
    assert outcome.verdict.reasons == (Course.READS_UNDECLARED(stage="deals"),)
    rule = RunHistory.of(folder).summary.rule
    assert rule == rule_record(frozen_plan(folder), discover()), "every verdict is recorded with its rule"
    assert [family.name for family in rule.families] == ["shuffler-95", "laboratory"]
    assert 0.025 < rule.false_alarms.fail < rule.false_alarms.not_passed < 0.0601


def test_with_a_reader_that_agrees_a_fair_device_passes(lab):
    url = lab.device("continuous_shuffler", read=True)
    lab.attend()
    stages = {"rounds": {"units": 120, "independent_reads": 3}}  # fewer cannot exclude the plan's limit
    stages |= {name: {"decks": 1} for name in ("reader-before", "reader-after")}
    folder, outcome = lab.run(lab.plan(CONTINUOUS, stages, texts=GO_ON), url, lab.reader)

    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.PASS), (
        outcome.verdict.reasons
    )
    summary = RunHistory.of(folder).summary
    assert (summary.reads_made, summary.reads_agreed) == (3, 3)
    assert summary.simulation[SimulationSign.READER] == "simulated reading shoe", (
        "who read the cards is on record"
    )


def test_a_device_that_tells_another_order_is_caught(lab, records):
    url = lab.device("dealing_shoe", "reports_other_order", read=True)
    lab.attend()
    folder, outcome = lab.run(lab.shoe_plan(60, 3), url, lab.reader)

    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.FAIL)
    assert Course.READS_DISAGREE(stage="deals", wrong=3, made=3) in outcome.verdict.reasons
    reads = records(folder, RecordType.READ, purpose="agreement")
    rejected = records(folder, RecordType.REJECTED)
    assert [(each["unit"], reasons_of(each)) for each in rejected] == [
        (read["unit"], (Read.UNLIKE_REPORT(),)) for read in reads
    ]
    assert all(read["errors"] > 40 for read in reads)
    assert all(read["order"] != read["expected"] for read in reads)
    failed = [each.check_id for each in outcome.verdict.decisions if each.outcome is Outcome.FAIL]
    assert failed == ["reads-deals"]
    # A doubtful read that was never settled is no pass.
    kept = [
        record
        for record in folder.records()
        if record.type is not RecordType.READ or record.body.purpose != "agreement"
    ]
    copy = lab.copy(folder)
    forge(copy, kept)
    verdict = judged(copy)
    assert verdict.outcome is not Outcome.PASS
    assert sum(why.is_a(Course.READ_UNSETTLED) for why in verdict.reasons) == 3


def test_a_reader_that_misreads_is_read_again_and_not_trusted(lab, records):
    url = lab.device("dealing_shoe", read=True)
    lab.attend(misread=0.008)
    folder, outcome = lab.run(lab.shoe_plan(60, 6, decks=5, texts=GO_ON), url, lab.reader)

    assert (outcome.ending, outcome.verdict.outcome) == (Ending.COMPLETE, Outcome.INCONCLUSIVE)
    summary = RunHistory.of(folder).summary
    assert summary.validation_errors > 0
    assert any(say(reason).endswith("read incorrectly.") for reason in outcome.verdict.reasons)
    assert (summary.reads_made, summary.reads_agreed) == (6, 6)
    rejected = records(folder, RecordType.REJECTED)
    assert rejected
    attempts = records(folder, RecordType.EXCHANGE, call="read_order")
    assert len(attempts) == 6 + 10 + len(rejected)
    assert all(body["answer"] for body in attempts)


def test_a_bad_reader_stops_the_run_where_the_plan_says_so(lab, good_sentence):
    url = lab.device("dealing_shoe", read=True)
    lab.attend(misread=0.2)
    folder, outcome = lab.run(lab.shoe_plan(60, 3), url, lab.reader)

    assert (outcome.ending, outcome.verdict.outcome) == (Ending.STOPPED_BY_RULE, Outcome.INCONCLUSIVE)
    assert [reason.is_a(Conduct.STOPPED_AT_STAGE) for reason in outcome.reasons] == [True]
    assert outcome.reasons[0]["stage"] == "reader-before"
    assert RunHistory.of(folder).summary.units == {}


def test_taking_evidence_away_never_leaves_a_pass(lab):
    url = lab.device("dealing_shoe", read=True)
    lab.attend()
    folder, outcome = lab.run(lab.shoe_plan(30, 2), url, lab.reader)
    assert outcome.verdict.outcome is Outcome.PASS
    whole = list(folder.records())
    folder = lab.copy(folder)  # people still follow the run itself
    kinds = (RecordType.OBSERVED, RecordType.READ, RecordType.STAGE_FINISHED)
    tried = [record.seq for record in whole if record.type in kinds]
    # A validation read is only a line of the report; its stage says how it went.
    tried = [seq for seq in tried if getattr(whole[seq].body, "purpose", "") != "validation"]
    assert all(sum(whole[seq].type is kind for seq in tried) >= 2 for kind in kinds)
    for seq in tried:
        forge(folder, [record for record in whole if record.seq != seq])
        assert judged(folder).outcome is not Outcome.PASS, whole[seq]


def test_a_verdict_without_its_end_is_no_pass(rng_run):
    _, folder, outcome = rng_run
    assert outcome.verdict.outcome is Outcome.PASS
    whole = list(folder.records())
    for kind in (RecordType.END, RecordType.VERDICT):
        history = RunHistory().read(each for each in whole if each.type is not kind)
        assert history.summary.outcome is Outcome.INCONCLUSIVE


@given(st.integers(0, 2**256 - 1), st.integers(1, 2000), st.data())
def test_units_to_read_are_so_many_different_ones_and_the_same_again(draw, units, data):
    reads = data.draw(st.integers(0, units))
    stage = Acquire(
        kind="acquire", name="deals", observes="deal", units=units, dealing="x", independent_reads=reads
    )
    drawn = units_to_read(draw, stage)
    assert len(set(drawn.tolist())) == reads
    assert all(0 <= unit < units for unit in drawn.tolist())
    units_to_read.cache_clear()
    assert units_to_read(draw, stage).tolist() == drawn.tolist()


def test_two_runs_read_other_units(lab, records):
    read = []
    for name in ("first", "second"):
        lab.attend(name=name)
        folder, _ = lab.run(
            lab.shoe_plan(60, 5), lab.device("dealing_shoe", read=True), lab.reader, name=name
        )
        read.append([record["unit"] for record in records(folder, RecordType.READ, purpose="agreement")])
        assert all(
            record["args"]["units"] == 1 for record in records(folder, RecordType.EXCHANGE, call="acquire")
        )
    assert len(read[0]) == len(read[1]) == 5
    assert read[0] != read[1]
