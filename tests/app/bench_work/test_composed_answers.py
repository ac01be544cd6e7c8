"""Answers that people give in fields and choices are what the runner and its adapters understand."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device_adapters.hand_fed import HandFed
from labharness.app.bench_work.entered_cards import (
    FIELDS,
    NO,
    NOT_APPLICABLE,
    YES,
    Chosen,
    DoubleEntry,
    FieldRefused,
    PromptForm,
    PromptKind,
    ReaderWatch,
    choice_answer,
    deed_answer,
    fields_answer,
    form_of,
    objection,
    order_of,
    trouble,
    unreadable_answer,
)
from labharness.app.bench_work.next_question import LaidOrders
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.line import Record
from labharness.evidence.records.people import PromptData
from labharness.evidence.segments import Direction
from labharness.model.cards import CardSet, format_order
from labharness.model.device import DeviceClass
from labharness.model.reasons.conduct import Adapters
from labharness.model.reasons.night import BenchWork, PromptField
from tests.support.runs import body_of

WORDS = st.text(
    st.characters(min_codepoint=33, max_codepoint=126, exclude_characters=";|"), min_size=1, max_size=20
)


def prompt(number, action="enter_order", **data):
    body = {"prompt": number, "action": action, "asks": [], "data": data, "timeout_s": 60}
    return body_of(RecordType.PROMPT, body)


PLATE = form_of(prompt(1, "identify"), DeviceClass.BATCH_SHUFFLER)
LOAD = PromptForm(PromptKind.COUNT, FIELDS["load"])


class Typed:
    """The person at an adapter's link."""

    def __init__(self, answer):
        self.answer = answer

    def write(self, data):
        pass

    def read(self, size):  # noqa: ARG002
        return self.answer.encode()


@given(values=st.fixed_dictionaries(dict.fromkeys(FIELDS["identify"], WORDS)))
def test_a_name_plate_typed_into_fields_is_what_the_adapter_reads(values):
    identity = HandFed(Typed(fields_answer(PLATE, values))).identify()
    read = (identity.manufacturer, identity.model, identity.serial, identity.hardware)
    assert read == tuple(values[field] for field in PLATE.fields)
    assert identity.device_class == "batch_shuffler"


@given(cards=st.integers(0, 99999), expected=st.integers(0, 99999))
def test_a_count_typed_into_fields_is_what_the_adapter_reads(cards, expected):
    form = PromptForm(PromptKind.COUNT, FIELDS["count"])
    values = {PromptField.CARDS: str(cards), PromptField.EXPECTED: f" {expected} "}
    count = HandFed(Typed(fields_answer(form, values))).count()
    assert (count.inside, count.expected) == (cards, expected)


def test_a_label_without_a_version_says_none():
    form = PromptForm(PromptKind.FORM, FIELDS["software"])
    assert fields_answer(form, {PromptField.SOFTWARE: "shuffle.bin"}) == "shuffle.bin; none"


@pytest.mark.parametrize(
    ("form", "values", "code"),
    [
        (PLATE, {}, BenchWork.FIELD_EMPTY),
        (PLATE, {PromptField.MANUFACTURER: "a;b"}, BenchWork.FIELD_SEPARATOR),
        *((LOAD, {PromptField.INSIDE: text}, BenchWork.FIELD_NO_COUNT) for text in ("fifty", "٥٢", "123456")),
    ],
)
def test_a_field_that_cannot_be_used_is_named(form, values, code):
    with pytest.raises(FieldRefused) as caught:
        fields_answer(form, values)
    assert caught.value.reasons[0].is_a(code)
    assert caught.value.field is form.fields[0]


def test_a_deed_keeps_its_remark_is_never_read_as_a_no_and_a_no_needs_a_reason(refusal):
    assert deed_answer() == "done"
    assert deed_answer(" no cards\njammed | twice ") == "done: no cards jammed / twice"
    assert refusal(unreadable_answer, " ")
    assert unreadable_answer("the shoe fell") == "no: the shoe fell"


def test_a_choice_asks_for_its_comment_and_its_photograph(refusal):
    data = PromptData(answers=("yes", "no", "n/a"), comment=("no", "n/a"), photograph=True)
    for chosen, code in (
        (Chosen(NO), BenchWork.COMMENT_MISSING),
        (Chosen(YES), BenchWork.PHOTOGRAPH_MISSING),
        (Chosen(NO, "torn"), BenchWork.PHOTOGRAPH_MISSING),
    ):
        assert refusal(choice_answer, chosen, data).is_a(code)
    assert choice_answer(Chosen(NOT_APPLICABLE, "no seals"), data) == "n/a: no seals"
    assert choice_answer(Chosen(YES, file=" a.jpg "), data) == "yes | a.jpg"


def test_every_prompt_has_its_kind():
    for action, data, kind in (
        ("shuffle", {"unit": 4}, PromptKind.DEED),
        ("read_output", {}, PromptKind.READ),
        ("inspect", {"answers": ["yes"]}, PromptKind.INSPECTION),
        ("procedure", {"answers": ["yes"], "trials": 20, "trial": 1}, PromptKind.TRIAL),
        ("look", {"answers": ["yes"]}, PromptKind.CHOICE),
        ("enter_order", {}, PromptKind.CARDS),
        ("outcomes", {"units": 5}, PromptKind.NUMBERS),
        ("unload", {}, PromptKind.COUNT),
        ("status", {}, PromptKind.FORM),
        ("identify", {}, PromptKind.TEXT),
        ("something_of_a_plug_in", {}, PromptKind.TEXT),
    ):
        assert form_of(prompt(1, action, **data)).kind is kind, action
    assert form_of(prompt(1, "count"), size=312).given == ((PromptField.EXPECTED, "312"),)


DECK = CardSet.of_decks("a deck", 1)
UTC = "2026-03-01T10:00:00.000000Z"


def feed(fold, *bodies):
    for body in bodies:
        fold.take(Record(0, UTC, 0, body, "", ""))


def answer(number, text, who="A. Clerk"):
    return body_of(RecordType.ANSWER, {"prompt": number, "who": who, "answer": text})


def exchange(*, error=None):
    body = {"channel": "reader", "call": "read_order", "frames": [0, 3], "args": {}, "answer": None}
    return body_of(RecordType.EXCHANGE, body | {"error": error})


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


def test_an_entry_that_nobody_made_or_that_could_not_be_read_is_made_by_the_same_person_again():
    fold = DoubleEntry()
    again = [{"code": "adapter.not_text"}]
    feed(fold, prompt(1, "draw", units=2), answer(1, "", "nobody"), prompt(2, "draw", units=2))
    assert fold.person == 1
    feed(fold, answer(2, "3 x"), prompt(3, "draw", units=2, reasons=again))
    assert fold.person == 1
    feed(fold, answer(3, "3 4"), prompt(4, "outcomes", units=2))
    assert fold.person == 2


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
    doubled, missing = trouble((*deck[:20], "AS"), DECK), trouble(deck[:-2], DECK)
    assert doubled.is_a(BenchWork.NOT_THE_SET)
    assert doubled["difference"][0]["cards"] == ("AS",)
    assert missing["difference"][0]["cards"] == ("QH", "KH")
    assert trouble(("AS",), None) is None
    assert (order_of("as td#3"), order_of("as 1x"), order_of("")) == (("AS", "10D#3"), (), ())


CARDS = [f"{rank}{suit}" for suit in "SHDC" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")]
STREAM = b"".join(f" [Game]<Card:{card}> ".encode() for card in CARDS)


def run_of(frames, url="serial:///dev/ttyUSB0"):
    """A run that waits for its reader, with what was received of it."""
    adapter = SimpleNamespace(reader=SimpleNamespace(name="bee_tek_shoe"))
    return SimpleNamespace(
        begun=lambda: SimpleNamespace(reader=url, adapter=adapter),
        frames=lambda channel, first: {"reader": frames}[channel][first:],
    )


def frame(payload, direction=Direction.IN):
    return SimpleNamespace(payload=payload, direction=direction)


@pytest.fixture(scope="module")
def watch(tmp_path_factory):
    return ReaderWatch(Workspace.init(tmp_path_factory.mktemp("reading") / "workspace"))


@pytest.mark.parametrize("size", [1, 7, 17, 64, 2000])
def test_every_whole_card_counts_however_the_bytes_arrive(watch, size):
    pieces = [frame(STREAM[at : at + size]) for at in range(0, len(STREAM), size)]
    seen = []
    for count in range(0, len(pieces) + 1, max(1, len(pieces) // 12)):
        progress = watch.progress(run_of([frame(b"{}", Direction.OPEN), *pieces[:count]]), 1)
        whole = STREAM[: count * size].count(b">")
        assert (progress.cards, progress.problems) == (whole, ())
        seen.append(progress.cards)
    assert watch.progress(run_of(pieces), 0).cards == 52
    assert seen == sorted(seen)


def test_only_what_came_after_the_last_exchange_counts_and_an_alarm_is_told_at_once(watch):
    pieces = [frame(b" [Game]<Card:4S> "), frame(b" [Game]<Card:5S> ")]
    assert [watch.progress(run_of(pieces), after).cards for after in (1, 2)] == [1, 0]
    pieces.append(frame(b" [GameAlarm]<Alarm:E3 Card Not Read> "))
    (problem,) = watch.progress(run_of(pieces), 0).problems
    assert problem.is_a(Adapters.READER_ALARM)


@pytest.mark.parametrize("url", ["watch:///reader", "operator://"])
def test_a_reader_of_whole_orders_has_nothing_to_count(watch, url):
    assert watch.progress(run_of([], url), 0) is None
