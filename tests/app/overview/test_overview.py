"""What needs a person: it appears with its cause, and is gone with it."""

import json
import shutil
from datetime import UTC, datetime, timedelta

import pytest

from labharness.app.overview import overview as subject
from labharness.app.overview.overview import Overviews
from labharness.app.workspace.register import open_queue
from labharness.evidence.records.course import BrokenOffBody, ResumedBody
from labharness.evidence.records.people import AnswerBody, PromptBody, PromptData
from labharness.language.catalog import say
from labharness.model.address import Address, Room
from labharness.model.reasons.night import Nights
from labharness.model.reasons.register import Attention
from labharness.model.reasons.wire import Wire
from labharness.nights.items import Closing, Item
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from labharness.reason import quoted
from tests.support.runs import tiny_run, tiny_start

ACTOR = Actor("engineer", "x")


@pytest.fixture(autouse=True)
def synchronized(monkeypatch):
    monkeypatch.setattr(subject.preflight, "is_synchronized", lambda: True)


@pytest.fixture
def look(workspace):
    overviews = Overviews(workspace)
    return overviews.look


def codes(overview):
    return [matter.code for matter in overview.matters]


def prompt(number, timeout_s=60.0):
    return PromptBody(
        prompt=number, action="deed", asks=(quoted("Load the deck."),), data=PromptData(), timeout_s=timeout_s
    )


def test_nothing_needs_a_person_in_an_empty_workspace(look):
    overview = look()
    assert overview.matters == ()
    assert (overview.benches, overview.ended, overview.open_runs) == ((), (), ())


def test_a_prompt_needs_a_person_until_it_is_answered(workspace, look):
    writer = tiny_start(workspace.path / "runs" / "a")
    assert codes(look()) == []
    writer.append(prompt(0, timeout_s=600))
    writer.append(prompt(1, timeout_s=60))
    writer.barrier()
    matters = look().matters
    assert [matter.reason.code for matter in matters] == [Attention.ANSWER.code] * 2
    first, second = matters
    assert first.until < second.until  # the nearest deadline first
    assert datetime.fromisoformat(first.until) - datetime.fromisoformat(first.since) == timedelta(seconds=60)
    assert first.address == Address(Room.LIVE, ("a",))
    writer.append(AnswerBody(prompt=0, who="x", answer="done"))
    writer.append(AnswerBody(prompt=1, who="x", answer="done"))
    writer.barrier()
    assert codes(look()) == []
    writer.close()
    assert codes(look()) == [Attention.RUNNER_GONE.code]


def test_a_run_whose_device_is_lost_needs_a_person_until_it_goes_on(workspace, look):
    """It was listed as running, and nothing was said while the runner waited for the device."""
    writer = tiny_start(workspace.path / "runs" / "a")
    writer.append(BrokenOffBody(reasons=(Wire.LOST(link="usb://1:1"),)))
    writer.barrier()
    (matter,) = look().matters
    assert matter.reason.code == Attention.DEVICE_LOST.code
    assert say(matter.reason) == (
        "Run a has lost its device: The connection to usb://1:1 was lost. Check its cable and power. "
        "The run goes on when it is back."
    )
    writer.append(ResumedBody(after_seq=1, gap_s=3.0, orphan_frames={}, planned=False))
    writer.barrier()
    assert codes(look()) == []
    writer.close()


def test_the_entry_of_two_people_and_the_reading_that_it_answers_are_one_matter(workspace, look):
    """Home counted both and listed one."""
    writer = tiny_start(workspace.path / "runs" / "a")
    for number, action in enumerate(("read_known_deck", "enter_order")):
        writer.append(prompt(number).model_copy(update={"action": action}))
    writer.barrier()
    (matter,) = look().matters
    assert matter.reason.code == Attention.ANSWER.code
    writer.append(AnswerBody(prompt=1, who="x", answer="AS"))
    writer.barrier()
    assert codes(look()) == [Attention.ANSWER.code], "between two entries the reading still waits"
    writer.close()


def test_a_run_that_ends_leaves_the_matters_and_joins_what_ended(workspace, look):
    tiny_start(workspace.path / "runs" / "a").close()
    assert codes(look()) == [Attention.RUNNER_GONE.code]
    tiny_run(workspace.path / "runs" / "b")
    overview = look()
    assert [run.folder.run for run in overview.open_runs] == ["a"]
    assert [run.run for run in overview.ended] == ["b"]


def test_a_damaged_record_is_said_and_hides_no_other(workspace, look):
    for name in ("a", "b"):
        tiny_start(workspace.path / "runs" / name).close()
    ledger = workspace.path / "runs" / "a" / "ledger.jsonl"
    ledger.write_bytes(ledger.read_bytes().replace(b"adapter", b"bdapter", 1))
    assert sorted(codes(look())) == sorted([Attention.UNREADABLE.code, Attention.RUNNER_GONE.code])


def test_items_without_a_run_and_silent_benches_need_a_person(workspace, look, monkeypatch):
    with open_queue(workspace) as queue:
        items = [Item(id=name, bench="1", device="d", order={}) for name in ("m", "n", "o")]
        queue.add(items, ACTOR)
        benches = Benches(queue.database)
        fence = benches.hold("1", "desk", 1, ACTOR)
        benches.take("1", fence, ACTOR, "9999", ahead=2)
        benches.end("1", fence, ACTOR, "m", Closing.NOT_RUN, Nights.CLOCK_UNSYNCHRONIZED(), None)
        benches.end("1", fence, ACTOR, "n", Closing.LOST, Nights.VANISHED(run="n"), None)
    overview = look()
    assert sorted(codes(overview)) == sorted([Attention.NOT_RUN.code, Attention.RUN_LOST.code])
    (bench,) = overview.benches
    assert [item.id for item in bench.waiting] == ["o"]
    assert not bench.silent
    later = Overviews(workspace).look(datetime.now(UTC) + timedelta(minutes=4))
    assert Attention.BENCH_SILENT.code in codes(later)
    assert later.benches[0].silent


def test_a_queue_that_cannot_be_read_is_a_matter_and_the_rest_is_shown(workspace, look):
    with open_queue(workspace):
        pass
    tiny_start(workspace.path / "runs" / "a").close()
    (workspace.path / "queue.db").write_bytes(b"no database at all" * 100)
    overview = look()
    assert sorted(codes(overview)) == sorted([Attention.QUEUE_AWAY.code, Attention.RUNNER_GONE.code])
    assert overview.queue_away is not None


def test_a_clock_that_is_not_synchronized_and_a_full_disk_are_matters(look, monkeypatch):
    monkeypatch.setattr(subject.preflight, "is_synchronized", lambda: False)
    monkeypatch.setattr(subject, "LEAST_FREE", 1 << 62)
    assert sorted(codes(look())) == sorted([Attention.CLOCK.code, Attention.DISK.code])


def test_the_command_says_the_same(cli, workspace):
    assert "Nothing needs a person." in cli("status", "--workspace", workspace.path)[1]
    tiny_start(workspace.path / "runs" / "a").close()
    result = json.loads(cli("status", "--json", "--workspace", workspace.path)[1])
    (matter,) = result["matters"]
    assert matter["reason"]["code"] == Attention.RUNNER_GONE.code
    assert matter["address"] == "labharness:/live/a"
    assert "Resume the run" in cli("status", "--workspace", workspace.path)[1]


def test_the_command_has_columns_only_for_times_that_are_known(cli, workspace, monkeypatch):
    monkeypatch.setattr(subject.preflight, "is_synchronized", lambda: False)
    timeless = cli("status", "--workspace", workspace.path)[1]
    assert "not synchronized" in timeless
    assert "Since" not in timeless
    assert "Until" not in timeless
    tiny_start(workspace.path / "runs" / "a").close()
    (matter,) = (
        each
        for each in json.loads(cli("status", "--json", "--workspace", workspace.path)[1])["matters"]
        if each["reason"]["code"] == Attention.RUNNER_GONE.code
    )
    assert ("Since" in cli("status", "--workspace", workspace.path)[1]) == bool(matter["since"])


def test_the_index_is_read_again_only_when_a_run_has_ended(workspace, look, monkeypatch):
    read = []
    for name in ("latest", "listed"):
        real = getattr(subject, name)
        monkeypatch.setattr(subject, name, lambda *a, real=real, **n: read.append(1) or real(*a, **n))
    tiny_run(workspace.path / "runs" / "a")
    first = look()
    assert look().ended == first.ended
    assert len(read) == 1
    tiny_run(workspace.path / "runs" / "b")
    assert {run.run for run in look().ended} == {"a", "b"}
    shutil.rmtree(workspace.path / "runs" / "a")
    assert [run.run for run in look().ended] == ["b"]
    assert len(read) == 3


def test_a_first_look_waits_for_no_thousand_runs_and_the_next_one_has_them_all(workspace, look, monkeypatch):
    for name in ("a", "b"):
        tiny_run(workspace.path / "runs" / name)
    monkeypatch.setattr(subject, "SOON_S", -1.0)
    assert look().ended == ()
    assert {run.run for run in look().ended} == {"a", "b"}


def test_what_a_duration_rests_on_is_counted(workspace, look):
    for name in ("a", "b"):
        tiny_run(workspace.path / "runs" / name)
    overview = look()
    assert overview.expected_s.keys() == {"tiny"}
    assert overview.expected_of == {"tiny": 2}
