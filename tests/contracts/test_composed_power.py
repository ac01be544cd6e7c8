"""What composed plans find, under their own rules and with their own sample sizes."""

from dataclasses import replace

import pytest

from labharness.analysis.power.defects.named import defect
from labharness.analysis.power.power_table import find_table, load_table
from labharness.model.observations import InputKnown, Kind
from labharness.plans.coverage import Variant
from labharness.plans.frozen import composable, find_composed
from tests.support.detection import power
from tests.support.plans import catalog, every_plan, read_plan

SEED = 1

UNMARKED = "blackjack-633a-batch-shuffler-unmarked"

# One for each device class that draws a sample, and for each make-up of a unit that differs much.
DRAWING = [
    "pai-gow-poker-645a-batch-shuffler",
    "minibaccarat-541-batch-shuffler",
    "spanish-21-551-batch-shuffler",
    "minibaccarat-541-continuous-shuffler",
    "pai-gow-poker-645a-reshuffling-shoe",
    "flop-poker-583-automated-dealing-shoe",
    "six-card-fortune-pai-gow-poker-588-automated-dealing-shoe",
    "props-and-hops-585-dice-shaker",
    "high-roll-dice-593-dice-shaker",
    "pai-gow-poker-645a-computerized-rng",
    "blackjack-633a-table-game-system",
]


@pytest.mark.long
@pytest.mark.parametrize("plan_id", DRAWING)
def test_every_required_check_applies_to_the_sample_of_its_plan(plan_id):
    """One that does not apply stands against every device; chance stops not even two fair devices of three."""
    frozen = read_plan(plan_id)
    required = tuple(check for check in frozen.plan.checks if check.role == "required")
    frozen = replace(frozen, plan=frozen.plan.model_copy(update={"checks": required}))
    for replicates in (1, 3):
        result = power(frozen, catalog(), defect("fair"), replicates=replicates, seed=SEED)
        if max(result.found_by.values()) < replicates:
            return
    pytest.fail(f"stopped every device: {result.found_by}")


def assert_hardly_passes(frozen, flaw):
    """The table of the plan, which is that of its checks, counts many samples; another shows it here and now."""
    (row,) = [row for row in load_table(find_table(frozen, catalog())).rows if row.defect == flaw]
    assert row.not_passed.low > 0.9
    assert power(frozen, catalog(), defect(flaw), replicates=1, seed=SEED).not_passed.share == 1


@pytest.mark.long
@pytest.mark.parametrize(
    "flaw", ["shelves:38", "queues:38", "riffles:8", "packet:5", "single-cycle", "transpositions:150"]
)
def test_sixty_shuffles_of_identified_cards_are_enough(flaw):
    frozen = read_plan("minibaccarat-541-batch-shuffler")
    assert frozen.plan.acquisitions[0].units == 60
    assert_hardly_passes(frozen, flaw)


@pytest.mark.long
@pytest.mark.parametrize("flaw", ["apart:2", "apart:4", "apart:6"])
def test_parts_of_an_unmarked_shoe_that_are_never_mixed_do_not_pass(flaw):
    result = power(read_plan(UNMARKED), catalog(), defect(flaw), replicates=3, seed=4614)
    assert result.not_passed.share == 1
    assert result.found_by["segments"] == 3


def test_a_plan_of_unmarked_cards_requires_what_sees_them():
    roles = {check.id: check.role for check in read_plan(UNMARKED).plan.checks}
    wanted = ("segments", "chained-segments", "equal-types", "type-successions")
    assert {roles[name] for name in wanted} == {"required"}


def test_only_sets_with_equal_cards_have_a_plan_without_marks():
    unmarked = [name for name in composable() if name.endswith(Variant.UNMARKED)]
    assert len(unmarked) == 8
    for name in unmarked:
        frozen = read_plan(name)
        assert not frozen.cards.distinct
        assert not frozen.plan.game.marked
    assert find_composed("pai-gow-poker-645a-batch-shuffler-unmarked") is None
    assert find_composed("blackjack-633a-batch-shuffler-1-decks-unmarked") is None
    assert b"decks = 2" in find_composed("blackjack-633a-batch-shuffler-2-decks-unmarked")


@pytest.mark.long
@pytest.mark.parametrize(
    ("plan_id", "flaw"),
    [
        ("pai-gow-poker-645a-computerized-rng", "remainder:8"),
        ("pai-gow-poker-645a-computerized-rng", "stuck-bit:0"),
        ("blackjack-633a-table-game-system", "remainder:8"),
    ],
)
def test_a_generator_with_the_flaw_that_sized_the_sample_does_not_pass(plan_id, flaw):
    assert_hardly_passes(read_plan(plan_id), flaw)


def required(plan, stages=None):
    return {
        check.check
        for check in plan.checks
        if check.role == "required" and (stages is None or check.stage in stages)
    }


def test_dice_and_generators_are_read_at_every_lag_and_for_slow_drift():
    wanted = {
        "-dice-shaker": {"faces_by_die", "kept_faces", "far_lags", "slow_periods"},
        "-computerized-rng": {"linear_recurrence", "far_lags", "lag_sums", "slow_periods", "betting"},
    }
    for end, checks in wanted.items():
        names = [name for name in composable() if name.endswith(end)]
        assert names
        assert [name for name in names if not required(read_plan(name).plan) >= checks] == []


def test_thirty_eight_shelves_pass_no_plan_of_shufflers():
    names = [name for name in composable() if name.endswith("-batch-shuffler")]
    assert names
    for name in names:
        frozen = read_plan(name)
        assert "turning_points" in required(frozen.plan, {"shuffles"}), name
        (row,) = (row for row in load_table(find_table(frozen, catalog())).rows if row.defect == "shelves:38")
        assert row.not_passed.share == 1, name


GENERATORS = ("-computerized-rng", "-computerized-rng-by-hand", "-table-game-system", "-starting-position")
SHUFFLERS = ("-batch-shuffler", "-batch-shuffler-by-hand", "-batch-shuffler-by-hand-monitored")


def test_generators_and_shufflers_known_by_name_are_searched():
    for wanted, ends in {"identified_shuffler": SHUFFLERS, "identified_generator": GENERATORS}.items():
        plans = [frozen.plan for name, frozen in every_plan().items() if name.endswith(ends)]
        assert plans
        for plan in plans:
            searched = [
                required(plan, {stage.name})
                for stage in plan.acquisitions
                if stage.observes is not Kind.SHUFFLE or stage.input is InputKnown.RESET
            ]
            assert searched, plan.id
            assert all(wanted in checks for checks in searched), plan.id


def test_simulated_defects_leave_the_search_out():
    """No named generator makes them, and the search would take a minute for each."""
    frozen = read_plan("pai-gow-poker-645a-starting-position")
    content = load_table(find_table(frozen, catalog()))
    assert all(row.found_by["identified-generator"] == 0 for row in content.rows)
    assert catalog().check_info("identified_generator").names_programs
