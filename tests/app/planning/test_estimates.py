"""Detection rates of a plan at work: the figures of the table, in processes that are given up within one task."""

import threading
import time

import pytest

from labharness.analysis.power.defects.named import defect
from labharness.analysis.power.detection import powers
from labharness.app.planning.estimates import (
    FEW,
    SimulatorPool,
    alarms_of,
    cost_of,
    defects_of,
    known_powers,
    telling,
)
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.run_index import listed
from labharness.app.workspace.workspace import Workspace
from labharness.model.results import Ending
from labharness.plans.frozen import find_plan, freeze
from labharness.plans.written.edits import put

NAME = "blackjack-633a-batch-shuffler-by-hand"


@pytest.fixture(scope="module")
def catalog():
    return discover()


@pytest.fixture(scope="module")
def small():
    text = find_plan(NAME)[0].decode()
    for path, value in ((("id",), "ours"), (("stages", 3, "units"), 20), (("sample_size_reason",), "Few.")):
        text = put(text, path, value)
    return freeze(text.encode(), "ours.toml")


def test_the_figures_are_those_of_the_table_and_a_computation_is_given_up(catalog, small):
    chosen = [defect("riffles:7"), defect("shelves:10")]
    simulators, done = SimulatorPool(1), []
    try:
        result = list(simulators.powers(small, catalog, chosen, 10, threading.Event(), done.append))
        assert result == list(powers(small, catalog, chosen, 10))
        assert done == [5, 10, 15, 20]
        given_up = threading.Event()
        began = time.monotonic()
        rest = simulators.powers(small, catalog, chosen, 100_000, given_up, lambda _: given_up.set())
        assert list(rest) == []
        assert time.monotonic() - began < 30
    finally:
        simulators.close()


def test_the_defects_that_tell_most_are_chosen(catalog):
    frozen = freeze(find_plan(NAME)[0], NAME)
    known = known_powers(frozen, catalog, None)
    chosen = [defect.name for defect in telling(defects_of(frozen), known)]
    assert len(chosen) == FEW
    assert "returned:0.01" in chosen  # found in 72 of 100
    assert "shelves:10" not in chosen  # found always
    assert "fair" not in chosen


def test_costs_are_measured_or_not_known(catalog, tmp_path, small):
    place = Workspace.init(tmp_path / "w")
    cost = cost_of(small, place)
    assert (cost.device_s, cost.disk) == (None, None)
    assert cost.people.seconds < cost_of(freeze(find_plan(NAME)[0], NAME), place).people.seconds
    assert 0 < alarms_of(small, catalog).fail_at_most < 0.05


def test_a_complete_run_tells_time_and_disk_in_proportion_to_its_units(rng_run):
    space, run, _ = rng_run
    (row,) = listed(space)
    plan = freeze(run.path.joinpath("plan.toml").read_bytes(), row["plan"])
    cost = cost_of(plan, space)
    share = sum(each.units for each in plan.plan.acquisitions) / sum(row["units"].values())
    size = sum(file.stat().st_size for file in run.path.rglob("*") if file.is_file())
    assert (row["ending"], cost.disk) == (Ending.COMPLETE, int(size * share))
    assert cost.device_s is not None
    assert cost_of(plan, space, "another").disk is None
