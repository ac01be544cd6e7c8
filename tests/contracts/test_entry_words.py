"""Every kind of register entry, and every field of it, has a label, help, an example and the reason why it is asked."""

import pytest

from labharness.filings.entries.fields import FieldShape, Refers, fields_of
from labharness.filings.entries.snapshot import KINDS
from labharness.language import entry_words
from labharness.language.entry_words import EVERY, field_words, kind_words


def every_field():
    found = [field for kind in KINDS for field in fields_of(kind)]
    return [*found, *(inner for field in found for inner in field.inner)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_words(kind):
    words = kind_words(kind)

    assert words.one
    assert words.several
    assert words.help.endswith(".")
    assert words.who.endswith(".")


@pytest.mark.parametrize("field", every_field(), ids=lambda field: field.key)
def test_every_field_has_its_words(field):
    words = field_words(field.kind, field.name)

    assert words.label[:1].isupper()
    assert not words.label.endswith(".")
    assert words.example
    assert words.why.endswith(".")
    assert words.help.endswith(".")
    if field.choices:
        assert words.example in field.choices
    if field.shape is FieldShape.FLAG:
        assert words.example in ("yes", "no")


def test_no_words_are_of_a_field_that_is_gone():
    used = {field.key for field in every_field()} | {f"{EVERY}.{field.name}" for field in every_field()}

    assert set(entry_words._fields()) <= used
    assert set(entry_words._kinds()) == set(KINDS)


def test_fields_know_what_they_name():
    found = {field.key: field.refers for field in every_field() if field.refers}

    assert found["unit.product"] is Refers.PRODUCT
    assert found["waiver.item"] is Refers.WAIVABLE
    assert found["document.item"] is Refers.DOCUMENT_ITEM
    assert found["recommendation.by"] is Refers.PERSON
    assert "component.name" not in found


def test_templates_and_forms_call_a_kind_the_same():
    told = {kind: model.summary for kind, model in KINDS.items() if model.summary}

    assert told == {kind: kind_words(kind).help for kind in told}
