"""Next card, steps, moves and faces by place: laws, known flaws, and cards that are told apart or not."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from labharness.analysis.laws.null_samples import ENOUGH_SHUFFLES, shuffle_null
from labharness.analysis.laws.tails import pearson
from labharness.analysis.power.defects import flawed_shuffles as orders
from labharness.analysis.sampling.tables import Block, Population
from labharness.checks.orders.displacement import Displacement, move_cells
from labharness.checks.orders.face_runs import FaceRuns
from labharness.checks.orders.kept_neighbours import KeptNeighbors
from labharness.checks.orders.rising_sequences import RisingSequences
from labharness.checks.orders.steps import StepLengths, step_cells
from labharness.checks.orders.type_steps import TypeSteps, type_step_cells
from labharness.checks.orders.type_successions import TypeSuccessions
from labharness.checks.places.next_card import NextCard, cycle_statistic, follower_mean, follower_table
from labharness.checks.places.position_card import PositionCard
from labharness.checks.places.position_face import PositionFace
from labharness.model.cards import CardSet
from labharness.model.observations import InputKnown, Kind, Shuffle
from labharness.model.reasons.decision import Details, Irregular, Sample
from labharness.model.reasons.register import Laws
from labharness.testing.samples import POPULATIONS, WITNESSED, fair_block, fair_units, ordered_units
from tests.support.judged import judged

ONE = POPULATIONS[Kind.SHUFFLE]
SHOE = Population(Kind.SHUFFLE, CardSet.of_decks("eight decks", 8))
NEW_SHOE = SHOE.cards.new_deck_order()
MARKED = NEW_SHOE | np.repeat(np.arange(8, dtype=np.uint16), 52) << 6
ALPHA = 0.001


def power(check, population, deck, flaw, units, samples, seed):
    """How many of so many samples the check rejects at one in a thousand, in either tail."""
    random = np.random.default_rng(seed)
    rows = (deck[flaw(random, units, len(deck))] for _ in range(samples))
    answer = [judged(check, population, [Shuffle(deck, order) for order in sample]) for sample in rows]
    return sum(min(result.p["right"], result.p["left"]) <= ALPHA for result in answer)


def of(flaw, count):
    return lambda random, units, cards: flaw(random, units, cards, count)


ONE_DECK = [
    ("10 shelves", StepLengths(), of(orders.shelved, 10), 8, 20),
    ("10 shelves", NextCard(), of(orders.shelved, 10), 33, 20),
    ("20 compartments", NextCard(), of(orders.queued, 20), 13, 20),
    ("38 compartments", NextCard(), of(orders.queued, 38), 44, 20),
    ("5-card packet", NextCard(), of(orders.packed, 5), 25, 20),
    ("5-card packet", StepLengths(), of(orders.packed, 5), 8, 20),
    ("naive swaps", Displacement(), orders.swapped_naively, 448, 8),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "check", "flaw", "units", "samples"), ONE_DECK)
def test_flaws_of_one_deck_show_at_the_stated_sample(name, check, flaw, units, samples):
    """A power of 95% leaves fewer than three quarters of 20 samples rejected once in 3,000 times."""
    assert power(check, ONE, ONE.cards.new_deck_order(), flaw, units, samples, 1) >= 0.75 * samples
    assert (
        power(check, ONE, ONE.cards.new_deck_order(), flaw, max(1, units // 4), samples, 2) < 0.75 * samples
    )


EIGHT_DECKS = [
    ("10 shelves", TypeSteps(), of(orders.shelved, 10), 3),
    ("38 compartments", TypeSteps(), of(orders.queued, 38), 2),
    ("20 shelves", FaceRuns("card"), of(orders.shelved, 20), 12),
    ("5-card packet", TypeSuccessions(), of(orders.packed, 5), 12),
]


@pytest.mark.parametrize(("name", "check", "flaw", "units"), EIGHT_DECKS)
def test_flaws_of_eight_alike_decks_show_at_the_stated_sample(name, check, flaw, units):
    assert power(check, SHOE, NEW_SHOE, flaw, units, 12, 3) >= 8


@pytest.mark.parametrize("check", [KeptNeighbors(), StepLengths()])
def test_ten_shelves_show_in_one_shoe_whose_copies_are_told_apart(check):
    assert power(check, SHOE, MARKED, of(orders.shelved, 10), 2, 5, 4) == 5


def test_steps_and_faces_show_what_the_table_of_places_hardly_sees():
    units = ordered_units(ONE, orders.shelved(np.random.default_rng(5), 30, 52, 10).astype(np.uint16))
    assert judged(PositionCard(), ONE, units).p["right"] > ALPHA
    assert judged(StepLengths(), ONE, units).p["right"] == ALPHA
    random = np.random.default_rng(6)
    rows = random.permuted(np.tile(np.arange(52, dtype=np.uint16), (60, 1)), axis=1)
    for order in rows[::4]:
        order[:26].sort()
    units = ordered_units(ONE, rows)
    assert judged(PositionFace("suit", 4), ONE, units).p["right"] < 1e-6
    assert judged(PositionFace("suit"), ONE, units).df == 51 * 3
    assert judged(PositionFace("color", 2), ONE, units).pictures[0].x == ("black", "red")


def test_next_card_has_the_derived_law():
    """2,651 degrees of freedom for 52 cards; the raw X² has mean 2,703 and variance 5,514."""
    random, rows = np.random.default_rng(7), np.tile(np.arange(52), (40, 1))
    raw, scaled = [], []
    for _ in range(1000):
        random.permuted(rows, axis=1, out=rows)
        table = follower_table(rows, 52)
        possible = ~np.eye(53, dtype=bool)
        raw.append(pearson(table[possible], np.full(53 * 52, 40 / 52)))
        scaled.append(cycle_statistic(table))
    assert np.mean(raw) == pytest.approx(2703, abs=4 * np.sqrt(5514 / 1000))
    assert np.mean(scaled) == pytest.approx(2651, abs=4 * np.sqrt(2 * 2651 / 1000))
    assert stats.kstest(stats.chi2(2651).sf(scaled), "uniform").pvalue > 0.001
    assert judged(NextCard(), ONE, fair_units(ONE, 20, random)).df == 2651


@pytest.mark.parametrize(
    "cells",
    [step_cells(52, signed=False), step_cells(52, signed=True), move_cells(52)],
    ids=lambda c: c.label,
)
def test_expectations_are_exact_and_enough_shuffles_are_simulated(cells):
    """X² has variance a + b/n: the mean of each cell is exact, and b/a stays below four."""
    random = np.random.default_rng(10)
    singles = random.permuted(np.tile(np.arange(52), (20_000, 1)), axis=1)
    counts = cells.count(singles)
    assert counts.sum() == round(len(singles) * cells.mean.sum())
    assert counts / len(singles) == pytest.approx(
        cells.mean, abs=6 * np.sqrt(cells.mean.max() / len(singles))
    )

    def x2(rows):
        return pearson(cells.count(rows), len(rows) * cells.mean)

    each = np.var([x2(row[np.newaxis]) for row in singles[:5000]])
    many = np.var(shuffle_null(np.arange(52), 100, x2, replicates=2000, seed=1))
    assert each < 5 * many
    assert 4 / ENOUGH_SHUFFLES <= 0.01


def test_means_of_types_are_exact_and_next_cards_simulated_where_there_is_no_limit():
    random, deck = np.random.default_rng(11), np.repeat(np.arange(3), (2, 3, 1))
    rows = random.permuted(np.tile(deck, (60_000, 1)), axis=1)
    cells = type_step_cells((2, 3, 1))
    assert cells.count(rows) / 60_000 == pytest.approx(cells.mean, abs=0.03)
    assert follower_table(rows, 3) / 60_000 == pytest.approx(follower_mean((2, 3, 1)), abs=0.02)
    units = fair_units(ONE, 40, np.random.default_rng(8))
    assert judged(NextCard(), ONE, units[:19]).law.is_a(Laws.SHUFFLES)
    assert judged(NextCard(), ONE, units[:20]).law.is_a(Laws.CHI_SQUARE)
    few = judged(NextCard(), SHOE, fair_units(SHOE, 3, np.random.default_rng(9)))
    assert few.law.is_a(Laws.SHUFFLES)
    assert few.p["two_sided"] > ALPHA


def test_a_marked_shoe_has_416_cards_and_a_chained_one_is_read_by_its_copies_only():
    random = np.random.default_rng(12)
    marked = [Shuffle(MARKED, random.permutation(MARKED)) for _ in range(20)]
    alike = [Shuffle(NEW_SHOE, shuffle.output & 0x3F) for shuffle in marked]
    for check in (PositionCard(), NextCard()):
        apart, mixed = judged(check, SHOE, marked), judged(check, SHOE, alike)
        assert Details.UNIQUE_COPIES() in apart.details
        assert Details.TYPES_ONLY() in mixed.details
        assert min(apart.p["two_sided"], mixed.p["two_sided"]) > ALPHA
    assert judged(PositionCard(), SHOE, marked).df == 415**2
    assert judged(PositionCard(), SHOE, alike).df == 415 * 51
    for check in (KeptNeighbors(), RisingSequences(), StepLengths(), Displacement()):
        result = judged(check, SHOE, marked)
        assert result.p["two_sided"] > ALPHA
        assert Details.UNIQUE_COPIES() in result.details
        assert judged(check, SHOE, alike).not_applicable.is_a(Sample.ALIKE)
    random, deck, units = np.random.default_rng(13), MARKED, []
    for relative in orders.shelved(random, 20, 416, 10):
        units.append(Shuffle(deck, deck[relative]))
        deck = units[-1].output
    chained = {"provenance": replace(WITNESSED, input_known=InputKnown.CHAINED)}
    assert judged(NextCard(), SHOE, units, **chained).p["right"] < 1e-6
    alike = [Shuffle(shuffle.input & 0x3F, shuffle.output & 0x3F) for shuffle in units]
    for check in (NextCard(), TypeSteps(), TypeSuccessions(), PositionFace(), FaceRuns("card")):
        result = judged(check, SHOE, alike, **chained)
        assert (result.not_applicable, result.p, result.effect) == (Sample.AVERAGED_OUT(), {}, None), check


def test_copies_that_do_not_match_identify_nothing_and_unreadable_ones_fall_back_to_types():
    """An output that holds a copy twice, or one that was not put in, is no permutation of the input."""
    twice, other = MARKED.copy(), MARKED.copy()
    twice[0] = twice[52]
    other[0] |= 9 << 6
    units = [
        Shuffle(MARKED, MARKED),
        Shuffle(MARKED, twice),
        Shuffle(other, MARKED),
        Shuffle(MARKED[1:], MARKED),
    ]
    block = Block(SHOE, 0, tuple(units), WITNESSED)
    assert block.identified.tolist() == [0]
    assert block.relative.tolist() == [list(range(416))]
    assert block.regular.tolist() == [0, 1, 2, 3]
    random = np.random.default_rng(14)
    marked = [Shuffle(MARKED, random.permutation(MARKED)) for _ in range(40)]
    alike = [Shuffle(NEW_SHOE, shuffle.output & 0x3F) for shuffle in marked]
    result = judged(PositionCard(), SHOE, alike[:22] + marked[22:])
    assert (result.units, result.df) == (40, 415 * 51)
    result = judged(PositionCard(), SHOE, alike[:18] + marked[18:])
    assert (result.units, result.df) == (22, 415**2)
    assert result.details[-1] == Details.LEFT_OUT(number=18, what=Irregular.UNITS_BY_COPY)


def test_pictures_of_a_shoe_stay_small_and_deals_with_a_joker_are_read():
    picture = judged(PositionCard(), SHOE, [Shuffle(MARKED, MARKED)] * 20).pictures[0]
    assert (len(picture.x), len(picture.y)) == (60, 60)
    assert picture.x[0] == "1-7"
    assert sum(map(sum, picture.values)) == 20 * 416
    population = POPULATIONS[Kind.DEAL]
    block = fair_block(population, 25, np.random.default_rng(15))
    for check, df in ((NextCard(), 54**2 - 3 * 54 + 1), (PositionFace("rank"), 52 * 13)):
        result = check.judge(check.tally(block), population)
        assert (result.units, result.df) == (25, df)
