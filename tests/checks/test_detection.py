"""Known flaws are caught where the theory says so, and hidden flaws are not passed by mistake."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from labharness import analysis, checks
from labharness.analysis.power.defects import flawed_shuffles as orders
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.bits.bit_runs import BitRuns
from labharness.checks.orders.kept_neighbours import KeptNeighbors
from labharness.checks.orders.rising_sequences import RisingSequences
from labharness.checks.outcomes.frequency import Frequency
from labharness.checks.outcomes.serial_pairs import SerialPairs
from labharness.checks.places.position_card import PositionCard
from labharness.checks.rounds.round_frequency import RoundFrequency
from labharness.checks.rounds.round_position import RoundPosition
from labharness.model.cards import CardSet
from labharness.model.observations import Draws, InputKnown, Kind, RawBytes, Shuffle
from labharness.model.reasons.decision import Details
from labharness.model.reasons.register import Laws
from labharness.model.results import Axis
from labharness.testing.samples import POPULATIONS, WITNESSED, fair_units, ordered_units
from tests.support.judged import judged, shuffles

SHUFFLE = POPULATIONS[Kind.SHUFFLE]
DECK = SHUFFLE.cards.new_deck_order()


def test_an_unshuffled_deck_and_ten_shelves_are_caught():
    units = ordered_units(SHUFFLE, [DECK])
    assert judged(KeptNeighbors(), SHUFFLE, units).p["two_sided"] <= 1e-40
    assert judged(RisingSequences(), SHUFFLE, units).p["left"] < 1e-40
    units = shuffles(DECK, DECK[orders.shelved(np.random.default_rng(1), 260, 52, 10)])
    for check in (PositionCard(), KeptNeighbors()):
        assert judged(check, SHUFFLE, units).p["right"] < 1e-3
    effect = judged(PositionCard(), SHUFFLE, units).effect
    assert effect.low > 0


def test_shelves_and_riffles_show_where_theory_says_also_relative_to_their_input():
    units = shuffles(DECK, DECK[orders.riffled(np.random.default_rng(2), 60, 52, 7)])
    assert judged(RisingSequences(), SHUFFLE, units[:34]).p["two_sided"] < 0.01
    assert judged(RisingSequences(), SHUFFLE, units).p["two_sided"] < 1e-3
    assert judged(PositionCard(), SHUFFLE, units).p["two_sided"] > 0.01
    deck, units = DECK, []
    for relative in orders.shelved(np.random.default_rng(3), 260, 52, 10):
        units.append(Shuffle(deck, deck[relative]))
        deck = units[-1].output
    chained = replace(WITNESSED, input_known=InputKnown.CHAINED)
    assert judged(PositionCard(), SHUFFLE, units, provenance=chained).p["right"] < 1e-3


@pytest.mark.parametrize("known", [InputKnown.CHAINED, InputKnown.UNKNOWN])
def test_chained_cards_that_cannot_be_told_apart_get_no_number(known):
    population = Population(Kind.SHUFFLE, CardSet.of_decks("two decks", 2))
    units = fair_units(population, 30, np.random.default_rng(4))
    result = judged(PositionCard(), population, units, provenance=replace(WITNESSED, input_known=known))
    assert result.not_applicable
    assert not result.p
    assert judged(PositionCard(), population, units).p["two_sided"] > 1e-3
    assert judged(KeptNeighbors(), population, units).not_applicable


def test_sticky_top_card_is_named_as_the_largest_cell():
    places = orders.stuck_on_top(np.random.default_rng(5), 400, 52, 0.2)
    result = judged(PositionCard(), SHUFFLE, shuffles(DECK, DECK[places]))
    assert result.statistic["cell_p"] < 1e-6
    named = result.details[0]
    assert (named["rows"], named["row"]) == (Axis.OUTPUT_PLACE, "1")
    assert (named["columns"], named["column"]) == (Axis.INPUT_PLACE, "1")


@pytest.mark.parametrize(("bins", "kind"), [(4, Kind.SHUFFLE), (7, Kind.DEAL)])
def test_grouped_places_are_calibrated(bins, kind):
    population, random, result = POPULATIONS[kind], np.random.default_rng(6), []
    for _ in range(150):
        result.append(judged(PositionCard(bins), population, fair_units(population, 25, random)).p["right"])
    assert stats.kstest(result, "uniform").pvalue > 0.001


def test_cards_kept_inside_and_rounds_in_suits_are_caught():
    population = Population(Kind.ROUND, CardSet.of_decks("one deck", 1), round_cards=5)
    random = np.random.default_rng(9)
    rows = random.permuted(np.tile(np.arange(1, 52, dtype=np.uint16), (1500, 1)), axis=1)
    assert judged(RoundFrequency(), population, ordered_units(population, rows)).p["right"] < 1e-6
    population = POPULATIONS[Kind.ROUND]
    rows = np.random.default_rng(10).permuted(np.tile(population.cards.new_deck_order(), (200, 1)), axis=1)
    rows[::3, :5].sort(axis=1)
    result = judged(RoundPosition(), population, ordered_units(population, rows))
    assert result.p["right"] == result.statistic["p_floor"] == 0.001
    assert result.law == Laws.RANDOM_ROUNDS(replicates=999, seed=1)


def test_limit_and_simulation_agree_for_rounds():
    population = POPULATIONS[Kind.ROUND]
    units = fair_units(population, 300, np.random.default_rng(11))
    simulated, limit = (
        judged(RoundPosition(), population, units),
        judged(RoundPosition(asymptotic_from=20), population, units),
    )
    assert simulated.p["right"] == pytest.approx(limit.p["right"], abs=0.05)
    assert limit.law.is_a(Laws.CHI_SQUARE_SCALED)
    assert simulated.statistic["limit_p"] == limit.p["two_sided"]


def test_outcome_that_repeats_the_one_before_is_caught_by_pairs_of_which_none_spans_a_gap():
    population = POPULATIONS[Kind.DRAW]
    values = np.random.default_rng(13).integers(1, 8, 6000).astype(np.uint16)
    values[1::20] = values[0::20]
    assert judged(SerialPairs(), population, [Draws(values)]).p["right"] < 1e-6
    assert judged(Frequency(), population, [Draws(values)]).p["right"] > 1e-3
    population, values = POPULATIONS[Kind.DRAW], np.array([1, 2, 3], dtype=np.uint16)
    tally = SerialPairs().tally(Block(population, 7, (Draws(values),), WITNESSED))
    assert tally.sums["pairs"].sum() == 1
    assert tally.sums["pairs"][1, 2] == 1
    joined = SerialPairs().tally(
        Block(population, 7, (Draws(values),), WITNESSED, context=(Draws(values[:1]),))
    )
    assert joined.sums["pairs"].sum() == 2


def test_stuck_and_alternating_bits_are_rejected():
    data = bytes(byte | 1 for byte in np.random.default_rng(14).bytes(2000))
    result = judged(BitRuns(), POPULATIONS[Kind.BYTES], [RawBytes(data)])
    assert 0 < result.p["two_sided"] < 1e-50
    assert result.details[0].is_a(Details.ONES)
    assert result.details[0]["proportion"] == pytest.approx(0.56, abs=0.01)
    assert judged(BitRuns(), POPULATIONS[Kind.BYTES], [RawBytes(bytes(100))]).p["two_sided"] < 1e-50
    result = judged(BitRuns(), POPULATIONS[Kind.BYTES], [RawBytes(b"\x55" * 100)])
    assert result.statistic["runs"] == 800
    assert result.p["right"] < 1e-6


def test_a_night_that_counts_loads_no_scipy():
    folders = (checks.__path__[0], analysis.__path__[0])
    files = [file for folder in folders for file in Path(folder).rglob("*.py")]
    loads = re.compile(r"^(from|import) scipy", re.MULTILINE)
    assert [file.name for file in files if loads.search(file.read_text("utf-8"))] == []
