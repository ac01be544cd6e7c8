"""What every packaged plan keeps, found by folder."""

import re

import pytest

from labharness.app.catalog.plan_listing import listed_plans
from labharness.model.observations import InputKnown, Kind
from labharness.plans.coverage import packaged
from labharness.plans.frozen import freeze
from labharness.plans.plan import Acquire, Authenticate, Identify, Load, ValidateCapture
from tests.contracts import test_composed_plans as composed
from tests.support.plans import read_plan

NAMES = sorted(packaged())
RULES = {rule.__name__: rule for rule in composed.RULES}
SHARED = [
    RULES["every_citation_is_a_section_that_there_is"],
    RULES["citations_that_name_tests_are_answered_by_them"],
    RULES["cards_are_counted_after_every_fault"],
    RULES["what_no_rule_asks_for_fails_no_device"],
]
"""What plans with a file of their own keep of the rules of composed ones."""


def test_the_demonstration_has_its_plans():
    assert len(NAMES) >= 4
    assert set(NAMES) <= {listing.id for listing in listed_plans()}


@pytest.mark.parametrize("name", NAMES)
def test_a_plan_keeps_every_rule(name):
    frozen = read_plan(name)
    plan = frozen.plan
    assert plan.id == name
    assert freeze(frozen.plan_bytes, "plan.toml", frozen.game_bytes) == frozen
    assert plan.purpose.endswith(".")
    units = "|".join(f"{stage.units:,}" for stage in plan.acquisitions)
    assert re.search(units, plan.sample_size_reason), "the reason names the sample size that it is for"
    assert all(citation.status for citation in plan.citations)
    for rule in SHARED:
        rule(frozen)
    kinds = [type(stage) for stage in plan.stages]
    assert kinds[:2] == [Identify, Authenticate]
    for stage in plan.acquisitions:
        assert any(check.stage == stage.name for check in plan.checks), "a sample that no check reads"
        if stage.observes not in composed.CARD_KINDS:
            continue
        composed.cards_are_witnessed(frozen, stage)
        assert frozen.cards is not None
        assert kinds.index(ValidateCapture) < kinds.index(Acquire)
        if stage.observes is Kind.SHUFFLE:
            assert stage.input is not InputKnown.UNKNOWN
        else:
            assert stage.independent_reads > 0
            assert Load in kinds
