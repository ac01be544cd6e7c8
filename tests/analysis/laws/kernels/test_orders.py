"""Statistics and tables of orders against plain definitions, for few cards, one word of bits, and several."""

from collections import Counter
from itertools import combinations, pairwise, product

import numpy as np
import pytest

from labharness.analysis.laws import order_statistics as statistics
from labharness.analysis.laws.kernels.cards import card_tables, decks, neighbors
from labharness.analysis.laws.kernels.cards import permutation_statistics as permutations

SIZES = (1, 2, 3, 5, 13, 52, 63, 64, 65, 130)


def orders(cards, units=70):
    return np.random.default_rng(461 + cards).permuted(
        np.tile(np.arange(cards, dtype=np.uint16), (units, 1)), axis=1
    )


def inverse(row):
    return sorted(range(len(row)), key=row.__getitem__)


def inversions(row):
    return sum(a > b for a, b in combinations(row, 2))


def rise(row):
    longest = []
    for place, card in enumerate(row):
        longest.append(1 + max((longest[i] for i in range(place) if row[i] < card), default=0))
    return max(longest)


def cycles(row):
    return len({min(orbit(row, place)) for place in range(len(row))})


def orbit(row, place):
    seen = set()
    while place not in seen:
        seen.add(place)
        place = row[place]
    return seen


def valleys(row):
    return sum(a > b < c for a, b, c in zip(row, row[1:], row[2:], strict=False))


def packet(row, step=1):
    longest = length = 1
    for a, b in pairwise(row):
        length = length + 1 if b - a == step else 1
        longest = max(longest, length)
    return longest


def guessed(row, strategy):
    inside, last, guess, right = set(range(len(row))), -1, 0, 0
    for card in row:
        right += card == guess
        inside.remove(card)
        low = max((c for c in inside if c < card), default=None)
        high = min((c for c in inside if c > card), default=None)
        if strategy == "next":
            guess = min(inside, default=None) if high is None else high
        else:
            guess = high if low is None or (card > last and high is not None) else low
        last = card
    return right


STATISTICS = [
    (statistics.count_valleys, valleys),
    (lambda rows: statistics.count_valleys(rows, "inverse", "peaks"), lambda row: valleys([-x for x in inverse(row)])),
    (lambda rows: statistics.count_successions(rows, -2), lambda row: sum(b - a == -2 for a, b in pairwise(row))),
    (statistics.count_kept, lambda row: sum(abs(a - b) == 1 for a, b in pairwise(row))),
    (statistics.packet_length, packet),
    (lambda rows: statistics.packet_length(rows, "reverse"), lambda row: packet(row, -1)),
    (statistics.count_fixed, lambda row: sum(a == b for a, b in enumerate(row))),
    (lambda rows: statistics.count_fixed(rows, 2, 5), lambda row: sum(a == b for a, b in enumerate(row) if 2 <= a < 5)),
    (statistics.count_cycles, cycles),
    (statistics.count_rising, lambda row: 1 + sum(a > b for a, b in pairwise(inverse(row)))),
    (statistics.count_inversions, inversions),
    (statistics.longest_rise, rise),
    (lambda rows: statistics.longest_rise(rows, "decreasing"), lambda row: rise(row[::-1])),
    (statistics.count_guessed, lambda row: guessed(row, "direction")),
    (lambda rows: statistics.count_guessed(rows, "next"), lambda row: guessed(row, "next")),
]  # fmt: skip


def test_each_order_has_its_number():
    for cards, (fast, plain) in product(SIZES, STATISTICS):
        rows = orders(cards)
        assert fast(rows).tolist() == [plain(row) for row in rows.tolist()], (cards, fast, plain)


def test_kinds_of_cards():
    kinds = orders(20) // np.uint16(4)
    runs = [1 + sum(a != b for a, b in pairwise(row)) for row in kinds.tolist()]
    follow = [sum((a + 1) % 5 == b for a, b in pairwise(row)) for row in kinds.tolist()]
    assert neighbors.runs(kinds).tolist() == runs
    assert neighbors.round_successions(kinds, 5).tolist() == follow
    steps = Counter((b - a) % 5 for row in kinds.tolist() for a, b in pairwise(row))
    assert card_tables.round_steps(kinds, 5).tolist() == [steps[k] for k in range(5)]


@pytest.mark.parametrize("cards", [1, 7, 70])
def test_tables(cards):
    rows = orders(cards)
    groups = np.arange(cards) // 2
    places = Counter((place // 2, code) for row in rows.tolist() for place, code in enumerate(row))
    codes = np.resize(np.arange(cards, dtype=np.uint16), 128)
    table = card_tables.place_table(rows + np.uint16(128), codes, groups, int(groups[-1]) + 1, cards)
    assert all(table[cell] == places[cell] for cell in np.ndindex(table.shape))
    assert not card_tables.place_table(rows[:0], codes, groups, cards, cards).any()
    follow = Counter(pair for row in rows.tolist() for pair in pairwise([cards, *row, cards]))
    table = card_tables.follower_table(rows + np.uint16(128), codes, cards)
    assert all(table[cell] == follow[cell] for cell in np.ndindex(table.shape))
    steps = Counter(b - a for row in rows.tolist() for a, b in pairwise(row))
    assert card_tables.steps(rows).tolist() == [steps[k] for k in range(1 - cards, cards)]
    moves = Counter(abs(b - a) for row in rows.tolist() for a, b in enumerate(row))
    assert card_tables.moves(rows).tolist() == [moves[k] for k in range(cards)]


LIMIT = np.array([1, 1, 2, 0] + [0] * 60)


def test_a_set_is_whole_or_part_of_it():
    for row, exact, some in [
        ([0, 1, 2, 2], True, True),
        ([2 | 5 << 6, 1, 2, 0], True, True),
        ([0, 0, 1, 2], False, False),
        ([0, 1, 2], False, True),
        ([0, 1, 2, 3], False, False),
        ([0, 1, 2, 2 | 0x8000], False, False),
        ([0, 1, 2, 63], False, False),
    ]:
        table = np.array([row], dtype=np.uint16)
        assert decks.sound(table, LIMIT, True)[0] == exact, row
        assert decks.sound(table, LIMIT, False)[0] == some, row
        once = np.minimum(LIMIT, 1)
        distinct = len({card & 63 for card in row}) == len(row)
        assert decks.sound(table, once, False)[0] == (some and distinct), row


def test_quotients_inverses_and_where_cards_lay_before():
    rows = orders(52)
    assert (permutations.inverted(rows) == np.argsort(rows, axis=1)).all()
    later = np.array([3, 4, 9])
    result = permutations.quotients_of(rows, later - 1, later)
    assert (np.take_along_axis(rows[later - 1], result.astype(int), axis=1) == rows[later]).all()
    inputs, outputs = orders(52), orders(52)[::-1].copy()
    relative = decks.relative(inputs, outputs)
    assert (np.take_along_axis(inputs, relative.astype(int), axis=1) == outputs).all()
    assert (
        decks.relative_to_one(inputs[:1], outputs) == decks.relative(np.repeat(inputs[:1], 70, 0), outputs)
    ).all()


def test_hashes_add_the_numbers_of_places_and_codes():
    rows = orders(9)
    numbers = np.random.default_rng(461).integers(0, 1 << 64, (9, 9, 2), dtype=np.uint64)
    array = decks.fingerprints(rows, numbers)
    for row, halves in zip(rows.tolist(), array, strict=True):
        assert (
            np.bitwise_xor.reduce([numbers[place, code] for place, code in enumerate(row)]) == halves
        ).all()
