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
    with pytest.raises(PlanError, match="'roulette' is not known; choose one of: blackjack-633a"):
        find_game("roulette")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("positions = 6", "positions = 0", "positions"),
        ("positions = 6", 'positions = "6"', "positions"),
        ("positions = 6", "positions = 6\ncolour = 1", "colour"),
        ("jokers = 1", "jokers = -1", "sets[0].jokers"),
        ("jokers = 1", 'removed = ["ZZ"]', "sets[0].removed"),
        ("max_decks = 1", "max_decks = 0", "sets[0].max_decks"),
        ("min_decks = 1", "min_decks = 2", "sets[0]"),
        ("stub = 4", "stub = -4", "dealing[0].stub"),
        ("stacks = [7, 7, 7, 7, 7, 7, 7]", "stacks = []", "dealing[0]"),
        ("stacks = [7, 7, 7, 7, 7, 7, 7]", "stacks = [7, 0]", "dealing[0].stacks[1]"),
        ("high = 7", "high = 1", "selections[0]"),
        ("high = 7", "high = 70000", "selections[0].high"),
        ("schema = 1", "schema = 2", "schema"),
    ],
)
def test_mistakes_in_a_game_are_named_by_key(old, new, key):
    assert GOOD.count(old) >= 1
    with pytest.raises(PlanError) as error:
        parse_game(GOOD.replace(old, new, 1).encode(), "mine.toml")
    assert any(problem.startswith(f"mine.toml: {key}: ") for problem in error.value.problems), error.value
