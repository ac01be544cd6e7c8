"""Rounds of a continuous shuffler: golden file, any cut, and every mistake with its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.sampling.files.source import Observes
from labharness.analysis.sampling.tables import LONG_AGO, CardRows, Population
from labharness.errors import InputError
from labharness.model.cards import Cards, CardSet, format_order
from labharness.model.observations import Event, EventKind, Kind, Round
from labharness.model.reasons.inputs import Files, Inputs, Noun
from labharness.model.results import Counted
from tests.support.reasons import refused

GOLDEN = """\
# two rounds of a shuffler with six decks
decks: 6
round-cards: 3
dealt: AS 10D 2H
returned: 2H AS 10D
dealt: KC KC KC
returned:
"""


def rounds(blocks):
    return [
        (format_order(each.dealt), format_order(each.returned))
        for block in blocks
        for each in block.observations
    ]


HANDS = st.lists(st.sampled_from(["AS", "10D", "JK", "2H#3", "??", "KC!"]), max_size=5).map(" ".join)


@given(st.lists(st.tuples(HANDS, HANDS), min_size=1, max_size=6), st.integers(1, 100))
def test_what_is_written_is_read_whatever_the_cut(read, hands, part):
    text = "".join(f"dealt: {dealt}\nreturned: {returned}\n" for dealt, returned in hands)
    assert rounds(read(text, "rounds", {"round-cards": "4"}, part=part)[1]) == hands


WRONG = [
    ("dealt: AS 2X\nreturned:\n", 1, 11, Cards.NOT_A_CARD(text="2X")),
    ("dealt: AS\nreturned: AS 2X\n", 2, 14, Cards.NOT_A_CARD(text="2X")),
    ("returned: AS\n", 1, 1, Files.DEALT_EXPECTED()),
    ("dealt: AS 2S\ndealt: 3S 4S\n", 2, 1, Files.RETURNED_EXPECTED()),
    ("dealt: AS 2S\nreturned: AS\ndealt: 3S\n", 3, 1, Files.RETURNED_EXPECTED()),
    ("dealt: AS 2S\n3S 4S\n", 2, 1, Files.RETURNED_EXPECTED()),
    ("dealt: AS\nreturned: AS\nAS\n", 3, 1, Files.DEALT_EXPECTED()),
    ("round-cards: 52\ndealt: AS\nreturned:\n", 1, 14, Files.NOT_A_NUMBER(key="round-cards", least=1, most=51, got="52")),
    ("input: new-deck\n", 1, 1, Inputs.UNKNOWN(what=Noun.ENTRY, name="input", known=Observes.ROUNDS.keys)),
    ("dealt: AS\nevent: jam\nreturned: AS\n", 2, 1, Files.EVENT_WITHIN_ROUND()),
    ("dealt: AS\nreturned: AS\nevent: fire\n", 3, 7, Inputs.UNKNOWN(what=Noun.EVENT, name="fire", known=tuple(EventKind))),
    ("event:\ndealt: AS\nreturned: AS\n", 1, 7, Inputs.UNKNOWN(what=Noun.EVENT, name="", known=tuple(EventKind))),
    ("round-cards: 5\nbuffer: 48\n", 2, 9, Files.NOT_A_NUMBER(key="buffer", least=0, most=47, got="48")),
]  # fmt: skip


def at(line, column, problem):
    return (Files.AT(file="sample.txt", line=line, column=column, problem=problem),)


def test_what_is_wrong_is_refused_with_its_place(read):
    for text, *place in WRONG:
        assert refused(InputError, read, text, "rounds") == at(*place), text


EVENTS = """\
event: refill
dealt: AS
returned: AS

event:  jam \t
# cleared by the operator
event: door
dealt: 2S
returned: 2S
dealt: 3S
returned: 3S
event: restart
"""


@pytest.mark.parametrize("part", [1, 7, 20, 1 << 19])
def test_events_stand_between_rounds(read, part):
    _, blocks = read(EVENTS, "rounds", {"round-cards": "1"}, part=part)
    assert rounds(blocks) == [("AS", "AS"), ("2S", "2S"), ("3S", "3S")]
    fromkeys = dict.fromkeys(event for block in blocks for event in block.events)
    assert [(event.unit, event.kind.value) for event in fromkeys][:3] == [
        (0, "refill"),
        (1, "jam"),
        (1, "door"),
    ]
    assert [far for block in blocks for far in block.since().tolist()] == [0, 0, 1]
    since_jam = [far for block in blocks for far in block.since([EventKind.JAM]).tolist()]
    assert since_jam == [LONG_AGO, 0, 1]


def test_golden_rounds_of_one_size_lie_in_rows_and_the_first_says_how_many_cards(read):
    sample, blocks = read(GOLDEN, "rounds")
    assert rounds(blocks) == [("AS 10D 2H", "2H AS 10D"), ("KC KC KC", "")]
    assert sample.population == Population(Kind.ROUND, sample.population.cards, round_cards=3)
    assert sample.population.cards.counts == CardSet.of_decks("six", 6).counts
    assert sample.notes == [Files.NO_BUFFER()]
    assert read(GOLDEN, "rounds", {"buffer": "16"})[0].notes == []
    assert blocks[0].regular.tolist() == [0, 1]
    _, (block,) = read("dealt: AS 2S\nreturned: 2S AS\ndealt: 3S 4S\nreturned: 3S 4S\n", "rounds")
    assert isinstance(block.observations, CardRows)
    assert [type(each) for each in block.observations] == [Round, Round]
    assert [format_order(order) for order in block.orders] == ["AS 2S", "3S 4S"]
    sample, (block,) = read("decks: 1\n\ndealt: AS 2S\nreturned:\ndealt: 3S\nreturned: 3S\n", "rounds")
    assert sample.population.round_cards == 2
    assert sample.notes[0] == Files.ROUND_ASSUMED(cards=2)
    assert block.regular.tolist() == [0]
    assert read("dealt: AS 2S\nreturned:\n", "rounds", {"round-cards": "3"})[0].population.round_cards == 3
    sample, (block,) = read("event: jam\ndealt: AS 2S\nreturned:\n", "rounds")
    assert sample.population.round_cards == 2
    assert block.events == (Event(0, EventKind.JAM),)


def test_no_round_and_too_large_rounds_are_refused(read):
    whole = f"dealt: {format_order(CardSet.of_decks('one', 1).new_deck_order())}\nreturned:\n"
    empty = Files.EMPTY(file="sample.txt", what=Counted.ROUNDS)
    too_large = Files.ROUND_TOO_LARGE(file="sample.txt", size=52, set="one deck")
    for text, reason in (("decks: 1\nround-cards: 5\n", empty), ("", empty), (whole, too_large)):
        assert refused(InputError, read, text, "rounds") == (reason,)


def test_a_declared_buffer_and_the_size_of_rounds_must_agree_with_the_plan(read):
    text = "decks: 6\nround-cards: 2\nbuffer: 16\ndealt: AS 2S\nreturned:\n"
    assert read(text, "rounds")[0].population.buffer == 16
    planned = Population(Kind.ROUND, CardSet.of_decks("six decks", 6), round_cards=2, buffer=16)
    assert read(text, "rounds", planned=planned)[0].population == planned
    assert read(text.replace("buffer: 16\n", ""), "rounds", planned=planned)[0].population == planned
    without = Population(Kind.ROUND, planned.cards, round_cards=2)
    problem = Files.PLAN_DISAGREES(key="buffer", here=16, planned=0)
    assert refused(InputError, read, text, "rounds", planned=without) == at(3, 9, problem)
    planned = Population(Kind.ROUND, CardSet.of_decks("six decks", 6), round_cards=20)
    problem = Files.PLAN_DISAGREES(key="round-cards", here=3, planned=20)
    assert refused(InputError, read, GOLDEN, "rounds", planned=planned) == at(3, 14, problem)
    other = Files.SET_DISAGREES(file="sample.txt", decks=1, jokers=0, planned="six decks")
    other_set = "decks: 1\ndealt: AS\nreturned:\n"
    assert refused(InputError, read, other_set, "rounds", planned=planned) == (other,)
    assert read("dealt: AS\nreturned:\n", "rounds", planned=planned)[0].population == planned
