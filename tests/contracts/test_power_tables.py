"""Every plan that the catalog lists has its table of power before its first run, and a row of it can be found again.

After a change to a plan, a game's sets or the version of a check: ``make power``.
"""

import os
from dataclasses import replace
from importlib import resources

import pytest

from labharness.analysis.laws.intervals import clopper_pearson
from labharness.analysis.power import QUICK
from labharness.analysis.power.defects.named import defect, usual_defects
from labharness.analysis.power.power_table import FOLDER, file_name, find_table, load_table
from labharness.app.catalog.games import simulated, table_for_run, usual
from labharness.model.reasons.conduct import Doing
from labharness.plans.coverage import packaged
from labharness.plans.frozen import find_composed, find_plan, freeze
from labharness.plans.suite import small_plan
from tests.support.detection import power
from tests.support.plans import catalog, every_plan, read_plan

named = pytest.mark.parametrize("frozen", sorted(packaged()), indirect=True)
AGAIN, SURE = 6, 0.99
"""Samples that are simulated again: three misses show a lost power where nearly all were found."""
TWO_DECKS = "blackjack-633a-continuous-shuffler-2-decks"


@pytest.fixture
def frozen(request):
    return read_plan(request.param)


def sampled():
    """Return every plan that draws a sample, by its id."""
    return {name: frozen for name, frozen in every_plan().items() if frozen.plan.acquisitions}


def test_there_is_a_table_for_every_plan_and_no_other():
    folder = resources.files("test_plans").joinpath(FOLDER)
    assert {file.name for file in folder.iterdir()} == {
        file_name(frozen) for frozen in sampled().values() if simulated(frozen)
    }


@named
def test_the_table_is_that_of_the_plan(frozen):
    content = find_table(frozen, catalog())
    assert content is not None, "the plan, its game or a check has changed since: make power"
    table = load_table(content)
    kinds = frozenset(stage.observes for stage in frozen.plan.acquisitions)
    assert [row.defect for row in table.rows] == [defect.name for defect in usual_defects(kinds)]
    for row in table.rows:
        assert row.units == {stage.name: stage.units for stage in frozen.plan.acquisitions}
        assert row.not_passed.high - row.not_passed.low < 0.1 + 0.001, "limits of ±5 per cent"


@pytest.mark.long
@named
def test_a_row_is_found_again_with_other_chance(frozen):
    content = find_table(frozen, catalog())
    assert content is not None
    row = load_table(content).rows[-1]
    again = power(frozen, catalog(), defect(row.defect), replicates=AGAIN, seed=4614)
    hits = round(again.not_passed.share * AGAIN)
    low, high = clopper_pearson(hits, AGAIN, SURE)
    kept = clopper_pearson(round(row.not_passed.share * row.replicates), row.replicates, SURE)
    assert low <= kept[1]
    assert kept[0] <= high


def test_a_listed_plan_comes_with_the_table_of_its_design():
    for name, frozen in sampled().items():
        content = find_table(frozen, catalog())
        assert (content is not None) == simulated(frozen), f"{name}: make power"
        if content is not None:
            table = load_table(content)
            assert table.replicates >= QUICK, name
            assert {row.defect for row in table.rows} >= {each.name for each in usual(frozen)}, name


def test_only_samples_of_both_sides_of_a_double_shoe_cannot_be_simulated():
    without = [name for name, frozen in sampled().items() if not simulated(frozen)]
    assert without
    assert all(name.endswith("-double-shoe") for name in without)


def test_words_of_a_plan_do_not_invalidate_its_table_and_levels_do(tmp_path):
    name = "blackjack-633a-batch-shuffler"
    text = find_plan(name)[0].decode()
    words = text.replace('purpose = "', 'purpose = "In other words: ')
    assert words != text
    assert find_table(freeze(words.encode(), "words.toml"), catalog(), tmp_path) is not None
    frozen = read_plan(name)
    level = frozen.plan.decision.model_copy(update={"laboratory_level": 0.02})
    other = replace(frozen, plan=frozen.plan.model_copy(update={"decision": level}))
    assert find_table(other, catalog(), tmp_path) is None


@pytest.mark.long
def test_a_plan_for_other_decks_gets_its_table_before_its_first_run(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(os, "cpu_count", lambda: 1)  # more processes give the same, and take seconds to start
    frozen = freeze(find_composed(TWO_DECKS), TWO_DECKS)
    assert find_table(frozen, catalog(), tmp_path) is None
    steps = []
    content = table_for_run(frozen, catalog(), tmp_path, 1, steps.append)
    assert load_table(content).plan == TWO_DECKS
    assert table_for_run(frozen, catalog(), tmp_path, 1, steps.append) == content
    assert steps == [Doing.COMPUTING_POWER()]


def test_a_plan_of_ones_own_gets_no_table_unasked(tmp_path):
    own = freeze(small_plan(TWO_DECKS, {}), "own.toml")
    assert table_for_run(own, catalog(), tmp_path, 1) is None
