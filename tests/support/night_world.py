"""A laboratory for workers: real run folders, real locks, and runners that can die at any moment.

The runners are steps in this process and not processes of their own, so that everything can be cut at every step;
``tests/app/benches`` has real ones.
"""

from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from labharness.app.benches.worker import BenchPost, Worker
from labharness.errors import QueueError
from labharness.evidence.folder import RunFolder
from labharness.evidence.line_index import note_begun, was_begun
from labharness.evidence.records.course import ResumedBody, VerdictBody
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.database import Databases
from labharness.model.results import Ending, Outcome, Verdict
from labharness.nights.items import Item
from labharness.nights.store.queue import Queue
from labharness.plans.frozen import freeze
from labharness.plans.suite import small_plan
from tests.support.runs import tiny_body, tiny_unit

NUMBERS = count(1000)


def items(number=3, **fields):
    return [
        Item(id=f"n{k}", bench="a", device=f"d{k % 2}", order={"plan": "p"}, **fields) for k in range(number)
    ]


@cache
def plan_files():
    content = small_plan("pai-gow-poker-645a-starting-position", {}, interruptions_allowed=2)
    return freeze(content, "small.toml").files


@cache
def empty_queue():
    """Return a queue's file before its first item: the tables are made once in a process."""
    with TemporaryDirectory() as folder:
        Queue.open(Path(folder) / "queue.db").close()
        return (Path(folder) / "queue.db").read_bytes()


@dataclass
class ToyRunner:
    """A runner: it holds the device, makes the folder, records a unit a step, and ends its run."""

    world: "World"
    item: object
    resumed: bool
    process: int = field(default_factory=lambda: next(NUMBERS))
    output: Path = Path("runner.txt")
    steps: int = 0
    over: bool = False
    writer: RunWriter | None = None
    refused: tuple = ()

    def refusal(self):
        return self.refused, False

    def step(self):
        self.steps += 1
        path = self.world.path(self.item.id)
        if self.steps == 1:
            assert self.item.device not in self.world.holders, "two runners drive one device"
            self.world.holders[self.item.device] = self
        elif self.steps == 2 and not self.resumed:
            body = tiny_body(path.name)
            self.writer = RunWriter.create(path, plan_files(), body)
            note_begun(path)
            self.world.begun.append(self.item.id)
        elif self.steps == 2:
            self.writer = RunWriter.reopen(RunFolder(path))
            self.writer.append(
                ResumedBody(after_seq=1, gap_s=1.0, orphan_frames={}, planned=False, account="x")
            )
        elif self.steps == 3:
            tiny_unit(self.writer, 0)
        else:
            self.writer.append(VerdictBody(verdict=Verdict(Outcome.PASS, ())))
            self.writer.end(Ending.COMPLETE, ("Done.",))
            self.leave()

    def die(self):
        if self.writer is not None:
            self.writer.close()
        self.leave()

    def leave(self):
        self.over = True
        self.world.holders.pop(self.item.device, None)
        self.world.alive.remove(self)


class World:
    """Workspace and runners of one computer."""

    def __init__(self, folder: Path):
        self.runs = folder / "runs"
        self.runs.mkdir(parents=True)
        self.alive, self.begun, self.holders, self.stopped = [], [], {}, []
        self.refuse, self.bar, self.short = None, (), None

    def path(self, run):
        return self.runs / run

    def preflight(self, _):
        return self.refuse

    def resume_refusal(self, _):
        return self.bar

    def shortage(self, _):
        return self.short

    def held(self, item):
        return item.device in self.holders or any(each.item.device == item.device for each in self.alive)

    def begin(self, item):
        assert not was_begun(self.path(item.id)), "a run is begun that was begun"
        return self._started(item, resumed=False)

    def resume(self, item):
        return self._started(item, resumed=True)

    def _started(self, item, *, resumed):
        assert not any(each.item.id == item.id for each in self.alive), "two runners of one run"
        runner = ToyRunner(self, item, resumed)
        self.alive.append(runner)
        return runner

    def stop(self, item, who):
        assert who
        self.stopped.append(item.id)

    def interrupt(self, item, **_):
        for each in [each for each in self.alive if each.item.id == item.id]:
            each.die()

    def runner_of(self, item):
        return next((each.process for each in self.alive if each.item.id == item.id), None)

    def tick(self):
        for each in list(self.alive):
            each.step()


class Bench:
    """A worker that can break down, its world and its queue."""

    def __init__(self, folder, place=None, host="desk"):
        self.world = World(folder / host)
        self.folder, self.place, self.host = folder / host / "bench", place or folder / "queue.db", host
        self.away, self.clock, self.worker = False, 0.0, None
        self.workspace = ""
        if isinstance(self.place, Path) and not self.place.exists():
            self.place.write_bytes(empty_queue())
        self.queue, self._kept = Queue.open(self.place), None

    def open(self):
        """Give the worker's own connection to the queue, which lasts until the worker breaks down."""
        if self.away:
            raise QueueError(Databases.NO_ANSWER(database="queue", why="away"))
        if self._kept is None:
            self._kept = Queue.open(self.place)
        return nullcontext(self._kept)

    def start(self, *, take=False, name="a"):
        post = BenchPost(name, self.open, self.world, take, self.host, workspace=self.workspace)
        self.worker = Worker(self.folder, post)
        return self.worker

    def crash(self):
        """Let go of locks as the system does for a process that is gone."""
        if self.worker is not None:
            self.worker.close()
        if self._kept is not None:
            self._kept.close()
        self.worker = self._kept = None

    def turn(self):
        worker = self.worker or self.start()
        worker.clerk.turn()
        for lane in worker._lanes.values():
            lane._not_before = lane._grace = 0.0  # patience takes no time here
        worker.turn()

    def work(self, turns=1):
        """Let worker and runners go on."""
        for _ in range(turns):
            self.turn()
            self.world.tick()

    def begin(self):
        """Work until a run was begun."""
        while not self.world.begun:
            self.work()

    def finish(self, turns=80):
        for _ in range(turns):
            self.work()
            if not self.queue.items():
                return
        raise AssertionError("it never ends")

    def close(self):
        self.crash()
        for each in list(self.world.alive):
            each.die()
        self.queue.close()
