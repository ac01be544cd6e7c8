"""What every check keeps, found by folder."""

import doctest
import inspect
import json
import linecache
import os
import re
from dataclasses import MISSING, asdict, fields, is_dataclass, replace
from enum import StrEnum
from functools import reduce

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import labharness.checks
from labharness.analysis.sampling.check import INFO, Tally, info_of
from labharness.app.plug_ins.discovery import modules
from labharness.evidence.records.body import dump, load
from labharness.model.observations import InputKnown, Kind
from labharness.model.results import CheckResult
from labharness.testing.samples import ENOUGH, WITNESSED, fair_block, pieces, population_of, smallest, spoiled

MODULES = list(modules(labharness.checks))


def checks_of(module):
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type) and INFO in vars(value) and value.__module__ == module.__name__
    ]


CLASSES = [cls for module in MODULES for cls in checks_of(module)]
PAIRS = [(cls, kind) for cls in CLASSES for kind in sorted(info_of(cls).observes)]
STATISTICAL = [pair for pair in PAIRS if not info_of(pair[0]).counting]


def named(pairs):
    return pytest.mark.parametrize(
        ("cls", "kind"), pairs, ids=[f"{info_of(cls).name}-{kind.value}" for cls, kind in pairs]
    )


def quick(cls, seed=1):
    """The check with its simulation and its sequences, if any, as short as may be, and a limit if it asks for one."""
    return cls(**smallest(cls, seed))


def judged(cls, kind, seed=5) -> CheckResult:
    population, check = population_of(info_of(cls), kind), quick(cls, seed)
    random = np.random.default_rng((7, seed))
    sample = fair_block(population, ENOUGH[kind], random)
    return check.judge(check.tally(sample), population)


def test_every_module_holds_one_check_named_like_it():
    assert [cls.__module__ for cls in CLASSES] == [module.__name__ for module in MODULES]
    assert all(cls.__module__.endswith(f".{info_of(cls).name}") for cls in CLASSES)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rsplit(".", 1)[1])
@pytest.mark.usefixtures("whole_searches")
def test_description_is_complete_and_its_examples_hold(module):
    (cls,) = checks_of(module)
    info, described = info_of(cls), inspect.getdoc(cls)
    assert is_dataclass(cls)
    assert cls.__dataclass_params__.frozen
    assert all((info.title, info.reference, info.unit, info.observes))
    assert info.hypothesis.endswith(".")
    assert info.version >= 1
    assert all(field.default is not MISSING for field in fields(cls))
    for words in (r"References\n-+", r"Examples\n-+", *(field.name for field in fields(cls))):
        assert re.search(rf"^{words}$", described, re.MULTILINE), words
    linecache.clearcache()  # doctest would look after every file in it, for each of its examples
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


@named(PAIRS)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_merge_law_for_any_split(cls, kind, data):
    units = 25 if kind in (Kind.DRAW, Kind.BYTES) else 8
    random = np.random.default_rng(data.draw(st.integers(0, 10_000)))
    whole = fair_block(population_of(info_of(cls), kind), units, random)
    bad = tuple(spoiled(unit, random) if random.random() < 0.4 else unit for unit in whole.observations)
    known = data.draw(st.sampled_from([InputKnown.RESET, InputKnown.READ, InputKnown.CHAINED]))
    first = data.draw(st.integers(0, 3))
    whole = replace(whole, index=first, observations=bad, provenance=replace(WITNESSED, input_known=known))
    cuts = data.draw(st.lists(st.integers(0, units), max_size=4))
    check = quick(cls)
    parts = [check.tally(part) for part in pieces(whole, cuts)]
    assert reduce(Tally.merge, parts) == check.tally(whole)
    assert reduce(lambda later, earlier: earlier.merge(later), reversed(parts)) == check.tally(whole)


@named(PAIRS)
def test_results_of_no_sample_and_of_a_fair_one(cls, kind):
    population, check = population_of(info_of(cls), kind), quick(cls)
    empty = check.tally(fair_block(population, 0, np.random.default_rng(0)))
    for tally in (Tally(), empty, Tally().merge(empty)):
        result = check.judge(tally, population)
        assert result.not_applicable
        assert result.violations is None
        assert not result.p

    result = judged(cls, kind)
    assert result == judged(cls, kind)
    plain(asdict(result))
    assert load(CheckResult, json.loads(json.dumps(dump(result)))) == result
    for picture in result.pictures:
        assert len(picture.values) == len(picture.y) <= 60
        assert {len(row) for row in (*picture.values, *picture.expected)} == {len(picture.x)}
        assert len(picture.expected) in (1, len(picture.values))
    if info_of(cls).counting:
        assert (result.violations, result.not_applicable, result.p) == (0, None, {})
        return
    assert (result.violations, result.not_applicable) == (None, None)
    assert {"right", "left", "two_sided"} == set(result.p)
    assert all(0 <= p <= 1 for p in result.p.values())
    assert result.p["two_sided"] > 1e-3
    assert result.law
    assert result.effect.low <= result.effect.value <= result.effect.high


def plain(value):
    if isinstance(value, dict):
        assert all(type(key) is str for key in value)
        value = tuple(value.values())
    if isinstance(value, (tuple, list)):
        for inner in value:
            plain(inner)
    else:
        assert value is None or isinstance(value, StrEnum) or type(value) in (str, int, float), type(value)


@pytest.mark.slow
@named(STATISTICAL)
def test_calibrated_on_many_fair_samples(cls, kind):
    calibrate(cls, kind, int(os.environ.get("CALIBRATION_REPLICATES", "2000")))


FEW, DEAR = 100, {"iid_permutation": 40, "shelf_likelihood": 40, "truncated_congruential": 20}
"""How many samples ``make long`` judges; fewer of what takes long for one.  ``make calibrate`` has many."""


@pytest.mark.long
@named(STATISTICAL)
def test_calibrated_on_fair_samples(cls, kind):
    calibrate(cls, kind, DEAR.get(info_of(cls).name, FEW))


LIMIT_LAWS = {("outcome_law", "draw"): 0.02}
"""Largest distance from uniform p-values where a limit law stands for the law of a finite sample. That of 20,000 samples of
outcomes was 0.0153: two-sided p-values below 0.05 in 4.6%, below 0.01 in 0.9% of them."""


def calibrate(cls, kind, replicates):
    """p-values of fair samples, spread evenly over the chance of the observed value, are uniform.

    That holds exactly for lattice laws too, however coarse.  A simulated null law gets a fresh seed for
    each sample: it is exact over both together.
    """
    from scipy import stats

    result = [judged(cls, kind, seed=seed).p for seed in range(replicates)]
    if info_of(cls).bound:
        bounded(result, 0.5, 0.2, 0.05, 0.01)
        return
    within = np.random.default_rng(8).random(replicates)
    spread = [1 - p["right"] + u * (p["right"] + p["left"] - 1) for p, u in zip(result, within, strict=True)]
    distance = stats.kstest(spread, "uniform")
    most = LIMIT_LAWS.get((info_of(cls).name, kind.value), 0.0)
    assert distance.pvalue > 0.001 or distance.statistic <= most
    bounded(result, 0.05)


def bounded(result, *levels):
    """p-values of fair samples are small at most as often as they say."""
    from scipy import stats

    for level in levels:
        rejected = sum(p["two_sided"] < level for p in result)
        assert stats.binomtest(rejected, len(result), level, alternative="greater").pvalue > 0.001
