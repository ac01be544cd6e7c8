"""Outcomes, bits and bytes: golden files, any cut, and every mistake with its place."""

import hashlib
import io
import os
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labharness.analysis.sampling.files.source import opened
from labharness.analysis.sampling.population import Population
from labharness.errors import InputError
from labharness.model.observations import InputKnown, Kind

SEPARATORS = st.sampled_from(["\n", " ", ", ", ";", "\t", "\r\n", "\n# 77 remark\n"])


def values(blocks):
    return np.concatenate([block.values for block in blocks]).tolist()


def data(blocks):
    return b"".join(block.data for block in blocks)


def test_golden_outcomes(read):
    sample, blocks = read("# a lottery\nlow: 1\nhigh: 49\n7\n13 49\n1, 2;3\n", "outcomes")
    assert values(blocks) == [7, 13, 49, 1, 2, 3]
    assert sample.population == Population(Kind.DRAW, low=1, high=49)
    assert sample.provenance.input_known is InputKnown.NOT_APPLICABLE
    assert sample.notes == []


def test_a_range_nobody_states_is_inferred_and_said(read):
    sample, blocks = read("3 5\n4 5\n", "outcomes")
    assert (sample.population.low, sample.population.high) == (3, 5)
    assert sample.notes[0].startswith("The range 3 to 5 is that of the outcomes in the file")
    assert values(blocks) == [3, 5, 4, 5]
    sample, _ = read("low: 1\n3 5\n4 5\n", "outcomes")
    assert (sample.population.low, sample.population.high) == (1, 5)
    sample, _ = read("3 5\n4 5\n", "outcomes", {"low": "0", "high": "9"})
    assert (sample.population.low, sample.population.high, sample.notes) == (0, 9, [])
    planned = Population(Kind.DRAW, low=1, high=7)
    assert read("3 5", "outcomes", planned=planned)[0].population == planned
    with pytest.raises(InputError, match=r"line 1, column 7: high is 5 here and 7 in the plan"):
        read("high: 5\n3 5", "outcomes", planned=planned)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.integers(0, 65535), min_size=1, max_size=40),
    SEPARATORS,
    st.integers(1, 60),
    st.integers(0, 2),
)
def test_outcomes_are_read_whatever_the_cut(read, numbers, separator, part, zeros):
    text = separator.join(f"{number:0{zeros + 1}d}" for number in numbers)
    _, blocks = read(text, "outcomes", {"low": "0", "high": "65535"}, part=part)
    assert values(blocks) == numbers
    assert all(block.values.dtype == np.uint16 for block in blocks)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=30), st.integers(1, 20), st.integers(1, 12))
def test_context_is_the_outcomes_before(read, numbers, part, look_back):
    given_range = {"low": "0", "high": "9"}
    _, blocks = read(" ".join(map(str, numbers)), "outcomes", given_range, part=part, look_back=look_back)
    for block in blocks:
        before = [value for one in block.context for value in one.values.tolist()]
        assert before == numbers[: block.index][-look_back:]


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("1 2\n3 -4\n", 2, 3, "'-4' is no outcome; write whole numbers from 0 to 65535."),
        ("1 2\n3.5\n", 2, 1, "'3.5' is no outcome"),
        ("1 2\n3 nan\n", 2, 3, "'nan' is no outcome"),
        ("1, 2, x\n", 1, 7, "'x' is no outcome"),
        ("1 65536\n", 1, 3, "'65536' is no outcome"),
        ("1\n2\n123456789\n", 3, 1, "'123456789' is no outcome"),
        ("1 70000 x\n", 1, 3, "'70000' is no outcome"),
        ("1 2\n\x07", 2, 1, "the byte 0x07 is no text"),
        ("1 2 ٣", 1, 5, "is no outcome"),
        ("low: 1\nhigh: 70000\n1", 2, 7, "high must be a whole number from 0 to 65535, not '70000'"),
        ("decks: 1\n", 1, 1, "the header has no entry 'decks' here; it may have: low, high."),
    ],
)
def test_what_is_no_outcome_is_refused_with_its_place(read, text, line, column, says):
    with pytest.raises(InputError) as refused:
        read(text, "outcomes")
    assert str(refused.value).startswith(f"sample.txt, line {line}, column {column}: ")
    assert says in str(refused.value)


@pytest.mark.parametrize("text", ["1 2\n3 -4\n", "1, 2, x\n", "1\n2\n123456789\n", "1 2\n\x07", "1 70000 x"])
def test_places_are_the_same_whatever_the_cut(read, text):
    sentences = []
    for part in (3, 1 << 19):
        with pytest.raises(InputError) as refused:
            read(text, "outcomes", {"low": "0", "high": "9"}, part=part)
        sentences.append(str(refused.value))
    assert sentences[0] == sentences[1]


@pytest.mark.parametrize(
    ("text", "given", "says"),
    [
        ("", {}, "holds no outcome"),
        ("low: 1\nhigh: 6\n", {}, "holds no outcome"),
        ("4 4 4 4", {}, "outcomes from 4 to 4 leave no choice; say --low and --high"),
        ("4 5", {"low": "9", "high": "3"}, "outcomes from 9 to 3 leave no choice"),
        ("4 5", {"decks": "1"}, "--decks says nothing about such a file"),
    ],
)
def test_a_sample_without_choice_is_refused(read, text, given, says):
    with pytest.raises(InputError, match=says):
        read(text, "outcomes", given)


def test_golden_bits(read):
    sample, blocks = read("# most significant first\n1010 0101\n1111\n0000\n", "bits")
    assert data(blocks) == b"\xa5\xf0"
    assert sample.population == Population(Kind.BYTES)
    assert sample.notes == [
        "The bits are digits 0 and 1; the first is the most significant of the first byte."
    ]


def test_bits_that_fill_no_byte_are_left_out_and_said(read):
    sample, blocks = read("10100101 110", "bits")
    assert data(blocks) == b"\xa5"
    assert sample.notes[-1] == "The last 3 bits fill no byte and are left out."
    with pytest.raises(InputError, match="holds no whole byte"):
        read("1010", "bits")


@settings(max_examples=80, deadline=None)
@given(st.binary(min_size=1, max_size=40), st.integers(1, 30), st.integers(1, 100))
def test_bits_are_read_whatever_the_cut(read, content, part, width):
    digits = "".join(f"{byte:08b}" for byte in content)
    text = "\n".join(digits[place : place + width] for place in range(0, len(digits), width))
    assert data(read(text, "bits", part=part)[1]) == content


def test_packed_bits_and_bytes_are_the_file(read):
    content = np.random.default_rng(1).bytes(5_000_000)
    for observes in ("bits", "bytes"):
        sample, blocks = read(content, observes, look_back=2)
        assert data(blocks) == content
        assert len(blocks) == 2
        assert blocks[1].index == blocks[0].units
        assert b"".join(one.data for one in blocks[1].context) == blocks[0].data[-2:]
        assert sample.source.sha256 == hashlib.sha256(content).hexdigest()
    assert data(read(b"0101", "bytes")[1]) == b"0101"


def test_a_character_among_digits_is_refused_with_its_place(read):
    text = "01" * 3000 + "\n0102\n"
    with pytest.raises(InputError, match=r"sample.txt, line 2, column 4: '2'… is no bit; write 0 and 1"):
        read(text, "bits")
    for wrong in ("0101012010", "1,2", "A" * 5000, '01"'):  # text that is not of digits is not packed bits
        with pytest.raises(
            InputError, match="is no bit; write 0 and 1, or say --observes bytes if they are packed"
        ):
            read(wrong, "bits")
    with pytest.raises(InputError, match=r"line 1, column 6001: the byte 0x00 is no text"):
        read("01" * 3000 + "\x00", "bits")
    with pytest.raises(InputError, match="holds no whole byte"):
        read("", "bytes")


def test_standard_input_is_read_twice(piped):
    stream = io.TextIOWrapper(io.BytesIO(b"1 2 3\n"))
    with piped(stream), opened("-") as source:
        assert source.name == "standard input"
        assert source.size == 6
        assert [b"".join(source.parts(4)) for _ in range(2)] == [b"1 2 3\n"] * 2
        assert source.sha256 == hashlib.sha256(b"1 2 3\n").hexdigest()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_read_twice(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"4 5 6\n",))
    writer.start()
    with opened(str(pipe)) as source:
        writer.join()
        assert (source.name, source.size) == ("pipe", 6)
        assert [b"".join(source.parts(4)) for _ in range(2)] == [b"4 5 6\n"] * 2


@pytest.mark.parametrize("name", ["missing.txt", "."])
def test_what_cannot_be_opened_is_refused(tmp_path, name):
    with pytest.raises(InputError, match="cannot be read"), opened(str(tmp_path / name)):
        pass
