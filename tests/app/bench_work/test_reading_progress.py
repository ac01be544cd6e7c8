"""Cards that a reader has reported so far, by the adapter of the run, while the order is not whole."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from labharness.app.bench_work.entered_cards import ReaderWatch
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.segments import Direction
from labharness.model.reasons.conduct import Adapters

CARDS = [f"{rank}{suit}" for suit in "SHDC" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")]
STREAM = b"".join(f" [Game]<Card:{card}> ".encode() for card in CARDS)


@dataclass
class Folder:
    """A run that waits for its reader, with what was received of it."""

    frames_: list
    url: str = "serial:///dev/ttyUSB0"
    name: str = "bee_tek_shoe"

    def begun(self):
        return SimpleNamespace(
            reader=self.url, adapter=SimpleNamespace(reader=SimpleNamespace(name=self.name))
        )

    def frames(self, channel, first):
        assert channel == "reader"
        return self.frames_[first:]


def frame(payload, direction=Direction.IN):
    return SimpleNamespace(payload=payload, direction=direction)


@pytest.fixture(scope="module")
def watch(tmp_path_factory):
    return ReaderWatch(Workspace.init(tmp_path_factory.mktemp("reading") / "workspace"))


@pytest.mark.parametrize("size", [1, 7, 17, 64, 2000])
def test_every_whole_card_counts_however_the_bytes_arrive(watch, size):
    pieces = [frame(STREAM[at : at + size]) for at in range(0, len(STREAM), size)]
    seen = []
    for count in range(0, len(pieces) + 1, max(1, len(pieces) // 12)):
        progress = watch.progress(Folder([frame(b"{}", Direction.OPEN), *pieces[:count]]), 1)
        whole = STREAM[: count * size].count(b">")
        assert (progress.cards, progress.problems) == (whole, ())
        seen.append(progress.cards)
    assert watch.progress(Folder(pieces), 0).cards == 52
    assert seen == sorted(seen)


def test_only_what_came_after_the_last_exchange_counts(watch):
    pieces = [frame(b" [Game]<Card:4S> "), frame(b" [Game]<Card:5S> ")]
    assert watch.progress(Folder(pieces), 1).cards == 1
    assert watch.progress(Folder(pieces), 2).cards == 0


def test_an_alarm_of_the_reader_is_told_at_once(watch):
    pieces = [frame(b" [Game]<Card:4S> "), frame(b" [GameAlarm]<Alarm:E3 Card Not Read> ")]
    (problem,) = watch.progress(Folder(pieces), 0).problems
    assert problem.is_a(Adapters.READER_ALARM)


@pytest.mark.parametrize("url", ["watch:///reader", "operator://"])
def test_a_reader_of_whole_orders_has_nothing_to_count(watch, url):
    assert watch.progress(Folder([], url), 0) is None
