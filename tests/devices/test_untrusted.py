from hypothesis import given
from hypothesis import strategies as st

from labharness.devices.adapter import file_label, printable


@given(st.text())
def test_nothing_that_moves_a_cursor_gets_through(text):
    assert printable(text).isprintable()
    assert len(printable(text)) <= 126
    assert file_label(text).isascii()
    assert file_label(text).isprintable()


def test_ordinary_text_stays():
    assert printable("Mischer Größe 3 ♠") == "Mischer Größe 3 ♠"
    assert file_label("deck 01.txt") == "deck 01.txt"
