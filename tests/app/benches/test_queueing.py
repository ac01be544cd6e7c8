"""What people do with a queue, through the services and the command line."""

import json
import shutil
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from labharness.acts import queue as acts
from labharness.acts.declaring import Seat
from labharness.acts.queue import duplicate, give_back
from labharness.app.benches import queueing
from labharness.app.benches.service import service_file
from labharness.app.benches.watching import board_of, explain_taking_over, work, worker_command
from labharness.app.devices import preflight as clock
from labharness.app.devices.preflight import RunOrder
from labharness.app.people.conducting import may_start
from labharness.app.runs.run_index import listed
from labharness.app.shared_store.backup import accept_loss
from labharness.app.workspace.register import Kept, open_queue
from labharness.app.workspace.workspace import MARKER
from labharness.errors import InputError, RegisterError
from labharness.evidence.lock import LEDGER
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome, Qualifier, standing_of
from labharness.nights.acts import TakingOverExplained
from labharness.nights.items import Closing, Item, State
from labharness.nights.journal import Journal, JournalEntry, Step, bench_folder
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from tests.support.queued import queued
from tests.support.runs import tiny_run
from tests.support.window.specimen import Specimen
from tests.support.window.specimen_night import queue_a_night

RNG = "pai-gow-poker-645a-starting-position"
URL = "tcp://127.0.0.1:9"


def test_repeated_runs_come_one_after_the_other_in_the_lane_of_their_device(space):
    result = queued(space, RunOrder(RNG, URL, name="n"), repeat=3)
    assert [(item.id, item.after) for item in result] == [("n-1", ""), ("n-2", "n-1"), ("n-3", "n-2")]
    assert queueing.order_of(result[1]) == RunOrder(RNG, URL, name="n-2")
    (other,) = queued(space, RunOrder(RNG, "tcp://localhost:09", name="two"))
    assert {item.device for item in result} == {other.device}, "two spellings of its URL"


def test_what_can_be_refused_is_refused_before_the_night(space, refusal):
    assert refusal(queued, space, RunOrder("no-such-plan", URL))
    assert refusal(queued, space, RunOrder(RNG, "nonsense"))
    assert refusal(queued, space, RunOrder(RNG, URL, name="../x"))
    by_hand = RunOrder("blackjack-633a-batch-shuffler-by-hand", "operator://", "operator://")
    assert refusal(queued, space, by_hand).is_a(Nights.PERSON_NEEDED)
    with open_queue(space) as queue:
        assert queue.items() == ()


ROUNDS = "blackjack-633a-continuous-shuffler-rounds"


@pytest.mark.parametrize("simulated", ["", "a simulator"])
def test_a_plan_that_stops_for_a_known_deck_is_not_queued_unattended(space, simulated, refusal):
    """It was queued, and stopped an hour later at "Arrange known deck 1 of 5"."""
    order = RunOrder(
        ROUNDS, URL, "tcp://127.0.0.1:10", reader_adapter="deck_order_files", simulated=simulated
    )
    order = replace(order, reader=f"watch://{space.path}")
    refused = refusal(queued, space, order)
    assert refused.is_a(Nights.PERSON_NEEDED)
    assert {"reader-before", "rounds", "reader-after"} <= set(dict(refused.parameters)["stages"])
    assert queued(space, order, attended=True)


def test_the_queue_refuses_at_once_what_the_worker_would_refuse(space, monkeypatch, refusal):
    monkeypatch.setattr(clock, "is_synchronized", lambda: False)
    order = RunOrder(RNG, URL, name="n")
    assert refusal(queued, space, order) == Nights.CLOCK_UNSYNCHRONIZED()
    assert refusal(queued, space, order, every="weeknights at 18:00") == Nights.CLOCK_UNSYNCHRONIZED()
    with open_queue(space) as queue:
        assert queue.items() == ()
        Benches(queue.database).hold("b", "another-computer", 1, Actor("w", ""))
    assert queued(space, order, "b"), "the clock of that bench is its worker's matter"
    monkeypatch.setattr(clock, "is_synchronized", lambda: True)
    with pytest.raises(RegisterError):
        queued(space, replace(order, name="s", submission="no-such"))


def test_a_run_that_exists_or_has_a_name_that_no_database_holds_is_not_ordered(space, refusal):
    (space.path / "runs" / "n").mkdir()
    (space.path / "runs" / "n" / "ledger.jsonl").touch()
    assert refusal(queued, space, RunOrder(RNG, URL, name="n")) == Nights.RUN_THERE(item="n")
    assert refusal(queued, space, RunOrder(RNG, URL, name="n" * 101)) == Nights.NAME_LONG(longest=100)


def test_nothing_is_queued_at_a_bench_that_no_worker_can_hold(space, refusal):
    order = RunOrder(RNG, URL, name="n")
    queued(space, order)
    for bench in ("", "b/../x", "-b", "..", "b\n", "b" * 81):
        assert refusal(queued, space, order, bench) == Nights.BENCH_INVALID(name=bench[:80])
        assert refusal(acts.move, Seat(space), "n", bench=bench).is_a(Nights.BENCH_INVALID)
        assert refusal(work, space, bench).is_a(Nights.BENCH_INVALID)


def test_moments_are_those_of_pennsylvania_as_they_are_shown(refusal):
    """On a computer in UTC, a run that was queued for 18:00 began at one in the afternoon."""
    now = datetime.fromisoformat("2026-11-23T17:00Z")
    for text, expected in (
        ("18:00", "2026-11-23T23:00Z"),
        ("07:00", "2026-11-24T12:00Z"),
        ("2026-12-01T05:00", "2026-12-01T10:00Z"),
        ("2026-12-01T05:00+01:00", "2026-12-01T04:00Z"),
    ):
        assert queueing.read_moment(text, now) == datetime.fromisoformat(expected)
    assert refusal(queueing.read_moment, "tonight")


def test_the_preflight_of_a_night(space, monkeypatch):
    (item,) = queued(space, RunOrder(RNG, URL, name="n"))
    now = datetime.now().astimezone()
    monkeypatch.setattr(clock, "is_synchronized", lambda: False)
    assert queueing.night_refusal(space, item, now) == Nights.CLOCK_UNSYNCHRONIZED()
    marker = space.path / MARKER
    marker.write_text("clock_by_hand = true\n" + marker.read_text(encoding="utf-8"), encoding="utf-8")
    assert queueing.night_refusal(space, item, now) is None
    row = {"run": "earlier", "plan": RNG, "ending": "COMPLETE", "gaps": 0}
    row |= {"started": "2026-11-20T18:00:00+00:00", "updated": "2026-11-20T22:00:00+00:00"}
    monkeypatch.setattr(queueing, "listed", lambda _: [row])
    in_an_hour = (now + timedelta(hours=1)).isoformat()
    late = replace(item, deadline=in_an_hour)
    reason = queueing.night_refusal(space, late, now)
    assert reason.is_a(Nights.TOO_LONG)
    tiny_run(space.path / "runs" / "earlier")
    monkeypatch.setattr(queueing, "bytes_of", lambda _: 1 << 62)
    assert queueing.night_refusal(space, item, now).is_a(Nights.SPACE)


def test_commands(cli, workspace):
    place = ("--workspace", workspace.path)
    code, out, _ = cli("queue", "add", RNG, "--bench", "a", "--device", URL, "--run", "n", "--json", *place)
    assert (code, json.loads(out)[0]["id"]) == (0, "n")
    assert cli("queue", "add", RNG, "--bench", "a", "--device", URL, "--run", "n", *place)[0] == 3
    every = ("--every", "weeknights at 18:00")
    assert cli("queue", "add", RNG, "--bench", "a", "--device", URL, "--run", "s", *every, *place)[0] == 0
    assert every[1] in cli("queue", "schedules", *place)[1]
    assert cli.json("queue", "stop-schedule", "s", *place)[1][0]["active"] is False
    assert cli("queue", "move", "n", "--priority", "3", *place)[0] == 0
    assert cli.json("queue", "list", *place)[1][0]["priority"] == 3
    assert cli("queue", "cancel", "n", *place)[0] == 0
    assert "Withdrawn" in cli("queue", "list", "--ended", *place)[1]
    assert cli("queue", "list", *place)[1].startswith("The queue is empty.")
    acts = [act["what"] for act in cli.json("queue", "history", *place)[1]]
    assert acts == ["add", "schedule", "deactivate", "move", "cancel"]
    assert cli("queue", "pause", "a", *place)[0] == 0, "something was queued for it"
    assert cli("queue", "pause", "b", *place)[0] == 3
    assert cli("worker", *place)[0] == 3


@pytest.mark.parametrize("bench", ["a", "bench 1", 'quote " and % and $x'])
def test_the_service_leaves_runs_alone(space, bench, cli, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    file = service_file(space, bench, "linux")
    assert "KillMode=process" in file.content
    assert file.content.count("\nExecStart=") == 1
    task = service_file(space, bench, "win32")
    assert "<MultipleInstancesPolicy>IgnoreNew" in task.content
    with pytest.raises(InputError):
        service_file(space, bench, "plan9")
    code, out, _ = cli("worker", "install", "--bench", bench, "--workspace", space.path)
    assert (code, file.path.read_text() == file.content, "systemctl --user" in out) == (0, True, True)


@pytest.mark.parametrize("url", ["lab:hunter2@127.0.0.1:9/db", "lab@127.0.0.1:9/db?password=hunter2"])
def test_a_password_in_the_url_of_a_queue_is_refused_and_never_printed(space, cli, url):
    settings = space.path / "labharness-workspace.toml"
    settings.write_text(f'{settings.read_text("utf-8")}\nqueue = "postgresql+psycopg://{url}"\n', "utf-8")
    for words in ("queue list", "queue cancel n", "worker --bench a", "morning", "status"):
        code, *printed = cli(*words.split(), "--workspace", space.path)
        assert code == 3 or words == "status"
        assert "hunter2" not in "".join(map(str, printed))


def test_a_queue_that_is_gone_is_not_begun_anew_silently(space, refusal):
    queued(space, RunOrder(RNG, URL, name="n"))
    for file in space.path.glob("queue.db*"):
        file.unlink()
    assert refusal(open_queue, space).is_a(Nights.QUEUE_LOST)
    accept_loss(space, Kept.QUEUE, "The disk broke.")
    with open_queue(space) as queue:
        assert queue.items() == ()


GIVEN = {"plan": RNG, "device": "usbip://127.0.0.1:9/1-1"}


def ordered(name, **order):
    return replace(queueing.item_of(RunOrder(**GIVEN, name=name), "a"), order={**GIVEN, **order})


def test_an_order_is_read_whole_or_not_at_all_and_nobody_starts_a_run_in_its_name(space, refusal):
    for values, fields in (
        ({**GIVEN, "warm_up_s": 60}, ("warm_up_s",)),
        ({**GIVEN, "reader": ["a", "b"]}, ("reader",)),
        ({"plan": "p"}, ("device",)),
    ):
        reason = refusal(RunOrder.load, {**values, "name": "n"})
        assert reason == Nights.ORDER_UNREADABLE(item="n", fields=fields)
    assert queueing.order_of(ordered("n")) == RunOrder(**GIVEN, name="n"), "an older version names fewer"
    journal = Journal(bench_folder(space.path, "a") / "journal")
    journal.put(JournalEntry(ordered("newer", warm_up_s=60), step=Step.BEGUN, spawned=1))
    assert refusal(may_start, space, RunOrder(**GIVEN, name="newer"), None, "a").is_a(Nights.ORDER_UNREADABLE)


def test_a_worker_ends_what_it_cannot_read_as_not_run_and_goes_on(space, cli):
    with open_queue(space) as queue:
        queue.add([ordered("newer", warm_up_s=60), ordered("next", warm_up_s=0)], Actor("engineer-a", "uid"))
    work(space, "a", until_empty=True)
    with open_queue(space) as queue:
        items = [queue.item(name) for name in ("newer", "next")]
    assert [each.closing for each in items] == [Closing.NOT_RUN] * 2
    why = Nights.ORDER_UNREADABLE(item="newer", fields=("warm_up_s",))
    assert items[0].reason == Nights.REFUSED(why=(why,))
    _, shown, _ = cli("queue", "list", "--ended", "--workspace", space.path)
    assert "another version of labharness: this one cannot read warm_up_s." in " ".join(shown.split())


@pytest.fixture
def night(workspace):
    queue_a_night(workspace)
    return workspace


def explained(night, bench, why):
    with open_queue(night) as queue:
        return explain_taking_over(queue, Actor("chief", "c"), bench, why)


def of(night, state):
    with open_queue(night) as queue:
        return [item for item in queue.items("bench-1") if item.state is state]


def test_a_new_attempt_has_the_order_and_none_of_the_moments(night):
    first = next(item for item in of(night, State.WAITING) if item.until)
    again, more = duplicate(Seat(night), first.id), duplicate(Seat(night), first.id)
    assert (again.id, more.id) == (f"{first.id}-again", f"{first.id}-again-2")
    assert duplicate(Seat(night), again.id).id == f"{first.id}-again-3"
    assert {**again.order, "name": None} == {**first.order, "name": None}
    assert (again.device, again.until, again.after, again.state) == (first.device, "", "", State.WAITING)
    assert again.order["name"] == again.id, "its run is named like the item"


def test_a_bench_is_asked_for_what_it_has_taken_and_not_for_what_waits_or_was_begun(night, refusal):
    (taken,), waiting = of(night, State.TAKEN), of(night, State.WAITING)
    assert refusal(give_back, Seat(night), waiting[0].id)
    folder = night.path / "runs" / taken.id
    folder.mkdir(parents=True)
    (folder / LEDGER).touch()
    assert refusal(give_back, Seat(night), taken.id)
    shutil.rmtree(folder)
    assert give_back(Seat(night), taken.id).id == taken.id
    with open_queue(night) as queue:
        assert Benches(queue.database).asked_back("bench-1") == {taken.id}
    assert of(night, State.TAKEN) == [taken], "its worker answers"
    assert of(night, State.WAITING) == waiting


def test_a_bench_is_taken_over_with_a_reason_on_record(night, refusal):
    assert refusal(explained, night, "bench-1", " ")
    assert refusal(explained, night, "no-such", "broken")
    assert explained(night, "bench-1", "desk-1 lost its power supply") == 1
    with open_queue(night) as queue:
        act = queue.acts("bench-1")[-1]
    assert act.body == TakingOverExplained(why="desk-1 lost its power supply")
    assert worker_command(night, "bench-1", take=True)[-1] == "--take"


def test_an_ended_item_stands_as_the_record_of_its_run_whatever_the_address_of_the_device(space):
    def standings():
        return {row.item.id: row.standing for row in board_of(space, "b").ended}

    names, actor = ("here", "elsewhere", "other"), Actor("engineer", "specimen")
    order = {"plan": "p", "device": "tcp://192.0.2.7:7711"}
    with open_queue(space) as queue:
        queue.add([Item(id=name, bench="b", device="d", order=order) for name in names], actor)
        benches = Benches(queue.database)
        fence = benches.hold("b", "desk-1", 1, actor)
        for name in names:
            benches.take("b", fence, actor, "9999", ahead=1)
            benches.end("b", fence, actor, name, Closing.RAN, None, Outcome.PASS)
    unknown = standing_of(Outcome.PASS, simulated=None)
    assert standings() == dict.fromkeys(names, unknown)
    for name, outcome in (("here", Outcome.PASS), ("other", Outcome.FAIL)):
        Specimen(space.path / "runs" / name, "pai-gow-poker-645a-starting-position").end(outcome)
    listed(space)  # as Home does
    result = standings()
    assert result["elsewhere"] == result["other"] == unknown
    assert result["here"].qualifiers[0] is Qualifier.SIMULATED
