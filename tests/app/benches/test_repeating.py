"""A new attempt, an item that its bench gives back, and a bench that is taken over for a reason."""

import pytest

from labharness.acts.declaring import Seat
from labharness.acts.queue import duplicate, give_back
from labharness.app.benches.watching import explain_taking_over, worker_command
from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError, QueueError
from labharness.evidence.lock import LEDGER
from labharness.nights.acts import TakingOverExplained
from labharness.nights.items import State
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from tests.support.window.specimen_night import queue_a_night


@pytest.fixture
def space(tmp_path):
    workspace = Workspace.init(tmp_path / "workspace")
    queue_a_night(workspace)
    return workspace


def explained(space, bench, why):
    with open_queue(space) as queue:
        return explain_taking_over(queue, Actor("chief", "c"), bench, why)


def of(space, state):
    with open_queue(space) as queue:
        return [item for item in queue.items("bench-1") if item.state is state]


def test_a_new_attempt_has_the_order_and_none_of_the_moments(space):
    first = next(space for space in of(space, State.WAITING) if space.until)
    again, more = duplicate(Seat(space), first.id), duplicate(Seat(space), first.id)
    assert (again.id, more.id) == (f"{first.id}-again", f"{first.id}-again-2")
    assert duplicate(Seat(space), again.id).id == f"{first.id}-again-3"
    assert {**again.order, "name": None} == {**first.order, "name": None}
    assert (again.device, again.until, again.after, again.state) == (first.device, "", "", State.WAITING)
    assert again.order["name"] == again.id, "its run is named like the item"


def test_a_bench_is_asked_for_an_item_that_it_has_taken(space):
    (taken,) = of(space, State.TAKEN)
    waiting = of(space, State.WAITING)
    assert give_back(Seat(space), taken.id).id == taken.id
    with open_queue(space) as queue:
        assert Benches(queue.database).asked_back("bench-1") == {taken.id}
    assert of(space, State.TAKEN) == [taken], "its worker answers"
    assert of(space, State.WAITING) == waiting


def test_what_waits_or_was_begun_is_not_given_back(space):
    with pytest.raises(QueueError):
        give_back(Seat(space), of(space, State.WAITING)[0].id)
    (taken,) = of(space, State.TAKEN)
    folder = space.path / "runs" / taken.id
    folder.mkdir(parents=True)
    (folder / LEDGER).touch()
    with pytest.raises(QueueError):
        give_back(Seat(space), taken.id)
    with open_queue(space) as queue:
        assert not Benches(queue.database).asked_back("bench-1")


def test_a_bench_is_taken_over_with_a_reason_on_record(space):
    with pytest.raises(InputError):
        explained(space, "bench-1", " ")
    with pytest.raises(QueueError):
        explained(space, "no-such", "broken")
    assert explained(space, "bench-1", "desk-1 lost its power supply") == 1
    with open_queue(space) as queue:
        act = queue.acts("bench-1")[-1]
    assert act.body == TakingOverExplained(why="desk-1 lost its power supply")
    assert worker_command(space, "bench-1", take=True)[-1] == "--take"
