"""Queue and journal, interrupted at any step of a turn: nothing is lost, begun twice or ended twice."""

import pytest

from labharness.nights.items import Closing, Item
from labharness.nights.store.queue import Actor
from tests.support.interruptions import AtStep, Killed, at_every_step, killed
from tests.support.night_world import Bench
from tests.support.thinned import every

ITEMS = [Item(id=name, bench="a", device="d0", order={}) for name in ("first", "second")]


def ends(bench):
    return sorted(act.target for act in bench.queue.acts() if act.what == "end")


@pytest.mark.parametrize("number", every(5, range(60)))
def test_a_kill_at_any_step_of_a_night(tmp_path, number):
    bench = Bench(tmp_path)
    bench.queue.add(ITEMS, Actor("engineer-a", "uid 1000"))
    step = AtStep(number, killed)
    try:
        with at_every_step(tmp_path / "desk" / "bench", step):
            bench.finish()
    except Killed:
        bench.crash()
    bench.finish()

    assert ends(bench) == ["first", "second"]
    assert [bench.queue.item(each.id).closing for each in ITEMS] == [Closing.RAN, Closing.RAN]
    assert sorted(bench.world.begun) == ["first", "second"]
    assert bench.worker.journal.entries() == ()
    bench.close()
