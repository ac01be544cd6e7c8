"""What is written as TOML comes back exactly."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.filings.entries.form_values import dump

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
