"""What every packaged game keeps, found by folder."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from labharness.games.consistency import citations, contradictions, permitted
from labharness.games.dealing import references
from labharness.games.game import find_game, game_ids, packaged_game, parse_game
from labharness.games.outcomes.registry import RULES
from labharness.games.outcomes.registry import rule as find_rule
from labharness.games.outcomes.tiles import TILES
from labharness.model.cards import CardSet
from tests.support.thinned import every

GAMES = {name: parse_game(find_game(name), name) for name in game_ids()}
named = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
RULES_OF_GAMES = []
"""What every game keeps: functions of a game."""


def test_there_are_games():
    assert {"blackjack-633a", "pai-gow-poker-645a"} <= set(GAMES)
    assert len(RULES_OF_GAMES) == 5


@named
def test_a_game_keeps_every_rule(game):
    for rule in RULES_OF_GAMES:
        rule(game)


@RULES_OF_GAMES.append
def nothing_in_it_contradicts_rules_sections_or_itself(game):
    """It was read with :func:`parse_game`, so this says what reading holds every game to: see games/consistency.py."""
    assert not [*references(game), *contradictions(game), *citations(game)]
    assert packaged_game(game.id) == game


@RULES_OF_GAMES.append
def totals_are_those_of_whole_decks(game):
    for each in game.sets:
        for decks in permitted(each):
            cards = game.card_set(each.id, decks)
            assert cards.size == decks * (52 + each.jokers - len(each.removed))
            assert len(cards.new_deck_order()) == cards.size
            assert not cards.difference(cards.new_deck_order())


@RULES_OF_GAMES.append
def every_dealing_fits_a_permitted_set_whoever_plays(game):
    sizes = {game.card_set(each.id, decks).size for each in game.sets for decks in permitted(each)}
    sizes |= {tile.total for tile in game.tiles}
    for dealing in game.dealing:
        for players in range(1, game.positions + 1):
            fitting = [dealing.layout(players, size) for size in sizes]
            assert any(
                each.stub >= 0 and each.total == size for each, size in zip(fitting, sizes, strict=True)
            )


@RULES_OF_GAMES.append
def texts_are_sentences(game):
    for obligation in game.obligations:
        assert obligation.text.endswith("."), obligation.id
    for obligation in game.readings:
        assert obligation.point.endswith("."), obligation.id
        assert obligation.why.endswith("."), obligation.id


# Cards of one batch for every number of decks that the chapter writes out; without an upper limit, of one deck.
TOTALS = {
    "21-baccarat-681a": {208, 416},
    "baccarat-545": {312, 364, 416},
    "blackjack-633a": {52},
    "criss-cross-poker-592": {52},
    "double-attack-blackjack-581": {384},
    "double-back-jack-591": {52},
    "flop-poker-583": {52},
    "free-bet-blackjack-590": {52},
    "lunar-poker-589": {52},
    "midibaccarat-543": {312, 364, 416},
    "midibaccarat-629a": {312, 364, 416},
    "minibaccarat-541": {312, 364, 416},
    "pai-gow-poker-645a": {53},
    "raise-it-up-stud-poker-587": {52},
    "six-card-fortune-pai-gow-poker-588": {53},
    "spanish-21-551": {288, 384},
}


@RULES_OF_GAMES.append
def sets_hold_what_the_chapters_count(game):
    for each in game.sets:
        assert game.id in TOTALS, f"write into TOTALS how many cards the chapter of {game.id} counts"
        limited = each.max_decks is not None and game.id != "blackjack-633a"
        decks = permitted(each) if limited else [each.min_decks]
        assert {game.card_set(each.id, number).size for number in decks} == TOTALS[game.id]
    assert bool(game.sets) == (game.id in TOTALS)


def test_pai_gow_has_the_32_tiles_that_its_rules_know():
    (tiles,) = GAMES["pai-gow-535"].tiles
    assert tiles.total == 32
    assert sum(kind.number * kind.value for kind in tiles.kinds) == 227
    assert Counter({kind.spots: kind.number for kind in tiles.kinds}) == Counter(TILES)
    assert all(kind.value == int(kind.spots[0]) + int(kind.spots[2]) for kind in tiles.kinds)
    # A rank is a pair: two of a kind, two of a mixed pair, or one of the two tiles of the Supreme Pair.
    ranks = Counter()
    for kind in tiles.kinds:
        ranks[kind.rank] += kind.number
    assert [ranks[rank] for rank in range(1, 18)] == [2] * 14 + [1, 2, 1]


def readings_of(game, outcome):
    """Every reading of an outcome's rule that the game's choices make."""
    declared = {reading.id: reading for reading in game.readings}
    for choices in product(*(declared[name].choices for name in outcome.reading)):
        yield game.reading(outcome, dict(zip(outcome.reading, choices, strict=True)))


def test_every_rule_is_of_some_game():
    assert {outcome.rule for game in GAMES.values() for outcome in game.outcomes} == set(RULES)


def law(game, outcome, decks, reading=None):
    """Chances of an outcome; sets of equal cards share a name, so that games share the counting."""
    rule, each = find_rule(outcome.rule), next((each for each in game.sets if each.id == outcome.set), None)
    if each is None:
        return rule.law(reading=reading)
    cards = CardSet.of_decks("cards", decks, jokers=each.jokers, removed=each.removed)
    return rule.law(cards, reading)


def dealt(games, every):
    """Outcomes with the numbers of decks that they are dealt from."""
    for game in games:
        sets = {each.id: each for each in game.sets}
        for outcome in game.outcomes:
            allowed = permitted(sets[outcome.set]) if outcome.set else [0]
            served = {next(filter(table.serves, allowed), allowed[0]) for table in outcome.pays}
            for decks in allowed if every else sorted({allowed[0], *served}):
                yield pytest.param(game, outcome, decks, id=f"{game.id}-{outcome.id}-{decks}")


def keeps_some(game, outcome, decks, reading):
    chances = law(game, outcome, decks, reading)
    assert sum(chances.values()) == 1
    assert all(chance >= 0 for chance in chances.values())
    for table in outcome.pays:
        if table.serves(decks or 1):
            meter = Fraction(0) if table.of_meter else None
            assert -1 < table.hold(chances, meter) < 1, table.id


@pytest.mark.parametrize(("game", "outcome", "decks"), every(3, dealt(GAMES.values(), every=False)))
def test_the_law_of_an_outcome_from_the_smallest_sets(game, outcome, decks):
    keeps_some(game, outcome, decks, game.reading(outcome))


@pytest.mark.slow
@named
def test_the_law_of_every_outcome_from_every_set_by_every_reading(game):
    for _, outcome, decks in (each.values for each in dealt([game], every=True)):
        for reading in readings_of(game, outcome):
            keeps_some(game, outcome, decks, reading)


def test_a_published_hold_follows_from_the_default_reading():
    for game, outcome in [(each, outcome) for each in GAMES.values() for outcome in each.outcomes]:
        each = next((each for each in game.sets if each.id == outcome.set), None)
        for table in (table for table in outcome.pays if table.published_hold is not None):
            for decks in filter(table.serves, permitted(each) if each else [1]):
                chances = law(game, outcome, decks, game.reading(outcome))
                assert not table.contradicted(table.hold(chances)), (game.id, table.id)
