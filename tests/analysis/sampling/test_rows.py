"""A block whose cards lie in rows says the same as one of single units, and a tally keeps its own arrays alone."""

import pickle
from dataclasses import replace
from itertools import product

import numpy as np

from labharness.analysis.sampling.bits import leading
from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.tables import Block, CardRows, Population
from labharness.checks.counts.composition import Composition
from labharness.model.cards import FOREIGN_BACK, UNREAD, CardSet
from labharness.model.observations import InputKnown, Kind, RawBytes, Round, Shuffle
from labharness.testing.samples import POPULATIONS, WITNESSED

SETS = {
    "one deck": POPULATIONS[Kind.SHUFFLE],
    "two decks": Population(Kind.SHUFFLE, CardSet.of_decks("two decks", 2)),
    "rounds": POPULATIONS[Kind.ROUND],
}
READ = replace(WITNESSED, input_known=InputKnown.READ)


def spoiled_rows(population, copies, random):
    """Rows of which about half are broken, in either part, in one of the ways there are."""
    deck = population.cards.new_deck_order()
    if copies:
        deck = deck + (np.arange(len(deck)) // 52 << 6).astype(np.uint16)
    rows = [random.permuted(np.tile(deck, (40, 1)), axis=1) for _ in range(2)]
    for part in rows:
        for row in np.flatnonzero(random.random(len(part)) < 0.3):
            part[row, 0] = random.choice([UNREAD, part[row, 1], part[row, 0] | FOREIGN_BACK])
    size = population.round_cards or len(deck)
    return CardRows(Round if population.round_cards else Shuffle, rows[0][:, :size], rows[1][:, :size])


def test_rows_say_what_single_units_say():
    for seed, copies, population in product(range(5), [False, True], SETS.values()):
        rows = spoiled_rows(population, copies, np.random.default_rng(seed))
        together = Block(population, 3, rows, READ)
        apart = Block(population, 3, tuple(rows), READ)
        assert together.units == apart.units == 40, (seed, copies, population)
        assert [order.tolist() for order in together.orders] == [order.tolist() for order in apart.orders], (
            seed,
            copies,
            population,
        )
        names = ["regular", "cards"]
        names += ["proven", "identified", "relative"] if population.kind is Kind.SHUFFLE else []
        for name in names:
            assert np.array_equal(getattr(together, name), getattr(apart, name)), name
        assert 0 < len(together.regular) < 40, (seed, copies, population)
        check = Composition()
        assert check.tally(together) == check.tally(apart), (seed, copies, population)
        lines = check.judge(check.tally(together), population)
        proven = together.proven if population.kind is Kind.SHUFFLE else together.regular
        assert lines.violations <= 40 - len(proven), (seed, copies, population)


def test_rows_are_a_sequence_and_travel_and_one_of_another_width_is_irregular():
    rows = spoiled_rows(SETS["one deck"], False, np.random.default_rng(1))
    again = pickle.loads(pickle.dumps(rows))
    assert len(rows) == len(again) == 40
    assert isinstance(rows[3:5], CardRows)
    assert [row.output.tolist() for row in rows[3:5]] == [rows[place].output.tolist() for place in (3, 4)]
    assert rows[-1].input.tolist() == again[39].input.tolist()
    assert len(list(rows)) == 40
    short = CardRows(Shuffle, np.zeros((2, 52), np.uint16), np.zeros((2, 51), np.uint16))
    block = Block(SETS["one deck"], 0, short, READ)
    assert (block.regular.tolist(), block.relative.shape, block.cards.shape) == ([], (0, 52), (0, 52))


def test_a_view_of_a_block_is_copied_and_an_array_of_its_own_is_not():
    """A view of no byte at all kept each block of a night alive."""
    for part, cut in product(
        ["sums", "ordered", "columns"], [slice(0, 0), slice(0, 3), slice(None, None, 2)]
    ):
        block = np.arange(1 << 16, dtype=np.uint64)
        kept = getattr(Tally(**{part: {"x": block[cut]}}), part)["x"]
        assert np.array_equal(kept, block[cut]), (part, cut)
        assert kept.base is None, (part, cut)
    whole = np.arange(100, dtype=np.uint64)
    shaped = whole.reshape(10, 10)
    assert Tally(columns={"x": whole}).columns["x"] is whole
    assert Tally(columns={"x": shaped}).columns["x"] is shaped
    block = Block(POPULATIONS[Kind.BYTES], 5000, (RawBytes(bytes(1 << 16)),), WITNESSED)
    kept = leading(block, 5000).columns["bytes"]
    assert kept.nbytes == 0
    assert kept.base is None
