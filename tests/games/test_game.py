import re
from pathlib import Path

import pytest

from labharness.errors import CardError, PlanError
from labharness.games.game import find_game, parse_game
from labharness.model.cards import JOKER

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
    (dealing,) = (one for one in game.dealing if one.method == "automated-dealing-shoe")
    assert (dealing.stacks, dealing.stub) == ((7,) * 7, 4)
    assert sum(dealing.stacks) + dealing.stub == cards.size
    (selection,) = game.selections
    assert (selection.low, selection.high) == (1, 7)


@pytest.mark.parametrize(
    ("game", "cards", "decks", "words"),
    [
        ("blackjack-633a", "base", 0, "permits 1 or more decks"),
        ("blackjack-633a", "hand-dealt", 3, r"permits 1 to 2 decks \(§ 633a.12\(b\)\(1\)\), not 3\."),
        ("pai-gow-poker-645a", "base", 2, "not 2"),
        ("pai-gow-poker-645a", "all", 1, "has no set 'all'; choose one of: base"),
    ],
)
def test_sets_that_the_chapter_does_not_permit_are_refused(game, cards, decks, words):
    with pytest.raises(CardError, match=words):
        parse_game(find_game(game), game).card_set(cards, decks)


def test_an_unknown_game_names_those_there_are():
    with pytest.raises(PlanError, match=r"'roulette' is not known; choose one of: .*blackjack-633a"):
        find_game("roulette")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("positions = 6", "positions = 0", "positions"),
        ("positions = 6", 'positions = "6"', "positions"),
        ("positions = 6", "positions = 6\ncolour = 1", "colour"),
        ("jokers = 1", "jokers = -1", "sets 1.jokers"),
        ("jokers = 1", 'removed = ["ZZ"]', "sets 1.removed"),
        ("max_decks = 1", "max_decks = 0", "sets 1.max_decks"),
        ("min_decks = 1", "min_decks = 2", "sets 1"),
        ("stub = 4", "stub = -4", "dealing 1.stub"),
        ("stacks = [7, 7, 7, 7, 7, 7, 7]", "stacks = []", "dealing 1"),
        ("stacks = [7, 7, 7, 7, 7, 7, 7]", "stacks = [7, 0]", "dealing 1.stacks 2"),
        ("high = 7", "high = 1", "selections 1"),
        ("high = 7", "high = 70000", "selections 1.high"),
        ("schema = 1", "schema = 2", "schema"),
        ('alternate = "round"', 'alternate = "day"', "sets 2.alternate"),
        ('alternate = "round"\n', "", "sets 2"),
        ('device = "dice_shaker"', 'device = "dice"', "devices 5.device"),
        ('default = "four"', 'default = "five"', "readings 1"),
        ('nine-high = "100 to 1"', 'nine-high = "100"', "outcomes 4.pays 1.odds"),
        ('id = "fortune-a"\n', 'id = "fortune-a"\npublished_hold = 0.08\n', "outcomes 2.pays 1"),
        ('id = "fortune-a"\n', 'id = "fortune-a"\nmin_decks = 2\nmax_decks = 1\n', "outcomes 2.pays 1"),
    ],
)
def test_mistakes_in_a_game_are_named_by_key(old, new, key):
    assert GOOD.count(old) >= 1
    with pytest.raises(PlanError) as error:
        parse_game(GOOD.replace(old, new, 1).encode(), "mine.toml")
    found = [re.sub(r" \(id [a-z-]+\)", "", problem) for problem in error.value.problems]
    assert any(problem.startswith(f"mine.toml: {key}: ") for problem in found), found


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('set = "two-batches"', 'set = "three-batches"', "set 'three-batches' is not among the sets"),
        ('reading = "joker-in-a-royal"', 'reading = "joker"', "reading 'joker' is not declared"),
        ('devices = ["batch_shuffler"]', 'devices = ["card_reader"]', "the chapter names no card_reader"),
        ('id = "fortune-bonus"', 'id = "best-hand"', "outcome 'best-hand' occurs twice"),
    ],
)
def test_what_a_game_refers_to_is_in_it(old, new, words):
    assert GOOD.count(old) >= 1
    with pytest.raises(PlanError, match=words):
        parse_game(GOOD.replace(old, new, 1).encode(), "mine.toml")


def test_a_reading_is_the_default_unless_another_is_chosen():
    game = parse_game(GOOD.encode(), "mine.toml")
    fortune = next(one for one in game.outcomes if one.id == "fortune-bonus")
    words = "straight before three of a kind; joker as any card of a royal; no joker in a match"
    assert game.reading(fortune) == words
    chosen = {"straight-or-three": "three", "face-up-stub": "three"}
    assert game.reading(fortune, chosen) == words.replace(
        "straight before three of a kind", "three of a kind before straight"
    )
    assert game.reading(next(one for one in game.outcomes if one.id == "envy")) is None


def test_cards_burned_in_every_round_are_neither_dealt_nor_left():
    game = parse_game(find_game("blackjack-633a"), "blackjack")
    by_hand = next(one for one in game.dealing if one.method == "hand")
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
    assert {one.id for one in short.sets} <= {one.id for one in whole.sets}
    assert {*short.selections, *short.devices, *short.obligations} <= {
        *whole.selections,
        *whole.devices,
        *whole.obligations,
    }
    assert short.readings[0] in [
        one.model_copy(update={"citation": short.readings[0].citation}) for one in whole.readings
    ]
    (paid,) = (one for one in whole.outcomes if one.id == "progressive-payout")
    assert short.outcomes[0].pays[0].odds == paid.pays[0].odds
