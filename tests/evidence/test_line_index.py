"""Lines of ledgers by offsets: what is found without decoding is what decoding finds.

The two ends of a ledger: what stands there is told, and what cannot be read raises nothing untyped.
"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.errors import EvidenceError, IntegrityError
from labharness.evidence import line_index
from labharness.evidence.folder import read_ledger
from labharness.evidence.glimpse import LastWords, glimpse, last_words
from labharness.evidence.line_index import TYPES, UNKNOWN, index_of
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.body import RecordType
from labharness.model.results import Ending, Outcome
from tests.support.runs import tiny_run, tiny_start

RELEASED = Path(__file__).parents[1] / "released" / "0.1.0"
RUNS = ("batch-by-hand", "rng", "continuous", "dice")


@pytest.mark.parametrize("part", [700, 1 << 24])
@pytest.mark.parametrize("run", RUNS)
def test_each_line_is_found_with_its_type(monkeypatch, run, part):
    monkeypatch.setattr(line_index, "PART", part)
    content = (RELEASED / run / LEDGER).read_bytes()
    index = index_of(RELEASED / run)
    lines = [content[start : start + length] for start, length in map(index.span, range(len(index)))]
    assert lines == content.splitlines(keepends=True)
    assert index.size == len(content)
    records = list(read_ledger(RELEASED / run / LEDGER))
    assert [TYPES[at] for at in index.types] == [record.type for record in records]
    for kind in {record.type for record in records}:
        assert index.places(kind).tolist() == [record.seq for record in records if record.type is kind]


def test_the_types_are_told_apart_by_what_is_compared():
    assert len(set(line_index._KEYS.tolist())) == len(TYPES) == len(RecordType)


def test_a_ledger_that_grows_is_read_on_from_where_it_was(tmp_path):
    lines = (RELEASED / "rng" / LEDGER).read_bytes().splitlines(keepends=True)
    ledger = tmp_path / LEDGER
    ledger.write_bytes(b"".join(lines[:5]) + lines[5][:40])
    before = index_of(tmp_path)
    assert len(before) == 5  # a line that is being written is none yet
    ledger.write_bytes(b"".join(lines))
    grown, whole = index_of(tmp_path, before), index_of(tmp_path)
    assert grown.ends.tolist() == whole.ends.tolist()
    assert grown.types.tolist() == whole.types.tolist()


def test_neighbors_are_of_the_same_type():
    index = index_of(RELEASED / "continuous")
    at = int(index.places(RecordType.EXCHANGE)[3])
    following = index.neighbor(at, +1)
    assert index.types[following] == index.types[at]
    assert index.neighbor(following, -1) == at
    assert index.neighbor(0, -1) is None
    assert index.neighbor(len(index) - 1, +1) is None


@given(
    st.lists(st.binary(max_size=300).map(lambda line: line.replace(b"\n", b"")), max_size=12),
    st.binary(max_size=50),
)
def test_any_bytes_have_lines(tmp_path_factory, lines, rest):
    folder = tmp_path_factory.mktemp("lines")
    rest = rest.replace(b"\n", b"")
    (folder / LEDGER).write_bytes(b"".join(line + b"\n" for line in lines) + rest)
    index = index_of(folder)
    assert [length for _, length in map(index.span, range(len(index)))] == [len(line) + 1 for line in lines]
    assert set(index.types.tolist()) <= {UNKNOWN}


def test_a_line_longer_than_any_reader_takes_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(line_index, "PART", 100)
    monkeypatch.setattr(line_index, "LONGEST_LINE", 500)
    (tmp_path / LEDGER).write_bytes(b"x" * 2000)
    with pytest.raises(IntegrityError):
        index_of(tmp_path)


@pytest.fixture
def ledger(tmp_path):
    return tiny_run(tmp_path / "run").path / "ledger.jsonl"


def test_an_ended_run_tells_its_verdict(ledger):
    seen, words = glimpse(ledger.parent), last_words(ledger.parent)
    assert seen.verdict.verdict.outcome is Outcome(words.verdict)
    assert seen.end.ending is Ending(words.ending) is Ending.COMPLETE
    assert seen.last.hash == words.head


def test_a_run_that_goes_on_tells_none(tmp_path):
    writer = tiny_start(tmp_path / "run")
    try:
        assert glimpse(tmp_path / "run").end is None
        assert last_words(tmp_path / "run") == LastWords()
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (-1, b'{"type": "end", "body": {}}'),
        (-1, b'{"type": "end", "body": [1]}'),
        (-1, b'{"type": ["end"], "body": {"ending": "COMPLETE"}}'),
        (-1, b"[" * 90_000),
        (-2, b'{"type": "verdict", "body": {"verdict": "PASS"}}'),
        (-2, b'{"type": "verdict", "body": 5}'),
        (-2, b"5"),
        (-2, b""),
    ],
)
def test_a_damaged_end_tells_no_verdict(ledger, place, line):
    lines = ledger.read_bytes().splitlines()
    lines[place] = line
    ledger.write_bytes(b"\n".join(lines) + b"\n")
    seen = glimpse(ledger.parent)
    assert seen.verdict is None or seen.end is None
    assert last_words(ledger.parent) == LastWords()


@pytest.mark.parametrize(
    "line", [b'{"type": "start", "body": {"plan": 5}}', b'{"type": "start", "utc": "x"}', b""]
)
def test_a_damaged_beginning_hides_no_end(ledger, line):
    lines = ledger.read_bytes().splitlines()
    lines[0] = line
    ledger.write_bytes(b"\n".join(lines) + b"\n")
    seen = glimpse(ledger.parent)
    assert seen.start is None
    assert seen.end is not None
    assert last_words(ledger.parent).ending == Ending.COMPLETE.value


def test_a_folder_in_place_of_a_ledger_and_a_renamed_run_are_refused(ledger, tmp_path):
    renamed = ledger.parent.rename(tmp_path / "another")
    with pytest.raises(EvidenceError):
        glimpse(renamed)
    (renamed / "ledger.jsonl").unlink()
    assert last_words(renamed) == LastWords()
    (renamed / "ledger.jsonl").mkdir()
    for look in (glimpse, last_words):
        with pytest.raises(EvidenceError):
            look(renamed)
