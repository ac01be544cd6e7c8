"""Frequency and pairs in every k-th outcome."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

LARGEST = 64
MOST_OUTCOMES = 256


@kit.check(
    title="Subsequences (every k-th outcome)",
    observes=kit.Kind.DRAW,
    unit="pair of outcomes",
    look_back=2 * LARGEST - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.2 B and L",
    hypothesis="Every k-th outcome, from each start, is a sequence of independent, equally likely outcomes.",
    null_law="chi-square, step (d²-1)",
    applies_from="5 of each pair expected in each subsequence; d to 256",
)
class Subsequences:
    """Whether every k-th outcome alone is random, from each of the k starts.

    A game that takes k outcomes each time, one for each seat, shows each seat such a subsequence.  Each is
    cut into pairs side by side; their table has d² equally likely cells, which hold both how often
    outcomes come and how they follow one another in the subsequence.  The X² of all k, independent of each
    other, are added up: chi-square with k (d²-1) degrees of freedom.

    Parameters
    ----------
    step
        k, 2 to 64.

    Notes
    -----
    The effect is Cohen's w.  ``halves`` reads the other kind of subsequence, parts of each outcome.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.2 L (tests on subsequences) and B
    (serial test).

    Examples
    --------
    >>> even, odd = [[25, 25], [25, 25]], [[20, 30], [30, 20]]
    >>> result = Subsequences().judge(kit.Tally({"pairs": np.array([even, odd])}), kit.Population(kit.Kind.DRAW, high=1))
    >>> result.statistic["X2"], result.df
    (4.0, 6.0)
    """

    step: int = kit.within(2, 2, LARGEST)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the pairs of each subsequence."""
        d = kit.outcomes.outcomes(block.population)
        size = d if d <= MOST_OUTCOMES else 0
        rows, read = kit.outcomes.groups(block, 2 * self.step)
        places = [(start, start + self.step) for start in range(self.step)]
        return read.merge(kit.Tally({"pairs": kit.pair_tables.pair_tables(rows, places, size)}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare all pairs with equal chances."""
        d, read = kit.outcomes.outcomes(population), tally.number("read")
        tables = tally.sums.get("pairs", np.zeros((1, 0, 0), dtype=np.int64))
        pairs, lines = int(tables[0].sum()), kit.outcomes.remainder(tally, 2 * self.step)
        needed = kit.LEAST_EXPECTED * d**2
        kit.refuse(read, kit.too_few_for_range(pairs, needed, kit.Counted.PAIRS, d, MOST_OUTCOMES), lines)
        each, df = [kit.pearson(table, np.full(table.shape, pairs / d**2)) for table in tables], d**2 - 1
        rights = [kit.chi_square_tails(x2, df)["right"] for x2 in each]
        total, all_df = sum(each), self.step * df
        parts = enumerate(zip(each, rights, strict=True), 1)
        return kit.CheckResult(
            read,
            {"X2": total, "pairs": float(pairs * self.step)},
            float(all_df),
            kit.chi_square_tails(total, all_df),
            kit.Laws.CHI_SQUARE(df=all_df),
            kit.root_effect(kit.Effects.COHENS_W(), total, all_df, pairs * self.step),
            details=(
                *(kit.Details.SUBSEQUENCE(number=start, x2=x2, p=right) for start, (x2, right) in parts),
                *lines,
            ),
        )
