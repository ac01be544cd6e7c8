"""Texts read byte by byte against the words and lines that Python finds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.laws.kernels.outcomes import written_samples as texts

MARKS = np.array([list(b"<\0\0\0"), list(b"ab:\0")], dtype=np.uint8)
KNOWN = np.arange(1 << 24).astype(np.uint16) | np.uint16(1)


def read(text):
    codes, starts = np.zeros(len(text) // 2 + 1, np.uint16), np.zeros(len(text) // 2 + 1, np.int32)
    lines = np.zeros((len(text) // 2 + 3, 3), np.int64)
    words = texts.card_lines(np.frombuffer(text, np.uint8), MARKS, KNOWN, codes, starts, lines)
    return words, codes[: max(words, 0)], starts[: max(words, 0)], lines[: lines[-1, 0]].tolist()


@given(st.text("AB <ab:\n\t#5", max_size=60).map(str.encode))
def test_lines_of_words(text):
    words, starts, lines, place = [], [], [], 0
    for line in text.split(b"\n"):
        mark = 1 if line.startswith(b"<") else 2 if line.startswith(b"ab:") else 0
        blanked = b" " * (0, 1, 3)[mark] + line[(0, 1, 3)[mark] :]
        if mark or blanked.split():
            lines.append([mark, place, len(words)])
        at = 0
        for word in blanked.split():
            at = blanked.index(word, at)
            words.append(word)
            starts.append(place + at)
            at += len(word)
        place += len(line) + 1
    result, codes, begun, sentence = read(text)
    assert (result, begun.tolist(), sentence) == (len(words), starts, lines)
    known = [int(KNOWN[int.from_bytes(word, "little")]) if len(word) < 4 else 0 for word in words]
    assert codes.tolist() == known


@given(st.lists(st.binary(min_size=1, max_size=9).filter(lambda word: min(word) > 32), max_size=9))
def test_long_words_as_numbers(words):
    text = b" ".join(words)
    starts = np.cumsum([0, *(len(word) + 1 for word in words)])[:-1].astype(np.int32)
    keys = [int.from_bytes(word, "little") if len(word) < 9 else (1 << 64) - 1 for word in words]
    assert texts.keys(np.frombuffer(text, np.uint8), starts).tolist() == keys


@given(st.lists(st.integers(0, 65_535), max_size=20), st.sampled_from([" ", "\n", ", ", ";", "\r\n\t"]))
def test_numbers(values, between):
    text = np.frombuffer(between.join(map(str, values)).encode(), np.uint8)
    result = np.zeros(len(text) // 2 + 1, np.uint16)
    assert texts.numbers(text, 65_535, result) == len(values)
    assert result[: len(values)].tolist() == values


@pytest.mark.parametrize("text", [b"65536", b"1 000000001", b"7 -1", b"1.5", b"7\x00", b"\xff"])
def test_what_is_no_number_is_told(text):
    result = np.zeros(9, np.uint16)
    assert texts.numbers(np.frombuffer(text, np.uint8), 65_535, result) == texts.ODD


@given(st.text("01 \n", max_size=40), st.integers(0, 7), st.integers(0, 127))
def test_bits_go_on_where_a_byte_has_begun(text, digits, begun):
    begun &= (1 << digits) - 1
    packed = np.zeros((len(text) + 15) // 8 + 1, np.uint8)
    every = (f"{begun:0{digits}b}" if digits else "") + "".join(text.split())
    assert texts.packed_bits(np.frombuffer(text.encode(), np.uint8), begun, digits, packed) == len(every)
    whole = len(every) // 8
    assert packed[:whole].tolist() == [int(every[8 * k : 8 * k + 8], 2) for k in range(whole)]
    rest = every[8 * whole :]
    assert not rest or packed[whole] & ((1 << len(rest)) - 1) == int(rest, 2)


@pytest.mark.parametrize("text", [b"012", b"0\x011", b"o"])
def test_what_is_no_bit_is_told(text):
    packed = np.zeros(3, np.uint8)
    assert texts.packed_bits(np.frombuffer(text, np.uint8), 0, 0, packed) == texts.ODD


def test_bytes_that_are_no_text_are_told():
    assert read(b"AB \x00")[0] == texts.ODD
    assert read(b"AB \x7f")[0] == 2
