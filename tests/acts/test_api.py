"""The product for scripts: the acts of the command line, by module and function."""

import subprocess
import sys

import pytest

import labharness.api
from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import Workspace
from labharness.errors import QueueError, WorkspaceError
from labharness.nights.items import Bench
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor


@pytest.fixture
def place(tmp_path):
    """A workspace with a bench."""
    space = Workspace.init(tmp_path / "workspace")
    with open_queue(space) as queue:
        Benches(queue.database).hold("bench-1", "desk-1", 1, Actor("engineer-a", "a"))
    return space.path


def test_an_act_is_a_function_that_returns_a_record(place):
    laboratory = labharness.api.open_workspace(place)
    paused = labharness.api.queue.pause(laboratory, "bench-1")
    assert isinstance(paused, Bench)
    assert paused.paused
    assert not labharness.api.queue.resume(laboratory, "bench-1").paused


def test_refusals_are_typed(place):
    with pytest.raises(WorkspaceError):
        labharness.api.open_workspace(place.parent / "elsewhere")
    with pytest.raises(QueueError):
        labharness.api.queue.pause(labharness.api.open_workspace(place), "no-such")
    with pytest.raises(AttributeError):
        _ = labharness.api.no_such_group


def test_nothing_is_loaded_before_it_is_named():
    code = "import sys, labharness.api; print(*(m for m in sys.modules if m.startswith('labharness.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["labharness.api"]
