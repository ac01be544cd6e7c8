"""A run whose data begin as those of another run does not pass, and its folder alone says so again."""

import pytest

from labharness.app.reports.reverify import reverify
from labharness.app.runs.run_comparison import compare
from labharness.app.submission.submissions import settle_runs
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.course import Content
from labharness.model.reasons.evidence import Reproduction
from labharness.model.reasons.run import Course
from labharness.model.results import Ending, Outcome
from tests.support.runs import altered, broken_off, forge

RNG = "pai-gow-poker-645a-starting-position"
STAGES = {"draws": {"units": 600, "batch": 300}, "raw": {"units": 8192, "batch": 4096}}


def first_units(folder):
    return next(each.body for each in folder.records() if each.type is RecordType.FIRST_UNITS)


def repeated(verdict):
    return {
        each["stage"]: (each["units"], each["runs"])
        for each in verdict.reasons
        if each.is_a(Course.SAME_DATA)
    }


def left_after_one_batch(lab, whole):
    """Leave a run as a runner did that died after its first batch."""
    first = next(each.seq for each in whole.records() if each.type is RecordType.OBSERVED)
    cut = broken_off(whole, first + 1, lab.space.path / "cut")
    whole.path.rename(lab.space.path / "gone")
    cut.path.rename(whole.path)


@pytest.fixture
def plan(lab):
    return lab.plan(RNG, STAGES, interruptions_allowed=9)


def test_a_start_with_the_same_seed_is_seen_by_the_second_run(lab, plan):
    first, outcome = lab.run(plan, lab.device("rng", seed=7))
    assert repeated(outcome.verdict) == {}
    before = (first_units(first).runs, len(first_units(first).hashed))
    assert before == (0, 2)
    second, outcome = lab.run(plan, lab.device("rng", seed=7), name="again")
    assert repeated(outcome.verdict) == {"draws": (600, ("run",)), "raw": (8192, ("run",))}
    assert outcome.verdict.outcome is not Outcome.PASS
    assert first_units(second).runs == 1
    settlement = settle_runs(lab.space, ["run"])
    inner = [each["why"] for each in settlement.reasons if "why" in dict(each.parameters)]
    assert {each["stage"] for each in inner if each.is_a(Course.SAME_DATA)} == {"draws", "raw"}
    assert settlement.outcome is not Outcome.PASS
    both = compare(lab.space, "run", "again")
    assert {each["stage"]: each["units"] for each in both.repeated} == {"draws": 600, "raw": 8192}
    (lab.space.path / "runs" / "run").rename(lab.space.path / "gone")
    assert reverify(None, second).same, "the folder alone holds what was compared"


def test_other_seeds_and_the_same_unit_at_work_share_nothing(lab, plan):
    url = lab.device("rng", seed=7)
    lab.run(plan, url)
    for name, device in (("on", url), ("other", lab.device("rng", seed=8))):
        _, outcome = lab.run(plan, device, name=name)
        assert repeated(outcome.verdict) == {}


def test_a_shorter_run_another_plan_and_one_that_was_broken_off_are_compared(lab, plan):
    whole, _ = lab.run(plan, lab.device("rng", seed=7))
    left_after_one_batch(lab, whole)
    shorter = lab.plan(RNG, {**STAGES, "draws": {"units": 40, "batch": 40}})
    _, outcome = lab.run(shorter, lab.device("rng", seed=7), name="shorter")
    assert repeated(outcome.verdict) == {"draws": (40, ("run",))}


def test_few_draws_may_agree_by_chance(lab):
    plan = lab.plan(RNG, {**STAGES, "draws": {"units": 5, "batch": 5}})
    lab.run(plan, lab.device("rng", seed=7))
    _, outcome = lab.run(plan, lab.device("rng", seed=7), name="again")
    assert set(repeated(outcome.verdict)) == {"raw"}


def test_a_resumed_run_is_compared_from_where_it_went_on_too(lab, plan):
    whole, _ = lab.run(plan, lab.device("rng", seed=7))
    left_after_one_batch(lab, whole)
    lab.run(plan, lab.device("rng", seed=7), name="between")
    folder, outcome = lab.resume()
    assert outcome.ending is Ending.COMPLETE
    begun = {(each.stage, each.first) for each in first_units(folder).hashed}
    assert begun == {("draws", 0), ("draws", 300), ("raw", 0)}
    assert repeated(outcome.verdict)["draws"][1] == ("between",)


def test_moves_of_cards_are_compared_whatever_order_went_in(lab):
    lab.attend()
    lab.attend(name="again")
    plan = lab.hand_plan(4)
    whole, _ = lab.run(plan, lab.device("fair_shuffler", seed=3), lab.reader)
    contents = {each.content for each in first_units(whole).hashed}
    assert contents == {Content.DATA, Content.MOVES}


def test_another_hash_on_record_is_not_reproduced(lab, plan):
    folder, _ = lab.run(plan, lab.device("rng", seed=7))
    records = list(folder.records())
    at = next(place for place, each in enumerate(records) if each.type is RecordType.FIRST_UNITS)
    hashed = records[at].body.hashed
    other = (hashed[0].model_copy(update={"sha256": "0" * 64}), *hashed[1:])
    forge(folder, [*records[:at], altered(records[at], hashed=other), *records[at + 1 :]])
    assert Reproduction.OTHER_FIRST_UNITS() in reverify(None, folder).problems
