import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device_adapters.hand_entry import HandEntry
from labharness.errors import ProtocolError
from labharness.model.cards import format_order


class People:
    """Two entries, and the questions that were put."""

    position = 0

    def __init__(self, *entries):
        self._entries = list(entries)
        self.questions = []

    def write(self, data):
        self.questions.append(json.loads(data))

    def read(self, size):
        return self._entries.pop(0).encode()[:size]


def test_two_entries_that_agree_are_an_order():
    people = People("AS 10D kh JK\n", " as td KH\tjk")
    assert format_order(HandEntry(people).read_order()) == "AS 10D KH JK"
    assert [one["action"] for one in people.questions] == ["enter_order"] * 2
    assert [one["text"].split(":")[0] for one in people.questions] == ["First person", "Second person"]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("AS 2S 3S", "AS 3S 2S", r"differ first at card 2 \(2S / 3S\)"),
        ("AS 2S 3S", "AS 2S", r"differ first at card 3 \(3S / nothing\)"),
        ("AS", "AS 2S 3S", r"differ first at card 2 \(nothing / 2S\)"),
        ("AS", "AS#1", r"differ first at card 1 \(AS / AS#1\)"),
        ("AS", "AS!", r"differ first at card 1 \(AS / AS!\)"),
        ("AS 1X", "AS 1X", "'1X' is not a card"),
        ("AS", "A S", "'A' is not a card"),
    ],
)
def test_entries_that_differ_say_where(first, second, words):
    with pytest.raises(ProtocolError, match=words):
        HandEntry(People(first, second)).read_order()


@settings(deadline=None)
@given(st.permutations(range(52)), st.integers(0, 50))
def test_any_slip_is_found_where_it_is(order, place):
    cards = np.array(order, dtype=np.uint16)
    slip = cards.copy()
    slip[place], slip[place + 1] = cards[place + 1], cards[place]
    with pytest.raises(ProtocolError, match=f"differ first at card {place + 1} "):
        HandEntry(People(format_order(cards), format_order(slip))).read_order()
