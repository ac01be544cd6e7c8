"""Items of a queue, in SQLite and PostgreSQL."""

from random import Random

import pytest
import sqlalchemy as sa

from labharness.errors import QueueError
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.night import Nights
from labharness.nights.items import State
from labharness.nights.store.queue import STRIDE
from labharness.nights.store.schema import AUDIT, ITEM, change
from tests.support.reasons import refusal
from tests.support.thinned import every


def names(items):
    return [item.id for item in items]


def test_items_come_by_priority_and_then_in_the_order_of_adding_and_tell_their_benches(queue, item, actor):
    queue.add([item("one"), item("two", bench="bench-2")], actor)
    queue.add([item("urgent", priority=5), item("three")], actor)
    assert names(queue.items()) == ["urgent", "one", "two", "three"]
    assert names(queue.items("b")) == []
    queue.cancel("one", actor)
    assert queue.benches() == {"one": "a", "two": "bench-2", "urgent": "a", "three": "a"}


def test_an_item_comes_back_as_it_was_added(queue, item, actor):
    given = item(
        "n", after="", due="2026-11-23T23:00:00+00:00", attended=True, retries=2, occurrence="s@20261123T1800"
    )
    queue.add([given], actor)
    result = queue.item("n")
    assert (result.order, result.due, result.attended, result.retries) == (given.order, given.due, True, 2)
    assert (result.state, result.asked_by, result.closing) == (State.WAITING, "engineer-a", None)


def test_all_of_several_items_are_added_or_none(queue, item, actor):
    queue.add([item("one")], actor)
    assert refusal(queue.add, [item("two"), item("one")], actor) == Nights.NAME_TAKEN(item="one")
    assert refusal(queue.add, [item("two"), item("x", after="no")], actor).is_a(Inputs.UNKNOWN)
    assert names(queue.items()) == ["one"]
    assert [act.target for act in queue.acts()] == ["one"]


def test_an_occurrence_is_added_once(queue, item, actor):
    queue.add([item("s-1", occurrence="s@1")], actor)
    assert queue.add([item("s-1-again", occurrence="s@1")], actor) == ()
    assert names(queue.items()) == ["s-1"]


def test_an_item_is_moved_by_first_and_priority_and_to_another_bench(queue, item, actor):
    queue.add([item("one"), item("two"), item("three", after="one")], actor)
    for wanted, order in (
        ({"before": "two"}, ["one", "three", "two"]),
        ({"first": True}, ["three", "one", "two"]),
        ({"priority": -1}, ["one", "two", "three"]),
        ({"priority": 1}, ["three", "one", "two"]),
    ):
        queue.move("three", actor, **wanted)
        assert names(queue.items()) == order, wanted
    assert queue.move("three", actor, bench="b").bench == "b"
    assert names(queue.items("b")) == ["three"]
    assert queue.item("three").after == "one"


@pytest.mark.parametrize("stride", [STRIDE, 1], ids=["new", "as version 0.1 numbered them"])
@pytest.mark.parametrize("seed", every(4, range(4)))
def test_many_moves_give_the_order_of_a_list(queue, item, actor, seed, stride):
    """Against a list of names; so many moves before one item that no place is left free there."""
    order = [f"i{number}" for number in range(12)]
    queue.add([item(name) for name in order], actor)
    with queue.database.writing() as connection:
        for number, row in enumerate(connection.execute(sa.select(ITEM)).mappings().all()):
            change(connection, ITEM, row, {"place": stride * (1 + number)})
    random = Random(seed)
    for turn in range(40):
        name, before = random.sample(order, 2)
        before = "i7" if turn % 2 and name != "i7" else before
        queue.move(name, actor, before=before)
        order.remove(name)
        order.insert(order.index(before), name)
        assert names(queue.items()) == order
    assert all(each.state is State.WAITING for each in queue.items())


def test_a_move_writes_no_other_row(queue, item, actor):
    """Each row carries a hash: to move a thousand of them back took seconds within the transaction."""
    queue.add([item(f"i{number}") for number in range(60)], actor)
    before = {each.id: each.place for each in queue.items()}
    queue.move("i50", actor, before="i10")
    assert {each.id for each in queue.items() if each.place != before[each.id]} == {"i50"}


def test_what_has_ended_is_neither_moved_nor_canceled(queue, item, actor):
    queue.add([item("one")], actor)
    assert queue.cancel("one", actor).state is State.CANCELED
    assert refusal(queue.move, "one", actor, first=True) == Nights.ITEM_OVER(item="one")
    assert refusal(queue.cancel, "one", actor) == Nights.ITEM_OVER(item="one")
    assert refusal(queue.cancel, "no", actor) == Inputs.UNKNOWN(what=Noun.ITEM, name="no", known=("one",))


def test_every_act_is_on_record_and_stays(queue, item, actor):
    queue.add([item("one")], actor)
    queue.move("one", actor, priority=2)
    queue.cancel("one", actor)
    queue.refused(actor, "pause a bench", "a")
    assert [(act.who, act.account, act.what, act.target) for act in queue.acts()] == [
        ("engineer-a", "uid 1000", "add", "one"),
        ("engineer-a", "uid 1000", "move", "one"),
        ("engineer-a", "uid 1000", "cancel", "one"),
        ("engineer-a", "uid 1000", "refused", "a"),
    ]
    assert [act.what for act in queue.acts("one")] == ["add", "move", "cancel"]
    for deed in (AUDIT.update().values(what="x"), AUDIT.delete()):
        with pytest.raises(QueueError), queue.database.writing() as connection:
            connection.execute(deed)
