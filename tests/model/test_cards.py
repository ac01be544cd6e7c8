import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from labharness.errors import CardError
from labharness.model.cards import (
    COVER,
    FOREIGN_BACK,
    JOKER,
    TYPES,
    UNREAD,
    Cards,
    CardSet,
    format_card,
    format_order,
    parse_card,
    parse_order,
    types,
)

KINDS = [*range(TYPES), UNREAD]
cards = st.builds(
    lambda kind, copy, back: kind | copy << 6 | (FOREIGN_BACK if back else 0),
    st.sampled_from(KINDS),
    st.integers(0, 511),
    st.booleans(),
)


def test_every_card_is_read_as_it_is_written():
    for kind in KINDS:
        for copy in range(512):
            for back in (0, FOREIGN_BACK):
                assert parse_card(format_card(kind | copy << 6 | back)) == kind | copy << 6 | back


@given(st.lists(cards, max_size=60))
def test_orders_are_read_as_they_are_written(order):
    array = np.array(order, dtype=np.uint16)
    assert np.array_equal(parse_order(format_order(array)), array)
    assert parse_order(format_order(array)).dtype == np.uint16


NUMBERS = [
    ("AS", 0), ("KS", 12), ("AD", 13), ("10D", 22), ("TD", 22), ("td", 22), ("AC", 26), ("KH", 51),
    ("JK", JOKER), ("CC", COVER), ("??", UNREAD), ("AS#3", 3 << 6), ("KH!", 51 | FOREIGN_BACK),
    ("2S#511!", 1 | 511 << 6 | FOREIGN_BACK),
]  # fmt: skip


@given(st.text(max_size=8))
def test_anything_else_is_refused_or_means_the_same_again(text):
    reasons = ()
    try:
        written = format_card(parse_card(text))
        assert format_card(parse_card(written)) == written
    except CardError as error:
        reasons = error.reasons
    assert reasons in ((), (Cards.NOT_A_CARD(text=text),))


NO_CARDS = ("", "1S", "11S", "AX", "A S", "AS#", "AS#512", "AS#-1", "AS#x", "AS!!", "AS!x", "#3", "!", "AS#٣")


def test_cards_have_the_numbers_that_every_record_relies_on_and_what_is_none_is_refused(mistakes):
    for text, code in NUMBERS:
        assert parse_card(text) == code, text
    for text in NO_CARDS:
        assert mistakes(parse_card, text) == [("", Cards.NOT_A_CARD(text=text))], text


counts = st.lists(st.integers(0, 3), min_size=TYPES, max_size=TYPES).filter(any)


@given(counts, st.lists(cards, max_size=80))
def test_the_difference_is_exact_for_any_cards(of_set, order):
    array = np.array(order, dtype=np.uint16)
    difference = CardSet("any", tuple(of_set)).difference(array)
    have = [sum((card & 0x3F) == kind for card in order) for kind in range(TYPES)]

    for kind in range(TYPES):
        assert difference.missing.count(kind) == max(of_set[kind] - have[kind], 0)
        assert difference.extra.count(kind) == max(have[kind] - of_set[kind], 0)
    assert difference.unread == sum((card & 0x3F) >= TYPES for card in order)
    assert list(difference.foreign) == [card for card in order if card & FOREIGN_BACK]
    same = have == of_set and not difference.unread and not difference.foreign
    assert bool(difference) is not same
    assert (str(difference) == "complete") is same


@given(counts)
def test_an_unopened_set_holds_exactly_its_cards(of_set):
    cards = CardSet("any", tuple(of_set))
    order = cards.new_deck_order()
    assert not cards.difference(order)
    assert len(order) == cards.size == sum(of_set)
    assert cards.distinct is (max(of_set) == 1)
    # Deck after deck, each in ascending order of types.
    assert (np.diff(types(order)) <= 0).sum() == max(of_set) - 1 if len(order) else True


def test_new_decks_are_in_order_and_removed_cards_gone_from_each(mistakes):
    card_set = CardSet.of_decks("one", 1, jokers=1)
    assert format_order(card_set.new_deck_order()).startswith(
        "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AD 2D "
    )
    assert format_order(card_set.new_deck_order()).endswith("KC AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH JK")
    six = CardSet.of_decks("six", 6).new_deck_order()
    assert np.array_equal(six, np.tile(np.arange(52), 6))
    spanish = CardSet.of_decks("Spanish 21", 6, removed=["10S", "10D", "10C", "10H"])
    assert spanish.size == 6 * 48
    assert spanish.counts[parse_card("10D")] == 0
    impossible = Cards.NOT_A_SET(name="impossible", types=TYPES)
    assert mistakes(CardSet.of_decks, "impossible", 1, removed=["AS", "AS"]) == [("", impossible)]
    short = Cards.NOT_A_SET(name="short", types=TYPES)
    assert mistakes(CardSet, "short", (1,) * 52) == [("", short)]
