"""Answers that people give in fields and choices are what the runner and its adapters understand."""

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
    FieldRefused,
    PromptForm,
    PromptKind,
    choice_answer,
    deed_answer,
    fields_answer,
    form_of,
    unreadable_answer,
)
from labharness.errors import InputError
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.people import PromptData
from labharness.model.device import DeviceClass
from labharness.model.reasons.night import BenchWork, PromptField
from tests.support.runs import body_of

WORDS = st.text(
    st.characters(min_codepoint=33, max_codepoint=126, exclude_characters=";|"), min_size=1, max_size=20
)
PLATE = form_of(
    body_of(RecordType.PROMPT, {"prompt": 1, "action": "identify", "asks": [], "data": {}, "timeout_s": 60}),
    DeviceClass.BATCH_SHUFFLER,
)


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
        (
            PromptForm(PromptKind.COUNT, FIELDS["load"]),
            {PromptField.INSIDE: "fifty"},
            BenchWork.FIELD_NO_COUNT,
        ),
        (PromptForm(PromptKind.COUNT, FIELDS["load"]), {PromptField.INSIDE: "٥٢"}, BenchWork.FIELD_NO_COUNT),
        (
            PromptForm(PromptKind.COUNT, FIELDS["load"]),
            {PromptField.INSIDE: "123456"},
            BenchWork.FIELD_NO_COUNT,
        ),
    ],
)
def test_a_field_that_cannot_be_used_is_named(form, values, code):
    with pytest.raises(FieldRefused) as caught:
        fields_answer(form, values)
    assert caught.value.reasons[0].is_a(code)
    assert caught.value.field is form.fields[0]


def test_a_deed_keeps_its_remark_and_is_never_read_as_a_no():
    assert deed_answer() == "done"
    assert deed_answer(" no cards\njammed | twice ") == "done: no cards jammed / twice"


def test_a_reader_that_cannot_read_needs_a_reason():
    with pytest.raises(InputError):
        unreadable_answer(" ")
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


@pytest.mark.parametrize(
    ("action", "data", "kind"),
    [
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
    ],
)
def test_every_prompt_has_its_kind(action, data, kind):
    body = {"prompt": 1, "action": action, "asks": [], "data": data, "timeout_s": 60}
    assert form_of(body_of(RecordType.PROMPT, body)).kind is kind


def test_cards_that_are_expected_are_filled_in():
    body = {"prompt": 1, "action": "count", "asks": [], "data": {}, "timeout_s": 60}
    assert form_of(body_of(RecordType.PROMPT, body), size=312).given == ((PromptField.EXPECTED, "312"),)
