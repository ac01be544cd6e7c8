"""Counting on several processes: the same tally, bounded waiting, and a process that is killed."""

import os
import sys
from concurrent.futures import Future
from functools import partial
from multiprocessing import active_children

import numpy as np
import pytest

from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.evaluation import HELD, Begun, Folding, counted, fold, tally_all
from labharness.analysis.sampling.processes import AHEAD, MOST, Processes, pool, useful
from labharness.checks.outcomes.serial_pairs import SerialPairs
from labharness.errors import InputError, LabharnessError
from labharness.model.observations import Kind
from labharness.model.reasons.inputs import Files
from labharness.model.reasons.wire import Simulations, Task
from labharness.testing.samples import POPULATIONS, fair_block, pieces
from tests.support.reasons import refused

CHECKS = {"pairs": SerialPairs()}
SAMPLE = fair_block(POPULATIONS[Kind.DRAW], 160, np.random.default_rng(1))


def blocks():
    yield from pieces(SAMPLE, range(4, 160, 4))


class Beside:
    """Processes beside this one that count when a test says so."""

    def __init__(self, workers):
        self.workers, self.pending, self.at_once = workers, [], False

    def submit(self, work, *arguments):
        self.pending.append((Future(), lambda: work(*arguments)))
        if self.at_once:
            self.finish()
        return self.pending[-1][0]

    def finish(self):
        for future, work in self.pending:
            if not future.done():
                future.set_result(work())


def test_parts_are_begun_before_their_turn_but_no_more_than_memory_holds():
    beside = Beside(2)
    folding, given = Folding(beside), list(blocks())
    first = [folding.begin(CHECKS, part) for part in given[:6]]
    assert [isinstance(part, Begun) for part in first] == [True] * 2 * AHEAD + [False] * 2
    assert first[2 * AHEAD :] == given[2 * AHEAD : 6]
    beside.finish()
    more = [folding.begin(CHECKS, part) for part in given[6:10]]
    assert all(isinstance(part, Begun) for part in more)
    beside.finish()
    most = [folding.begin(CHECKS, part) for part in given[10:]]
    beside.finish()
    assert [part.units for part in (*first, *more, *most)] == [part.units for part in given]
    beside.at_once = True
    assert folding.fold(CHECKS, [*first, *more, *most]) == {"pairs": SerialPairs().tally(SAMPLE)}
    beside = Beside(1)
    folding, begun = Folding(beside), 0
    for part in blocks():
        begun += isinstance(folding.begin(CHECKS, part), Begun)
        beside.finish()
    assert begun == AHEAD * HELD


def test_the_tally_is_that_of_one_block_and_alone_nothing_is_begun():
    assert fold(CHECKS, blocks()) == {"pairs": SerialPairs().tally(SAMPLE)}
    assert fold(CHECKS, []) == {"pairs": Tally()}
    assert fold({}, blocks()) == {}
    part = next(blocks())
    assert Folding().begin(CHECKS, part) is part


class Elsewhere:
    """Another process, which counts what it is given when a test says so."""

    def __init__(self):
        self.given = []

    def submit(self, part):
        self.given.append((part, Future()))
        return self.given[-1][1]

    def finish(self, most=None):
        for part, future in [each for each in self.given if not each[1].done()][:most]:
            future.set_result(tally_all(CHECKS, part))


def noted(taken):
    for block in blocks():
        taken.append(block.index)
        yield block


def test_blocks_are_taken_as_fast_as_others_count_them():
    taken, there = [], Elsewhere()

    def submit(part):
        future = there.submit(part)
        if len(there.given) >= 3:
            there.finish(1)
        return future

    parts = counted(submit, None, noted(taken), 3)
    for waiting in range(4, 9):
        next(parts)
        assert len(taken) == waiting
    parts.close()
    assert all(future.done() or future.cancelled() for _, future in there.given)


def test_this_process_counts_while_the_others_are_busy():
    taken, here, there = [], [], Elsewhere()

    def count(part):
        here.append(part.index)
        if len(here) == 5:
            there.finish()
        return tally_all(CHECKS, part)

    parts = counted(there.submit, count, noted(taken), 2)
    assert next(parts) == tally_all(CHECKS, there.given[0][0]), "the first comes first, whoever counted more"
    assert (taken[:2], here) == ([part.index for part, _ in there.given[:2]], taken[2:7])
    there.submit = None
    parts.close()


def test_no_more_wait_for_an_earlier_part_than_memory_holds():
    taken, there = [], Elsewhere()
    with pytest.raises(TimeoutError):
        next(counted(lambda part: Impatient(there.submit(part)), partial(tally_all, CHECKS), noted(taken), 2))
    assert len(taken) == 2 * HELD + 1


class Impatient:
    """What another process never counts."""

    def __init__(self, future):
        self.done, self.cancel, self._future = future.done, future.cancel, future

    def result(self):
        return self._future.result(timeout=0)


def at_the_ninth(act):
    for number, block in enumerate(blocks()):
        if number == 9:
            act()
        yield block


def test_a_mistake_in_the_file_ends_the_pool():
    changed = InputError(Files.CHANGED(file="sample.txt"))

    def mistake():
        raise changed

    assert refused(InputError, fold, CHECKS, at_the_ninth(mistake), workers=2) == changed.reasons
    assert not active_children()


def test_what_a_killed_process_had_not_counted_another_counts():
    killed = []

    def kill():
        killed.extend(active_children()[:1])
        killed[0].kill()

    assert fold(CHECKS, at_the_ninth(kill), workers=2) == {"pairs": SerialPairs().tally(SAMPLE)}
    assert killed
    assert not active_children()


def test_a_part_over_which_two_processes_end_is_an_error():
    processes = Processes(1, Task.COUNTING)
    try:
        ended = refused(LabharnessError, processes.submit(os._exit, 1).result)
        assert ended == (Simulations.PROCESS_ENDED(task=Task.COUNTING),)
        assert processes.submit(abs, -1).result() == 1
    finally:
        processes.close()


def test_windows_can_wait_for_so_many_and_an_ended_process_says_what_to_do(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert (useful(4), useful(62), useful(1000)) == (4, MOST, MOST)
    monkeypatch.setattr(sys, "platform", "linux")
    assert useful(62) == 62
    with pytest.raises(LabharnessError) as refused, pool(1, Task.COUNTING) as processes:
        processes.submit(os._exit, 1).result()
    assert refused.value.reasons == (Simulations.PROCESS_ENDED(task=Task.COUNTING),)
