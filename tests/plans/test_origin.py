"""A plan that bears the id or the reason of a plan that comes with the product, and is another, is refused."""

from dataclasses import replace

import pytest

from labharness.model.reasons.plan import Plans
from labharness.plans.coverage import packaged
from labharness.plans.frozen import find_composed, find_plan, freeze
from labharness.plans.origin import altered_keys, refuse_borrowed
from labharness.plans.suite import small_plan

DRAWS = "pai-gow-poker-645a-starting-position"
COMPOSED = "blackjack-633a-batch-shuffler"


def changed(name: str, *pairs: tuple[str, str]) -> bytes:
    text = find_plan(name)[0].decode()
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


def accept(content: bytes) -> None:
    refuse_borrowed(freeze(content, "plan.toml"), "plan.toml")


def test_what_comes_with_the_product_is_accepted():
    for name in (*packaged(), COMPOSED, f"{COMPOSED}-1-decks"):
        content, _ = find_plan(name)
        assert freeze(content, name).plan.id == name, name
        accept(content)
        accept(b"# a copy\n\n" + content)


@pytest.mark.parametrize(("name", "units"), [(DRAWS, "units = 150000"), (COMPOSED, "units = 60")])
def test_a_copy_with_fewer_units_is_refused(name, units, refusal):
    cut = changed(name, (units, "units = 65"))
    frozen = freeze(cut, "plan.toml")
    stage = frozen.plan.acquisitions[0].name
    expected = Plans.ID_OF_ANOTHER(plan=name, version=frozen.plan.version, keys=(f"stages {stage}.units",))
    assert refusal(accept, cut) == expected


@pytest.mark.parametrize("name", [DRAWS, COMPOSED])
@pytest.mark.parametrize("own", ["id", "version"])
def test_a_copy_under_a_name_of_its_own_states_a_reason_of_its_own(name, own, refusal):
    frozen = freeze(find_plan(name)[0], name)
    heads = {
        "id": (f'id = "{name}"', 'id = "our-own"'),
        "version": (f"version = {frozen.plan.version}", "version = 99"),
    }
    cut = changed(name, heads[own], (f"units = {frozen.plan.acquisitions[0].units}", "units = 65"))
    assert refusal(accept, cut) == Plans.REASON_OF_ANOTHER(plan=name)
    accept(changed(name, heads[own]))
    reason = f'sample_size_reason = "{frozen.plan.sample_size_reason}"'
    accept(cut.replace(reason.encode(), b'sample_size_reason = "65 units rehearse the test."'))


@pytest.mark.parametrize("name", [DRAWS, COMPOSED])
def test_a_plan_that_the_product_cuts_has_id_and_reason_of_its_own(name):
    stage = freeze(find_plan(name)[0], name).plan.acquisitions[0].name
    accept(small_plan(name, {stage: {"units": 65}}))


def test_fewer_trials_are_fewer_units_and_a_stage_taken_out_is_named(refusal):
    text = find_plan(COMPOSED)[0].decode()
    trials = next(line for line in text.splitlines() if line.startswith("trials = "))
    cut = changed(COMPOSED, (f'id = "{COMPOSED}"', 'id = "our-own"'), (trials, "trials = 1"))
    assert refusal(accept, cut) == Plans.REASON_OF_ANOTHER(plan=COMPOSED)
    whole = freeze(find_plan(COMPOSED)[0], COMPOSED)
    first, *rest = whole.plan.stages
    cut = replace(whole, plan=whole.plan.model_copy(update={"stages": tuple(rest)}))
    assert altered_keys(cut)[0] == f"stages {first.name}.name"
    assert len(refusal(refuse_borrowed, cut, "plan.toml")["keys"]) <= 20


def test_a_plan_for_other_decks_is_found_by_the_id_that_it_was_made_under():
    game, device = "blackjack-633a", "batch-shuffler"
    content = find_composed(f"{game}-{device}-1-decks")
    assert content is not None
    assert b'id = "blackjack-633a-batch-shuffler-1-decks"' in content
    usual = freeze(find_plan(f"{game}-{device}")[0], "plan.toml").plan.game.decks
    assert find_composed(f"{game}-{device}-{usual}-decks") is None, "it is called otherwise"
