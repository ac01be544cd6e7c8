"""Which stage asks a person next, and what decides who must be at the bench."""

import pytest

from labharness.app.bench_work.next_question import next_asking, setup_of
from labharness.app.devices.preflight import RunOrder
from labharness.plans.attendance import BenchSetup
from labharness.plans.frozen import find_plan, freeze

ROUNDS = "blackjack-633a-continuous-shuffler-rounds"
BY_HAND = "blackjack-633a-batch-shuffler-by-hand"


@pytest.fixture
def plan():
    return freeze(*find_plan(ROUNDS)).plan


def test_the_next_stage_that_asks_is_named(plan):
    names, setup = [stage.name for stage in plan.stages], BenchSetup()
    assert next_asking(plan, setup, names) == "reader-before"
    assert next_asking(plan, setup, names[-1:]) == "reader-after"
    assert next_asking(plan, setup, ["count"]) == ""


def test_no_next_stage_is_promised_while_the_one_at_work_may_ask_at_any_unit(plan):
    """60 of the 1,000 rounds are read independently, and nobody knows which before the run."""
    assert next_asking(plan, BenchSetup(), ["count", "reader-after"], "rounds") == ""
    fed = freeze(*find_plan(BY_HAND)).plan
    assert next_asking(fed, BenchSetup(by_hand=True), ["reader-after"], fed.acquisitions[0].name) == ""


@pytest.mark.parametrize(
    ("device", "reader", "simulated", "independent", "setup"),
    [
        ("usb://1", None, "", False, BenchSetup(reader=False)),
        ("usb://1", "watch://decks", "", False, BenchSetup()),
        ("usb://1", "operator://", "", False, BenchSetup()),
        ("operator://", None, "", False, BenchSetup(by_hand=True, reader=False)),
        ("usb://1", None, "", True, BenchSetup(by_hand=True, reader=False)),
        ("usb://1", "watch://decks", "a simulator", False, BenchSetup(solid=False)),
        ("capture://r", "capture://r", "", False, BenchSetup(reader=False, solid=False, recorded=True)),
    ],
)
def test_device_and_reader_decide_what_people_do(device, reader, simulated, independent, setup):
    order = RunOrder(ROUNDS, device, reader, simulated=simulated)
    assert setup_of(order, independent=independent) == setup
