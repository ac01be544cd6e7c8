"""What every packaged game keeps, found by folder."""

from importlib import resources

import pytest

from labharness.games.game import find_game, parse_game

NAMES = sorted(
    file.name.removesuffix(".toml")
    for file in resources.files("test_plans.games").iterdir()
    if file.name.endswith(".toml")
)
GAMES = {name: parse_game(find_game(name), name) for name in NAMES}
named = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def test_there_are_games():
    assert {"blackjack-633a", "pai-gow-poker-645a"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_the_id_is_the_files_name_and_ends_with_the_chapter(name):
    assert GAMES[name].id == name
    assert name.endswith(f"-{GAMES[name].chapter}")


@named
def test_everything_is_cited(game):
    for part in (*game.sets, *game.dealing, *game.selections):
        assert part.citation.startswith(f"§ {game.chapter}.")


@named
def test_totals_are_those_of_whole_decks(game):
    for permitted in game.sets:
        for decks in {permitted.min_decks, permitted.max_decks or 8}:
            cards = game.card_set(permitted.id, decks)
            assert cards.size == decks * (52 + permitted.jokers - len(permitted.removed))
            assert len(cards.new_deck_order()) == cards.size
            assert not cards.difference(cards.new_deck_order())


@named
def test_every_dealing_uses_up_a_permitted_set(game):
    for dealing in game.dealing:
        total = sum(dealing.stacks) + dealing.stub
        sizes = [
            game.card_set(one.id, decks).size
            for one in game.sets
            for decks in range(one.min_decks, (one.max_decks or 8) + 1)
        ]
        assert total in sizes


@named
def test_names_are_unique(game):
    for parts in (
        [one.id for one in game.sets],
        [one.method for one in game.dealing],
        [one.id for one in game.selections],
    ):
        assert len(set(parts)) == len(parts)
