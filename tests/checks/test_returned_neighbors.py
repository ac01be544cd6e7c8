"""Neighbors that a continuous shuffler deals together again: moments by enumeration, and a machine that keeps pairs."""

from itertools import pairwise, permutations

import numpy as np
import pytest

from labharness.analysis.sampling.rounds.round_nulls import dealt_rounds
from labharness.analysis.sampling.tables import CardRows, Population
from labharness.checks.rounds.returned_neighbors import NeighborsReturned, counted
from labharness.model.cards import CardSet, types
from labharness.model.observations import Kind, Round
from labharness.model.reasons.decision import Sample
from tests.support.judged import judged

SIX = Population(Kind.ROUND, CardSet.of_decks("six decks", 6), round_cards=20)
DECK = types(SIX.held.new_deck_order())


def judge(rounds):
    cards = rounds.astype(np.uint16)
    return judged(NeighborsReturned(), SIX, CardRows(Round, cards, cards))


def machine(random, rounds, kept, buffer=0):
    """Rounds of a machine that puts every neighbor of the round before back to back with this chance."""
    array = np.array([array[0] for array in dealt_rounds(random, DECK, rounds, 20, buffer, 1)])
    for unit in range(1, rounds):
        past, row = array[unit - 1].tolist(), array[unit].tolist()
        for first, second in pairwise(past):
            if random.random() < kept and first in row and second in row:
                here, there = row.index(first), row.index(second)
                if here != there and here + 1 < len(row):
                    row[here + 1], row[there] = row[there], row[here + 1]
        array[unit] = row
    return array


@pytest.mark.parametrize("last", [(1, 2, 3, 4, 5), (1, 1, 2, 3, 1), (5, 4, 4, 9, 2)])
def test_moments_are_those_of_all_orders_of_the_round(last):
    before = np.array([(2, 1, 1, 4, 3), (1, 2, 5, 4, 4)])
    met = {pair for row in before.tolist() for pair in pairwise(row)}
    seen = [sum(pair in met for pair in pairwise(order)) for order in permutations(last)]
    rows = np.concatenate([before, [last]])
    kept, edges, second, squared = counted(rows, np.arange(3), 2, 10).tolist()
    assert kept == seen[0]
    assert edges / 5 == pytest.approx(np.mean(seen))
    assert edges / 5 + second / 20 - squared / 25 == pytest.approx(np.var(seen))


def test_rounds_longer_ago_do_not_count():
    rows = np.array([(1, 2, 3), (4, 5, 6), (1, 2, 3)])
    assert counted(rows, np.arange(3), 2, 1)[0] == 0
    assert counted(rows, np.arange(3), 2, 2)[0] == 2
    assert counted(rows, np.array([0, 1, 3]), 2, 2)[0] == 0


@pytest.mark.long
@pytest.mark.parametrize("buffer", [0, 16])
def test_fair_machines_are_not_alarmed_whatever_they_keep_ready(buffer):
    random = np.random.default_rng(3)
    alarms = sum(judge(machine(random, 60, 0, buffer)).p["two_sided"] < 0.05 for _ in range(100))
    assert alarms <= 14


def test_a_machine_that_keeps_pairs_is_found_and_too_few_rounds_give_no_number():
    assert judge(machine(np.random.default_rng(1), 60, 1.0)).p["right"] < 1e-6
    assert judge(machine(np.random.default_rng(2), 300, 0.5)).p["right"] < 1e-4
    result = judge(machine(np.random.default_rng(4), 3, 0))
    assert result.not_applicable.code == Sample.EXPECTED_COUNTS.code
