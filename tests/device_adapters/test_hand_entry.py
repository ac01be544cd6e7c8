import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device_adapters.hand_entry import HandEntry
from labharness.errors import CardError, ProtocolError
from labharness.model.cards import format_order, parse_order
from labharness.model.reasons.conduct import Adapters
from tests.support.links import People
from tests.support.reasons import refused


def test_two_entries_that_agree_are_an_order():
    people = People("AS 10D kh JK\n", " as td KH\tjk")
    assert format_order(HandEntry(people).read_order()) == "AS 10D KH JK"
    assert [question["action"] for question in people.questions] == ["enter_order"] * 2
    assert [question["text"].split(":")[0] for question in people.questions] == [
        "First person",
        "Second person",
    ]


def differ(place, first, second):
    return Adapters.ENTRIES_DIFFER(place=place, first=first, second=second)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("AS 2S 3S", "AS 3S 2S", differ(2, "2S", "3S")),
        ("AS 2S 3S", "AS 2S", differ(3, "3S", None)),
        ("AS", "AS 2S 3S", differ(2, None, "2S")),
        ("AS", "AS#1", differ(1, "AS", "AS#1")),
        ("AS", "AS!", differ(1, "AS", "AS!")),
    ],
)
def test_entries_that_differ_say_where(first, second, reason):
    assert refused(ProtocolError, HandEntry(People(first, second)).read_order) == (reason,)


@pytest.mark.parametrize(("first", "second", "word"), [("AS 1X", "AS 1X", "1X"), ("AS", "A S", "A")])
def test_what_is_no_card_is_refused_as_the_cards_refuse_it(first, second, word):
    assert refused(ProtocolError, HandEntry(People(first, second)).read_order) == refused(
        CardError, parse_order, word
    )


@settings(deadline=None)
@given(st.permutations(range(52)), st.integers(0, 50))
def test_any_slip_is_found_where_it_is(order, place):
    cards = np.array(order, dtype=np.uint16)
    slip = cards.copy()
    slip[place], slip[place + 1] = cards[place + 1], cards[place]
    assert (
        refused(ProtocolError, HandEntry(People(format_order(cards), format_order(slip))).read_order)[0][
            "place"
        ]
        == place + 1
    )
