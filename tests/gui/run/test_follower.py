"""A long record is read in slices; by a clock of the test, so that no machine is too slow for it."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QTimer

from labharness.evidence.records.course import DeviationBody
from labharness.gui.run.attachment import LOOK_S, MOST_LINES, SLICE_S, TICK_MS, Attachment, Follower
from tests.support.window.specimen import Specimen

DRAWS = "pai-gow-poker-645a-starting-position"
LINES = MOST_LINES + 500


class Clock:
    """Goes on by a part of a slice whenever it is read, and so at every record."""

    now, per_slice = 1000.0, 8

    def __call__(self):
        self.now += SLICE_S / self.per_slice
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(scope="module")
def long_run(tmp_path_factory):
    specimen = Specimen(tmp_path_factory.mktemp("runs") / "long", DRAWS)
    specimen.begin("draws")
    specimen.observe("draws", 1000)
    for number in range(LINES):
        specimen.writer.append(DeviationBody(reasons=(f"line {number}",)))
    specimen.close()
    return specimen.folder


@pytest.fixture
def noted(monkeypatch):
    """Return a function that calls another one whenever a method of the attachment is called."""

    def note(method, before=lambda _: None, after=lambda _: None):
        real = getattr(Attachment, method)

        def call(self, *arguments):
            before(self)
            answer = real(self, *arguments)
            after(self)
            return answer

        monkeypatch.setattr(Attachment, method, call)

    return note


@pytest.fixture
def read_to_the_end(qtbot, clock, long_run):
    """Return a function that follows the run until nothing is left to read and returns what was attached."""

    def read(on_changed=lambda _: None):
        follower = Follower(clock=clock)
        follower.changed.connect(on_changed)
        follower.attach(long_run)
        attachment = follower.attachment
        qtbot.waitUntil(lambda: not attachment.behind)
        follower.detach()
        return attachment

    return read


def test_a_slice_ends_with_its_time_and_what_came_meanwhile_goes_before_the_next(
    noted, clock, read_to_the_end
):
    course, read = [], [0]

    def click(_):
        QTimer.singleShot(0, lambda: course.append("click"))

    def count(attachment):
        course.append(attachment.summary.records - read[-1])
        read.append(attachment.summary.records)

    noted("advance", before=click, after=count)
    attachment = read_to_the_end()
    slices, between = course[::2], course[1::2]
    assert set(between) == {"click"}
    assert max(slices) <= clock.per_slice + 1
    assert sum(slices) == attachment.summary.records > LINES
    assert len(attachment.take_lines()) == MOST_LINES


def test_news_are_told_and_the_runner_looked_for_at_their_times_while_there_is_more_to_read(
    noted, clock, read_to_the_end
):
    text, looked = [], []
    noted("look", before=lambda _: looked.append(clock.now))
    read_to_the_end(lambda _: text.append(clock.now))
    for times, apart in ((text, TICK_MS / 1000), (looked, LOOK_S)):
        gaps = [later - earlier for earlier, later in pairwise(times)]
        assert len(gaps) > 3
        # Times are taken at the end of a slice or at its beginning; a slice and a few readings lie between.
        assert apart - 1.5 * SLICE_S < min(gaps) <= max(gaps) < apart + 3 * SLICE_S


def test_a_long_record_is_shown_as_being_read_and_then_as_it_stands(qtbot, window, bench, clock, long_run):
    bench.seat.workspace, clock.per_slice = type(bench.workspace)(long_run.path.parent), 50
    words = []
    window.follower.changed.connect(lambda _: words.append(window.view.banner.word.text()))
    window.follower._clock = clock
    window.attach("long")
    qtbot.waitUntil(lambda: not window.follower.attachment.behind)
    clock.now += TICK_MS / 1000
    qtbot.waitUntil(lambda: words[-1:] == ["Runner gone"])
    assert words[:-1] == ["Reading"] * (len(words) - 1) != []
    assert window.view.log.blockCount() == MOST_LINES
    assert f"line {LINES - 1}" in window.view.log.toPlainText()


def test_after_a_mistake_of_the_program_the_run_is_followed_on(qtbot, long_run, noted, monkeypatch):
    mistakes, follower = [KeyError("no")], Follower()

    def stumble(_):
        if mistakes:
            raise mistakes.pop()

    noted("advance", before=stumble)
    monkeypatch.setattr("labharness.gui.run.attachment.BROKEN_MS", 1)
    with qtbot.captureExceptions() as text:
        follower.attach(long_run)
        with qtbot.waitSignal(follower.changed):
            pass
    follower.detach()
    assert [kind for kind, *_ in text] == [KeyError]
