"""Plans ask of seats what the game's file says of dealing."""

import tomllib

from labharness.analysis.sampling.orders.contrasts import first_places, parse_served
from labharness.games.game import packaged_game
from labharness.plans.filling import card_groups, seat_parameters
from labharness.plans.frozen import composable
from tests.support.plans import catalog, read_plan

DEALT = [
    name
    for name, (_, device) in composable().items()
    if device in ("batch_shuffler", "continuous_shuffler", "reshuffling_shoe", "automated_dealing_shoe")
]
MOST = 12
"""Most checks that may share the laboratory's level."""


def parameters(game, **choice):
    return tomllib.loads(f"of = {{ {seat_parameters(packaged_game(game), **choice)} }}")["of"]


def test_blackjack_is_dealt_as_633a_7_says():
    """§ 633a.7(e): a card to each player, one face up to the dealer, a second to each, one face down."""
    result = parameters("blackjack-633a")
    assert first_places(parse_served(result["served"]), 2, result.get("burns", 0)) == {
        1: (0, 3),
        2: (1, 4),
        "the dealer, face up": (2,),
        "the dealer, face down": (5,),
    }
    assert (result["positions"], result["groups"][0]) == (7, "ace")


def test_baccarat_has_hands_and_points():
    result = parameters("minibaccarat-541")
    assert first_places(parse_served(result["served"]), 1, 0) == {
        "Player's Hand": (0, 2),
        "Banker's Hand": (1, 3),
    }
    assert "points" in result["groups"]


def test_games_without_a_dealing_order_look_at_places():
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
