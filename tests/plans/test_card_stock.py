"""Card-set files: what is refused, by key, and what a reader's marks mean."""

import pytest

from labharness.errors import IntegrityError, PlanError
from labharness.evidence.folder import RunFolder
from labharness.games.data import parse
from labharness.model.cards import CardSet, format_card, format_order
from labharness.plans.card_stock import CardMarks, CardStock, recorded_marks

HEAD = 'schema = 1\nid = "two"\ntitle = "Two decks"\nmaker = "a maker"\nstock = "paper, chipped"\n'
SET = CardSet.of_decks("two decks", 2)
CODES = {f"{number:04x}": format_card(card) for number, card in enumerate(SET.marked().tolist())}


def stock(body):
    return parse(CardStock, (HEAD + body).encode(), "two.toml")


def coded(codes):
    return stock("[codes]\n" + "".join(f'"{code}" = "{card}"\n' for code, card in codes.items()))


def problems(found, cards=SET):
    return list(found.problems(cards))


def test_every_code_of_a_whole_set_means_its_card():
    found = coded(CODES)
    assert problems(found) == []
    cards, unknown = CardMarks(found).read([code.upper() for code in CODES])
    assert (cards, unknown) == (SET.marked().tolist(), [])


def test_every_back_of_a_whole_set_means_its_deck():
    found = stock('backs = { 1 = "red", 2 = "blue" }\n')
    assert problems(found) == []
    words = [f"{format_card(card & 0x3F)}/{('Red', 'BLUE')[card >> 6]}" for card in SET.marked().tolist()]
    assert CardMarks(found).read(words) == (SET.marked().tolist(), [])


@pytest.mark.parametrize(
    "word", ["AS", "AS#1", "AS/green", "AS#1/red", "ZZ/red", "??/red", "/red", "red", "AS/"]
)
def test_what_is_no_mark_is_an_unread_card_and_named(word):
    marks = CardMarks(stock('backs = { 1 = "red", 2 = "blue" }\n'))
    cards, unknown = marks.read(["??", word, "CC", "2s/red"])
    assert ([format_card(card) for card in cards], unknown) == (["??", "??", "CC", "2S"], [word])


def test_a_code_that_is_written_like_another_card_means_what_the_file_says():
    codes = dict(zip(["CC", "2D", "as"], CODES.values(), strict=False))
    cards, unknown = CardMarks(coded(codes)).read(["cc", "2D", "AS", "3D"])
    assert (" ".join(map(format_card, cards)), unknown) == ("AS 2S 3S ??", ["3D"])


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        ({"0000": "1X"}, ["codes.0000: '1X' is not a card", "codes: give AS a code"]),
        ({"0000": "AS#2"}, ["codes.0000: AS#2 is no card of two decks", "codes: give AS a code"]),
        ({"0000": "??"}, ["codes.0000: ?? is no card of two decks", "codes: give AS a code"]),
        ({"0000": "2S"}, ["codes.0001: 2S has a code already", "codes: give AS a code"]),
        ({"FFFF": "AS"}, ["codes.FFFF: AS has a code already"]),
        ({"000A": "JK"}, ["codes: 000A is there 2 times", "codes.000A: JK is no card of two decks"]),
    ],
)
def test_codes_that_are_not_the_set_are_refused_by_key(change, lines):
    said = problems(coded(CODES | change))
    assert [one[: len(line)] for one, line in zip(said, lines, strict=True)] == lines
    assert all(one.endswith(".") for one in said)


def test_of_many_missing_cards_a_few_are_named():
    (said,) = problems(coded({"0000": "AS"}))
    assert said == "codes: give 2S 3S 4S 5S 6S and 98 more a code; every card of two decks needs one."


@pytest.mark.parametrize(
    ("backs", "cards", "words"),
    [
        ('1 = "red"', SET, "backs: name the back of each deck from 1 to 2"),
        ('1 = "red", 3 = "blue"', SET, "backs: name the back of each deck from 1 to 2"),
        ('1 = "red", 2 = "Red"', SET, "backs: RED is there 2 times"),
        (
            '1 = "a", 2 = "b"',
            CardSet.of_decks("jokers", 2, jokers=2),
            "backs: a deck holds a card more than once",
        ),
    ],
)
def test_backs_that_do_not_tell_the_decks_apart_are_refused(backs, cards, words):
    (said,) = problems(stock(f"backs = {{ {backs} }}\n"), cards)
    assert said.startswith(words)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("", "two.toml: the file: give either backs or codes."),
        ('backs = { 1 = "a" }\ncodes = { x = "AS" }\n', "two.toml: the file: give either backs or codes."),
        ('backs = { one = "a" }\n', "two.toml: backs.one"),
        ('codes = { "a b" = "AS" }\n', "two.toml: codes.a b"),
        ('codes = { "#1" = "AS" }\n', "two.toml: codes.#1"),
        ("codes = { 1 = 2 }\n", "two.toml: codes.1: "),
        ('colour = "red"\nbacks = { 1 = "a" }\n', "two.toml: colour: "),
    ],
)
def test_a_file_that_is_no_card_set_file_is_refused_by_key(body, words):
    with pytest.raises(PlanError) as refused:
        stock(body)
    assert refused.value.problems[0].startswith(words)


def test_the_file_of_a_run_is_refused_once_it_was_changed(tmp_path):
    class Folder(RunFolder):
        def start(self):
            return type("Start", (), {"body": {"files": {"cards.toml": "0" * 64}}})

    with pytest.raises(IntegrityError, match=r"run/cards.toml is not as it was frozen .*\.$"):
        recorded_marks(Folder(tmp_path / "run"))


def test_marks_are_read_as_the_set_lies():
    shuffled = SET.marked()[::-1]
    names = {card: code for code, card in CODES.items()}
    cards, _ = CardMarks(coded(CODES)).read(names[format_card(card)] for card in shuffled.tolist())
    assert " ".join(map(format_card, cards)) == format_order(shuffled)
