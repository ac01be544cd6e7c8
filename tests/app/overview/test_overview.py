"""What needs a person: it appears with its cause, and is gone with it."""

import itertools
import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from labharness.app.overview import overview as subject
from labharness.app.overview.attention import THOROUGH_S, RunWatch
from labharness.app.overview.overview import (
    Desk,
    Desks,
    NightBytes,
    Overviews,
    RegisterState,
    unsigned_reports,
)
from labharness.app.people.signing import NEEDS
from labharness.app.people.staff import Staff
from labharness.app.workspace.register import ISSUED, SIGNED, login_id, open_queue, open_register
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.course import BrokenOffBody, ResumedBody
from labharness.evidence.records.people import AnswerBody, PromptBody, PromptData
from labharness.filings.entries.entry import Person, Role
from labharness.language.catalog import say
from labharness.model.address import Address, Room
from labharness.model.reasons.night import Nights
from labharness.model.reasons.register import Attention, Laboratories
from labharness.model.reasons.wire import Wire
from labharness.nights.items import Closing, Item
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from labharness.reason import quoted
from labharness.reporting.stamps import SignatureRole
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
    asks = (quoted("Load the deck."),)
    return PromptBody(prompt=number, action="deed", asks=asks, data=PromptData(), timeout_s=timeout_s)


def test_a_prompt_needs_a_person_until_it_is_answered(workspace, look):
    overview = look()
    assert (overview.matters, overview.benches, overview.ended, overview.open_runs) == ((),) * 4
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
    assert say(matter.reason).startswith("Run a has lost its device: The connection to usb://1:1 was lost.")
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


def test_items_without_a_run_and_silent_benches_need_a_person(workspace, look):
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


def test_the_command_says_the_same_with_columns_only_for_times_that_are_known(cli, workspace, monkeypatch):
    place = ("--workspace", workspace.path)
    assert "Nothing needs a person." in cli("status", *place)[1]
    monkeypatch.setattr(subject.preflight, "is_synchronized", lambda: False)
    timeless = cli("status", *place)[1]
    assert [each in timeless for each in ("not synchronized", "Since", "Until")] == [True, False, False]
    tiny_start(workspace.path / "runs" / "a").close()
    matters = cli.json("status", *place)[1]["matters"]
    (matter,) = (each for each in matters if each["reason"]["code"] == Attention.RUNNER_GONE.code)
    assert matter["address"] == "labharness:/live/a"
    shown = cli("status", *place)[1]
    assert ("Resume the run" in shown, "Since" in shown) == (True, bool(matter["since"]))


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
    overview = look()
    assert {run.run for run in overview.ended} == {"a", "b"}
    assert (set(overview.expected_s), overview.expected_of) == ({"tiny"}, {"tiny": 2}), (
        "what a duration rests on"
    )


@pytest.fixture
def asked(workspace):
    """Look again and wait for the answer."""
    watch = Desks(workspace, clock=itertools.count(0, 100).__next__)

    def look():
        watch.look()
        watch._thread.join()
        return watch._desk

    return look


def test_rooms_look_at_once_from_several_threads(workspace):
    together = threading.Barrier(12)

    def look(watch):
        together.wait()
        return [watch.look().register for _ in range(20)]

    with ThreadPoolExecutor(12) as rooms:
        for _ in range(20):
            watch = Desks(workspace, clock=itertools.count(0, 100).__next__)
            result = [state for states in rooms.map(look, [watch] * 12) for state in states]
            assert result == [RegisterState.NONE] * 240


def enlist(workspace, name, *roles):
    with open_register(workspace) as register:
        people = [person.id for person in register.people()]
        if not people:
            chief = Person(id="chief", name="C. Chief", roles=(Role.ADMINISTRATOR,))
            register.put("", chief, "chief", "The first.")
        register.put("", Person(id=name, name="E. Engineer", roles=roles), "chief", "New.")


def test_who_sits_here_may_do_what_the_list_lets_them_which_is_kept_while_it_is_away(asked, workspace):
    result = asked()
    assert (result.register, result.may_act) == (RegisterState.NONE, True)
    assert result.refusal((Role.AUTHORIZER,)) is None
    enlist(workspace, "somebody", Role.ENGINEER)
    result = asked()
    assert (bool(result.staff.listed), result.may_act) == (True, False), (
        "an account that is not listed may look"
    )
    assert result.refusal((Role.ENGINEER,)) is not None
    enlist(workspace, login_id(), Role.ENGINEER, Role.REVIEWER)
    result = asked()
    assert result.staff.acting.name == "E. Engineer"
    assert result.refusal((Role.REVIEWER,)) is None
    assert result.refusal((Role.AUTHORIZER,)) is not None
    (workspace.path / "register.db").unlink()
    after = asked()
    assert (after.register, after.staff) == (RegisterState.AWAY, result.staff)
    assert after.away is not None


def test_a_list_whose_people_all_left_lets_nobody_act():
    left = Person(id="a", name="A", roles=(Role.ENGINEER,), active=False)
    result = Desk(Staff("a", "a", (left,)), RegisterState.REACHABLE)
    assert not result.may_act
    assert result.refusal((Role.ENGINEER,)).is_a(Laboratories.ROLE_NEEDED)
    assert not Desk(Staff("a"), register=RegisterState.AWAY).may_act


def test_the_next_signature_of_the_latest_report_is_waited_for(workspace):
    with open_register(workspace) as register:
        for what, body in (
            (ISSUED, {"report": "A-r1", "runs": []}),
            (ISSUED, {"report": "A-r2", "runs": []}),
            (SIGNED, {"report": "A-r2", "role": "tested"}),
        ):
            register.note("a", what, body, "engineer", "Test.")
        (waiting,) = unsigned_reports(register.changes())
        assert (waiting.report, waiting.role) == ("A-r2", "reviewed")
        for role in ("reviewed", "authorized"):
            register.note("a", SIGNED, {"report": "A-r2", "role": role}, "engineer", "Test.")
        assert list(unsigned_reports(register.changes())) == []


def test_the_order_of_signing_is_the_product_s():
    assert list(subject.SIGNS.items()) == [(role.value, NEEDS[role]) for role in SignatureRole]


def test_the_largest_night_counts(workspace):
    now = datetime(2026, 11, 24, 12, tzinfo=UTC)
    for name, size in (("a", 10), ("b", 20), ("c", 5), ("old", 900)):
        folder = workspace.path / "runs" / name
        folder.mkdir()
        (folder / "ledger.jsonl").write_bytes(b"x" * size)
    ended = [
        ("a", "2026-11-24T08:00:00+00:00"),
        ("b", "2026-11-24T06:00:00+00:00"),
        ("c", "2026-11-20T06:00:00+00:00"),
        ("old", "2026-10-20T06:00:00+00:00"),
    ]
    nights = NightBytes(workspace)
    assert nights.largest(ended, now) == 30
    assert nights.largest((), now) == 0


LONG_AGO = (1_600_000_000, 1_600_000_000)


@pytest.fixture
def runs(workspace):
    for number in range(3):
        tiny_run(workspace.path / "runs" / f"run-{number}")
    os.utime(workspace.path / "runs", LONG_AGO)
    return workspace


@pytest.fixture
def watched(runs, monkeypatch):
    """A workspace, the clock of its watch, the watch, and the names of the ledgers that it looks at."""
    clock, names = SimpleNamespace(now=100.0), []
    watch = RunWatch(runs, clock=lambda: clock.now)
    plain = watch._has_ended
    noted = lambda folder, size: names.append(folder.run) or plain(folder, size)  # noqa: E731
    monkeypatch.setattr(watch, "_has_ended", noted)
    return runs, clock, watch, names


def test_ended_runs_are_asked_once_a_minute_and_forgotten_when_they_are_moved(watched):
    space, clock, watch, names = watched
    assert watch.look() == ()
    assert len(watch.ended) == 3
    names.clear()
    for _ in range(100):
        assert watch.look() == ()
    ledger = space.path / "runs" / "run-1" / LEDGER
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:2]))
    os.utime(space.path / "runs", LONG_AGO)
    watch.look()
    assert names == []
    clock.now += THOROUGH_S
    watch.look()
    assert names == ["run-2", "run-1", "run-0"]
    assert {name for name, _ in watch.ended} == {"run-0", "run-2"}, "a ledger that shrank is noticed"
    (space.path / "runs" / "run-0").rename(space.path / "run-0")
    watch.look()
    assert {name for name, _ in watch.ended} == {"run-2"}


def test_a_run_that_begins_is_seen_at_the_next_look(watched):
    space, _, watch, names = watched
    watch.look()
    names.clear()
    folder = space.path / "runs" / "run-3"
    folder.mkdir()
    assert watch.look() == ()
    tiny_run(space.path / "runs" / "run-4")
    ledger = (space.path / "runs" / "run-4" / LEDGER).read_bytes().splitlines(keepends=True)
    (space.path / "runs" / "run-4" / LEDGER).write_bytes(b"".join(ledger[:2]))
    os.utime(space.path / "runs", (1_600_000_100, 1_600_000_100))
    assert [run.folder.run for run in watch.look()] == ["run-4"]
    os.utime(space.path / "runs", (1_600_000_100, 1_600_000_100))
    (folder / LEDGER).write_bytes(b"".join(ledger[:2]))  # the folder was there: the list does not change
    assert [run.folder.run for run in watch.look()] == ["run-4", "run-3"]
    assert not {"run-0", "run-1", "run-2"} & set(names)
