"""Counts of outcomes and of groups of them against plain definitions, outcomes outside the range included."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from labharness.analysis.laws.kernels.outcomes import draw_groups, draws

D = 7


def codes(spoiled, units=500):
    random = np.random.default_rng(461)
    values = random.integers(0, D, units).astype(np.int32)
    values[random.integers(0, units, spoiled)] = random.choice([-3, D, 60_000], spoiled)
    return values


def known(code):
    return 0 <= code < D


@pytest.mark.parametrize("spoiled", [0, 40])
def test_counts_and_pairs(spoiled):
    values = codes(spoiled)
    plain = values.tolist()
    counts = Counter(code if known(code) else D for code in plain)
    assert draws.histogram(values, D).tolist() == [counts[code] for code in range(D + 1)]
    for begin, lag in ((0, 1), (9, 4), (3, 64), (0, 600)):
        pairs = Counter(
            (plain[at - lag], plain[at])
            for at in range(max(begin, lag), len(plain))
            if known(plain[at - lag]) and known(plain[at])
        )
        table = draws.lagged_pairs(values, begin, lag, D)
        assert all(table[cell] == pairs[cell] for cell in np.ndindex(table.shape))
        products = sum(plain[at - lag] * plain[at] for at in range(max(begin, lag), len(plain)))
        assert draws.lagged_product(values, begin, lag) == products


@pytest.mark.parametrize("begin", [0, 12, 200])
def test_gaps(begin):
    values, longest = codes(40), 9
    hits = [-1 - longest, *(at for at, code in enumerate(values.tolist()) if 2 <= code < 4)]
    gaps = Counter(min(b - a - 1, longest) for a, b in pairwise(hits) if b >= begin)
    assert draws.gaps(values, begin, 2, 4, longest).tolist() == [gaps[gap] for gap in range(longest + 1)]


@pytest.mark.parametrize("spoiled", [0, 40])
@pytest.mark.parametrize("width", [1, 2, 4])
def test_overlapping_groups_and_windows(width, spoiled):
    values = codes(spoiled)
    windows = [tuple(values[at : at + width].tolist()) for at in range(len(values) - width + 1)]
    whole = [window for window in windows if all(map(known, window))]
    numbers = Counter(sum(code * D ** (width - 1 - k) for k, code in enumerate(row)) for row in whole)
    assert draws.overlapping(values, width, D).tolist() == [numbers[cell] for cell in range(D**width)]
    random, power = (
        np.random.default_rng(20).integers(0, 1 << 64, 1 << 16, dtype=np.uint64),
        0x9E3779B97F4A7C15,
    )
    hashes = []
    for window in whole:
        total = 0
        for code in window:
            total = (total * power + int(random[code])) % (1 << 64)
        total = (total ^ total >> 32) * 0xD6E8FEB86659FD93 % (1 << 64)
        hashes.append(total ^ total >> 32)
    assert draws.window_hashes(values, width, D, random, np.uint64(power)).tolist() == hashes


def rows_of(length, units=300):
    return np.random.default_rng(length).integers(0, D, (units, length)).astype(np.int32)


@pytest.mark.parametrize("length", [1, 2, 4, 6])
def test_groups(length):
    rows = rows_of(length)
    plain = rows.tolist()
    assert draw_groups.apart(rows).tolist() == [len(set(row)) == length for row in plain]
    different = Counter(len(set(row)) for row in plain)
    assert draw_groups.distinct(rows).tolist() == [different[k] for k in range(length + 1)]
    numbers = Counter(sum(code * D ** (length - 1 - k) for k, code in enumerate(row)) for row in plain)
    assert draw_groups.numbers(rows, D).tolist() == [numbers[cell] for cell in range(D**length)]
    for half, bit in ((4, lambda code: code >= 4), (0, lambda code: code % 2)):
        patterns = Counter(int("".join(str(int(bit(code))) for code in row), 2) for row in plain)
        assert draw_groups.patterns(rows, half).tolist() == [patterns[k] for k in range(1 << length)]
    for largest, pick in ((False, min), (True, max)):
        ends = Counter(map(pick, plain))
        assert draw_groups.extremes(rows, D, largest).tolist() == [ends[code] for code in range(D)]
    assert draw_groups.squares(rows, D) == sum(n * n for row in plain for n in Counter(row).values())


@pytest.mark.parametrize("length", [2, 4])
def test_orders_within_groups(length):
    rows, factorials = rows_of(length), [1, 1, 2, 6, 24]
    ranks = Counter()
    for row in rows.tolist():
        smaller = [sum(later < row[k] for later in row[k + 1 :]) for k in range(length)]
        rank = sum(n * factorials[length - 1 - k] for k, n in enumerate(smaller))
        ranks[rank if len(set(row)) == length else factorials[length]] += 1
    assert draw_groups.ranks(rows).tolist() == [ranks[k] for k in range(factorials[length] + 1)]


def test_pairs_of_places_and_events_of_one_code():
    rows = rows_of(4)
    rows[3, 2], rows[5, 0] = -1, D
    places = [(0, 1), (2, 0)]
    first, second = np.array(places).T.copy()
    table = draw_groups.pairs(rows, first, second, D)
    for each, (a, b) in zip(table, places, strict=True):
        pairs = Counter((row[a], row[b]) for row in rows.tolist() if known(row[a]) and known(row[b]))
        assert all(each[cell] == pairs[cell] for cell in np.ndindex(each.shape))
    assert draw_groups.pairs(rows, first, second, 0).shape == (2, 0, 0)
    rows = np.random.default_rng(461).integers(0, 2, (200, 12)).astype(np.int32)
    events = Counter(
        min(2, sum(len(set(row[at : at + 3])) == 1 for at in range(0, 12, 3))) for row in rows.tolist()
    )
    assert draw_groups.alike(rows, 3, 2).tolist() == [events[k] for k in range(3)]


@pytest.mark.parametrize("outcomes", [1, 2, 64])
def test_sets_of_few_and_of_as_many_outcomes_as_a_word_has_bits(outcomes):
    rows = np.random.default_rng(outcomes).integers(0, outcomes, (5, 2000)).astype(np.int32)
    lengths = []
    for row in rows.tolist():
        seen, began = set(), 0
        mine = []
        for place, code in enumerate(row, 1):
            seen.add(code)
            if len(seen) == outcomes:
                mine.append(place - began)
                seen, began = set(), place
        lengths += mine[:4]
    assert draw_groups.set_lengths(rows, outcomes, 4).tolist() == lengths


def test_runs_throw_away_what_ends_them():
    rows = rows_of(60, 20)
    lengths = []
    for row in rows.tolist():
        mine, began = [], 0
        for place in range(1, len(row)):
            if place > began and row[place] <= row[place - 1]:
                mine.append(place - began)
                began = place + 1
        lengths += mine[:8]
    assert draw_groups.run_lengths(rows, 8).tolist() == lengths
