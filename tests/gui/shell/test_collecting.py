"""Garbage is collected by a timer, and never all of it while somebody works."""

import gc
import weakref

import pytest

from labharness.gui.shell import main_window as collecting
from labharness.gui.shell.main_window import Collector


@pytest.fixture
def collector(qapp):
    collector = Collector()
    yield collector
    collector.stop()


class Knot:
    """An object that holds itself."""

    def __init__(self):
        self.me = self


def test_what_is_loaded_is_left_out_and_what_is_new_is_collected(collector):
    assert not gc.isenabled()
    collector.start()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 1000
    knot = weakref.ref(Knot())
    collector.collect()
    assert knot() is None


def test_what_takes_long_is_left_out_of_the_next_collection_but_not_for_ever(collector, monkeypatch):
    monkeypatch.setattr(collecting, "LONG_S", 0.0)
    monkeypatch.setattr(collecting, "MOST_FREEZES", 2)
    collector.start()
    before, kept = gc.get_freeze_count(), [Knot() for _ in range(5000)]
    last = weakref.ref(kept[-1])
    collector.collect()
    assert gc.get_freeze_count() > before
    del kept
    collector.collect()
    assert last() is None


def test_a_window_that_is_closed_leaves_python_as_it_was(qapp):
    before = gc.get_threshold()
    collector = Collector()
    collector.start()
    collector.stop()
    assert (gc.get_threshold(), gc.get_freeze_count(), gc.isenabled()) == (before, 0, True)
