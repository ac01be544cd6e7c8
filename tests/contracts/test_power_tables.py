"""Every packaged plan has its table of power, of this very plan, and a row of it can be found again.

After a change to a plan, a game's sets or the version of a check: ``make power``.
"""

from importlib import resources

import pytest

from labharness.analysis.laws.intervals import clopper_pearson
from labharness.analysis.power.defects.named import defect, usual_defects
from labharness.analysis.power.detection import power
from labharness.analysis.power.power_table import FOLDER, file_name, find_table, load_table
from labharness.plans.files import packaged
from tests.support.plans import catalog, read_plan

CATALOG = catalog()
FROZEN = {name: read_plan(name) for name in packaged()}
named = pytest.mark.parametrize("frozen", FROZEN.values(), ids=list(FROZEN))
ALMOST_SURE = 0.9999


def test_there_is_a_table_for_every_plan_and_no_other():
    folder = resources.files("test_plans").joinpath(FOLDER)
    assert {file.name for file in folder.iterdir()} == {file_name(frozen) for frozen in FROZEN.values()}


@named
def test_the_table_is_that_of_the_plan(frozen):
    content = find_table(frozen, CATALOG)
    assert content is not None, "the plan, its game or a check has changed since: make power"
    table = load_table(content)
    kinds = frozenset(stage.observes for stage in frozen.plan.acquisitions)
    assert [row.defect for row in table.rows] == [one.name for one in usual_defects(kinds)]
    for row in table.rows:
        assert row.units == {stage.name: stage.units for stage in frozen.plan.acquisitions}
        assert row.not_passed.high - row.not_passed.low < 0.1 + 0.001, "limits of ±5 per cent"


@named
def test_a_row_is_found_again_with_other_chance(frozen):
    content = find_table(frozen, CATALOG)
    assert content is not None
    row = load_table(content).rows[-1]
    again = power(frozen, CATALOG, defect(row.defect), replicates=20, seed=4614)
    hits = round(again.not_passed.share * 20)
    low, high = clopper_pearson(hits, 20, ALMOST_SURE)
    kept = clopper_pearson(round(row.not_passed.share * row.replicates), row.replicates, ALMOST_SURE)
    assert low <= kept[1]
    assert kept[0] <= high
