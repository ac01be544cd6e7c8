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
from labharness.analysis.sampling.tables import Population
from labharness.errors import InputError
from labharness.model.observations import InputKnown, Kind
from labharness.model.reasons.inputs import Files, Inputs, Noun
from labharness.model.results import Counted
from labharness.reason import CommandOption
from tests.support.reasons import refused

SEPARATORS = st.sampled_from(["\n", " ", ", ", ";", "\t", "\r\n", "\n# 77 remark\n"])


def at(line, column, problem):
    return Files.AT(file="sample.txt", line=line, column=column, problem=problem)


def no_outcome(word):
    return Files.NOT_AN_OUTCOME(word=word, most=65535)


def values(blocks):
    return np.concatenate([block.values for block in blocks]).tolist()


def data(blocks):
    return b"".join(block.data for block in blocks)


@pytest.mark.parametrize("header", ["", "low: 1\n", "high: 7\n"])
def test_a_range_that_nobody_states_is_asked_for(read, header):
    """A seven that never comes would pass, were the range that of the file."""
    (reason,) = refused(InputError, read, f"{header}3 5\n4 5\n", "outcomes")
    assert reason.is_a(Files.RANGE_UNSTATED)
    assert (reason["low"], reason["high"]) == (3, 5)


def test_a_range_is_that_of_the_header_the_options_or_the_plan(read):
    sample, _ = read("3 5\n4 5\n", "outcomes", {"low": "0", "high": "9"})
    assert (sample.population.low, sample.population.high, sample.notes) == (0, 9, [])
    planned = Population(Kind.DRAW, low=1, high=7)
    assert read("3 5", "outcomes", planned=planned)[0].population == planned
    other = at(1, 7, Files.PLAN_DISAGREES(key="high", here=5, planned=7))
    assert refused(InputError, read, "high: 5\n3 5", "outcomes", planned=planned) == (other,)


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


@settings(max_examples=60)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=30), st.integers(1, 20), st.integers(1, 12))
def test_context_is_the_outcomes_before(read, numbers, part, look_back):
    given_range = {"low": "0", "high": "9"}
    _, blocks = read(" ".join(map(str, numbers)), "outcomes", given_range, part=part, look_back=look_back)
    for block in blocks:
        before = [value for number in block.context for value in number.values.tolist()]
        assert before == numbers[: block.index][-look_back:]


def test_what_is_no_outcome_is_refused_with_its_place_whatever_the_cut(read):
    for text, line, column, problem in [
        ("1 2\n3 -4\n", 2, 3, no_outcome("-4")),
        ("1 2\n3.5\n", 2, 1, no_outcome("3.5")),
        ("1 2\n3 nan\n", 2, 3, no_outcome("nan")),
        ("1, 2, x\n", 1, 7, no_outcome("x")),
        ("1 65536\n", 1, 3, no_outcome("65536")),
        ("1\n2\n123456789\n", 3, 1, no_outcome("123456789")),
        ("1 70000 x\n", 1, 3, no_outcome("70000")),
        ("1 2\n\x07", 2, 1, Files.NOT_TEXT(byte="0x07")),
        ("1 2 ٣", 1, 5, no_outcome("٣")),
        ("low: 1\nhigh: 70000\n1", 2, 7, Files.NOT_A_NUMBER(key="high", least=0, most=65535, got="70000")),
        ("decks: 1\n", 1, 1, Inputs.UNKNOWN(what=Noun.ENTRY, name="decks", known=("low", "high"))),
    ]:
        for part in (3, 1 << 19) if text[0] == "1" else (1 << 19,):
            assert refused(InputError, read, text, "outcomes", part=part) == (at(line, column, problem),), (
                text
            )


def empty(what):
    return Files.EMPTY(file="sample.txt", what=what)


def test_a_sample_without_choice_is_refused(read):
    for text, options, reason in (
        ("", {}, empty(Counted.OUTCOMES)),
        ("low: 1\nhigh: 6\n", {}, empty(Counted.OUTCOMES)),
        ("4 4 4 4", {"low": "4", "high": "4"}, Files.NO_CHOICE(file="sample.txt", low=4, high=4)),
        ("4 5", {"low": "9", "high": "3"}, Files.NO_CHOICE(file="sample.txt", low=9, high=3)),
        ("4 5", {"decks": "1"}, Files.OPTION_UNUSED(option=CommandOption("decks"))),
    ):
        assert refused(InputError, read, text, "outcomes", options) == (reason,), text


def test_golden_outcomes_and_bits(read):
    sample, blocks = read("# a lottery\nlow: 1\nhigh: 49\n7\n13 49\n1, 2;3\n", "outcomes")
    assert values(blocks) == [7, 13, 49, 1, 2, 3]
    assert sample.population == Population(Kind.DRAW, low=1, high=49)
    assert sample.provenance.input_known is InputKnown.NOT_APPLICABLE
    assert sample.notes == []
    sample, blocks = read("# most significant first\n1010 0101\n1111\n0000\n", "bits")
    assert data(blocks) == b"\xa5\xf0"
    assert sample.population == Population(Kind.BYTES)
    assert sample.notes == [Files.BITS_WRITTEN()]
    sample, blocks = read("10100101 110", "bits")
    assert data(blocks) == b"\xa5"
    assert sample.notes[-1] == Files.BITS_LEFT_OUT(bits=3)
    assert refused(InputError, read, "1010", "bits") == (empty(Counted.BYTES),)


@settings(max_examples=80)
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
        assert b"".join(number.data for number in blocks[1].context) == blocks[0].data[-2:]
        assert sample.source.sha256 == hashlib.sha256(content).hexdigest()
    assert data(read(b"0101", "bytes")[1]) == b"0101"


def test_a_character_among_digits_is_refused_with_its_place(read):
    for text, reason in (
        ("01" * 3000 + "\n0102\n", at(2, 4, Files.NOT_A_BIT(text="2"))),
        # Text that is not of digits is not packed bits.
        ("0101012010", at(1, 7, Files.NOT_A_BIT(text="2"))),
        ("1,2", at(1, 2, Files.NOT_A_BIT(text=","))),
        ("A" * 5000, at(1, 1, Files.NOT_A_BIT(text="A"))),
        ('01"', at(1, 3, Files.NOT_A_BIT(text='"'))),
        ("01" * 3000 + "\x00", at(1, 6001, Files.NOT_TEXT(byte="0x00"))),
    ):
        assert refused(InputError, read, text, "bits") == (reason,)
    assert refused(InputError, read, "", "bytes") == (empty(Counted.BYTES),)


def test_standard_input_is_read_twice(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 2 3\n")))
    with opened("-") as source:
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
    with pytest.raises(InputError) as refused, opened(str(tmp_path / name)):
        pass
    (reason,) = refused.value.reasons
    assert reason.is_a(Inputs.FILE_UNREADABLE)
    assert reason["path"] == str(tmp_path / name)
