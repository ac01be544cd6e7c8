"""A plan that is cut down is a plan: what belongs to a stage or a check goes with it."""

import pytest

from labharness.plans.frozen import find_plan, freeze
from labharness.plans.plan import Acquire
from labharness.plans.suite import small_plan


@pytest.mark.parametrize(
    "plan", ["pai-gow-poker-645a-starting-position", "pai-gow-poker-645a-computerized-rng"]
)
def test_the_health_of_a_source_goes_with_its_stage(plan):
    whole = freeze(find_plan(plan)[0], plan).plan
    watched = {
        stage.name: stage.health for stage in whole.stages if isinstance(stage, Acquire) and stage.health
    }
    assert watched
    content = small_plan(plan, {}, without=watched)
    assert b"[stages.health]" not in content
    cut = freeze(content, plan).plan
    assert [stage.name for stage in cut.stages] == [
        stage.name for stage in whole.stages if stage.name not in watched
    ]
    kept = freeze(small_plan(plan, {}), plan).plan
    assert {stage.name: stage.health for stage in kept.stages if stage.name in watched} == watched
