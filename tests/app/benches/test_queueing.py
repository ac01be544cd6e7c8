"""What people do with a queue, through the services and the command line."""

import json
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from labharness.acts import queue as acts
from labharness.acts.declaring import Seat
from labharness.app.benches import queueing
from labharness.app.benches import queueing as ordering
from labharness.app.benches.service import service_file
from labharness.app.benches.watching import work
from labharness.app.devices import preflight as clock
from labharness.app.devices.preflight import RunOrder
from labharness.app.shared_store.backup import accept_loss
from labharness.app.workspace.register import Kept, open_queue, open_register
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import InputError, QueueError, RegisterError
from labharness.filings.entries.entry import Person, Role
from labharness.model.reasons.night import Nights
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from tests.support.queued import queued

RNG = "pai-gow-poker-645a-starting-position"
URL = "tcp://127.0.0.1:9"


@pytest.fixture
def space(tmp_path):
    return Workspace.init(tmp_path / "workspace")


def refusal(call, *given, **named):
    with pytest.raises(InputError) as refused:
        call(*given, **named)
    return refused.value.reasons[0]


def test_repeated_runs_come_one_after_the_other(space):
    result = queued(space, RunOrder(RNG, URL, name="n"), repeat=3)
    assert [(item.id, item.after) for item in result] == [("n-1", ""), ("n-2", "n-1"), ("n-3", "n-2")]
    assert ordering.order_of(result[1]) == RunOrder(RNG, URL, name="n-2")


def test_two_spellings_of_a_device_are_one_lane(space):
    each, two = (
        queued(space, RunOrder(RNG, url, name=name))[0]
        for url, name in ((URL, "one"), ("tcp://localhost:09", "two"))
    )
    assert each.device == two.device


def test_what_can_be_refused_is_refused_before_the_night(space):
    assert refusal(queued, space, RunOrder("no-such-plan", URL))
    assert refusal(queued, space, RunOrder(RNG, "nonsense"))
    assert refusal(queued, space, RunOrder(RNG, URL, name="../x"))
    by_hand = RunOrder("blackjack-633a-batch-shuffler-by-hand", "operator://", "operator://")
    assert refusal(queued, space, by_hand).is_a(Nights.PERSON_NEEDED)
    with open_queue(space) as queue:
        assert queue.items() == ()


ROUNDS = "blackjack-633a-continuous-shuffler-rounds"


@pytest.mark.parametrize("simulated", ["", "a simulator"])
def test_a_plan_that_stops_for_a_known_deck_is_not_queued_unattended(space, simulated):
    """It was queued, and stopped an hour later at "Arrange known deck 1 of 5"."""
    order = RunOrder(
        ROUNDS, URL, "tcp://127.0.0.1:10", reader_adapter="deck_order_files", simulated=simulated
    )
    order = replace(order, reader=f"watch://{space.path}")
    refused = refusal(queued, space, order)
    assert refused.is_a(Nights.PERSON_NEEDED)
    assert {"reader-before", "rounds", "reader-after"} <= set(dict(refused.parameters)["stages"])
    assert queued(space, order, attended=True)


def test_the_queue_refuses_at_once_what_the_worker_would_refuse(space, monkeypatch):
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


def test_a_run_that_exists_is_not_ordered_again(space):
    folder = space.path / "runs" / "n"
    folder.mkdir()
    (folder / "ledger.jsonl").touch()
    order = RunOrder(RNG, URL, name="n")
    assert refusal(queued, space, order) == Nights.RUN_THERE(item="n")


@pytest.mark.parametrize("bench", ["", "b/../x", "-b", "..", "b\n", "b" * 81])
def test_nothing_is_queued_at_a_bench_that_no_worker_can_hold(space, bench):
    order = RunOrder(RNG, URL, name="n")
    assert refusal(queued, space, order, bench) == Nights.BENCH_INVALID(name=bench[:80])
    queued(space, order)
    assert refusal(acts.move, Seat(space), "n", bench=bench).is_a(Nights.BENCH_INVALID)
    assert refusal(work, space, bench).is_a(Nights.BENCH_INVALID)


def test_a_name_that_postgresql_does_not_hold_is_refused_by_each_database(space):
    order = RunOrder(RNG, URL, name="n" * 101)
    assert refusal(queued, space, order) == Nights.NAME_LONG(longest=100)


def test_only_who_may_changes_the_queue_and_every_attempt_is_on_record(space):
    people = [
        Person(id="chief", name="Chief", roles=(Role.ADMINISTRATOR,)),
        Person(id="reader", name="Reader", roles=(Role.REVIEWER,)),
        Person(id="gone", name="Gone", roles=(Role.ENGINEER,), active=False),
    ]
    with open_register(space) as register:
        for person in people:
            register.put("", person, "chief", "x")
    order = RunOrder(RNG, URL, name="n")
    for who in ("reader", "gone", "nobody", None):
        assert refusal(queued, space, order, by=who).is_a(Nights.NOT_PERMITTED)
    queued(space, order, by="chief")
    for call in (
        lambda: acts.cancel(Seat(space, "reader"), "n"),
        lambda: acts.move(Seat(space, "reader"), "n", first=True),
        lambda: acts.pause(Seat(space, "reader"), "a"),
        lambda: acts.stop_schedule(Seat(space, "reader"), "s"),
    ):
        assert refusal(call).is_a(Nights.NOT_PERMITTED)
    with open_queue(space) as queue:
        tried = queue.acts()
    assert [act.what for act in tried].count("refused") == 8
    assert {act.who for act in tried if act.what == "refused"} >= {"reader", "gone", "nobody"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("18:00", "2026-11-23T23:00Z"),
        ("07:00", "2026-11-24T12:00Z"),
        ("2026-12-01T05:00", "2026-12-01T10:00Z"),
        ("2026-12-01T05:00+01:00", "2026-12-01T04:00Z"),
    ],
)
def test_moments_are_those_of_pennsylvania_as_they_are_shown(text, expected):
    """On a computer in UTC, a run that was queued for 18:00 began at one in the afternoon."""
    now = datetime.fromisoformat("2026-11-23T17:00Z")
    assert queueing.read_moment(text, now) == datetime.fromisoformat(expected)
    with pytest.raises(QueueError):
        queueing.read_moment("tonight")


def test_the_preflight_of_a_night(space, monkeypatch):
    (item,) = queued(space, RunOrder(RNG, URL, name="n"))
    now = datetime.now().astimezone()
    monkeypatch.setattr(clock, "is_synchronized", lambda: False)
    assert ordering.night_refusal(space, item, now) == Nights.CLOCK_UNSYNCHRONIZED()
    marker = space.path / MARKER
    marker.write_text("clock_by_hand = true\n" + marker.read_text(encoding="utf-8"), encoding="utf-8")
    assert ordering.night_refusal(space, item, now) is None
    row = {
        "plan": RNG,
        "ending": "COMPLETE",
        "started": "2026-11-20T18:00:00+00:00",
        "updated": "2026-11-20T22:00:00+00:00",
        "gaps": 0,
        "run": "earlier",
    }
    monkeypatch.setattr(ordering, "listed", lambda _: [row])
    monkeypatch.setattr(ordering, "_bytes_needed", lambda *_: 1)
    in_an_hour = (now + timedelta(hours=1)).isoformat()
    late = replace(item, deadline=in_an_hour)
    reason = ordering.night_refusal(space, late, now)
    assert reason.is_a(Nights.TOO_LONG)
    monkeypatch.setattr(ordering, "_bytes_needed", lambda *_: 1 << 62)
    assert ordering.night_refusal(space, item, now).is_a(Nights.SPACE)


def test_commands(cli, workspace):
    place = ("--workspace", workspace.path)
    code, out, _ = cli("queue", "add", RNG, "--bench", "a", "--device", URL, "--run", "n", "--json", *place)
    assert (code, json.loads(out)[0]["id"]) == (0, "n")
    assert cli("queue", "add", RNG, "--bench", "a", "--device", URL, "--run", "n", *place)[0] == 3
    every = ("--every", "weeknights at 18:00")
    assert cli("queue", "add", RNG, "--bench", "a", "--device", URL, "--run", "s", *every, *place)[0] == 0
    assert "0 18 * * 1-5" in cli("queue", "schedules", *place)[1]
    assert json.loads(cli("queue", "stop-schedule", "s", "--json", *place)[1])[0]["active"] is False
    assert cli("queue", "move", "n", "--priority", "3", *place)[0] == 0
    assert json.loads(cli("queue", "list", "--json", *place)[1])[0]["priority"] == 3
    assert cli("queue", "cancel", "n", *place)[0] == 0
    assert "canceled" in cli("queue", "list", "--ended", *place)[1]
    assert cli("queue", "list", *place)[1].startswith("The queue is empty.")
    acts = [act["what"] for act in json.loads(cli("queue", "history", "--json", *place)[1])]
    assert acts == ["add", "schedule", "deactivate", "move", "cancel"]
    assert cli("queue", "pause", "a", *place)[0] == 0, (
        "something was queued for it; no worker has held it yet"
    )
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
@pytest.mark.parametrize(
    "words",
    [("queue", "list"), ("queue", "cancel", "n"), ("worker", "--bench", "a"), ("morning",), ("status",)],
    ids=" ".join,
)
def test_a_password_in_the_url_of_a_queue_is_refused_and_never_printed(space, cli, url, words):
    settings = space.path / "labharness-workspace.toml"
    settings.write_text(f'{settings.read_text("utf-8")}\nqueue = "postgresql+psycopg://{url}"\n', "utf-8")
    code, *printed = cli(*words, "--workspace", space.path)
    assert code == 3 or words == ("status",)
    assert "hunter2" not in "".join(map(str, printed))


def test_a_queue_that_is_gone_is_not_begun_anew_silently(space):
    queued(space, RunOrder(RNG, URL, name="n"))
    for file in space.path.glob("queue.db*"):
        file.unlink()
    assert refusal(open_queue, space).is_a(Nights.QUEUE_LOST)
    accept_loss(space, Kept.QUEUE, "The disk broke.")
    with open_queue(space) as queue:
        assert queue.items() == ()
