"""Orders that a bench of another version put into the queue."""

from dataclasses import replace

import pytest

from labharness.app.benches.queueing import item_of, order_of
from labharness.app.benches.watching import work
from labharness.app.devices.preflight import RunOrder
from labharness.app.people.conducting import may_start
from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import Workspace
from labharness.model.reasons.night import Nights
from labharness.nights.items import Closing
from labharness.nights.journal import Journal, JournalEntry, Step, bench_folder
from labharness.nights.store.queue import Actor

URL = "usbip://127.0.0.1:9/1-1"
GIVEN = {"plan": "pai-gow-poker-645a-starting-position", "device": URL}


@pytest.fixture
def space(tmp_path):
    return Workspace.init(tmp_path / "workspace")


def item(name, **order):
    return replace(item_of(RunOrder(**GIVEN, name=name), "a"), order={**GIVEN, **order})


@pytest.mark.parametrize(
    ("values", "fields"),
    [
        ({**GIVEN, "warm_up_s": 60}, ("warm_up_s",)),
        ({**GIVEN, "reader": ["a", "b"]}, ("reader",)),
        ({"plan": "p"}, ("device",)),
    ],
)
def test_an_order_is_read_whole_or_not_at_all(values, fields, refusal):
    assert refusal(RunOrder.load, {**values, "name": "n"}) == Nights.ORDER_UNREADABLE(item="n", fields=fields)


def test_an_order_of_an_older_version_has_the_values_of_what_it_does_not_name():
    assert order_of(item("n")) == RunOrder(**GIVEN, name="n")


def test_a_worker_ends_what_it_cannot_read_as_not_run_and_goes_on(space, cli):
    with open_queue(space) as queue:
        queue.add([item("newer", warm_up_s=60), item("next", warm_up_s=0)], Actor("engineer-a", "uid"))
    work(space, "a", until_empty=True)
    with open_queue(space) as queue:
        items = [queue.item(name) for name in ("newer", "next")]
    assert [each.closing for each in items] == [Closing.NOT_RUN] * 2
    why = Nights.ORDER_UNREADABLE(item="newer", fields=("warm_up_s",))
    assert items[0].reason == Nights.REFUSED(why=(why,))
    _, shown, _ = cli("queue", "list", "--ended", "--workspace", space.path)
    assert "another version of labharness: this one cannot read warm_up_s." in " ".join(shown.split())


def test_nobody_starts_a_run_in_the_name_of_an_order_that_cannot_be_read(space, refusal):
    journal = Journal(bench_folder(space.path, "a") / "journal")
    journal.put(JournalEntry(item("newer", warm_up_s=60), step=Step.BEGUN, spawned=1))
    assert refusal(may_start, space, RunOrder(**GIVEN, name="newer"), None, "a").is_a(Nights.ORDER_UNREADABLE)
