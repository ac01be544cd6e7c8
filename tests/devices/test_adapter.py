"""Texts of devices and names of files, made fit for people."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.devices.adapter import MAX_FILE, file_label, printable, read_named_file
from labharness.errors import ProtocolError
from labharness.model.reasons.conduct import Adapters
from tests.support.links import File
from tests.support.reasons import refused


def test_a_file_comes_with_its_name():
    assert read_named_file(File(b"\xef\xbb\xbf# file: 7\x1b.deck \r\nAS\n2S")) == ("7?.deck", "AS\n2S")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"# file: a\n" + bytes(MAX_FILE), Adapters.FILE_TOO_LONG(limit=MAX_FILE)),
        (b"# file: a\n\xff", Adapters.NOT_TEXT()),
        (b"AS 2S", Adapters.NAME_MISSING()),
        (b"", Adapters.NAME_MISSING()),
    ],
)
def test_anything_else_is_refused(data, reason):
    assert refused(ProtocolError, read_named_file, File(data)) == (reason,)


@given(st.text())
def test_nothing_that_moves_a_cursor_gets_through(text):
    assert printable(text).isprintable()
    assert len(printable(text)) <= 126
    assert file_label(text).isascii()
    assert file_label(text).isprintable()


def test_ordinary_text_stays():
    assert printable("Mischer Größe 3 ♠") == "Mischer Größe 3 ♠"
    assert file_label("deck 01.txt") == "deck 01.txt"
