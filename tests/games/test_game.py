import re
from pathlib import Path

import pytest

from labharness.games.game import find_game, game_ids, parse_game
from labharness.model.cards import JOKER
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs, Noun

GOOD = find_game("pai-gow-poker-645a").decode()


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_blackjack_has_52_cards_for_each_deck(decks):
    game = parse_game(find_game("blackjack-633a"), "blackjack")
    assert game.card_set("base", decks).size == 52 * decks
    assert set(game.card_set("base", decks).counts[:52]) == {decks}


def test_pai_gow_poker_has_53_cards_with_exactly_one_joker():
    game = parse_game(find_game("pai-gow-poker-645a"), "pai gow")
    cards = game.card_set("base", 1)
    assert (cards.size, cards.counts[JOKER]) == (53, 1)
    (dealing,) = (dealing for dealing in game.dealing if dealing.method == "automated-dealing-shoe")
    assert (dealing.stacks, dealing.stub) == ((7,) * 7, 4)
    assert sum(dealing.stacks) + dealing.stub == cards.size
    (selection,) = game.selections
    assert (selection.low, selection.high) == (1, 7)


@pytest.mark.parametrize(
    ("game", "cards", "decks", "permitted", "citation"),
    [
        ("blackjack-633a", "base", 0, Games.DECKS_FROM(least=1), "§ 633a.3(a)"),
        ("blackjack-633a", "hand-dealt", 3, Games.DECKS_BETWEEN(least=1, most=2), "§ 633a.12(b)(1)"),
        ("pai-gow-poker-645a", "base", 2, Games.DECKS_EXACTLY(decks=1), "§ 645a.3(a)"),
    ],
)
def test_sets_that_the_chapter_does_not_permit_are_refused(game, cards, decks, permitted, citation, mistakes):
    result = parse_game(find_game(game), game)
    reason = Games.DECKS_NOT_PERMITTED(game=result.title, permitted=permitted, citation=citation, decks=decks)
    assert mistakes(result.card_set, cards, decks) == [("", reason)]


def test_an_unknown_set_or_game_names_those_there_are(mistakes):
    game = parse_game(find_game("lunar-poker-589"), "lunar")
    known = tuple(each.id for each in game.sets)
    unknown = Inputs.UNKNOWN(what=Noun.SET, name="all", known=known)
    assert mistakes(game.card_set, "all", 1) == [("", unknown)]
    unknown = Inputs.UNKNOWN(what=Noun.GAME, name="roulette", known=game_ids())
    assert mistakes(find_game, "roulette") == [("", unknown)]


def test_a_reading_is_the_default_and_burned_cards_are_neither_dealt_nor_left():
    game = parse_game(GOOD.encode(), "mine.toml")
    fortune = next(outcome for outcome in game.outcomes if outcome.id == "fortune-bonus")
    words = "straight before three of a kind; joker as any card of a royal; no joker in a match"
    assert game.reading(fortune) == words
    chosen = {"straight-or-three": "three", "face-up-stub": "three"}
    assert game.reading(fortune, chosen) == words.replace(
        "straight before three of a kind", "three of a kind before straight"
    )
    assert game.reading(next(outcome for outcome in game.outcomes if outcome.id == "envy")) is None
    game = parse_game(find_game("blackjack-633a"), "blackjack")
    by_hand = next(dealing for dealing in game.dealing if dealing.method == "hand")
    layout = by_hand.layout(players=3, cards=104)
    assert (layout.burns, layout.stacks, layout.stub) == (1, (1,) * 8, 95)
    assert layout.total == 104


def test_the_example_of_the_manual_is_a_game():
    manual = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
    (example,) = re.findall(r"(?s)```toml\n(.*?)```", manual.read_text("utf-8"))
    short, whole = parse_game(example.encode(), "the manual"), parse_game(GOOD.encode(), "mine.toml")
    assert short.id == f"short-{whole.id}"  # which stands beside it, as the page says
    assert manual.read_text("utf-8").count(short.id) > 5
    # It may leave out, but says nothing that the game does not say.
    assert {each.id for each in short.sets} <= {each.id for each in whole.sets}
    assert {*short.selections, *short.devices, *short.obligations} <= {
        *whole.selections,
        *whole.devices,
        *whole.obligations,
    }
    assert short.readings[0] in [
        reading.model_copy(update={"citation": short.readings[0].citation}) for reading in whole.readings
    ]
    (paid,) = (outcome for outcome in whole.outcomes if outcome.id == "progressive-payout")
    assert short.outcomes[0].pays[0].odds == paid.pays[0].odds
