"""What an entry says has to hang together; values of a form make the entry that a file of the folder makes.

Every mistake names its field, and what is written as TOML comes back exactly.
"""

import datetime as dt
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.filings.entries.entry import Attached
from labharness.filings.entries.filing import Contact, entered
from labharness.filings.entries.form_values import (
    FieldMistake,
    blank_values,
    checked_values,
    dump,
    values_of,
    values_of_record,
)
from labharness.filings.entries.snapshot import KINDS
from labharness.model.eastern_time import today
from labharness.model.field import FieldShape, fields_of
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries, Forms
from tests.support import small_filing
from tests.support.small_filing import COMPONENT

GOOD = {
    each.kind: each.model_dump(mode="json") for each in (small_filing.FILING, small_filing.UNIT, COMPONENT)
} | {
    "document": {"id": "d", "item": "compiler", "title": "T", "status": "received", "received": "2026-03-01"},
    "deficiency": {
        "id": "d",
        "opened": "2026-03-01",
        "found": "It sorts.",
        "clause": "58 Pa. Code § 603a.17",
    },
}
WRONG = [
    ("filing", {"type": "modification"}, Inputs.KEY_NEEDS),
    ("filing", {"omitted": [{"test": "t", "reason": "r"}]}, Entries.PROTOTYPE_OMITS_TESTS),
    ("filing", {"complete": "2026-02-01"}, Entries.COMPLETE_BEFORE_RECEIVED),
    ("filing", {"games": []}, Inputs.TOO_FEW),
    ("filing", {"color": "red"}, Inputs.KEY_UNKNOWN),
    ("unit", {"use": "reserve"}, Inputs.KEY_NEEDS),
    ("unit", {"photographs": [{"name": "a/b", "sha256": "0" * 64, "size": 1}]}, Inputs.NOT_OF_THIS_FORM),
    ("component", {"digest": "ab" * 20}, Entries.DIGEST_LENGTH),
    ("component", {"algorithm": "sha1"}, Entries.DIGEST_LENGTH),
    ("component", {"digest": "no hex"}, Inputs.NOT_HEXADECIMAL),
    ("document", {"received": None}, Inputs.KEY_NEEDS),
    ("document", {"status": "not applicable"}, Inputs.KEY_NEEDS),
    ("deficiency", {"status": "closed"}, Inputs.KEY_NEEDS),
]


def test_what_hangs_together_passes():
    for kind, values in GOOD.items():
        assert KINDS[kind].model_validate(values).kind == kind, kind


def test_what_does_not_is_refused(mistakes):
    for kind, change, code in WRONG:
        ((_, reason), *_) = mistakes(entered, KINDS[kind], GOOD[kind] | change)
        assert reason.is_a(code), (kind, change)


def test_an_algorithm_that_is_not_known_has_digests_of_any_length():
    assert KINDS["component"].model_validate(
        GOOD["component"] | {"algorithm": "CRC-32", "digest": "12345678"}
    )


def test_entries_of_version_0_1_are_read_in_their_spelling():
    filing = {**GOOD["filing"], "licence": "F-2"}
    del filing["license"]
    person = {"id": "a", "name": "A", "roles": ["authoriser"]}
    assert entered(KINDS["filing"], filing).model_dump()["license"] == "F-2"
    assert entered(KINDS["person"], person).model_dump(mode="json")["roles"] == ["authorizer"]


def test_no_kind_of_entry_is_a_kind_of_another():
    """A submission finds entries by their exact class."""
    models = [*KINDS.values()]
    assert [
        (each, other) for each in models for other in models if each is not other and issubclass(each, other)
    ] == []


FILING = small_filing.FILING.model_copy(update={"contacts": (Contact(name="C", email="c@example.com"),)})
PHOTOGRAPH = Attached(name="front.jpg", sha256="a" * 64, size=3)
UNIT = small_filing.UNIT.model_copy(update={"condition": "As new.\nSealed.", "photographs": (PHOTOGRAPH,)})


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
        ({"complete": "2026-02-28"}, ("complete",), Entries.COMPLETE_BEFORE_RECEIVED()),
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


TEXTS = st.text(max_size=60) | st.text(alphabet='"\\\n\r\t a\x00\x7f\x85\u202e\u2028\ufeff😀', max_size=30)
PLAIN = (
    TEXTS
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False)
    | st.dates()
    | st.datetimes()
    | st.times()
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=5))
def test_everything_comes_back(document):
    assert tomllib.loads(dump(document)) == document


def test_half_a_character_is_refused():
    with pytest.raises(UnicodeEncodeError):
        dump({"a": "\ud800"})


def test_what_hides_text_is_written_out():
    assert dump({"a": "x\u202ey\x1b\ufeff"}) == 'a = "x\\u202ey\\u001b\\ufeff"\n'


def test_a_text_of_several_lines_stands_in_several():
    assert dump({"unit": [{"condition": 'As "new".\nSealed.\n'}]}) == (
        '\n[[unit]]\ncondition = """\nAs "new".\nSealed.\n"""\n'
    )
