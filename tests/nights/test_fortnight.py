"""A fortnight of several benches on one queue, seeded: workers, runners and the database break down, clocks jump, disks
fill, and every item has one truthful ending."""

import random
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from labharness.app.benches.lane import Stand, standing_of
from labharness.errors import QueueError, StorageError
from labharness.model.reasons.inputs import Inputs
from labharness.nights.items import Closing, Item, Need, State
from labharness.nights.journal import Journal
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor, Queue, now_utc
from labharness.nights.store.schema import BENCH
from tests.support.night_world import Bench

ACTOR = Actor("engineer-a", "uid")
HAPPENINGS = (
    ["work"] * 40 + ["tick"] * 30 + ["crash", "kill", "away", "back", "back", "freeze", "thaw", "thaw", "jump", "fill", "cancel", "window"]
)  # fmt: skip


class Killed(BaseException):
    """A process is gone in the middle of something."""


class Fortnight:
    """Benches of one queue, and what happens to them."""

    def __init__(self, folder, place, benches, seed, monkeypatch, server=None):
        self.dice, self.server = random.Random(seed), server
        self.benches = [self._bench(folder, place, f"bench-{number}") for number in range(benches)]
        self.frozen, self.jumped, self.full = set(), timedelta(), False
        self.queue = self.benches[0].queue
        real = Journal.put

        def put(journal, entry):
            if self.full:
                self.full = False
                raise StorageError(Inputs.UNWRITABLE(path="journal", why="No space left on device"))
            real(journal, entry)

        monkeypatch.setattr(Journal, "put", put)

    def _bench(self, folder, place, name):
        bench = Bench(folder / name, place)
        bench.name = name
        return bench

    def order(self, number):
        """Queue an item for some bench, perhaps behind another, perhaps with a window."""
        dice, earlier = self.dice, [f"n{k}" for k in range(number)]
        after = dice.choice(earlier) if earlier and dice.random() < 0.3 else ""
        until = now_utc(datetime.now(UTC) + timedelta(hours=12)) if dice.random() < 0.2 else ""
        item = Item(
            id=f"n{number}",
            bench=dice.choice(self.benches).name,
            device=f"d{dice.randrange(2)}",
            order={"plan": "p"},
            priority=dice.randrange(3),
            after=after,
            need=dice.choice(list(Need)),
            until=until,
        )
        if self.server is not None:  # people wait for it, workers do not
            self.server.start_if_needed()
        self.queue.add([item], ACTOR)

    def happen(self):
        bench = self.dice.choice(self.benches)
        getattr(self, self.dice.choice(HAPPENINGS))(bench)

    def work(self, bench):
        if bench not in self.frozen:
            self.turn(bench)

    def tick(self, bench):
        bench.world.tick()

    def crash(self, bench):
        bench.crash()

    def kill(self, bench):
        if bench.world.alive:
            self.dice.choice(bench.world.alive).die()

    def away(self, _):
        if self.server is not None:
            self.server.kill()
            return
        for each in self.benches:
            each.away = True

    def back(self, _):
        if self.server is not None:
            self.server.start_if_needed()
        for each in self.benches:
            each.away = False

    def freeze(self, bench):
        self.frozen.add(bench)

    def thaw(self, _):
        self.frozen.clear()

    def jump(self, _):
        self.jumped = self.dice.choice([timedelta(), timedelta(hours=-3), timedelta(hours=20)])

    def fill(self, _):
        self.full = True

    def cancel(self, _):
        with suppress(QueueError):
            if waiting := self.queue.items():
                self.queue.cancel(self.dice.choice(waiting).id, ACTOR)

    def window(self, bench):
        """A window that looks at the queue is killed in the middle of a change."""
        with suppress(QueueError), Queue.open(bench.place) as seen, suppress(Killed):
            Benches(seen.database).all()
            with seen.database.writing() as connection:
                connection.execute(BENCH.update().values(paused=True))
                raise Killed

    def turn(self, bench):
        worker = bench.worker or bench.start(name=bench.name)
        for lane in worker._lanes.values():
            lane.utc = lambda: now_utc(datetime.now(UTC) + self.jumped)
        try:
            bench.turn()
        except StorageError:  # a worker whose journal fails leaves, and is started again
            bench.crash()

    def end(self):
        self.full, self.jumped = False, timedelta()
        self.frozen.clear()
        self.back(None)
        for _ in range(4000):
            for each in self.benches:
                self.turn(each)
                each.world.tick()
            if not self.queue.items():
                return
        raise AssertionError("it never ends")

    def check(self, number):
        for each in self.benches:
            self.turn(each)
            assert len(each.world.begun) == len(set(each.world.begun)), "a run was begun twice"
            assert each.worker.journal.entries() == ()
        acts = self.queue.acts(limit=1_000_000)
        ends = [act.target for act in acts if act.what == "end"]
        assert len(ends) == len(set(ends)), "an item has one ending"
        worlds = {each.name: each.world for each in self.benches}
        for name in (f"n{k}" for k in range(number)):
            item = self.queue.item(name)
            standing = standing_of(worlds[item.bench].path(name))
            if item.state is State.CANCELED:
                assert standing.stand is Stand.ABSENT
                continue
            truth = {Stand.ENDED: Closing.RAN, Stand.ABSENT: Closing.NOT_RUN, Stand.OPEN: Closing.LEFT_OPEN}
            assert item.closing is truth[standing.stand], (name, item, standing)
            assert item.found is standing.found

    def close(self):
        for each in self.benches:
            each.close()


def fortnight(folder, place, benches, items, seed, monkeypatch, server=None):
    nights = Fortnight(folder, place, benches, seed, monkeypatch, server)
    try:
        for number in range(items):
            nights.order(number)
            for _ in range(20):
                nights.happen()
        nights.end()
        nights.check(items)
    finally:
        nights.close()


def test_a_short_fortnight(place, tmp_path, monkeypatch):
    fortnight(tmp_path, place, 2, 8, 1, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_fortnight(place, tmp_path, monkeypatch, seed):
    fortnight(tmp_path, place, 4, 200, seed, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("tcp", [False, True], ids=["socket", "port"])
@pytest.mark.parametrize("seed", range(2))
def test_a_fortnight_whose_server_is_killed(mortal, tmp_path, monkeypatch, seed, tcp):
    mortal.start_if_needed()
    fortnight(tmp_path, mortal.place(tcp=tcp), 4, 100, seed, monkeypatch, mortal)
