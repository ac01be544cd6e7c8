"""Decks: golden files, any cut, any way to write a card, and every mistake with its place."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labharness.analysis.sampling.tables import CardRows
from labharness.errors import InputError
from labharness.language.catalog import explain
from labharness.model.cards import (
    FOREIGN_BACK,
    UNREAD,
    Cards,
    CardSet,
    format_card,
    format_order,
    parse_order,
)
from labharness.model.observations import InputKnown, Shuffle, Source
from labharness.model.reasons.inputs import Files, Inputs, Noun
from labharness.model.results import Counted
from labharness.reason import CommandOption
from tests.support.reasons import refused

NEW = CardSet.of_decks("one", 1).new_deck_order()
DECK = format_order(NEW)
TURNED = format_order(NEW[::-1])


def shuffles(blocks):
    return [shuffle for block in blocks for shuffle in block.observations]


def words(shuffle):
    return format_order(shuffle.input), format_order(shuffle.output)


def test_inputs_stand_in_the_header_or_before_each_deck(read):
    sample, blocks = read(
        f"# made by hand\ndecks: 1\nInput : new-deck\n\n{TURNED}\n\n# more\n{DECK}\n", "decks"
    )
    assert [words(pair) for pair in shuffles(blocks)] == [(DECK, TURNED), (DECK, DECK)]
    assert isinstance(blocks[0].observations, CardRows)
    assert sample.provenance.input_known is InputKnown.RESET
    assert sample.provenance.source is Source.MANUFACTURER_SUPPLIED
    assert sample.population.cards.size == 52
    assert sample.notes == []
    _, blocks = read(f"input: {TURNED}\n{DECK}", "decks")
    assert [words(pair) for pair in shuffles(blocks)] == [(TURNED, DECK)]
    sample, blocks = read(f"< {DECK}\n{TURNED}\n<{TURNED}\n{DECK}\n", "decks")
    assert [words(pair) for pair in shuffles(blocks)] == [(DECK, TURNED), (TURNED, DECK)]
    assert sample.provenance.input_known is InputKnown.READ
    assert sample.notes == [Files.SET_ASSUMED(decks=1, jokers=0, cards=52)]


@pytest.mark.parametrize("marks", [b"\xef\xbb\xbf", b""])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
def test_marks_line_ends_tabs_and_small_letters(read, marks, ends):
    text = ends.join(
        [b"decks: 1", b"input: new-deck", TURNED.replace("10", "t").lower().replace(" ", "\t").encode()]
    )
    assert [words(pair) for pair in shuffles(read(marks + text, "decks")[1])] == [(DECK, TURNED)]


def test_sets_of_several_decks_and_jokers(read):
    shoe = CardSet.of_decks("two", 2, jokers=1)
    order = format_order(shoe.new_deck_order()[::-1])
    for text, options in (
        ("decks: 2\njokers: 1\ninput: new-deck\n", {}),
        ("", {"decks": "2", "jokers": "1", "input": "new-deck"}),
        ("decks: 2\n", {"decks": "2", "jokers": "1", "input": "new-deck"}),
    ):
        sample, blocks = read(text + order, "decks", options)
        assert sample.population.cards.counts == shoe.counts
        assert sample.population.cards.name == "2 decks with 1 joker each"
        assert blocks[0].regular.tolist() == [0]
        assert format_order(blocks[0].observations[0].input) == format_order(shoe.new_deck_order())


CARDS = st.builds(
    lambda kind, copy, foreign: kind | copy << 6 | foreign,
    st.sampled_from([*range(54), UNREAD]),
    st.sampled_from([0, 0, 1, 9, 77, 511]),
    st.sampled_from([0, 0, FOREIGN_BACK]),
)
ORDERS = st.lists(CARDS, min_size=1, max_size=8).map(lambda cards: np.array(cards, dtype=np.uint16))
GAPS = st.sampled_from([" ", "  ", "\t"])
BETWEEN = st.sampled_from(["\n", "\n\n", "\r\n", "\n# AS nonsense\n", " \n"])


@settings(max_examples=80)
@given(data=st.data())
def test_what_is_written_is_read_whatever_the_cut(read, data):
    pairs = data.draw(st.lists(st.tuples(ORDERS, ORDERS), min_size=1, max_size=6))
    gap, between = data.draw(GAPS), data.draw(BETWEEN)
    lines = []
    for before, after in pairs:
        lines += [f"<{gap}{format_order(before)}", gap.join(map(format_card, after.tolist()))]
    text = between.join(lines) + data.draw(st.sampled_from(["", between]))
    _, blocks = read(text, "decks", part=data.draw(st.integers(1, 200)))
    result = shuffles(blocks)
    assert len(result) == len(pairs)
    for shuffle, (before, after) in zip(result, pairs, strict=True):
        assert isinstance(shuffle, Shuffle)
        assert shuffle.input.tolist() == before.tolist()
        assert shuffle.output.tolist() == after.tolist()
        assert shuffle.output.dtype == np.uint16
    starts = np.cumsum([0, *(block.units for block in blocks)])
    assert [block.index for block in blocks] == starts[:-1].tolist()


@settings(max_examples=60)
@given(st.lists(ORDERS, min_size=1, max_size=8), st.integers(1, 120), st.integers(0, 3))
def test_context_is_the_units_before(read, orders, part, look_back):
    text = "\n".join(map(format_order, orders))
    _, blocks = read(text, "decks", {"input": "new-deck"}, part=part, look_back=look_back)
    for block in blocks:
        before = [order.tolist() for order in orders[: block.index][-look_back:]] if look_back else []
        assert [shuffle.output.tolist() for shuffle in block.context] == before
    assert [pair.output.tolist() for pair in shuffles(blocks)] == [order.tolist() for order in orders]


def test_copies_and_every_spelling_are_kept_and_irregular_decks_stay_in_their_place(read):
    marked = " ".join(f"{card}#{number}" for number in (1, 2) for card in DECK.split())
    _, blocks = read(f"decks: 2\n< {marked}\n{marked}\n", "decks")
    assert format_order(blocks[0].observations[0].output) == marked
    assert blocks[0].relative.tolist() == [list(range(104))]
    short = " ".join(DECK.split()[1:])
    _, (block,) = read(f"input: new-deck\n{DECK}\n{short}\n{TURNED}\n?? {short}\nAS! {short}\n", "decks")
    assert [len(each.output) for each in block.observations] == [52, 51, 52, 52, 52]
    assert block.regular.tolist() == [0, 2]
    names = [format_card(kind) for kind in range(54)] + ["??"]
    spelled = names + [name.lower() for name in names] + [f"T{suit}" for suit in "SDCHsdch"]
    spelled += [f"{name}!" for name in names] + [f"{name}#511!" for name in names]
    _, (block,) = read("input: new-deck\n" + " ".join(spelled), "decks")
    assert block.observations[0].output.tolist() == parse_order(" ".join(spelled)).tolist()


BODY = [
    (f"input: new-deck\n{DECK}\nAS XX 2D", 3, 4, Cards.NOT_A_CARD(text="XX")),
    (f"input: new-deck\n{DECK}\n  1S", 3, 3, Cards.NOT_A_CARD(text="1S")),
    ("input: new-deck\nAS 2S 10S#512 QQ", 2, 7, Cards.NOT_A_CARD(text="10S#512")),
    ("input: new-deck\nAS 2S QQ 10S#512", 2, 7, Cards.NOT_A_CARD(text="QQ")),
    ("input: new-deck\nAS 10D#511!! 2S", 2, 4, Cards.NOT_A_CARD(text="10D#511!!")),
    ("input: new-deck\nAS AS# 2S", 2, 4, Cards.NOT_A_CARD(text="AS#")),
    ("input: new-deck\n\n# remark\nAS ÄS", 4, 4, Cards.NOT_A_CARD(text="ÄS")),
    ("input: new-deck\n < AS", 2, 2, Cards.NOT_A_CARD(text="<")),
    ("input: new-deck\nAS 2S\x00 3S", 2, 6, Files.NOT_TEXT(byte="0x00")),
    ("input: new-deck\nAS\x1b[2J", 2, 3, Files.NOT_TEXT(byte="0x1b")),
    (f"{DECK}\n", 1, 1, Files.INPUT_ORDER_EXPECTED()),
    (f"< {DECK}\n{DECK}\n\n{DECK}\n", 4, 1, Files.INPUT_ORDER_EXPECTED()),
    (f"< {DECK}\n< {DECK}\n{DECK}\n", 2, 1, Files.DECK_EXPECTED()),
    (f"< {DECK}\n{DECK}\n< {DECK}\n", 3, 1, Files.DECK_EXPECTED()),
    (f"input: new-deck\n< {DECK}\n{DECK}\n", 2, 1, Files.SECOND_INPUT_ORDER()),
]
LACKING = ("AS", "2S", *(card for card in DECK.split()[2:] for _ in range(2)))


def number(key, least, most, got):
    return Files.NOT_A_NUMBER(key=key, least=least, most=most, got=got)


HEADER = [
    ("decks: 0\n", 1, 8, number("decks", 1, 64, "0")),
    ("decks: one\n", 1, 8, number("decks", 1, 64, "one")),
    ("decks: ١\n", 1, 8, number("decks", 1, 64, "١")),
    ("decks: 1\njokers: 5\n", 2, 9, number("jokers", 0, 4, "5")),
    ("decks: 1\n\ndecks: 1\n", 3, 1, Inputs.TWICE(what=Noun.ENTRY, name="decks")),
    ("low: 1\n", 1, 1, Inputs.UNKNOWN(what=Noun.ENTRY, name="low", known=("decks", "jokers", "input"))),
    (f"input: {DECK} 2S\n", 1, 8, Files.WRONG_INPUT_ORDER(set="one deck", differences=(Cards.EXTRA(cards=("2S",)),))),
    ("input: AS 2S QQ\n", 1, 14, Cards.NOT_A_CARD(text="QQ")),
    ("decks: 2\ninput: AS 2S\n", 2, 8, Files.WRONG_INPUT_ORDER(set="2 decks", differences=(Cards.MISSING(cards=LACKING),))),
]  # fmt: skip


def at(line, column, problem):
    return Files.AT(file="sample.txt", line=line, column=column, problem=problem)


def test_what_is_wrong_is_refused_with_its_place_whatever_the_cut(read):
    for part, text, *place in [(40, *case) for case in BODY] + [(1 << 19, *case) for case in BODY + HEADER]:
        with pytest.raises(InputError) as caught:
            read(text, "decks", part=part)
        assert caught.value.reasons == (at(*place),), (text, part)
        assert explain(caught.value).isprintable(), text


def option(name, problem):
    return Inputs.AT(where=CommandOption(name), problem=problem)


def test_what_does_not_agree_is_refused(read):
    empty = Files.EMPTY(file="sample.txt", what=Counted.SHUFFLES)
    other = Files.OPTION_DISAGREES(file="6", option=CommandOption("decks"), given="1")
    for text, options, reason in (
        ("", {}, empty),
        ("decks: 1\ninput: new-deck\n# nothing\n", {}, empty),
        (DECK, {"low": "1"}, Files.OPTION_UNUSED(option=CommandOption("low"))),
        (DECK, {"input": "old-deck"}, option("input", Cards.NOT_A_CARD(text="old-deck"))),
        (DECK, {"decks": "99"}, option("decks", number("decks", 1, 64, "99"))),
        (f"decks: 6\ninput: new-deck\n{DECK}", {"decks": "1"}, at(1, 8, other)),
        (
            "input: new-deck\n" + "AS " * 700_000,
            {},
            Files.LINE_TOO_LONG(file="sample.txt", line=2, most=1 << 20),
        ),
    ):
        assert refused(InputError, read, text, "decks", options) == (reason,), text[:40]
