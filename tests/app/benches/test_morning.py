"""The morning of a workspace with a queue."""

import shutil
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest

from labharness.acts import store
from labharness.acts.declaring import Seat
from labharness.app.reports.morning_report import gather_night
from labharness.app.shared_store.copying import copy
from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import MARKER
from labharness.evidence.line_index import note_begun
from labharness.evidence.lock import LEDGER
from labharness.model.reasons.night import Nights
from labharness.model.reasons.register import Attention
from labharness.model.results import Outcome
from labharness.nights.items import Closing, Item, Schedule, State
from labharness.nights.store import queue as audit
from labharness.nights.store.benches import Benches
from labharness.nights.store.past import Schedules
from labharness.nights.store.queue import Actor
from tests.support.runs import copied_as

ACTOR = Actor("engineer", "x")


def queued(space, *ids, bench="1"):
    with open_queue(space) as queue:
        queue.add([Item(id=id_, bench=bench, device="d", order={}) for id_ in ids], ACTOR)


def tasks(cli, space, *more):
    text = cli.json("morning", "--workspace", space.path, *more)[1]["tasks"]
    return [(task["need"], task["run"]) for task in text]


def matters(cli, space, code):
    """Return the parameters of what needs a person for a reason."""
    text = cli.json("status", "--workspace", space.path)[1]["matters"]
    return [each["reason"]["parameters"] for each in text if each["reason"]["code"] == code.code]


def keep_in_store(space):
    marker, place = space.path / MARKER, space.path.parent / "store"
    marker.write_text(f'store = "{place}"\n{marker.read_text("utf-8")}', encoding="utf-8")
    store.init(Seat(space))


def ended(space, *ids, closing=Closing.RAN, reason=None, outcome=Outcome.PASS):
    """Let a bench bring items to an end; their folders are the test's concern."""
    queued(space, *ids)
    with open_queue(space) as queue:
        benches = Benches(queue.database)
        fence = benches.hold("1", "desk", 1, ACTOR)
        benches.take("1", fence, ACTOR, "9999")
        for id_ in ids:
            benches.end("1", fence, ACTOR, id_, closing, reason, outcome)


def test_the_queue_of_a_workspace_stands_in_its_morning(cli, space):
    assert tasks(cli, space) == []
    ended(space, "n", closing=Closing.NOT_RUN, reason=Nights.CLOCK_UNSYNCHRONIZED(), outcome=None)
    assert tasks(cli, space) == [("not_run", "n")]
    assert "clock of this computer" in cli("morning", "--workspace", space.path)[1]


def test_a_run_that_ended_and_whose_folder_is_gone_is_lost(cli, rng_run, space):
    ended(space, "gone", "elsewhere", "here")
    copied_as(rng_run[1], space.path / "runs" / "here")
    for name in ("gone", "here"):
        note_begun(space.path / "runs" / name)
    assert tasks(cli, space) == [("run_lost", "gone")], "another computer keeps what it ran"
    assert matters(cli, space, Attention.RUN_LOST) == [{"item": "gone"}]


BEFORE = ("--night", "2026-01-01T00:00Z..2026-01-02T00:00Z")
"""A night in which nothing was there yet."""


def test_a_run_waits_for_its_copy_after_it_ended_and_may_be_removed_once_it_arrived(cli, rng_run, space):
    keep_in_store(space)
    ended(space, "here")
    copied_as(rng_run[1], space.path / "runs" / "here")
    note_begun(space.path / "runs" / "here")
    assert tasks(cli, space) == [("uncopied", "here")]
    assert tasks(cli, space, *BEFORE) == []
    assert [done.reasons for done in copy(space)] == [()]
    shutil.rmtree(space.path / "runs" / "here")
    assert tasks(cli, space) == []


def test_what_is_due_and_nobody_begins_is_a_task(cli, space):
    queued(space, "one", bench="2")
    assert tasks(cli, space) == [("not_begun", "one")]
    assert "labharness worker --bench 2" in cli("morning", "--workspace", space.path)[1]
    with open_queue(space) as queue:
        benches = Benches(queue.database)
        benches.hold("2", "desk", 1, ACTOR)
        assert tasks(cli, space) == [], "its worker will begin it"
        benches.pause("2", ACTOR, paused=True)
    assert tasks(cli, space) == [("not_begun", "one")]
    assert "labharness queue resume 2" in cli("morning", "--workspace", space.path)[1]
    assert tasks(cli, space, *BEFORE) == [], "it was added later"


@pytest.fixture
def clock(monkeypatch):
    """The clock of the queue: a report may be built days after what it is about."""
    clock = SimpleNamespace(at=datetime.fromisoformat("2026-11-23T12:00:00+00:00"))
    clock.now = lambda zone: datetime.astimezone(clock.at, zone)
    clock.later = lambda **span: setattr(clock, "at", clock.at + timedelta(**span))
    monkeypatch.setattr(audit, "datetime", clock)
    return clock


@pytest.fixture
def benches(space):
    with open_queue(space) as queue:
        yield Benches(queue.database)


def night(space, clock):
    """Return what had not begun in the night that ends now, asked later by each call."""
    end = clock.at
    return lambda: gather_night(space, end - timedelta(hours=16), end).idle


WORKER = Actor("worker of 2", "x")


def test_a_bench_that_fell_silent_is_named(space, clock, benches):
    queued(space, "one", bench="2")
    benches.hold("2", "desk", 1, WORKER)
    heard = audit.now_utc()
    clock.later(minutes=30)
    idle = night(space, clock)
    assert idle() == (("one", Nights.BENCH_SILENT(bench="2", heard=heard)),)
    note_begun(space.path / "runs" / "one")
    assert idle() == (), "its run says where it stands"


def test_a_worker_that_was_off_is_named_a_day_later(space, clock, benches):
    """A bench of today works; that of the night did not."""
    queued(space, "one", bench="2")
    benches.hold("2", "desk", 1, WORKER)
    last = audit.now_utc()
    clock.later(hours=10)
    idle = night(space, clock)
    clock.later(hours=2)
    again, fence = audit.now_utc(), benches.hold("2", "desk", 2, WORKER)
    benches.take("2", fence, WORKER, "9999")
    clock.later(days=1)
    benches.end("2", fence, WORKER, "one", Closing.NOT_RUN, Nights.WINDOW_OVER(until=again), None)
    assert idle() == (("one", Nights.WORKER_WAS_OFF(bench="2", since=last, until=again)),)


def test_a_bench_without_a_worker_is_named_a_day_later(space, clock, benches):
    queued(space, "one", bench="2")
    clock.later(hours=1)
    idle, end = night(space, clock), audit.now_utc()
    assert idle() == (("one", Nights.NO_WORKER(bench="2")),)
    clock.later(days=1)
    fence = benches.hold("2", "desk", 1, WORKER)
    benches.take("2", fence, WORKER, "9999")
    assert idle() == (("one", Nights.HAD_NO_WORKER(bench="2", until=end)),)


@pytest.mark.parametrize("paused", [True, False])
def test_a_bench_that_was_paused_is_named_a_day_later_and_a_pause_of_today_is_not(
    space, clock, benches, paused
):
    queued(space, "one", bench="2")
    fence = benches.hold("2", "desk", 1, WORKER)
    benches.pause("2", ACTOR, paused=paused)
    clock.later(minutes=2)
    idle, end = night(space, clock), audit.now_utc()
    clock.later(days=1)
    benches.beat("2", fence)
    benches.pause("2", ACTOR, paused=not paused)
    assert idle() == ((("one", Nights.WAS_PAUSED(bench="2", until=end)),) if paused else ())


def test_an_item_that_was_canceled_or_moved_since_stood_in_the_night(space, clock, benches):
    queued(space, "one", "two", bench="2")
    clock.later(minutes=2)
    idle = night(space, clock)
    clock.later(days=1)
    with open_queue(space) as queue:
        queue.move("one", ACTOR, bench="3")
        queue.cancel("two", ACTOR)
        queue.add([Item(id="three", bench="2", device="d", order={})], ACTOR)
    assert idle() == tuple((name, Nights.NO_WORKER(bench="2")) for name in ("one", "two"))


def test_an_item_that_ended_since_was_open_in_the_night(space, clock, benches):
    queued(space, "one", bench="2")
    fence = benches.hold("2", "desk", 1, WORKER)
    benches.take("2", fence, WORKER, "9999")
    clock.later(hours=1)
    end = clock.at
    clock.later(days=1)
    benches.end("2", fence, WORKER, "one", Closing.NOT_RUN, Nights.CLOCK_UNSYNCHRONIZED(), None)
    (item,) = gather_night(space, end - timedelta(hours=16), end).planned
    assert (item.state, item.closing, item.over) == (State.TAKEN, None, "")
    (item,) = gather_night(space, end, clock.at).planned
    assert item.closing is Closing.NOT_RUN


@pytest.mark.parametrize("active", [True, False])
def test_a_schedule_is_judged_by_what_it_was_in_the_night(space, clock, active):
    clock.at = clock.at.replace(year=2026, month=11, day=22)
    with open_queue(space) as queue:
        schedules = Schedules(queue.database)
        item = {"bench": "2", "device": "d", "order": {}}
        schedules.add(Schedule(id="s", cron="0 18 * * *", zone="UTC", window_h=1, item=item), ACTOR)
        schedules.set_active("s", ACTOR, active=active)
        clock.later(days=1)
        end = clock.at
        clock.later(days=1)
        schedules.set_active("s", ACTOR, active=not active)
    missed = gather_night(space, end - timedelta(hours=23), end).missed
    assert missed == ((("s@20261122T1800", "2026-11-22T18:00:00+00:00"),) if active else ())


def test_a_run_that_ended_here_is_not_left_open_though_its_bench_was_taken_over(cli, rng_run, space):
    """The runner went on; its item had ended with the take-over."""
    queued(space, "here", "open")
    with open_queue(space) as queue:
        benches = Benches(queue.database)
        benches.take("1", benches.hold("1", "desk-1", 1, ACTOR), ACTOR, "9999")
        benches.hold("1", "desk-2", 1, ACTOR, take=True)
    copied_as(rng_run[1], space.path / "runs" / "here")
    assert ("taken_over", "open") in tasks(cli, space, "--night", "2026-01-01T00:00Z..")
    assert ("taken_over", "here") not in tasks(cli, space, "--night", "2026-01-01T00:00Z..")
    assert matters(cli, space, Attention.LEFT_OPEN) == [{"item": "open"}]


def test_the_morning_says_that_a_device_was_simulated_and_a_run_that_cannot_be_read_hides_no_other(
    cli, rng_run, space
):
    """It has no date, which ended the command with an unexpected error."""
    shutil.copytree(rng_run[1].path, space.path / "runs" / "small")
    assert "SIMULATED DEVICE: 1 of 1 run" in cli("morning", "--workspace", space.path)[1]
    damaged = shutil.copytree(rng_run[1].path, space.path / "runs" / "damaged") / LEDGER
    damaged.chmod(0o644)
    content = damaged.read_bytes()
    damaged.write_bytes(content[:200].replace(b'"seq":0', b'"seq":7') + content[200:])
    code, text = cli.json("morning", "--workspace", space.path)
    warnings = ["EVIDENCE DOES NOT VERIFY: 1 of 2 runs", "SIMULATED DEVICE: 1 of 2 runs"]
    assert (code, text["warnings"]) == (0, warnings)
    assert "small" in [run["run"] for run in text["runs"]]
