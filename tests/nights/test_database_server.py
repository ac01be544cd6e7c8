"""A database server that is killed between and inside transactions, and answers that are lost: each item begins at most
once and has one ending, equal to its run's."""

from contextlib import contextmanager, suppress

import pytest

from labharness.app.benches.lane import Stand, standing_of
from labharness.database.engine import Database
from labharness.errors import QueueError
from labharness.model.reasons.database import Databases
from labharness.model.results import Outcome
from labharness.nights.items import Closing
from labharness.nights.store.queue import Actor
from tests.support.night_world import Bench, items

ACTOR = Actor("engineer-a", "uid")


def check(bench, number):
    """Every item ran once and ended once, as its folder says."""
    assert sorted(bench.world.begun) == [f"n{k}" for k in range(number)]
    ends = [act.target for act in bench.queue.acts() if act.what == "end"]
    assert sorted(ends) == [f"n{k}" for k in range(number)]
    for name in ends:
        item = bench.queue.item(name)
        assert (item.closing, item.found) == (Closing.RAN, Outcome.PASS)
        assert standing_of(bench.world.path(name)).stand is Stand.ENDED
    bench.turn()
    assert bench.worker.journal.entries() == ()


class Writes:
    """The writing transactions of a worker; at one of them something happens."""

    def __init__(self, monkeypatch):
        self.count, self.at, self.happen = 0, 0, lambda _: None
        real = Database.writing

        @contextmanager
        def writing(database):
            self.count += 1
            fatal = self.count == self.at
            if fatal:
                self.happen("before")
            with real(database) as connection:
                yield connection
                if fatal:
                    self.happen("inside")
            if fatal:
                self.happen("after")

        monkeypatch.setattr(Database, "writing", writing)

    def arm(self, at, happen):
        self.count, self.at, self.happen = 0, at, happen


def night(bench, number, begin=lambda: None, turn=lambda _: None):
    """Let a night go on until every item has ended; whatever the database does."""
    try:
        bench.queue.add(items(number), ACTOR)
        bench.start()
        begin()
        for count in range(80):
            turn(count)
            bench.turn()
            bench.world.tick()
            with suppress(QueueError):
                if not bench.queue.items():
                    break
        check(bench, number)
    finally:
        bench.close()


@pytest.mark.parametrize("stride", [3, pytest.param(1, marks=pytest.mark.long)])
def test_the_answer_to_each_change_is_lost_once(tmp_path, monkeypatch, stride):
    """The change is kept, and the worker is told that the server does not answer."""
    writes = Writes(monkeypatch)

    def lost(when):
        if when == "after":
            raise QueueError(Databases.NO_ANSWER(database="queue", why="connection reset"))

    night(Bench(tmp_path / "undisturbed"), 2, lambda: writes.arm(0, lost))
    steps = writes.count
    assert steps > 10
    for at in range(1, steps + 1, stride):
        night(Bench(tmp_path / str(at)), 2, lambda at=at: writes.arm(at, lost))
        assert writes.count >= at


@pytest.fixture(params=["port", "socket"])
def bench(request, mortal, tmp_path):
    mortal.start_if_needed()
    return Bench(tmp_path, mortal.place(tcp=request.param == "port"))


def test_a_server_that_is_killed_inside_a_change_loses_nothing(bench, mortal, monkeypatch):
    """It is killed as the worker takes its items, and is back some turns later."""
    writes, killed = Writes(monkeypatch), []

    def kill(when):
        if when == "inside":
            mortal.kill()
            killed.append(writes.count)

    def turn(count):
        if killed and count == 3:
            assert bench.worker.clerk.away[0].is_a(Databases.NO_ANSWER)
            mortal.start()

    night(bench, 3, lambda: writes.arm(3, kill), turn)  # hold, beat, take
    assert killed == [3]


def test_a_server_that_is_away_for_a_whole_night_is_told_in_the_morning(bench, mortal):
    def turn(count):
        if count == 2:
            mortal.kill()
        if count == 30:
            worker = bench.worker
            assert worker.clerk.away[0].is_a(Databases.NO_ANSWER)
            assert len(bench.world.begun) == 3, "the night went on by the journal"
            bench.crash()  # the computer is started anew in between
            bench.start()
        if count == 40:
            mortal.start()

    night(bench, 3, turn=turn)


@pytest.mark.slow
@pytest.mark.parametrize("place", ["port", "socket"])
@pytest.mark.parametrize("when", ["before", "inside", "after"])
def test_a_server_that_is_killed_at_each_change(mortal, tmp_path, monkeypatch, place, when):
    """Count the changes of an undisturbed night, then kill the server at each of them."""
    writes = Writes(monkeypatch)

    def kill(now):
        if now == when:
            mortal.kill()

    def begun(name):
        mortal.start_if_needed()
        return Bench(tmp_path / name, mortal.place(tcp=place == "port"))

    night(begun("undisturbed"), 2, lambda: writes.arm(0, kill))
    steps = writes.count
    for at in range(1, steps + 1):
        back = []

        def turn(count, at=at, back=back):
            if writes.count >= at and not back:
                back.append(count + 3)
            if back and count == back[0]:
                mortal.start_if_needed()

        night(begun(str(at)), 2, lambda at=at: writes.arm(at, kill), turn)
