"""Counting on several processes: the same tally, bounded waiting, and a process that is killed."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context

import numpy as np
import pytest

from labharness.analysis.sampling.fold import counted, fold
from labharness.analysis.sampling.tally import Tally
from labharness.checks.outcomes.serial_pairs import SerialPairs
from labharness.errors import InputError, LabharnessError
from labharness.model.observations import Kind
from labharness.model.reasons.file import Files
from labharness.model.reasons.simulation import Simulations, Task
from labharness.testing.samples import POPULATIONS, fair_block, pieces

CHECKS = {"pairs": SerialPairs()}
SAMPLE = fair_block(POPULATIONS[Kind.DRAW], 160, np.random.default_rng(1))


def blocks():
    yield from pieces(SAMPLE, range(4, 160, 4))


def test_the_tally_is_that_of_one_block():
    whole = {"pairs": SerialPairs().tally(SAMPLE)}
    assert fold(CHECKS, blocks()) == whole
    assert fold(CHECKS, blocks(), workers=2) == whole


def test_no_block_is_an_empty_tally():
    assert fold(CHECKS, []) == {"pairs": Tally()}
    assert fold({}, blocks()) == {}


def test_blocks_are_taken_as_fast_as_they_are_counted():
    taken = []

    def noted():
        for block in blocks():
            taken.append(block.index)
            yield block

    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        parts = counted(pool, CHECKS, noted(), 3)
        for waiting in range(3, 8):
            next(parts)
            assert len(taken) == waiting
        parts.close()


def test_a_mistake_in_the_file_ends_the_pool():
    def broken():
        for number, block in enumerate(blocks()):
            if number == 9:
                raise InputError(Files.CHANGED(file="sample.txt"))
            yield block

    with pytest.raises(InputError) as refused:
        fold(CHECKS, broken(), workers=2)
    assert refused.value.reasons == (Files.CHANGED(file="sample.txt"),)
    assert not active_children()


def test_a_killed_process_is_one_sentence():
    def killing():
        for number, block in enumerate(blocks()):
            if number == 9:
                active_children()[0].kill()
            yield block

    with pytest.raises(LabharnessError) as refused:
        fold(CHECKS, killing(), workers=2)
    assert refused.value.reasons == (Simulations.PROCESS_ENDED(task=Task.COUNTING),)
