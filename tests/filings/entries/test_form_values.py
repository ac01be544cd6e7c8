"""Values of a form make the entry that a file of the folder makes, and every mistake names its field."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from labharness.filings.entries.entry import Attached
from labharness.filings.entries.events import Component, Unit
from labharness.filings.entries.filing import Contact, Filing
from labharness.filings.entries.form_values import (
    FieldMistake,
    blank_values,
    checked_values,
    values_of,
    values_of_record,
)
from labharness.filings.entries.snapshot import KINDS
from labharness.model.eastern_time import today
from labharness.model.field import FieldShape, fields_of
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries, Forms

DAY = dt.date(2026, 3, 2)
FILING = Filing(
    id="s-1",
    reference="S/1",
    type="prototype",
    title="A generator",
    submitter="A manufacturer",
    submitter_kind="manufacturer",
    license="F-1",
    received=DAY,
    games=("pai-gow-poker-645a",),
    contacts=(Contact(name="C", email="c@example.com"),),
)
UNIT = Unit(
    id="unit-1",
    product="rng",
    serial="7",
    received=DAY,
    condition="As new.\nSealed.",
    photographs=(Attached(name="front.jpg", sha256="a" * 64, size=3),),
)
COMPONENT = Component(
    id="part-1",
    product="rng",
    name="firmware",
    version="1",
    medium="flash",
    algorithm="SHA-256",
    digest="ab" * 32,
    obtained="Read.",
    rebuilt="no",
)


def test_an_entry_comes_back_from_its_form():
    for entry in (FILING, UNIT, COMPONENT):
        assert checked_values(entry.kind, values_of(entry)) == (entry, ()), entry
        assert values_of_record(entry.kind, entry.model_dump(mode="json")) == values_of(entry), entry


def test_an_empty_form_names_every_field_that_is_needed():
    for kind in KINDS:
        entry, mistakes = checked_values(kind, blank_values(kind))
        fields = fields_of(KINDS[kind])
        needed = {
            field.name for field in fields if field.needed and blank_values(kind)[field.name] in ("", [])
        }

        assert entry is None, kind
        assert {mistake.path[0] for mistake in mistakes} == needed, kind
        assert {mistake.reason for mistake in mistakes} == {Forms.NEEDED()}, kind


def test_a_mistake_names_its_field():
    for changes, path, reason in (
        ({"received": "03/02/2026"}, ("received",), Inputs.NOT_DATE(got="'03/02/2026'")),
        ({"received": "20260302"}, ("received",), Inputs.NOT_DATE(got="'20260302'")),
        ({"received": ""}, ("received",), Forms.NEEDED()),
        ({"title": "  "}, ("title",), Entries.ONLY_SPACES()),
        ({"title": "a\u202eb"}, ("title",), Entries.HIDDEN_CHARACTER(character="U+202E")),
        ({"games": ["", "Pai Gow"]}, ("games", 0), Inputs.NOT_SLUG(got="'Pai Gow'")),
        ({"games": [" "]}, ("games", 0), Inputs.NOT_SLUG(got="' '")),
        ({"type": "modification"}, ("baseline",), Forms.NEEDED_WITH(key="type = 'modification'")),
        ({"complete": "2026-03-01"}, ("complete",), Entries.COMPLETE_BEFORE_RECEIVED()),
        ({"contacts": [{"name": "", "email": "x"}]}, ("contacts", 0, "name"), Forms.NEEDED()),
        (
            {"contacts": [{"name": "a\tb"}]},
            ("contacts", 0, "name"),
            Entries.HIDDEN_CHARACTER(character="U+0009"),
        ),
        ({"received": "1890-01-01"}, ("received",), Entries.YEAR_IMPOSSIBLE(date="1890-01-01")),
    ):
        entry, mistakes = checked_values("filing", values_of(FILING) | changes)

        assert entry is None, (changes, path)
        assert FieldMistake(path, reason) in mistakes, (changes, path)


def test_a_day_that_is_yet_to_come_is_a_mistake_of_its_field_unless_it_is_planned():
    tomorrow = today() + dt.timedelta(days=1)
    later = values_of(FILING) | {"received": str(tomorrow), "complete": str(tomorrow)}
    day = Entries.FUTURE_DAY(date=str(tomorrow), today=str(today()))

    assert checked_values("filing", later)[1] == (
        FieldMistake(("received",), day),
        FieldMistake(("complete",), day),
    )
    until = values_of(FILING) | {"received": str(today()), "provisional_until": str(tomorrow)}
    assert checked_values("filing", until)[1] == ()


def test_what_is_wrong_with_an_entry_as_a_whole_names_the_field_that_mends_it():
    short = values_of(COMPONENT) | {"digest": "abcd"}
    reserve = values_of(UNIT) | {"use": "reserve", "reason": "not needed"}

    assert [value.path for value in checked_values("component", short)[1]] == [("digest",)]
    assert [value.path for value in checked_values("unit", reserve)[1]] == [("reason",)]


@given(st.data())
def test_no_text_raises(data):
    kind = data.draw(st.sampled_from(sorted(KINDS)))
    text = st.text(max_size=20) | st.sampled_from(["\ud800", "\x00", "9" * 5000])
    values = blank_values(kind)
    for field in fields_of(KINDS[kind]):
        if field.shape not in (FieldShape.FILE, FieldShape.TABLE, FieldShape.FLAG):
            values[field.name] = data.draw(st.lists(text, max_size=2) if field.many else text)

    entry, mistakes = checked_values(kind, values)

    assert (entry is None) == bool(mistakes)
