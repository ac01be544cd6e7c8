"""A chain of shuffles: each begins with what the one before left, and the first one with the declared set."""

import pytest

from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import load_plan
from labharness.errors import PlanError
from labharness.evidence.records.body import RecordType
from labharness.model.cards import format_order
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.run import Course
from labharness.model.results import Ending
from labharness.plans.suite import small_plan
from tests.support.in_process import InProcess, Subject
from tests.support.reasons import refused

PLAN = "flop-poker-583-batch-shuffler"
UNITS = {"shuffles": {"units": 4, "independent_reads": 2}, "chained": {"units": 6, "independent_reads": 6}}


@pytest.mark.parametrize("port", [False, True])
def test_a_chain_begins_with_the_declared_set_and_so_does_what_follows_a_break(tmp_path, port):
    """Over a port, people take the cards out to count them at the end of the first session; by hand they do not."""
    catalog = discover()
    frozen = load_plan("small", catalog, small_plan(PLAN, UNITS, trials=1))
    folder, outcome = InProcess(catalog, tmp_path).run(frozen, Subject("two_batch_shuffler", port=port), 1)

    assert outcome.ending is Ending.COMPLETE
    assert not any(reason.is_a(Course.INPUT_UNPROVEN) for reason in outcome.verdict.reasons)
    bodies = [record.body for record in folder.records() if record.type is RecordType.OBSERVED]
    chain = [body for body in bodies if body.stage == "chained"]
    assert {body.input_known for body in chain} == {"chained"}
    orders = [order for body in chain for order in body.data]
    breaks = [place for place in range(1, 6) if orders[place][0] != orders[place - 1][1]]
    assert breaks == ([3] if port else [])
    assert {orders[place][0] for place in (0, *breaks)} == {format_order(frozen.unopened)}


def test_only_a_chain_begins_with_a_set_that_is_put_in():
    content = small_plan(PLAN, UNITS).replace(b'input = "chained"', b'input = "read"')
    needs = Inputs.KEY_NEEDS(key="put_in_first", other="input = 'chained'")
    within = Inputs.AT(where="stages 5.acquire", problem=needs)
    assert refused(PlanError, load_plan, "small", discover(), content) == (
        Inputs.AT(where="small.toml", problem=within),
    )
