"""Every field of every model that a form shows has its words, and no words are of a field that is gone."""

from labharness.filings.entries.snapshot import KINDS
from labharness.language.catalog import ENGLISH, messages
from labharness.language.field_words import EVERY, kind_words, worded, words_of
from labharness.model.field import FieldShape, Refers
from tests.support.every_field import every_field

FIELDS = every_field()
FILES = [messages(file.stem) for file in ENGLISH.glob("fields_*.txt")]
FILED = {key: forms for file in FILES for key, forms in file.items()}


def test_every_kind_has_its_words():
    for kind in KINDS:
        words = kind_words(kind)
        assert "" not in (words.one, words.several), kind
        assert {words.help[-1], words.who[-1]} == {"."}, kind


def test_every_field_has_its_words_and_an_example_that_it_takes():
    for key, field in FIELDS.items():
        words = words_of(field)
        assert words.label[:1].isupper(), key
        assert not words.label.endswith("."), key
        assert words.help.endswith("."), key
        assert not words.why or words.why.endswith("."), key
        if field.kind in KINDS:
            assert "" not in (words.example, words.why), key
        if field.choices and words.example:
            assert words.example in field.choices, key
        if field.shape is FieldShape.FLAG and field.kind in KINDS:
            assert words.example in ("yes", "no"), key


def test_no_words_are_of_a_field_that_is_gone():
    used = {f"{kind}.{field.name}" for field in FIELDS.values() for kind in (*field.kinds, EVERY)}

    assert {key for key in FILED if "." in key} <= used
    assert {key for key in FILED if "." not in key} == KINDS.keys()


def test_words_of_choices_are_of_choices():
    chosen = {choice for field in FIELDS.values() for choice in field.choices}

    assert {key for key in messages("terms") if "." not in key} <= chosen


def test_fields_stand_once_in_all_files():
    assert sum(map(len, FILES)) == len(FILED)
    assert FILED.items() <= worded().items()  # beside them it has the parameters of acts
    assert {form for forms in FILED.values() for form in forms} == {
        *("", "help", "example", "why"),
        *("several", "who"),
    }


def test_fields_know_what_they_name():
    refers = {field.key: field.refers for field in FIELDS.values() if field.refers}

    assert refers["unit.product"] is Refers.PRODUCT
    assert refers["waiver.item"] is Refers.WAIVABLE
    assert refers["document.item"] is Refers.DOCUMENT_ITEM
    assert refers["recommendation.by"] is Refers.PERSON
    assert refers["PlannedCheck.cites"] is Refers.CITATION
    assert "component.name" not in refers


def test_no_form_shows_a_field_as_it_is_written_but_parameters_of_a_check():
    assert [field.key for field in FIELDS.values() if field.shape is FieldShape.OTHER] == [
        "PlannedCheck.parameters"
    ]
