"""Two batches by turns: which cards are of the other one, and what nobody can say without reading backs."""

from dataclasses import replace

import numpy as np
import pytest

from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.counts.batches import Batches
from labharness.model.cards import UNREAD, CardSet
from labharness.model.observations import Kind, Shuffle
from labharness.model.reasons.decision import Details, Ordinal, Sample
from labharness.simulators.catalog import build_fault, build_machine
from labharness.simulators.unit import SimulatedUnit
from labharness.testing.samples import WITNESSED
from tests.support.judged import wrong

BY_TURNS = Population(Kind.SHUFFLE, CardSet.of_decks("two decks", 2), batches=2)


def shuffles(*faults, units=8, population=BY_TURNS):
    machine = build_machine("two_batch_shuffler", 4614)
    unit = SimulatedUnit(machine, [build_fault(fault, 4614, machine) for fault in faults])
    deck, decks = population.cards.marked(), max(population.cards.counts)
    result = []
    for number in range(units):
        order = deck + np.uint16(number % 2 * decks << 6)
        unit.load(order)
        result.append(Shuffle(order, unit.shuffle()))
    return result


def judged(result, population=BY_TURNS, cut=3):
    """Judge a sample in two blocks, the second of which begins with an odd unit."""
    check = Batches()
    first = Block(population, 0, tuple(result[:cut]), WITNESSED)
    later = Block(population, cut, tuple(result[cut:]), WITNESSED)
    return check.judge(check.tally(first).merge(check.tally(later)), population)


def test_a_card_of_the_other_batch_is_named_there_and_in_the_batch_that_it_left():
    result = judged(shuffles("mixed_batches=3"))
    assert result.violations == 5
    assert result.details[0]["number"] == 4
    ((each,), (other,), (again,)) = (line["problems"] for line in result.details[:3])
    assert (each["batch"], each["own"]) == (Ordinal.FIRST, Ordinal.SECOND)
    assert (other["batch"], other["own"]) == (Ordinal.SECOND, Ordinal.FIRST)
    assert again["cards"][0] == each["cards"][0]


def test_a_whole_batch_that_is_wrong_or_comes_with_the_other_is_called_so():
    result = judged(shuffles("same_batch_twice=3"))
    problem = Details.WHOLLY_OTHER_BATCH(cards=104, batch=Ordinal.FIRST, own=Ordinal.SECOND)
    assert result.details == (wrong(Kind.SHUFFLE, 4, problem),)
    result = judged(shuffles("batches_together=2"))
    assert result.violations == 1
    (line,) = result.details
    assert line["number"] == 3
    assert len(line["problems"][0]["cards"]) == 104


def test_batches_by_turns_are_each_of_their_own_cards_and_a_card_not_read_proves_nothing():
    result = judged(shuffles())
    assert (result.violations, result.units, result.not_applicable) == (0, 8, None)
    result = shuffles()
    result[1].output[5] = UNREAD
    assert judged(result).violations == 0
    result = [Shuffle(pair.input & 0x3F, pair.output & 0x3F) for pair in shuffles()]
    assert judged(result).not_applicable == Sample.BATCHES_UNMARKED()


@pytest.mark.parametrize("decks", [1, 2])
def test_where_there_is_one_batch_another_copy_is_of_another(decks):
    population = replace(BY_TURNS, cards=CardSet.of_decks("one batch", decks), batches=1)
    order = population.cards.marked()
    assert judged([Shuffle(order, order)] * 4, population).violations == 0
    other = order.copy()
    other[0] |= decks << 6
    result = judged([Shuffle(order, other)] * 4, population)
    problem = Details.OTHER_BATCH(cards=(f"AS#{decks}",), batch=Ordinal.SECOND, own=Ordinal.FIRST)
    assert result.details[0] == wrong(Kind.SHUFFLE, 1, problem)
