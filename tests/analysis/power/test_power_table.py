"""A table of power belongs to one plan, one game's sets and one version of each check."""

from dataclasses import replace

import pytest

from labharness.analysis.power.defects.named import FAIR, defect
from labharness.analysis.power.detection import powers
from labharness.analysis.power.power_table import (
    dump_table,
    file_name,
    find_table,
    fits,
    load_table,
    power_table,
)
from labharness.app.plug_ins.discovery import discover
from labharness.model.reasons.wire import Simulations
from labharness.plans.frozen import freeze
from labharness.plans.suite import small_plan

PLAN = "pai-gow-poker-645a-starting-position"
SMALL = small_plan(PLAN, {"draws": {"units": 5000}, "raw": {"units": 5000}})


@pytest.fixture(scope="module")
def catalog():
    return discover()


@pytest.fixture(scope="module")
def frozen():
    return freeze(SMALL, "small.toml")


@pytest.fixture(scope="module")
def table(frozen, catalog):
    rows = list(powers(frozen, catalog, (FAIR, defect("stuck:0.5")), 3, 461))
    return power_table(frozen, catalog, rows, {"labharness": "test"})


def test_a_table_fits_its_own_plan_alone_and_what_does_not_fit_is_not_found(table, frozen, catalog, tmp_path):
    other = freeze(small_plan(PLAN, {"draws": {"units": 5001}, "raw": {"units": 5000}}), "other.toml")
    assert fits(table, frozen, catalog)
    assert not fits(table, other, catalog)
    assert not fits(replace(table, checks={**table.checks, "frequency": 99}), frozen, catalog)
    assert not fits(replace(table, samples="0" * 64), frozen, catalog)
    assert find_table(frozen, catalog, tmp_path) is None  # the packaged plan has other sample sizes
    path = tmp_path / file_name(frozen)
    path.write_bytes(dump_table(table))
    assert find_table(frozen, catalog, tmp_path) == path.read_bytes()
    for spoiled in (b"", b"{}", b"\xff", dump_table(replace(table, design="0" * 64))):
        path.write_bytes(spoiled)
        assert find_table(frozen, catalog, tmp_path) is None


def test_a_table_is_read_as_it_was_written_and_what_is_none_is_refused(table, refusal):
    assert load_table(dump_table(table)) == table
    assert [(row.defect, row.not_passed.share) for row in table.rows][1] == ("stuck:0.5", 1.0)
    assert (table.replicates, table.seed) == (3, 461)
    for content in (b"", b"[]"):
        assert refusal(load_table, content) == Simulations.NOT_A_TABLE()
    assert refusal(load_table, dump_table(replace(table, rows=()))) == Simulations.OTHER_TABLE()
