"""The composed plans of generators convict generators by the raw bits that they ask for, at the level of the whole plan."""

import numpy as np
import pytest

from labharness.analysis.decision.rule import decide, declared_checks, declared_rule, families
from labharness.analysis.sampling.tables import Block, Population
from labharness.model.observations import Kind, RawBytes
from labharness.model.results import Outcome
from labharness.plans.frozen import COUNTING, composable
from labharness.testing.samples import WITNESSED
from tests.support.generators import GENERATORS, GOOD
from tests.support.plans import catalog, every_plan, read_plan
from tests.support.thinned import every

GENERATED = [
    "pai-gow-poker-645a-computerized-rng",
    "pai-gow-poker-645a-starting-position",
    "six-card-fortune-pai-gow-poker-588-computerized-rng",
]
MAKERS = {name: (size, make) for name, size, make in GENERATORS}
MOST = 12
"""Required checks of the laboratory that share its level, at most."""


def output(name, units):
    size, make = MAKERS[name]
    words = -(-units // size)
    if name == "Mersenne Twister, mt19937":
        return np.random.RandomState(5489).randint(0, 1 << 32, words, dtype=np.uint32).tobytes()[:units]
    if name in GOOD:
        return np.random.Generator(np.random.PCG64(461)).bytes(units)
    return np.fromiter(make(), dtype=f"<u{size}", count=words).tobytes()[:units]


def against(frozen, data, ending="", known=None):
    """Return the required checks of raw bits, those of an ending alone, that fail a device; all others are not made."""
    plan, population, known = frozen.plan, Population(Kind.BYTES), {} if known is None else known
    block = Block(population, 0, (RawBytes(data),), WITNESSED)
    results = {}
    for each in plan.checks:
        if each.stage == "raw" and each.role == "required" and each.id.endswith(ending):
            check = catalog().build(each)
            if repr(check) not in known:
                known[repr(check)] = check.judge(check.tally(block), population)
            results[each.id] = known[repr(check)]
    decided = decide(declared_checks(plan, catalog()), results, declared_rule(plan))
    return {decision.check_id for decision in decided.decisions if decision.outcome is Outcome.FAIL}


@pytest.mark.parametrize("plan", every(3, GENERATED))
@pytest.mark.parametrize(
    "generator", ["xorshift128", "GFSR R250 (250, 103)", "Mersenne Twister, mt19937", "xorshift128+"]
)
def test_a_linear_generator_fails_every_packaged_plan_of_generators(plan, generator):
    frozen = read_plan(plan)
    (units,) = (stage.units for stage in frozen.plan.acquisitions if stage.name == "raw")
    assert against(frozen, output(generator, units), "long-complexity")


@pytest.mark.parametrize("generator", ["drand48, high 32 bits", "LCG modulo 2^64, high 32 bits"])
def test_a_congruential_generator_fails_the_composed_plan(generator):
    frozen = read_plan("pai-gow-poker-645a-computerized-rng")
    assert against(frozen, output(generator, 1_250_000), "truncated-congruential")


def test_plans_that_ask_for_raw_bits_are_those_of_generators():
    asking = [
        name
        for name, frozen in every_plan().items()
        if any(stage.observes is Kind.BYTES for stage in frozen.plan.acquisitions)
    ]
    assert sorted(asking) == GENERATED


def test_a_sound_generator_fails_none():
    known = {}
    for plan in GENERATED:
        assert not against(read_plan(plan), output("PCG64", 1_250_000), known=known)


def test_the_laboratorys_own_family_is_small():
    for name, frozen in every_plan().items():
        result = families(declared_checks(frozen.plan, catalog()))
        assert all(len(each) <= MOST for each in result if each[0].citation is None), name


def test_checks_that_count_take_nothing_from_the_level_that_a_reason_states():
    counting = {
        check.check
        for frozen in every_plan().values()
        for check in frozen.plan.checks
        if check.role == "required"
        and check.stage not in ("shuffles", "chained", "deals", "rounds", "loads", "deals-to-one")
        and catalog().check_info(check.check).counting
    }
    assert counting == set(COUNTING)
    for plan in set(GENERATED) & set(composable()):
        reason = read_plan(plan).plan.sample_size_reason
        (own,) = (
            each
            for each in families(declared_checks(read_plan(plan).plan, catalog()))
            if each[0].citation is None
        )
        assert f"left to each of {len(own)} checks." in reason
