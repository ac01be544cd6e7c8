"""Health tests of raw bytes while they are recorded: an alarm is on record, prevents a pass, and is verified."""

from dataclasses import replace

import numpy as np
import pytest

from labharness.app.reports.reverify import reverify
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import AlarmBody
from labharness.model.reasons.evidence import Reproduction
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans
from labharness.model.reasons.run import Course
from labharness.model.results import Outcome
from labharness.model.stages import HealthAlarms, HealthTest
from labharness.plans.frozen import freeze
from tests.support.plans import HEALTH, byte_stage, check, written_plan
from tests.support.runs import forge

PLAN = written_plan("noise", byte_stage(20000, 700, HEALTH), check("byte_mean", "noise"))
SOUND = np.random.default_rng(461).bytes(20000)
STICKS = SOUND[:9797] + bytes(7) + SOUND[9804:]
"""Seven equal bytes, the last four of which are those of the next exchange."""
REPEATS = SOUND[:12800] + SOUND[6400:6528] + SOUND[12928:]


@pytest.fixture
def conducted(lab, tmp_path):
    """Return a function that runs a plan on bytes of a file."""

    def conduct(data, plan=PLAN):
        (tmp_path / "bytes").write_bytes(data)
        return lab.run(lab.write(plan), (tmp_path / "bytes").as_uri())

    return conduct


def alarms(folder):
    return [record.body for record in folder.records() if record.type is RecordType.ALARM]


def test_a_sound_source_raises_none_and_is_not_doubted(conducted):
    folder, outcome = conducted(SOUND)
    assert alarms(folder) == []
    assert outcome.verdict.reasons == (Course.REPLAYED(),), "a file is a recording; nothing else is doubted"
    assert reverify(None, folder).problems == ()


def test_an_alarm_is_on_record_before_its_bytes_are_and_prevents_a_pass(conducted):
    folder, outcome = conducted(STICKS)
    (body,) = alarms(folder)
    assert body.alarms == (HealthAlarms(HealthTest.REPETITION, 1, 9804, 7),)
    assert body.first == 9800
    places = [record.type for record in folder.records()]
    at = places.index(RecordType.ALARM)
    assert places[at - 1 : at + 2] == [RecordType.EXCHANGE, RecordType.ALARM, RecordType.OBSERVED]
    caveat = Course.HEALTH_ALARMS(stage="noise", test=HealthTest.REPETITION, alarms=1, sample=9804, cutoff=7)
    assert outcome.verdict.outcome is Outcome.INCONCLUSIVE
    assert caveat in outcome.verdict.reasons
    assert reverify(None, folder).problems == ()


def test_a_failure_of_a_check_stays_a_failure(conducted):
    folder, outcome = conducted(bytes(20000))
    assert {alarm.test for body in alarms(folder) for alarm in body.alarms} == set(HealthTest)
    assert outcome.verdict.outcome is Outcome.FAIL


def test_a_plan_without_a_claim_tests_nothing(conducted):
    plan = PLAN.replace(HEALTH, "")
    folder, outcome = conducted(STICKS, plan)
    assert (alarms(folder), outcome.verdict.reasons) == ([], (Course.REPLAYED(),))
    assert reverify(None, folder).problems == ()


@pytest.mark.parametrize("deed", ["omitted", "moved", "invented"])
def test_an_alarm_that_is_not_that_of_the_bytes_is_found(conducted, deed):
    folder, _ = conducted(REPEATS)
    records = list(folder.records())
    (place,) = [at for at, record in enumerate(records) if record.type is RecordType.ALARM]
    (result,) = records[place].body.alarms
    assert result == HealthAlarms(HealthTest.REPEATED_BLOCK, 2, 12864, 64)
    if deed == "omitted":
        del records[place]
    elif deed == "moved":
        few = (replace(result, number=1),)
        records[place] = replace(records[place], body=records[place].body.model_copy(update={"alarms": few}))
    else:
        exchange = next(record for record in records[place + 2 :] if record.type is RecordType.EXCHANGE)
        body = AlarmBody(stage="noise", first=13300, alarms=(result,), exchange=exchange.seq)
        records.insert(records.index(exchange) + 1, replace(exchange, seq=1 << 20, body=body))
    forge(folder, records)
    assert any(problem.is_a(Reproduction.OTHER_ALARMS) for problem in reverify(None, folder).problems)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('observes = "bytes"', 'observes = "draw"\nselection = "starting-position"', None),
        ("min_entropy = 7.5", "min_entropy = 7.5\nbits = 4", Plans.ENTROPY_BEYOND_BITS(entropy=7.5, bits=4)),
    ],
)
def test_a_claim_that_no_sample_can_have_is_refused(refusal, old, new, reason):
    refused = refusal(freeze, PLAN.replace(old, new).encode(), "plan.toml")
    assert refused == (reason or Inputs.KEY_NEEDS(key="health", other="observes = 'bytes'"))
