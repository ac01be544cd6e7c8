"""The index of runs saves reading, and decides nothing."""

import json
import os
import sys

import pytest

from labharness.app.runs import run_index
from labharness.app.runs.run_index import FILE, RunListing, latest, listed
from tests.support.runs import tiny_run, tiny_start


@pytest.fixture
def space(workspace):
    for name in ("a", "b"):
        tiny_run(workspace.path / "runs" / name)
    return workspace


def reading(monkeypatch):
    """Count the runs that are read."""
    real, read = run_index.run_facts, []
    monkeypatch.setattr(run_index, "run_facts", lambda folder: read.append(folder.run) or real(folder))
    return read


def test_an_ended_run_is_read_once_and_one_at_work_each_time(space, monkeypatch):
    read = reading(monkeypatch)
    first = listed(space)
    assert [row["run"] for row in first] == ["a", "b"]
    assert listed(space) == first
    assert read == ["b", "a"]
    writer = tiny_start(space.path / "runs" / "c")
    assert [row["ending"] for row in listed(space)] == ["COMPLETE", "COMPLETE", "AT_WORK"]
    writer.close()
    assert listed(space)[2]["ending"] == "INTERRUPTED"
    assert read == ["b", "a", "c", "c"]


def test_a_ledger_that_changed_or_went_away_is_seen_also_while_runs_are_listed(space, monkeypatch):
    listed(space)
    ledger = space.path / "runs" / "a" / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes()[:-5])
    rows, there = listed(space), space.runs()
    assert rows[0]["ending"] == "INTERRUPTED"
    ledger.unlink()
    assert [row["run"] for row in listed(space)] == ["b"]
    assert list(json.loads((space.path / FILE).read_bytes())["runs"]) == ["b"]
    monkeypatch.setattr(type(space), "runs", lambda _: there)
    assert [row["run"] for row in listed(space)] == ["b"], "it was moved away after it was seen"


def replaced(old, new):
    return lambda index: index.write_text(index.read_text().replace(old, new))


def instead(make):
    def replace(index):
        index.unlink()
        make(index)

    return replace


WAYS = {
    "garbage": lambda index: index.write_text("[[["),
    "another version": replaced('"version":"', '"version":"x'),
    "without a key": replaced('"plan":', '"plam":'),
    "of another run": replaced('"run":"a"', '"run":"b"'),
    "no reason": replaced('"not_begun":null', '"not_begun":{"code":1}'),
    "a link": instead(lambda index: index.symlink_to("/dev/zero")),
    "a pipe": instead(getattr(os, "mkfifo", None)),
}


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of POSIX")
@pytest.mark.parametrize("how", WAYS)
def test_a_spoiled_index_is_made_anew(space, how, monkeypatch):
    first = listed(space)
    WAYS[how](space.path / FILE)
    read = reading(monkeypatch)
    assert listed(space) == first
    assert "a" in read
    assert listed(space) == first


def test_a_workspace_that_may_only_be_read_is_listed(space, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError

    monkeypatch.setattr("pathlib.Path.write_text", refuse)
    assert len(listed(space)) == 2


def test_an_index_that_says_otherwise_than_the_ledger_is_not_believed(space):
    true, index = listed(space), space.path / FILE
    for name, value in (("verdict", "FAIL"), ("ending", "STOPPED_BY_OPERATOR"), ("head", "0" * 64)):
        kept = json.loads(index.read_bytes())
        assert kept["runs"]["a"]["facts"][name] != value
        kept["runs"]["a"]["facts"][name] = value
        index.write_text(json.dumps(kept))
        assert listed(space) == true


def test_who_cannot_wait_gets_the_latest_runs_and_nothing_is_read_twice(space, monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr(run_index.time, "monotonic", lambda: next(clock))
    read = reading(monkeypatch)
    result = latest(space, 1)
    assert ([row["run"] for row in result.rows], result.complete) == (["b"], False)
    assert [row["run"] for row in listed(space)] == ["a", "b"]
    assert read == ["b", "a"]
    assert latest(space, -1) == RunListing(listed(space), complete=True)  # all of it from the index
