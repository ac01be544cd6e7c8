"""Runs at work are followed; ended ones are remembered, and looked at again once a minute."""

import os

import pytest

from labharness.app.overview.attention import THOROUGH_S, RunWatch
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.lock import LEDGER
from tests.support.runs import tiny_run

LONG_AGO = (1_600_000_000, 1_600_000_000)


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def space(tmp_path):
    workspace = Workspace.init(tmp_path / "workspace")
    for number in range(3):
        tiny_run(workspace.path / "runs" / f"run-{number}")
    os.utime(workspace.path / "runs", LONG_AGO)
    return workspace


class Stats:
    """Counts the ledgers that are looked at."""

    def __init__(self, watch, monkeypatch):
        self.names = []
        plain = watch._has_ended
        monkeypatch.setattr(
            watch, "_has_ended", lambda folder, size: self.names.append(folder.run) or plain(folder, size)
        )


@pytest.fixture
def watched(space, monkeypatch):
    clock = Clock()
    watch = RunWatch(space, clock=clock)
    return space, clock, watch, Stats(watch, monkeypatch)


def test_ended_runs_are_asked_once_a_minute(watched):
    _, clock, watch, stats = watched
    assert watch.look() == ()
    assert len(watch.ended) == 3
    stats.names.clear()
    for _ in range(100):
        assert watch.look() == ()
    assert stats.names == []
    clock.now += THOROUGH_S
    watch.look()
    assert stats.names == ["run-2", "run-1", "run-0"]


def test_a_run_that_begins_is_seen_at_the_next_look(watched):
    space, _, watch, stats = watched
    watch.look()
    stats.names.clear()
    folder = space.path / "runs" / "run-3"
    folder.mkdir()
    assert watch.look() == ()
    tiny_run(space.path / "runs" / "run-4")
    ledger = (space.path / "runs" / "run-4" / LEDGER).read_bytes().splitlines(keepends=True)
    (space.path / "runs" / "run-4" / LEDGER).write_bytes(b"".join(ledger[:2]))
    os.utime(space.path / "runs", (1_600_000_100, 1_600_000_100))
    assert [run.folder.run for run in watch.look()] == ["run-4"]
    os.utime(space.path / "runs", (1_600_000_100, 1_600_000_100))
    (folder / LEDGER).write_bytes(
        b"".join(ledger[:2])
    )  # the folder was there before: the list does not change
    assert [run.folder.run for run in watch.look()] == ["run-4", "run-3"]
    assert not {"run-0", "run-1", "run-2"} & set(stats.names)


def test_a_run_that_is_moved_away_is_forgotten(watched):
    space, _, watch, _ = watched
    watch.look()
    (space.path / "runs" / "run-1").rename(space.path / "run-1")
    assert watch.look() == ()
    assert {name for name, _ in watch.ended} == {"run-0", "run-2"}


def test_an_ended_run_whose_ledger_shrinks_is_noticed_within_a_minute(watched):
    space, clock, watch, _ = watched
    watch.look()
    ledger = space.path / "runs" / "run-1" / LEDGER
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:2]))
    os.utime(space.path / "runs", LONG_AGO)
    clock.now += THOROUGH_S
    watch.look()
    assert "run-1" not in dict(watch.ended)
