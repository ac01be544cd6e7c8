"""Which stage asks a person next, and in which runs somebody may leave."""

import pytest

from labharness.app.bench_work.next_question import next_asking, works_alone
from labharness.model.observations import Source
from labharness.plans.frozen import find_plan, freeze
from tests.support.runs import tiny_body

ROUNDS = "blackjack-633a-continuous-shuffler-rounds"


@pytest.fixture
def plan():
    return freeze(*find_plan(ROUNDS)).plan


def test_the_next_stage_that_asks_is_named(plan):
    names = [stage.name for stage in plan.stages]
    assert next_asking(plan, names) == "reader-before"
    assert next_asking(plan, names[names.index("rounds") :]) == "reader-after"
    assert next_asking(plan, names[-1:]) == "reader-after"
    assert next_asking(plan, ["rounds", "count"]) == ""


@pytest.mark.parametrize(
    ("device", "reader", "source", "alone"),
    [
        ("usb://1", None, Source.DEVICE_REPORTED, True),
        ("usb://1", "watch://decks", Source.DEVICE_REPORTED, True),
        ("usb://1", "operator://", Source.DEVICE_REPORTED, False),
        ("operator://", None, Source.DEVICE_REPORTED, False),
        ("usb://1", None, Source.OBSERVED, False),
    ],
)
def test_a_run_by_hand_never_works_alone(device, reader, source, alone):
    start = tiny_body("run-1")
    adapter = start.adapter.model_copy(
        update={"device": start.adapter.device.model_copy(update={"source": source})}
    )
    start = start.model_copy(update={"device": device, "reader": reader, "adapter": adapter})
    assert works_alone(start) is alone
