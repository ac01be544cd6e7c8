"""Checks of a game's outcomes and of its seats fit the plans that they are written for."""

import tomllib

import pytest

from labharness.analysis.sampling.orders.contrasts import first_places, parse_served
from labharness.app.plug_ins.discovery import discover
from labharness.games.game import find_game, game_ids, packaged_game, parse_game
from labharness.games.outcomes.registry import rule
from labharness.model.device import DeviceClass
from labharness.plans.filling import card_groups, outcome_checks, seat_parameters
from labharness.plans.frozen import composable
from labharness.plans.plan import PlannedCheck
from tests.support.plans import catalog, read_plan

ROUND_CARDS = 20


def game_of(name):
    return parse_game(find_game(name), f"{name}.toml")


def checks(game, use):
    chosen = next((each for each in game.sets if each.id == use.set), None)
    decks = (chosen.usual or chosen.max_decks or chosen.min_decks) if chosen else None
    return tomllib.loads(outcome_checks(game, use, decks, ROUND_CARDS)).get("checks", [])


def test_every_check_can_be_built():
    catalog = discover()
    for game, use in [(each, use) for each in map(game_of, game_ids()) for use in each.devices]:
        flowables = [PlannedCheck.model_validate(each) for each in checks(game, use)]
        assert len({each.id for each in flowables}) == len(flowables), game.id
        for each in flowables:
            built = catalog.build(each)
            assert each.role == "informational"
            if each.check == "edge":
                assert built.wager == game.main_wager
            else:
                assert rule(built.rule).reading(built.reading or None)


def test_the_first_cards_are_valued_where_cards_are_shuffled_for_a_main_wager_that_is_known():
    valued = {
        (game.chapter, use.device)
        for game in map(game_of, game_ids())
        for use in game.devices
        if any(each["check"] == "edge" for each in checks(game, use))
    }
    shuffled = {DeviceClass.BATCH_SHUFFLER, DeviceClass.CONTINUOUS_SHUFFLER, DeviceClass.RESHUFFLING_SHOE}
    assert valued == {
        *(("633a", device) for device in shuffled),
        ("541", DeviceClass.BATCH_SHUFFLER),
        ("541", DeviceClass.CONTINUOUS_SHUFFLER),
        ("629a", DeviceClass.BATCH_SHUFFLER),
    }


def test_shoes_dice_and_decks_are_judged_by_what_they_deal():
    game = game_of("pai-gow-poker-645a")
    flowables = checks(game, game.device(DeviceClass.AUTOMATED_DEALING_SHOE))
    assert {each["parameters"]["hands"] for each in flowables} == {7}
    assert [each["id"] for each in flowables][:2] == ["odds-of-best-hand", "odds-of-fortune-bonus"]
    fortune = flowables[1]["parameters"]["reading"]
    assert fortune == "straight before three of a kind; joker as any card of a royal; no joker in a match"
    flowables = checks(game, game.device(DeviceClass.DICE_SHAKER))
    assert [(each["check"], each["parameters"]["rule"]) for each in flowables] == [
        ("dice_law", "three-dice-total"),
        ("dice_law", "starting-position-of-7"),
    ]
    assert checks(game, game.device(DeviceClass.COMPUTERIZED_RNG)) == []
    game = game_of("midibaccarat-629a")
    use = game.device(DeviceClass.BATCH_SHUFFLER)
    assert use is not None
    results = next(each for each in checks(game, use) if each["id"] == "odds-of-result")
    assert results["parameters"] == {"rule": "baccarat-result", "hands": 60}


@pytest.mark.parametrize("device", [DeviceClass.BATCH_SHUFFLER, DeviceClass.CONTINUOUS_SHUFFLER])
def test_what_a_determinant_card_decides_is_judged_where_one_is_drawn(device):
    game = game_of("blackjack-633a")
    drawn = {outcome.id for outcome in game.outcomes if outcome.set == "double-shoe"}
    assert {"determinant-side", "determinant-first-card"} <= drawn
    result = {each["id"].removeprefix("odds-of-") for each in checks(game, game.device(device))}
    assert result
    assert not result & drawn


DEALT = [
    name
    for name, (_, device) in composable().items()
    if device in ("batch_shuffler", "continuous_shuffler", "reshuffling_shoe", "automated_dealing_shoe")
]
MOST = 12
"""Most checks that may share the laboratory's level."""


def parameters(game, **choice):
    return tomllib.loads(f"of = {{ {seat_parameters(packaged_game(game), **choice)} }}")["of"]


def test_seats_are_those_of_the_dealing_order_and_without_one_places():
    """§ 633a.7(e): a card to each player, one face up to the dealer, a second to each, one face down."""
    result = parameters("blackjack-633a")
    assert first_places(parse_served(result["served"]), 2, result.get("burns", 0)) == {
        1: (0, 3),
        2: (1, 4),
        "the dealer, face up": (2,),
        "the dealer, face down": (5,),
    }
    assert (result["positions"], result["groups"][0]) == (7, "ace")
    result = parameters("minibaccarat-541")
    assert first_places(parse_served(result["served"]), 1, 0) == {
        "Player's Hand": (0, 2),
        "Banker's Hand": (1, 3),
    }
    assert "points" in result["groups"]
    assert set(parameters("pai-gow-poker-645a")) == {"groups"}
    assert set(parameters("flop-poker-583", stacks=True)) == {"groups"}
    assert "joker" in card_groups(packaged_game("pai-gow-poker-645a"))


def test_every_plan_of_dealt_cards_looks_at_seats_and_keeps_its_family_small():
    for name in DEALT:
        required = [check for check in read_plan(name).plan.checks if check.role == "required"]
        (seats,) = [each for each in required if each.check == "seat_contrasts"]
        catalog().build(seats)
        own = [each for each in required if each.cites is None]
        assert sum(not catalog().check_info(each.check).counting for each in own) <= MOST, name
