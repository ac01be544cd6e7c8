"""A plan that bears the name of one that comes with the product, and is another, is told."""

from dataclasses import replace

import pytest

from labharness.plans.composed import find_composed
from labharness.plans.cut_down import small_plan
from labharness.plans.files import packaged
from labharness.plans.frozen import find_plan, freeze
from labharness.plans.origin import alterations

DRAWS = "pai-gow-poker-645a-starting-position"
COMPOSED = "blackjack-633a-batch-shuffler"


def altered(content: bytes) -> tuple[str, ...]:
    return alterations(freeze(content, "plan.toml"))


@pytest.mark.parametrize("name", [*packaged(), COMPOSED, f"{COMPOSED}-1-decks"])
def test_what_comes_with_the_product_is_as_it_came(name):
    content, _ = find_plan(name)
    assert freeze(content, name).plan.id == name
    assert altered(content) == ()
    assert altered(b"# a copy\n\n" + content) == ()


def test_a_number_that_was_changed_is_named_with_both_values():
    content = small_plan(DRAWS, {"draws": {"units": 7000}})
    (line,) = altered(content)
    was = next(one.units for one in freeze(find_plan(DRAWS)[0], DRAWS).plan.acquisitions)
    assert line == f"stages draws.units: 7000, not {was}"


def test_a_stage_that_was_taken_out_is_named():
    whole = freeze(find_plan(COMPOSED)[0], COMPOSED)
    first, *rest = whole.plan.stages
    found = alterations(replace(whole, plan=whole.plan.model_copy(update={"stages": tuple(rest)})))
    assert found[0] == f"stages {first.name}.name: nothing, not {first.name}"
    assert all(line.startswith((f"stages {first.name}", "and ")) for line in found)
    assert len(found) <= 21


def test_another_version_or_id_promises_nothing():
    content = find_plan(DRAWS)[0]
    version = next(line for line in content.splitlines() if line.startswith(b"version = "))
    assert altered(content.replace(version, b"version = 99")) == ()
    assert altered(content.replace(DRAWS.encode(), b"a-plan-of-our-own")) == ()


def test_a_plan_for_other_decks_is_found_by_the_id_that_it_was_made_under():
    game, device = "blackjack-633a", "batch-shuffler"
    made = find_composed(f"{game}-{device}-1-decks")
    assert made is not None
    assert b'id = "blackjack-633a-batch-shuffler-1-decks"' in made
    usual = freeze(find_plan(f"{game}-{device}")[0], "plan.toml").plan.game.decks
    assert find_composed(f"{game}-{device}-{usual}-decks") is None, "it is called otherwise"
