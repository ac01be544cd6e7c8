"""A jam in the middle of the device's work: cleared by a person where the plan allows it, and on record."""

import pytest

from labharness.analysis.sampling.sample import blocks, population_of
from labharness.app.reports.reverify import reverify
from labharness.app.runs.services import resume_run
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.model.observations import Event, EventKind
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.lti import Lti
from labharness.model.results import Ending, Outcome
from labharness.plans.frozen import freeze
from tests.support.recorded import reasons_of, words_of
from tests.support.runs import broken_off

CONTINUOUS = "blackjack-633a-continuous-shuffler-rounds"


@pytest.fixture
def plan(lab):
    def small(allowed=1, **options):
        rounds = {"units": 30, "independent_reads": 0}
        words = [('observes = "round"', f'observes = "round"\njams_allowed = {allowed}')]
        return lab.plan(
            CONTINUOUS, {"rounds": rounds}, texts=words, without=("reader-before", "reader-after"), **options
        )

    return small


def sample(folder, look_back):
    frozen = freeze((folder.path / "plan.toml").read_bytes(), "plan.toml")
    stage = frozen.plan.acquisitions[0]
    return list(blocks(folder.records(), stage.name, population_of(frozen, stage), look_back, lambda _: ()))


def test_the_run_goes_on_after_a_jam_that_a_person_cleared(lab, records, plan):
    lab.attend()
    folder, outcome = lab.run(plan(), lab.device("continuous_shuffler", "jams_at=12"))

    assert outcome.ending is Ending.COMPLETE
    seen = [record["first"] for record in records(folder, RecordType.OBSERVED)]
    assert seen == list(range(30)), "no unit is lost or doubled"
    asked = records(folder, RecordType.PROMPT, action="clear_jam")
    assert len(asked) == 1
    text = [reasons_of(record) for record in records(folder, RecordType.DEVIATION)]
    jam = Lti.REFUSED(message="ROUNDS", error="HARDWARE", text="card jam")
    assert (Conduct.JAM(number=1, allowed=1, stage="rounds", unit=13), jam) in text
    before, after = sample(folder, look_back=3)
    assert (before.units, after.units) == (12, 18)
    assert after.context == (), "what comes after a jam knows nothing of what was before"
    assert Event(12, EventKind.JAM) in after.events
    assert verify(folder.path).clean
    assert reverify(lab.space, folder).problems == ()


def test_one_jam_more_than_the_plan_allows_ends_the_run(lab, records, plan):
    lab.attend()
    folder, outcome = lab.run(
        plan(), lab.device("continuous_shuffler", "jams_at=3", "jams_at=4", "jams_at=9")
    )

    assert outcome.ending is Ending.ERROR
    jam = Lti.REFUSED(message="ROUNDS", error="HARDWARE", text="card jam")
    assert outcome.error.reasons == (jam,)
    assert outcome.verdict.outcome is not Outcome.PASS
    assert len(records(folder, RecordType.COMMAND, command="jam")) == 2


def test_a_jam_after_which_the_count_is_wrong_is_not_cleared(lab, records, plan):
    lab.attend()
    device = lab.device("continuous_shuffler", "jams_at=0", "missing_card=AS")
    folder, outcome = lab.run(plan(), device)

    asked = [record["data"] for record in records(folder, RecordType.PROMPT, action="clear_jam")]
    assert len(asked) == 3
    assert "card count is wrong" in words_of(asked[1])
    assert outcome.ending is Ending.ERROR
    assert outcome.error.reasons[0].is_a(Conduct.JAM_NOT_CLEARED)


def test_a_runner_that_dies_over_a_jam_has_it_cleared_before_it_goes_on(lab, records, plan):
    lab.attend()
    url = lab.device("continuous_shuffler", "jams_at=12")
    whole, _ = lab.run(plan(interruptions_allowed=1), url)
    asked = next(
        record.seq for record in whole.records() if getattr(record.body, "action", "") == "clear_jam"
    )
    copy = broken_off(whole, asked + 1, lab.space.path / "cut")
    lab.attend(name=copy.path)

    outcome = resume_run(copy)
    assert outcome.ending is Ending.COMPLETE
    later = [record for record in copy.records() if record.seq > asked]
    first = next(each for each in later if each.type in (RecordType.PROMPT, RecordType.EXCHANGE))
    assert first.body.action == "clear_jam"
    assert [record["first"] for record in records(copy, RecordType.OBSERVED)] == list(range(30))
