"""What every packaged game keeps, found by folder."""

import re
from pathlib import Path

import pytest

from labharness.games.game import find_game, game_ids, parse_game

GAMES = {name: parse_game(find_game(name), name) for name in game_ids()}
named = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
SECTIONS = [
    line
    for line in Path(__file__).with_name("sections.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
SECTION = re.compile(r"\d{3}[a-z]?\.\d+[a-z]?(?:\([0-9A-Za-z]+\))*")


def cited(part):
    """Sections that a citation names: of "§ 645a.3(b)(2), (3)" the first."""
    return SECTION.findall(part.citation)


def parts(game):
    for outcome in game.outcomes:
        yield from outcome.pays
    for name in type(game).model_fields:
        found = getattr(game, name)
        if isinstance(found, tuple):
            yield from found


def decks_of(one):
    return [decks for decks in range(one.min_decks, (one.max_decks or 8) + 1) if one.permits(decks)]


def test_there_are_games():
    assert {"blackjack-633a", "pai-gow-poker-645a"} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_id_is_the_files_name_and_ends_with_the_chapter(name):
    assert GAMES[name].id == name
    assert name.endswith(f"-{GAMES[name].chapter}")


@named
def test_every_citation_is_a_section_that_there_is(game):
    for part in parts(game):
        sections = cited(part)
        assert sections, part
        for section in sections:
            assert any(known.startswith(section) or section.startswith(known) for known in SECTIONS), section


@named
def test_totals_are_those_of_whole_decks(game):
    for permitted in game.sets:
        for decks in decks_of(permitted):
            cards = game.card_set(permitted.id, decks)
            assert cards.size == decks * (52 + permitted.jokers - len(permitted.removed))
            assert len(cards.new_deck_order()) == cards.size
            assert not cards.difference(cards.new_deck_order())


@named
def test_every_dealing_fits_a_permitted_set(game):
    sizes = {game.card_set(one.id, decks).size for one in game.sets for decks in decks_of(one)}
    sizes |= {one.total for one in game.tiles}
    for dealing in game.dealing:
        for players in range(1, game.positions + 1):
            fitting = [dealing.layout(players, size) for size in sizes]
            assert any(
                found.stub >= 0 and found.total == size for found, size in zip(fitting, sizes, strict=True)
            )


@named
def test_the_stub_that_is_counted_is_the_one_that_remains(game):
    stubs = {dealing.stub for dealing in game.dealing if dealing.stub is not None}
    counted = {rule.expected for rule in game.counts if rule.id == "stub" and rule.expected is not None}
    assert counted <= stubs
