"""Queue and journal, interrupted at any step of a turn: nothing is lost, begun twice or ended twice."""

import pytest

from labharness.model.results import Outcome
from labharness.nights.items import Closing, Item
from labharness.nights.store.queue import Actor
from tests.support.interruptions import AtStep, Killed, at_every_step, killed
from tests.support.night_world import Bench
from tests.support.thinned import every

STEPS = 31
"""Of an undisturbed night, which is the last that is tried."""
ITEMS = [Item(id=name, bench="a", device="d0", order={}) for name in ("first", "second")]


def ends(bench):
    return sorted(act.target for act in bench.queue.acts() if act.what == "end")


@pytest.mark.parametrize("runners_die", [False, True], ids=["runners live on", "runners die too"])
@pytest.mark.parametrize("number", every(5, range(STEPS, -1, -1)))
def test_a_kill_at_any_step_of_a_night(tmp_path, number, runners_die):
    bench = Bench(tmp_path)
    bench.queue.add(ITEMS, Actor("engineer-a", "uid 1000"))
    step = AtStep(number, killed)
    try:
        with at_every_step(tmp_path / "desk" / "bench", step):
            bench.finish()
    except Killed:
        bench.crash()
        for each in list(bench.world.alive) if runners_die else ():
            each.die()
    assert step.reached is (number < STEPS)
    bench.finish()

    assert ends(bench) == ["first", "second"]
    ended = [bench.queue.item(each.id) for each in ITEMS]
    assert [(item.closing, item.found) for item in ended] == [(Closing.RAN, Outcome.PASS)] * 2
    assert sorted(bench.world.begun) == ["first", "second"]
    assert bench.worker.journal.entries() == ()
    bench.close()
