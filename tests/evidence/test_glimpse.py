"""The two ends of a ledger: what stands there is told, and what cannot be read raises nothing untyped."""

import pytest

from labharness.errors import EvidenceError
from labharness.evidence.glimpse import LastWords, glimpse, last_words
from labharness.model.results import Ending, Outcome
from tests.support.runs import tiny_run, tiny_start


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
