"""Every mistake that a game file can hold is refused where it is read, with its key."""

import re

import pytest

from labharness.errors import CardError, PlanError
from labharness.games import game as reading
from labharness.games.game import find_game, packaged_game, parse_game, readable_games, recorded_game
from labharness.games.outcomes.registry import RULES
from labharness.model.cards import CardSet

FILES = {
    name: find_game(name).decode()
    for name in ("pai-gow-poker-645a", "double-attack-blackjack-581", "lunar-poker-589", "high-roll-dice-593")
}


def problems(old, new, name="pai-gow-poker-645a", read=parse_game):
    assert old in FILES[name]
    with pytest.raises(PlanError) as error:
        read(FILES[name].replace(old, new, 1).encode(), "mine.toml")
    return error.value.problems


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('citation = "§ 645a.3(a)"', 'citation = "trust me"',
         "sets 1 (id base).citation: 'trust me' is no citation"),
        ('citation = "§ 645a.3(a)"', 'citation = "§ 999.3(a)"',
         "sets 1 (id base).citation: there is no section 999.3(a)"),
        ("stacks = [7, 7, 7, 7, 7, 7, 7]", "stacks = [30, 30, 30, 30, 30, 30, 30]",
         "dealing 1 (method automated-dealing-shoe): it takes 214 cards or tiles for 6 positions; the permitted sets hold 53"),
        ("stub = 4", "stub = 3", "dealing 1 (method automated-dealing-shoe): it takes 52 cards"),
        ("positions = 6", "positions = 60", "positions: it must be at most 20 (got 60)"),
        ("positions = 6", "positions = 12", "dealing 1 (method automated-dealing-shoe).stacks: 7 stacks for 12 positions"),
        ("expected = 4", "expected = 5", "counts 1 (id stub).expected: 5 is not what remains by the dealing"),
        ("jokers = 1", "jokers = 3", ("sets 1 (id base).jokers: the rule pai-gow-poker-hand of outcome 'best-hand' is "
         "played with 1 in each deck, not 3")),
        ("jokers = 1", 'jokers = 1\nremoved = ["10S", "10S"]', "sets 1 (id base).removed: 10S is listed 2 times"),
        ("jokers = 1", 'jokers = 1\nremoved = ["JK"]', "sets 1 (id base).removed: 'JK' cannot be taken out"),
        ("jokers = 1", 'jokers = 1\nremoved = ["??"]', "sets 1 (id base).removed: '??' cannot be taken out"),
        ("jokers = 1", 'jokers = 1\nremoved = ["10S"]', ("outcomes 1 (id best-hand).set: the rule pai-gow-poker-hand is "
         "played with 1 whole deck")),
        ("max_decks = 1", "max_decks = 2", "outcomes 1 (id best-hand).set: the rule pai-gow-poker-hand"),
        ('any = "joker as any card of a royal"', 'any = "joker as you like"',
         ("outcomes 1 (id best-hand).reading: the rule pai-gow-poker-hand has no reading 'joker as you like'; "
         "choose one of: 'joker as any card of a royal', 'joker in a royal as its ace only'")),
        ('reading = "joker-in-a-royal"\n', "", "outcomes 1 (id best-hand).reading: the rule pai-gow-poker-hand can be"),
        ('rule = "pai-gow-poker-hand"', 'rule = "whist"', "outcomes 1 (id best-hand).rule: there is no rule 'whist'"),
        ('nine-high = "100 to 1"', '"ten high" = "100 to 1"',
         "outcomes 4 (id pai-gow-insurance).pays 1 (id insurance-a).odds: it pays 'ten high'"),
        ('nine-high = "100 to 1"', 'nine-high = "-5 to 1"', "pays 1 (id insurance-a).odds: '-5 to 1' are no odds"),
        ('id = "fortune-a"\n', 'id = "fortune-a"\nmin_decks = 2\n', ("outcomes 2 (id fortune-bonus).pays 1 "
         "(id fortune-a): it is for numbers of decks that set 'base' does not permit (1 deck)")),
        ('set = "two-batches"', 'set = "three-batches"', "devices 1 (device batch_shuffler).set: set 'three-batches' "),
        ('devices = ["batch_shuffler"]', 'devices = ["card_reader"]', "the chapter names no card_reader"),
        ('chapter = "645a"', 'chapter = "645b"', "id: it must end with the chapter, -645b"),
    ],
)  # fmt: skip
def test_a_mistake_is_refused_at_its_key(old, new, line):
    found = problems(old, new)
    assert any(line in one for one in found), found
    assert all(re.match(r"mine\.toml: [a-z0-9_ ().-]+: .*\.$", one) for one in found), found


@pytest.mark.parametrize(
    ("name", "old", "new", "line"),
    [
        ("lunar-poker-589", "expected = 52", "expected = 53", "expected: 53 is not a whole permitted set; choose of: 52"),
        ("lunar-poker-589", "cards = 5", "cards = 30",
         "dealing 1 (method automated-dealing-shoe): it takes 155 cards or tiles for 5 positions; the permitted sets hold 52"),
        ("double-attack-blackjack-581", '"10S", "10H", "10C", "10D"', '"10S", "10S"', "removed: 10S is listed 2 times"),
        ("high-roll-dice-593", 'rule = "like-kind"', 'rule = "like-kind"\nset = "base"', "set 'base' is not among"),
    ],
)  # fmt: skip
def test_so_are_those_of_other_kinds_of_game(name, old, new, line):
    found = problems(old, new, name)
    assert any(line in one for one in found), found


@pytest.mark.parametrize("text", ["-5 to 1", "5 to -1", "1e3 to 1", "1/2 to 1", "1_0 to 1", "5 to 1 less -5%",
                                  "push less 200%", "-10% of meter"])  # fmt: skip
def test_odds_are_what_a_chapter_types(text):
    found = problems('nine-high = "100 to 1"', f'nine-high = "{text}"')
    assert any("are no odds" in one for one in found), found


def test_every_mistake_has_its_line():
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


def test_a_file_frozen_with_a_run_is_read_by_its_own_words():
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
    games, said = readable_games()
    assert "lunar-poker-589" not in games
    assert len(games) == len(reading.game_ids()) - 1
    assert all(line.startswith("lunar-poker-589.toml: ") for line in said)
    assert len(said) >= 2


def test_a_file_is_called_what_its_id_is(monkeypatch):
    monkeypatch.setattr(reading, "find_game", lambda _: FILES["lunar-poker-589"].encode())
    with pytest.raises(
        PlanError, match=r"mine\.toml: id: it is 'lunar-poker-589'; call the file lunar-poker-589\.toml"
    ):
        packaged_game("mine")


@pytest.mark.parametrize(
    "rule", [one for one in RULES.values() if one.pieces == "cards"], ids=lambda one: one.name
)
def test_a_rule_declares_the_sets_that_it_refuses(rule):
    """What is declared is asked where a file is read; what is refused is met where chances are counted."""
    wrong = [CardSet.of_decks("another", 1, jokers=jokers) for jokers in (0, 1, 3) if jokers != rule.jokers]
    if rule.whole_decks is not None:
        assert rule.whole_decks == 1
        wrong += [
            CardSet.of_decks("two", 2, jokers=rule.jokers),
            CardSet.of_decks("less", 1, jokers=rule.jokers, removed=["10S"]),
        ]
    for cards in wrong:
        with pytest.raises(CardError):
            rule.law(cards)
