"""The morning of a workspace with a queue."""

import json
import shutil
from datetime import datetime

from labharness.app.benches.queue_access import open_queue
from labharness.app.overview.unfinished_items import not_begun
from labharness.app.shared_store.content import make_store
from labharness.app.shared_store.copying import copy
from labharness.app.workspace import MARKER, Workspace
from labharness.evidence.begun import note_begun
from labharness.model.reasons.attention import Attention
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome
from labharness.nights.items import Bench, Closing, Item, State
from labharness.nights.store.audit import Actor
from labharness.nights.store.benches import Benches
from tests.support.runs import copied_as

ACTOR = Actor("engineer", "x")


def test_the_queue_of_a_workspace_stands_in_its_morning(cli, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    assert json.loads(cli("morning", "--json", "--workspace", space.path)[1])["tasks"] == []
    with open_queue(space) as queue:
        actor = Actor("engineer", "x")
        queue.add([Item(id="n", bench="1", device="d", order={})], actor)
        benches = Benches(queue.database)
        fence = benches.hold("1", "desk", 1, actor)
        benches.take("1", fence, actor, "9999")
        benches.end("1", fence, actor, "n", Closing.NOT_RUN, Nights.CLOCK_UNSYNCHRONIZED(), None)
    (task,) = json.loads(cli("morning", "--json", "--workspace", space.path)[1])["tasks"]
    assert (task["need"], task["run"]) == ("not_run", "n")
    assert "clock of this computer" in cli("morning", "--workspace", space.path)[1]


def queued(space, *ids, bench="1"):
    with open_queue(space) as queue:
        queue.add([Item(id=id_, bench=bench, device="d", order={}) for id_ in ids], ACTOR)


def tasks(cli, space, *more):
    told = json.loads(cli("morning", "--json", "--workspace", space.path, *more)[1])["tasks"]
    return [(task["need"], task["run"]) for task in told]


def ended(space, *ids):
    """Let a bench run items to an end; their folders are the test's concern."""
    queued(space, *ids)
    with open_queue(space) as queue:
        benches = Benches(queue.database)
        fence = benches.hold("1", "desk", 1, ACTOR)
        benches.take("1", fence, ACTOR, "9999")
        for id_ in ids:
            benches.end("1", fence, ACTOR, id_, Closing.RAN, None, Outcome.PASS)


def test_a_run_that_ended_and_whose_folder_is_gone_is_lost(cli, rng_run, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    ended(space, "gone", "elsewhere", "here")
    copied_as(rng_run[1], space.path / "runs" / "here")
    for name in ("gone", "here"):
        note_begun(space.path / "runs" / name)
    assert tasks(cli, space) == [("run_lost", "gone")], "another computer keeps what it ran"
    matters = json.loads(cli("status", "--json", "--workspace", space.path)[1])["matters"]
    lost = [
        one["reason"]["parameters"] for one in matters if one["reason"]["code"] == Attention.RUN_LOST.code
    ]
    assert lost == [{"item": "gone"}]


def test_a_run_that_arrived_in_the_store_may_be_removed(cli, rng_run, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    marker = space.path / MARKER
    marker.write_text(f'store = "{tmp_path / "store"}"\n{marker.read_text("utf-8")}', encoding="utf-8")
    make_store(space)
    ended(space, "here")
    copied_as(rng_run[1], space.path / "runs" / "here")
    note_begun(space.path / "runs" / "here")
    assert [done.reasons for done in copy(space)] == [()]
    shutil.rmtree(space.path / "runs" / "here")
    assert tasks(cli, space) == []


def test_what_is_due_and_nobody_begins_is_a_task(cli, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
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
    assert tasks(cli, space, "--night", "2026-01-01T00:00Z..2026-01-02T00:00Z") == [], "it was added later"


def test_a_bench_that_fell_silent_is_named(tmp_path):
    item = Item(
        id="one", bench="2", device="d", order={}, state=State.TAKEN, added="2026-11-23T10:00:00+00:00"
    )
    bench = Bench(name="2", heard="2026-11-23T12:00:00+00:00")
    now = datetime.fromisoformat("2026-11-23T12:30:00+00:00")
    space = Workspace.init(tmp_path / "workspace")
    ((run, why),) = not_begun(space, [item], {"2": bench}, now)
    assert (run, why) == ("one", Nights.BENCH_SILENT(bench="2", heard=bench.heard))
    note_begun(space.path / "runs" / "one")
    assert not list(not_begun(space, [item], {"2": bench}, now)), "its run says where it stands"


def test_the_morning_says_that_a_device_was_simulated(cli, rng_run, tmp_path):
    space = Workspace.init(tmp_path / "workspace")
    shutil.copytree(rng_run[1].path, space.path / "runs" / "small")
    assert "SIMULATED DEVICE: 1 of 1 run" in cli("morning", "--workspace", space.path)[1]
    told = json.loads(cli("morning", "--json", "--workspace", space.path)[1])
    assert told["warnings"] == ["SIMULATED DEVICE: 1 of 1 run"]
