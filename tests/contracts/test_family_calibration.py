"""How often whole plans speak against fair devices, against the bound of their rule; exact binomial comparisons.

``python -m pytest -m slow tests/contracts/test_family_calibration.py`` writes a line for each plan to the log; the figures of
the last runs are in docs/validation.md.
"""

import logging

import pytest

from labharness.analysis.decision.rule import declared_checks, declared_rule, false_alarms
from labharness.analysis.power.defects.named import FAIR
from labharness.analysis.power.detection import powers
from tests.support.plans import catalog, read_plan

LOG = logging.getLogger(__name__)
SEED = 20_461
LEVEL = 1e-3
"""Chance that a plan within its bound is called broken."""
FAMILIES = {
    "pai-gow-poker-645a-dealing-shoe": 2_000,
    "blackjack-633a-batch-shuffler-by-hand": 20_000,
    "blackjack-633a-batch-shuffler-by-hand-monitored": 2_000,
    "pai-gow-poker-645a-batch-shuffler": 2_000,
    "midibaccarat-629a-batch-shuffler": 1_000,
    "blackjack-633a-continuous-shuffler-rounds": 2_000,
    "high-roll-dice-593-dice-shaker": 20_000,
    "pai-gow-poker-645a-computerized-rng-by-hand": 20_000,
    "pai-gow-poker-645a-starting-position": 1_000,
    "pai-gow-poker-645a-computerized-rng": 1_000,
}
"""Fair submissions of each plan."""


def calibrated(plan_id, replicates, seed=SEED):
    """Compare the share of fair submissions that fail, and that do not pass, with the bounds of the plan's rule."""
    from scipy.stats import binom

    frozen = read_plan(plan_id)
    bounds = false_alarms(
        declared_checks(frozen.plan, catalog()), declared_rule(frozen.plan), frozen.plan.monitored_level
    )
    (result,) = powers(frozen, catalog(), (FAIR,), replicates, seed)
    for what, share, bound in (
        ("FAIL", result.failed.share, bounds.fail_at_most),
        ("not passed", result.not_passed.share, bounds.not_passed_at_most),
    ):
        times = round(share * replicates)
        LOG.info("%s: %s %d of %d, bound %.4f", plan_id, what, times, replicates, bound)
        assert binom.sf(times - 1, replicates, bound) > LEVEL, (plan_id, what, times, bound)


def test_fair_devices_fail_no_oftener_than_the_rule_says_in_short():
    calibrated("blackjack-633a-batch-shuffler-by-hand", 30)


@pytest.mark.slow
@pytest.mark.parametrize("plan_id", FAMILIES)
def test_fair_devices_fail_no_oftener_than_the_rule_says(plan_id):
    calibrated(plan_id, FAMILIES[plan_id])
