"""What every plan keeps that a game and a device class make."""

import re
from importlib import resources

import pytest

from labharness.app.catalog.plan_listing import listed_plans
from labharness.assessment.obligations import binding_on
from labharness.games.consistency import unknown
from labharness.games.equipment import Aspect
from labharness.games.game import game_ids, packaged_game
from labharness.model.device import DeviceClass
from labharness.model.observations import InputKnown, Kind
from labharness.model.reasons.plan import Plans
from labharness.plans.attendance import Attendance, usual_times
from labharness.plans.claimed_trials import of_trials
from labharness.plans.coverage import coverage, packaged
from labharness.plans.filling import inspection_list
from labharness.plans.frozen import composable, compose, find_composed, find_plan, freeze
from labharness.plans.plan import Authenticate, Count, Identify, Load, ValidateCapture
from labharness.plans.procedures import Action, Inspect, Procedure, ReactionSign
from labharness.runner.acquire import CARD_KINDS
from tests.support.plans import read_plan

CELLS = [cell for cell in coverage() if cell.plan is not None]
RULES = []
"""What every plan keeps: functions of a frozen plan."""
LISTS = [
    file.name[:-5]
    for file in resources.files("test_plans.inspections").iterdir()
    if file.name.endswith(".toml")
]
SECTION = re.compile(r"§ (\d{3}[a-z]?\.\d+[a-z]?(?:\([0-9A-Za-z]+\))*)")
NO_SOFTWARE = {DeviceClass.MANUAL_SHOE}


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.plan)
def test_a_plan_is_the_same_every_time_named_after_its_parts_and_keeps_every_rule(cell):
    frozen = read_plan(cell.plan)
    plan = frozen.plan
    assert compose(packaged_game(cell.game), cell.device) == frozen.plan_bytes
    assert (plan.id, plan.game.id, plan.device_class) == (cell.plan, cell.game, cell.device)
    assert "$" not in frozen.plan_bytes.decode()
    for rule in RULES:
        rule(frozen)


def test_every_device_class_that_a_chapter_names_has_its_plan():
    for cell in coverage():
        use = packaged_game(cell.game).device(cell.device)
        assert (cell.plan is None) == (use is None) == (cell.permitted == "silent")
    assert {cell.device for cell in CELLS} == set(DeviceClass)
    assert {cell.game for cell in CELLS} == set(game_ids())
    assert len(coverage()) == len(game_ids()) * len(DeviceClass)
    assert len(RULES) == 9


def test_they_are_listed_and_found_by_id_after_the_files():
    listed = [listing.id for listing in listed_plans()]
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(packaged()) | set(composable())
    both = set(packaged()) & set(composable())
    assert all(find_plan(name)[0] == packaged()[name] for name in both)


@RULES.append
def it_says_why_and_how_much(frozen):
    plan, reason = frozen.plan, frozen.plan.sample_size_reason
    assert plan.purpose.endswith(".")
    assert re.search(r"\d", reason)
    assert reason.strip() == reason
    for stage in plan.acquisitions:
        assert f"{stage.units:,}" in reason
    for stage in plan.trials:
        if isinstance(stage, Procedure):
            assert re.search(rf"\b{stage.trials}\b", reason), stage.name


@RULES.append
def every_duty_of_the_chapter_is_cited_and_answered(frozen):
    plan, game = frozen.plan, frozen.game
    duties = {
        obligation.id: obligation
        for obligation in game.obligations
        if plan.device_class in obligation.devices
    }
    assert duties.keys() <= {citation.id for citation in plan.citations}
    tried = [stage for stage in plan.trials if isinstance(stage, Procedure)]
    answered = {name for each in (*plan.checks, *tried) for name in each.answers}
    looked_at = {item.id for stage in plan.trials if isinstance(stage, Inspect) for item in stage.items}
    for name, duty in duties.items():
        assert duty.aspect is Aspect.APPROVAL or name in answered | looked_at, name


@RULES.append
def every_citation_is_a_section_that_there_is(frozen):
    texts = [citation.clause for citation in frozen.plan.citations]
    texts += [
        item.citation for stage in frozen.plan.trials if isinstance(stage, Inspect) for item in stage.items
    ]
    for text in texts:
        result = SECTION.findall(text)
        assert result or "COMAR" in text or "WAC" in text, text
        assert not [section for section in result if unknown(f"§ {section}")], text


@RULES.append
def citations_that_name_tests_are_answered_by_them(frozen):
    used = {check.cites for check in frozen.plan.checks}
    for citation in frozen.plan.citations:
        assert citation.text.endswith(".")
        assert citation.names == "none" or citation.id in used
    assert {citation.confidence for citation in frozen.plan.citations if citation.confidence} <= {0.95, 0.99}


@RULES.append
def the_stages_prove_who_and_what(frozen):
    plan = frozen.plan
    kinds = [type(stage) for stage in plan.stages]
    assert kinds[0] is Identify
    assert plan.device_class in NO_SOFTWARE or kinds[1] is Authenticate
    assert Inspect in kinds
    for stage in plan.acquisitions:
        if stage.observes not in CARD_KINDS:
            continue
        cards_are_witnessed(frozen, stage)
        assert stage.independent_reads > 0
        assert frozen.cards.distinct or plan.game.marked or stage.observes is not Kind.SHUFFLE
        how = InputKnown.CHAINED if stage.name == "chained" else InputKnown.RESET
        assert stage.input is how if stage.observes is Kind.SHUFFLE else Load in kinds
    shuffles = [stage for stage in plan.acquisitions if stage.observes is Kind.SHUFFLE]
    assert [stage.put_in_first for stage in shuffles] in ([], [False, True])


def cards_are_witnessed(frozen, stage):
    plan = frozen.plan
    kinds = [type(stage) for stage in plan.stages]
    assert plan.orientation != "not applicable"
    assert Count in kinds
    assert kinds.count(ValidateCapture) == 2
    checks = {check.check for check in plan.checks if check.stage == stage.name}
    assert {"card_count", "composition"} <= checks


@RULES.append
def cards_are_counted_after_every_fault(frozen):
    stages = frozen.plan.stages
    for place, stage in enumerate(stages):
        if isinstance(stage, Procedure) and stage.action in (Action.JAM, Action.OPEN_DOOR, Action.CUT_POWER):
            assert isinstance(stages[place + 1], Count), stage.name


@RULES.append
def what_no_rule_asks_for_fails_no_device(frozen):
    recognition = [
        stage
        for stage in frozen.plan.stages
        if isinstance(stage, Procedure) and stage.action in (Action.SWAP_CARD, Action.FOREIGN_BACK)
    ]
    assert all(stage.role == "informational" for stage in recognition)


COUNTED = {
    Action.NOTHING,
    Action.REMOVE_CARD,
    Action.ADD_CARD,
    Action.REMOVE_TWO_CARDS,
    Action.ADD_TWO_CARDS,
    Action.ADD_JOKER,
    Action.COVER_CARD,
}
STANDS = {"count-alarm-persists", "lock-out-after-count", "recount"}
SHOWS = {
    DeviceClass.BATCH_SHUFFLER,
    DeviceClass.CONTINUOUS_SHUFFLER,
    DeviceClass.RESHUFFLING_SHOE,
    DeviceClass.AUTOMATED_DEALING_SHOE,
}


@RULES.append
def what_a_device_says_of_its_cards_is_tried_whether_the_chapter_asks_for_it_or_not(frozen):
    """One confirmed miss fails it; only where no chapter asks every such device to count may people say that it does not."""
    if frozen.plan.device_class not in SHOWS:
        return
    asked = [obligation for obligation in binding_on(frozen) if obligation.aspect is Aspect.COUNT]
    procedures = [trial for trial in frozen.plan.trials if isinstance(trial, Procedure)]
    counts = [
        procedure
        for procedure in procedures
        if procedure.sign is ReactionSign.COUNT and procedure.role == "required"
    ]
    assert {count.action for count in counts} == COUNTED
    assert {count.trials for count in counts} == {59 if asked else 20}
    stands = [procedure for procedure in procedures if procedure.name in STANDS]
    assert len(stands) == len(STANDS)
    always = bool(asked) and frozen.plan.device_class in (
        DeviceClass.RESHUFFLING_SHOE,
        DeviceClass.CONTINUOUS_SHUFFLER,
    )
    assert {each.applies_if is None for each in (*counts, *stands)} == {always}
    assert {each.role for each in stands} == {"required"}
    for count in counts:
        assert set(count.answers) == {duty.id for duty in asked}
    claimed = {claim.fault for claim in of_trials(frozen)}
    assert {"wrong_count", "false_count", "alarm_clears", "works_on", "no_recount"} <= claimed


@RULES.append
def it_says_how_long_people_are_needed_for_all_of_it(frozen):
    plan = frozen.plan
    needed = Attendance.of(plan, frozen.game, frozen.cards.size if frozen.cards else 0)
    trials = sum(trial.trials for trial in plan.trials if isinstance(trial, Procedure))
    items = sum(len(trial.items) for trial in plan.trials if isinstance(trial, Inspect))
    assert "hours" not in plan.sample_size_reason, "they depend on the laboratory's handling times"
    assert plan.sessions == needed.divided <= needed.sessions
    cards = frozen.cards.size if frozen.cards else 0
    each = 120 + 20 * max(0, cards / 52 - 1)
    known = sum(stage.decks for stage in plan.stages if isinstance(stage, ValidateCapture))
    laid = usual_times().load + usual_times().read(52)
    assert needed.seconds == pytest.approx(needed.sample + laid * known + each * trials + 300 * items)
    assert needed.sessions - 1 < needed.seconds / (6 * 3600) <= needed.sessions
    assert f"{needed.sessions} sessions of" in needed.words or needed.words.count("one session") == 1


def test_a_round_is_what_the_chapter_deals_and_what_it_leaves_is_counted():
    result = {
        name: (
            plan.acquisitions[0].round_cards,
            [trial.expects for trial in plan.trials if trial.name == "stub"],
        )
        for name, plan in ((cell.plan, read_plan(cell.plan).plan) for cell in CELLS)
        if plan.device_class is DeviceClass.RESHUFFLING_SHOE
    }
    cards = {name.removesuffix("-reshuffling-shoe"): each for name, (each, _) in result.items()}
    assert cards["pai-gow-poker-645a"] == 7 * 7
    assert cards["six-card-fortune-pai-gow-poker-588"] == 7 * 6
    assert cards["flop-poker-583"] == 6 * 3 + 1 + 3
    assert cards["lunar-poker-589"] == 5 * 5 + 5
    assert cards["criss-cross-poker-592"] == 5 + 6 * 2
    assert cards["blackjack-633a"] == 20  # the first deal has 16, and more are drawn
    stubs = {name.split("-")[-3]: expects for name, (_, expects) in result.items() if expects}
    assert {name: re.search(r"exactly (\d+) cards remain", each)[1] for name, (each,) in stubs.items()} == {
        "645a": "4",
        "588": "11",
    }


def test_what_one_check_shows_is_left_to_no_person():
    """A wrong number of cards in a stack and a wrong deck are measured, a card face up is looked at."""
    plan = read_plan("criss-cross-poker-592-automated-dealing-shoe").plan
    looked_at = {item.id for stage in plan.trials if stage.name == "chapter" for item in stage.items}
    duties = {citation.id: citation for citation in plan.citations}
    sections = {name: duties[name].clause.split(" ", 3)[3] for name in looked_at}
    assert "§ 592.13(c)" not in sections.values()
    assert not any("592.8(h)" in section for section in sections.values())
    assert "§ 592.13(a)" in sections.values()
    stacks = next(check for check in plan.checks if check.check == "stack_size")
    assert "§ 592.13(c)" in " ".join(duties[name].clause for name in stacks.answers)
    deck = next(check for check in plan.checks if check.check == "composition")
    assert "§ 592.8(h)" in " ".join(duties[name].clause for name in deck.answers)


def test_inspection_lists_are_well_formed_and_used():
    trials = [trial for cell in CELLS for trial in read_plan(cell.plan).plan.trials]
    stages = {trial.name for trial in trials if isinstance(trial, Inspect)}
    for name in LISTS:
        result = inspection_list(name)
        assert result.id == name
        assert set(result.games) <= set(game_ids())
        assert all(item.text.endswith(".") and item.text[0].isupper() for item in result.items), name
        assert name in stages


def test_another_number_of_decks_makes_another_plan():
    game = packaged_game("blackjack-633a")
    usual = freeze(compose(game, DeviceClass.BATCH_SHUFFLER, 6), "usual")
    two = freeze(compose(game, DeviceClass.BATCH_SHUFFLER, 2), "two")
    plan = freeze(compose(game, DeviceClass.BATCH_SHUFFLER, 1), "one")
    assert usual == read_plan("blackjack-633a-batch-shuffler")
    assert two.plan.id == "blackjack-633a-batch-shuffler-2-decks"
    assert ["marked-stock" in {stage.name for stage in frozen.plan.stages} for frozen in (plan, two)] == [
        False,
        True,
    ]
    units = [frozen.plan.acquisitions[0].units for frozen in (plan, two, usual)]
    assert units == sorted(units, reverse=True)
    assert units[-1] >= 60


@pytest.mark.parametrize(
    ("game", "device", "decks", "reason"),
    [
        ("blackjack-633a", DeviceClass.BATCH_SHUFFLER, 70, Plans.DECKS_EXCEEDED(most=64, decks=70)),
        (
            "pai-gow-535",
            DeviceClass.BATCH_SHUFFLER,
            None,
            Plans.DEVICE_NOT_NAMED(
                game="Pai Gow",
                chapter="535",
                device=DeviceClass.BATCH_SHUFFLER,
                named=(DeviceClass.DICE_SHAKER,),
            ),
        ),
        ("pai-gow-535", DeviceClass.DICE_SHAKER, 2, Plans.DECKS_NOT_USED(device=DeviceClass.DICE_SHAKER)),
    ],
)
def test_a_plan_that_cannot_be_is_refused_with_its_reason(game, device, decks, reason, mistakes):
    assert mistakes(compose, packaged_game(game), device, decks) == [("", reason)]
    assert (find_composed(f"{game}-batch-shuffler") is None) == (game == "pai-gow-535")


def test_a_plan_for_more_decks_than_a_common_shoe_says_so_where_no_limit_is_set():
    game = packaged_game("blackjack-633a")
    result = {decks: compose(game, DeviceClass.BATCH_SHUFFLER, decks).decode() for decks in (8, 9)}
    items = [f"{decks} decks are more than the 8 of a common shoe" in text for decks, text in result.items()]
    assert items == [False, True]
