"""Who enters, and what is compared: a fold of the records that two people and an adapter leave."""

from labharness.app.bench_work.entered_cards import DoubleEntry, objection, order_of, trouble
from labharness.app.bench_work.next_question import LaidOrders
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.line import Record
from labharness.model.cards import CardSet, format_order
from labharness.model.reasons.night import BenchWork
from tests.support.runs import body_of

DECK = CardSet.of_decks("a deck", 1)
UTC = "2026-03-01T10:00:00.000000Z"


def feed(fold, *bodies):
    for body in bodies:
        fold.take(Record(0, UTC, 0, body, "", ""))


def prompt(number, action="enter_order", **data):
    return body_of(
        RecordType.PROMPT, {"prompt": number, "action": action, "asks": [], "data": data, "timeout_s": 60}
    )


def answer(number, text, who="A. Clerk"):
    return body_of(RecordType.ANSWER, {"prompt": number, "who": who, "answer": text})


def exchange(*, error=None):
    body = {
        "channel": "reader",
        "call": "read_order",
        "frames": [0, 3],
        "args": {},
        "answer": None,
        "error": error,
    }
    return body_of(RecordType.EXCHANGE, body)


FAULT = {"error": "ProtocolError", "reasons": []}


def test_the_second_person_comes_after_the_first_and_the_next_exchange_begins_anew():
    fold = DoubleEntry()
    assert fold.person == 0
    feed(fold, prompt(1))
    assert (fold.person, fold.is_entry(1)) == (1, True)
    feed(fold, answer(1, "AS KH"), prompt(2))
    assert fold.person == 2
    feed(fold, answer(2, "AS KH", "B. Clerk"), exchange(error=FAULT))
    assert (fold.person, fold.differing) == (0, None), "equal entries differ nowhere"
    feed(fold, prompt(3))
    assert fold.person == 1


def test_entries_that_differ_are_compared_until_anybody_enters_again():
    fold = DoubleEntry()
    feed(fold, prompt(1), answer(1, "as kh 2d"), prompt(2), answer(2, "AS KS", "B. Clerk"))
    feed(fold, exchange(error=FAULT), prompt(3, "confirm"))
    assert fold.differing is not None
    assert (fold.differing.places, fold.differing.who) == ((1, 2), ("A. Clerk", "B. Clerk"))
    feed(fold, prompt(4))
    assert fold.differing is None, "the first order is nowhere while the next one is entered"


def test_without_a_question_between_the_first_person_sees_what_differs_and_the_second_does_not():
    fold = DoubleEntry()
    feed(fold, prompt(1), answer(1, "as"), prompt(2), answer(2, "ks", "B. Clerk"), exchange(error=FAULT))
    feed(fold, prompt(3, "read_output"), prompt(4))
    assert (fold.person, fold.differing.places) == (1, (0,))
    feed(fold, answer(4, "as"))
    assert fold.differing is None
    feed(fold, prompt(5))
    assert (fold.person, fold.differing) == (2, None)


def test_an_entry_that_could_not_be_read_is_made_by_the_same_person_again():
    fold = DoubleEntry()
    again = [{"code": "adapter.not_text"}]
    feed(fold, prompt(1, "draw", units=2), answer(1, "3 x"), prompt(2, "draw", units=2, reasons=again))
    assert fold.person == 1
    feed(fold, answer(2, "3 4"), prompt(3, "outcomes", units=2))
    assert fold.person == 2


def test_a_prompt_that_nobody_answered_is_no_entry():
    fold = DoubleEntry()
    feed(fold, prompt(1), answer(1, "", "nobody"), prompt(2))
    assert fold.person == 1


def test_the_same_order_again_names_what_had_it_before():
    fold = LaidOrders()
    feed(fold, prompt(1, "shuffle", unit=3, cards="AS KH"))
    assert fold.same_as(1) == ""
    feed(fold, prompt(2, "read_output", unit=3), prompt(3, "shuffle", unit=4, cards="AS KH"))
    assert fold.same_as(3) == "shuffle 4"
    feed(fold, prompt(5, "shuffle", unit=5, cards="KH AS"))
    assert (fold.same_as(5), fold.same_as(3)) == ("", "")


def test_what_is_missing_is_named_near_the_end_and_what_is_double_at_once():
    deck = tuple(format_order(DECK.new_deck_order()).split())
    assert objection(deck, DECK) is None
    assert trouble(deck[:20], DECK) is None
    doubled = trouble((*deck[:20], "AS"), DECK)
    assert doubled is not None
    assert doubled.is_a(BenchWork.NOT_THE_SET)
    assert doubled["difference"][0]["cards"] == ("AS",)
    missing = trouble(deck[:-2], DECK)
    assert missing is not None
    assert missing["difference"][0]["cards"] == ("QH", "KH")
    assert trouble(("AS",), None) is None


def test_text_that_is_no_order_gives_no_cards():
    assert (order_of("as td#3"), order_of("as 1x"), order_of("")) == (("AS", "10D#3"), (), ())
