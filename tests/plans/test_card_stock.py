"""Card-set files, refused by key, and what a reader's marks mean; which reading a plan uses."""

import pytest

from labharness.errors import IntegrityError
from labharness.evidence.folder import RunFolder
from labharness.games.game import readable_games
from labharness.games.mistakes import parse
from labharness.model.cards import Cards, CardSet, format_card, format_order
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plan import Plans
from labharness.plans.card_stock import CardMarks, CardStock, readings_used, recorded_marks
from labharness.plans.frozen import composable, find_plan, freeze
from tests.support.reasons import refused

HEAD = 'schema = 1\nid = "two"\ntitle = "Two decks"\nmaker = "a maker"\nstock = "paper, chipped"\n'
SET = CardSet.of_decks("two decks", 2)
CODES = {f"{number:04x}": format_card(card) for number, card in enumerate(SET.marked().tolist())}


UNCODED = ("codes", Plans.CARDS_WITHOUT_CODE(cards=("AS",), total=1, set="two decks"))


def foreign(code, card):
    return f"codes.{code}", Plans.NOT_OF_THE_SET(card=card, set="two decks")


def stock(body):
    return parse(CardStock, (HEAD + body).encode(), "two.toml")


def coded(codes):
    return stock("[codes]\n" + "".join(f'"{code}" = "{card}"\n' for code, card in codes.items()))


def problems(result, cards=SET):
    return list(result.problems(cards))


@pytest.mark.parametrize(
    "word", ["AS", "AS#1", "AS/green", "AS#1/red", "ZZ/red", "??/red", "/red", "red", "AS/"]
)
def test_what_is_no_mark_is_an_unread_card_and_named(word):
    marks = CardMarks(stock('backs = { 1 = "red", 2 = "blue" }\n'))
    cards, unknown = marks.read(["??", word, "CC", "2s/red"])
    assert ([format_card(card) for card in cards], unknown) == (["??", "??", "CC", "2S"], [word])


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"0000": "1X"}, [("codes.0000", Cards.NOT_A_CARD(text="1X")), UNCODED]),
        ({"0000": "AS#2"}, [foreign("0000", "AS#2"), UNCODED]),
        ({"0000": "??"}, [foreign("0000", "??"), UNCODED]),
        ({"0000": "2S"}, [("codes.0001", Plans.CARD_CODED_TWICE(card="2S")), UNCODED]),
        ({"FFFF": "AS"}, [("codes.FFFF", Plans.CARD_CODED_TWICE(card="AS"))]),
        ({"000A": "JK"}, [("codes", Plans.MARK_TWICE(mark="000A", times=2)), foreign("000A", "JK")]),
    ],
)
def test_codes_that_are_not_the_set_are_refused_by_key(change, wrong):
    assert problems(coded(CODES | change)) == wrong


def test_codes_mean_what_the_file_says_and_of_many_missing_a_few_are_named():
    codes = dict(zip(["CC", "2D", "as"], CODES.values(), strict=False))
    cards, unknown = CardMarks(coded(codes)).read(["cc", "2D", "AS", "3D"])
    assert (" ".join(map(format_card, cards)), unknown) == ("AS 2S 3S ??", ["3D"])
    some = ("2S", "3S", "4S", "5S", "6S")
    assert problems(coded({"0000": "AS"})) == [
        ("codes", Plans.CARDS_WITHOUT_CODE(cards=some, total=103, set="two decks"))
    ]


@pytest.mark.parametrize(
    ("backs", "cards", "wrong"),
    [
        ('1 = "red"', SET, Plans.BACKS_INCOMPLETE(decks=2)),
        ('1 = "red", 3 = "blue"', SET, Plans.BACKS_INCOMPLETE(decks=2)),
        ('1 = "red", 2 = "Red"', SET, Plans.MARK_TWICE(mark="RED", times=2)),
        ('1 = "a", 2 = "b"', CardSet.of_decks("jokers", 2, jokers=2), Plans.BACKS_CANNOT_TELL()),
    ],
)
def test_backs_that_do_not_tell_the_decks_apart_are_refused(backs, cards, wrong):
    assert problems(stock(f"backs = {{ {backs} }}\n"), cards) == [("backs", wrong)]


@pytest.mark.parametrize(
    ("body", "key", "code"),
    [
        ("", "", Inputs.KEYS_APART),
        ('backs = { 1 = "a" }\ncodes = { x = "AS" }\n', "", Inputs.KEYS_APART),
        ('backs = { one = "a" }\n', "backs.one", Inputs.NOT_OF_THIS_FORM),
        ('codes = { "a b" = "AS" }\n', "codes.a b", Inputs.NOT_OF_THIS_FORM),
        ('codes = { "#1" = "AS" }\n', "codes.#1", Inputs.NOT_OF_THIS_FORM),
        ("codes = { 1 = 2 }\n", "codes.1", Inputs.NOT_TEXT),
        ('color = "red"\nbacks = { 1 = "a" }\n', "color", Inputs.KEY_UNKNOWN),
    ],
)
def test_a_file_that_is_no_card_set_file_is_refused_by_key(body, key, code, mistakes):
    place, reason = mistakes(stock, body)[0]
    assert place == (f"two.toml: {key}" if key else "two.toml")
    assert reason.is_a(code)


def test_the_file_of_a_run_is_refused_once_it_was_changed(tmp_path):
    class Folder(RunFolder):
        def begun(self):
            return type("Start", (), {"files": {"cards.toml": "0" * 64}})

    assert refused(IntegrityError, recorded_marks, Folder(tmp_path / "run")) == (
        Evidence.DAMAGED(run="run", problem=Evidence.ALTERED(file="cards.toml")),
    )


def test_every_code_and_every_back_of_a_whole_set_means_its_card_however_it_lies():
    pair = coded(CODES)
    assert problems(pair) == []
    cards, unknown = CardMarks(pair).read([code.upper() for code in CODES])
    assert (cards, unknown) == (SET.marked().tolist(), [])
    card_set = stock('backs = { 1 = "red", 2 = "blue" }\n')
    assert problems(card_set) == []
    words = [f"{format_card(card & 0x3F)}/{('Red', 'BLUE')[card >> 6]}" for card in SET.marked().tolist()]
    assert CardMarks(card_set).read(words) == (SET.marked().tolist(), [])
    shuffled = SET.marked()[::-1]
    names = {card: code for code, card in CODES.items()}
    cards, _ = CardMarks(coded(CODES)).read(names[format_card(card)] for card in shuffled.tolist())
    assert " ".join(map(format_card, cards)) == format_order(shuffled)


def used(plan, text=None):
    content = find_plan(plan)[0].decode() if text is None else text
    frozen = freeze(content.encode(), "mine.toml")
    return {used.reading.id: used for used in readings_used(frozen.plan, frozen.game)}


def test_the_default_of_every_check_that_depends_on_it_and_another_reading_are_seen():
    result = used("pai-gow-poker-645a-automated-dealing-shoe")
    assert result["joker-in-a-royal"].by.keys() == {"any"}
    assert {"odds-of-best-hand", "odds-of-fortune-bonus"} <= set(result["joker-in-a-royal"].by["any"])
    assert result["joker-in-a-match"].by.keys() == {"none"}
    plan = "pai-gow-poker-645a-automated-dealing-shoe"
    text = find_plan(plan)[0].decode()
    old = 'rule = "pai-gow-poker-hand", reading = "joker as any card of a royal"'
    assert old in text
    result = used(
        plan,
        text.replace(old, old.replace("joker as any card of a royal", "joker in a royal as its ace only")),
    )
    assert result["joker-in-a-royal"].by["ace"] == ("odds-of-best-hand",)
    assert "odds-of-best-hand" not in result["joker-in-a-royal"].by["any"]


def test_a_reading_that_no_check_looks_at_is_there_all_the_same():
    for plan, reading in (
        ("lunar-poker-589-automated-dealing-shoe", "draws"),
        ("raise-it-up-stud-poker-587-batch-shuffler", "misdealt-hand"),
        ("criss-cross-poker-592-automated-dealing-shoe", "center-card"),
    ):
        each = used(plan)[reading]
        assert (each.by, each.of_outcomes) == ({}, False), (plan, reading)
    each = used("pai-gow-poker-645a-computerized-rng")["joker-in-a-royal"]
    assert (each.by, each.of_outcomes) == ({}, True)


def test_every_reading_of_every_game_has_its_place_also_the_determinant_card():
    each = used("blackjack-633a-double-shoe")["determinant-drawn-from"]
    assert each.by.keys() == each.reading.choices.keys()
    assert used("blackjack-633a-batch-shuffler")["determinant-drawn-from"].by == {}
    games, _ = readable_games()
    first = {game: plan for plan, (game, _) in reversed(composable().items())}
    for name, game in games.items():
        assert list(used(first[name])) == [reading.id for reading in game.readings]
