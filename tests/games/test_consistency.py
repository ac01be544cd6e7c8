"""Every mistake that a game file can hold is refused where it is read, with its key."""

import pytest

from labharness.errors import CardError, PlanError
from labharness.games import game as reading
from labharness.games.game import find_game, packaged_game, parse_game, readable_games, recorded_game
from labharness.games.outcomes.registry import RULES
from labharness.model.cards import CardSet
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import Inputs

FILES = {
    name: find_game(name).decode()
    for name in ("pai-gow-poker-645a", "double-attack-blackjack-581", "lunar-poker-589", "high-roll-dice-593")
}


@pytest.fixture
def problems(mistakes):
    """Return a function that changes a game file, and returns the key and the reason of each mistake."""

    def found(old, new, name="pai-gow-poker-645a", read=parse_game):
        assert old in FILES[name]
        wrong = mistakes(read, FILES[name].replace(old, new, 1).encode(), "mine.toml")
        assert all(place.startswith("mine.toml: ") for place, _ in wrong)
        return [(place.removeprefix("mine.toml: "), reason) for place, reason in wrong]

    return found


MISTAKES = [
    ('citation = "§ 645a.3(a)"', 'citation = "trust me"',
     "sets 1 (id base).citation", Games.NOT_A_CITATION),
    ('citation = "§ 645a.3(a)"', 'citation = "§ 999.3(a)"',
     "sets 1 (id base).citation", Games.UNKNOWN_SECTION),
    ("stacks = [7, 7, 7, 7, 7, 7, 7]", "stacks = [30, 30, 30, 30, 30, 30, 30]",
     "dealing 1 (method automated-dealing-shoe)", Games.DEALING_DOES_NOT_FIT),
    ("stub = 4", "stub = 3", "dealing 1 (method automated-dealing-shoe)", Games.DEALING_DOES_NOT_FIT),
    ("positions = 6", "positions = 60", "positions", Inputs.NOT_AT_MOST),
    ("positions = 6", "positions = 12", "dealing 1 (method automated-dealing-shoe).stacks", Games.STACKS_WITHOUT_POSITIONS),
    ("expected = 4", "expected = 5", "counts 1 (id stub).expected", Games.NOT_THE_STUB),
    ("jokers = 1", "jokers = 3", "sets 1 (id base).jokers", Games.RULE_NEEDS_JOKERS),
    ("jokers = 1", 'jokers = 1\nremoved = ["10S", "10S"]', "sets 1 (id base).removed", Games.REMOVED_TWICE),
    ("jokers = 1", 'jokers = 1\nremoved = ["JK"]', "sets 1 (id base).removed", Games.CANNOT_REMOVE),
    ("jokers = 1", 'jokers = 1\nremoved = ["??"]', "sets 1 (id base).removed", Games.CANNOT_REMOVE),
    ("jokers = 1", 'jokers = 1\nremoved = ["10S"]', "outcomes 1 (id best-hand).set", Games.RULE_NEEDS_WHOLE_DECKS),
    ("max_decks = 1", "max_decks = 2", "outcomes 1 (id best-hand).set", Games.RULE_NEEDS_WHOLE_DECKS),
    ('any = "joker as any card of a royal"', 'any = "joker as you like"',
     "outcomes 1 (id best-hand).reading", Games.RULE_WITHOUT_READING),
    ('reading = "joker-in-a-royal"\n', "", "outcomes 1 (id best-hand).reading", Games.RULE_NEEDS_READING),
    ("low = 1\nhigh = 7", "low = 1\nhigh = 8", "outcomes 9 (id position-by-number).rule", Games.RULE_NEEDS_SELECTION),
    ('rule = "pai-gow-poker-hand"', 'rule = "whist"', "outcomes 1 (id best-hand).rule", Inputs.UNKNOWN),
    ('nine-high = "100 to 1"', '"ten high" = "100 to 1"',
     "outcomes 4 (id pai-gow-insurance).pays 1 (id insurance-a).odds", Games.NOT_PAID),
    ('nine-high = "100 to 1"', 'nine-high = "-5 to 1"', "outcomes 4 (id pai-gow-insurance).pays 1 (id insurance-a).odds", Games.NOT_ODDS),
    ('id = "fortune-a"\n', 'id = "fortune-a"\nmin_decks = 2\n', "outcomes 2 (id fortune-bonus).pays 1 (id fortune-a)", Games.PAYTABLE_SERVES_NO_SET),
    ('set = "two-batches"', 'set = "three-batches"', "devices 1 (device batch_shuffler).set", Inputs.UNKNOWN),
    ('devices = ["batch_shuffler"]', 'devices = ["card_reader"]', "obligations 2 (id one-stack).devices", Games.DEVICE_UNNAMED),
    ('chapter = "645a"', 'chapter = "645b"', "id", Games.ID_WITHOUT_CHAPTER),
]  # fmt: skip


OF_OTHER_GAMES = [
    ("lunar-poker-589", "expected = 52", "expected = 53", "counts 1 (id five-rounds).expected", Games.NOT_A_WHOLE_SET),
    ("lunar-poker-589", "cards = 5", "cards = 30",
     "dealing 1 (method automated-dealing-shoe)", Games.DEALING_DOES_NOT_FIT),
    ("double-attack-blackjack-581", '"10S", "10H", "10C", "10D"', '"10S", "10S"', "sets 1 (id base).removed", Games.REMOVED_TWICE),
    ("high-roll-dice-593", 'rule = "like-kind"', 'rule = "like-kind"\nset = "base"', "outcomes 2 (id like-kind).set", Inputs.UNKNOWN),
]  # fmt: skip


def test_a_mistake_is_refused_at_its_key_in_every_kind_of_game(problems):
    for old, new, key, code in MISTAKES:
        result = problems(old, new)
        assert any(place == key and reason.is_a(code) for place, reason in result), result
    for name, old, new, key, code in OF_OTHER_GAMES:
        result = problems(old, new, name)
        assert any(place == key and reason.is_a(code) for place, reason in result), result


NO_ODDS = [
    "-5 to 1", "5 to -1", "1e3 to 1", "1/2 to 1", "1_0 to 1", "5 to 1 less -5%", "push less 200%", "-10% of meter",
]  # fmt: skip


def test_every_mistake_has_its_line_and_odds_are_what_a_chapter_types(problems):
    for text in NO_ODDS:
        result = problems('nine-high = "100 to 1"', f'nine-high = "{text}"')
        assert Games.NOT_ODDS(odds=text) in [reason for _, reason in result], text
    text = FILES["pai-gow-poker-645a"]
    for old, new in (
        ("stub = 4", "stub = 3"),
        ('"§ 645a.3(a)"', '"§ 1.1"'),
        ("expected = 4", "expected = 9"),
    ):
        text = text.replace(old, new, 1)
    with pytest.raises(PlanError) as error:
        parse_game(text.encode(), "mine.toml")
    assert len(error.value.problems) >= 3


def test_a_file_frozen_with_a_run_is_read_by_its_own_words(problems):
    """Rules and lists of sections may change after a run; what it was judged by does not."""
    text = FILES["pai-gow-poker-645a"].replace('"§ 645a.3(a)"', '"§ 1.1"').encode()
    assert recorded_game(text, "game.toml").sets[0].citation == "§ 1.1"
    with pytest.raises(PlanError):
        parse_game(text, "game.toml")
    assert problems('set = "base"', 'set = "bass"', read=recorded_game)


@pytest.fixture
def one_is_bad(monkeypatch):
    """A folder of games in which one file has two mistakes."""

    def found(name):
        text = find_game(name)
        if name == "lunar-poker-589":
            return text.replace(b"expected = 52", b"expected = 53").replace(b"589.", b"58.", 1)
        return text

    monkeypatch.setattr(reading, "find_game", found)


def test_one_bad_file_hides_no_other(one_is_bad):
    games, errors = readable_games()
    assert "lunar-poker-589" not in games
    assert len(games) == len(reading.game_ids()) - 1
    (error,) = errors
    assert all(reason["where"] == "lunar-poker-589.toml" for reason in error.reasons)
    assert len(error.reasons) >= 2


def test_a_file_is_called_what_its_id_is(monkeypatch, mistakes):
    monkeypatch.setattr(reading, "find_game", lambda _: FILES["lunar-poker-589"].encode())
    renamed = Inputs.WRONG_FILE_NAME(id="lunar-poker-589")
    assert mistakes(packaged_game, "mine") == [("mine.toml: id", renamed)]


def test_a_rule_declares_the_sets_that_it_refuses():
    """What is declared is asked where a file is read; what is refused is met where chances are counted."""
    for rule in [each for each in RULES.values() if each.pieces == "cards"]:
        wrong = [
            CardSet.of_decks("another", 1, jokers=jokers) for jokers in (0, 1, 3) if jokers != rule.jokers
        ]
        if rule.whole_decks is not None:
            assert rule.whole_decks == 1
            wrong += [
                CardSet.of_decks("two", 2, jokers=rule.jokers),
                CardSet.of_decks("less", 1, jokers=rule.jokers, removed=["10S"]),
            ]
        for cards in wrong:
            with pytest.raises(CardError):
                rule.law(cards)
