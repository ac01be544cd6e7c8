"""A run that stalls, outgrows its computer or its deadline is brought to rest, then killed, and left to a person."""

import os
from types import SimpleNamespace

import pytest

from labharness.app.benches import queueing as runners
from labharness.app.benches import watchdog
from labharness.app.benches.lane import LOOK_S, PATIENCE_S
from labharness.app.benches.watchdog import DISK, LEAST_S, MEMORY, TIMES, Watchdog
from labharness.evidence.folder import RunFolder
from labharness.evidence.writer import RunWriter
from labharness.model.reasons.night import Nights
from labharness.nights.items import Closing, Item
from labharness.nights.store.queue import Actor
from tests.support.night_world import Bench
from tests.support.runs import TINY_FILES, tiny_body, tiny_unit

ACTOR = Actor("engineer-a", "uid")


class Hours:
    """A clock that a test sets."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def at_work(tmp_path):
    """A run whose runner records when a test says so, and its watchdog."""
    writer, clock = RunWriter.create(tmp_path / "run", TINY_FILES, tiny_body("run")), Hours()
    yield writer, clock, Watchdog(tmp_path / "run", clock)
    writer.close()


def test_a_silence_is_a_stall_by_the_devices_own_pace(at_work):
    writer, clock, dog = at_work
    assert dog.look(None) is None
    clock.now += LEAST_S
    assert dog.look(None) is None, "shorter silences are never a stall"
    tiny_unit(writer, 0)  # a device that needs a quarter of an hour for a unit
    assert dog.look(None) is None
    clock.now += TIMES * LEAST_S
    assert dog.look(None) is None
    clock.now += 1
    assert dog.look(None) == Nights.STALLED(silent_s=TIMES * LEAST_S + 1.0, limit_s=float(TIMES * LEAST_S))


def test_a_run_that_waits_for_a_person_does_not_stall(at_work, monkeypatch):
    _, clock, dog = at_work
    waiting = SimpleNamespace(open_prompts={1: "Load the shuffler."}, paused=False, awaits_judgment=False)
    monkeypatch.setattr(watchdog.RunHistory, "of", lambda _: SimpleNamespace(summary=waiting))
    dog.look(None)
    clock.now += LEAST_S + 1
    assert dog.look(None) is None
    waiting.open_prompts = {}
    clock.now += LEAST_S + 1
    assert dog.look(None).is_a(Nights.STALLED)


def test_a_runner_has_a_ceiling_of_memory_and_the_disk_a_floor(at_work, monkeypatch):
    _, _, dog = at_work
    held = {"memory": MEMORY + 1, "disk": DISK - 1}
    monkeypatch.setattr(watchdog, "resident", lambda _: held["memory"])
    monkeypatch.setattr(watchdog.shutil, "disk_usage", lambda _: SimpleNamespace(free=held["disk"]))
    assert dog.look(7) == Nights.MEMORY(bytes=MEMORY + 1, limit=MEMORY)
    held["memory"] = MEMORY
    assert dog.look(7) == Nights.DISK(free=DISK - 1, limit=DISK)
    held["disk"] = DISK
    assert dog.look(7) is None


@pytest.mark.skipif(watchdog.sys.platform == "win32", reason="Windows limits a service by its job object")
def test_the_memory_of_a_process_is_what_the_system_says():
    assert 1 << 20 < watchdog.resident(os.getpid()) < MEMORY
    assert watchdog.resident(1 << 30) is None


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path)
    yield bench
    bench.close()


@pytest.mark.parametrize("why", ["watchdog", "deadline"])
def test_a_run_is_first_told_and_then_killed_and_left_open(bench, monkeypatch, why):
    text, clock = [], Hours()
    cause = Nights.STALLED(silent_s=901.0, limit_s=900.0)
    deadline = "2999-01-01T00:00:00+00:00" if why == "deadline" else ""
    if why == "watchdog":
        monkeypatch.setattr("labharness.app.benches.lane.Watchdog.look", lambda *_: cause)

    def interrupt(item, *, kill):
        text.append(kill)
        if kill:
            for each in [each for each in bench.world.alive if each.item.id == item.id]:
                each.die()

    monkeypatch.setattr(bench.world, "interrupt", interrupt)
    bench.queue.add([Item(id="n0", bench="a", device="d", order={"plan": "p"}, deadline=deadline)], ACTOR)
    for _ in range(10):
        if "n0" not in bench.world.begun:
            bench.turn()
            bench.world.tick()
    (lane,) = bench.worker._lanes.values()
    lane.clock, lane._looked = clock, 0.0
    bench.turn()  # its folder is seen
    assert not text
    lane.utc = lambda: "3000-01-01T00:00:00+00:00"
    for seconds, expected in ((LOOK_S, [False]), (LOOK_S, [False]), (PATIENCE_S, [False, True])):
        clock.now += seconds + 0.1
        bench.turn()
        assert text == expected
    for _ in range(40):  # a run that stalls is resumed as often as its plan allows
        clock.now += PATIENCE_S + 0.1
        bench.turn()
        for each in [each for each in bench.world.alive if each.steps < 2]:
            each.step()
    item = bench.queue.item("n0")
    assert item.closing is Closing.LEFT_OPEN
    assert item.reason.is_a(Nights.STALLED if why == "watchdog" else Nights.OVERDUE)
    assert RunFolder(bench.world.path("n0")).begun().run == "n0", "what was recorded stays"


@pytest.mark.skipif(runners.sys.platform == "win32", reason="the worker itself keeps Windows awake")
@pytest.mark.parametrize(("program", "booted"), [(True, True), (True, False), (False, True)])
def test_the_computer_does_not_sleep_while_a_run_is_at_work(monkeypatch, program, booted):
    item = Item(id="n0", bench="a", device="d", order={"plan": "p"})
    monkeypatch.setattr(runners.shutil, "which", lambda name: f"/usr/bin/{name}" if program else None)
    monkeypatch.setattr(runners.Path, "is_dir", lambda path: booted and str(path) == "/run/systemd/system")
    words = runners.awake(item)
    assert words[:2] == (["/usr/bin/systemd-inhibit", "--what=sleep:idle"] if program and booted else [])
