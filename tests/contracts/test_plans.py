"""What every packaged plan keeps, found by folder."""

import re

import pytest

from labharness.app.catalog.plan_listing import listed_plans
from labharness.model.observations import InputKnown, Kind
from labharness.plans.coverage import packaged
from labharness.plans.frozen import freeze
from labharness.plans.plan import Acquire, Authenticate, Count, Identify, Load, ValidateCapture
from labharness.runner.acquire import CARD_KINDS
from tests.support.plans import read_plan

NAMES = sorted(packaged())


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
    assert re.search(r"\d", plan.sample_size_reason)
    units = "|".join(f"{stage.units:,}" for stage in plan.acquisitions)
    assert re.search(units, plan.sample_size_reason), "the reason names the sample size that it is for"
    used = {check.cites for check in plan.checks}
    for citation in plan.citations:
        assert citation.status
        assert citation.text.endswith(".")
        assert "§" in citation.clause or "COMAR" in citation.clause
    # A citation may speak for the whole plan, but one that names tests must be answered by one.
    assert {citation.id for citation in plan.citations if citation.names != "none"} <= used
    levels = {citation.confidence for citation in plan.citations if citation.confidence}
    assert levels <= {0.95, 0.99}
    kinds = [type(stage) for stage in plan.stages]
    assert kinds[:2] == [Identify, Authenticate]
    for stage in plan.acquisitions:
        assert any(check.stage == stage.name for check in plan.checks), "a sample that no check reads"
        if stage.observes not in CARD_KINDS:
            continue
        assert plan.orientation != "not applicable"
        assert frozen.cards is not None
        assert Count in kinds
        assert kinds.count(ValidateCapture) == 2
        assert kinds.index(ValidateCapture) < kinds.index(Acquire)
        checks = {check.check for check in plan.checks if check.stage == stage.name}
        assert {"card_count", "composition"} <= checks
        if stage.observes is Kind.SHUFFLE:
            assert stage.input is not InputKnown.UNKNOWN
        else:
            assert stage.independent_reads > 0
            assert Load in kinds
