"""Dependence between the outcomes of one game."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from labharness.analysis import kit

LARGEST = 32
MOST_OUTCOMES = 256


@kit.check(
    title="Interplay correlation (within a game)",
    observes=kit.Kind.DRAW,
    unit="game",
    look_back=LARGEST - 1,
    reference="Good 1953, Proc. Camb. Phil. Soc. 49, 276-284; Šidák 1967, JASA 62, 626-633; Holm 1979",
    hypothesis="No two outcomes of one game depend on each other.",
    null_law="largest of independent chi-squares, Šidák; Bonferroni without replacement",
    applies_from="5 d² games; d to 256",
)
class InterplayCorrelation:
    """Whether any two outcomes of the same game depend on each other.

    Every ``game`` consecutive outcomes by their place in the sample are one game.  Each of the k (k-1)/2
    pairs of positions has a d × d table; the part of it that is dependence is chi-square with (d-1)²
    degrees of freedom, independent between pairs in the limit.  p is that of the most deviating pair with
    Šidák's correction; every pair is printed with Holm's.

    Where a game draws *without* putting back, the two outcomes differ, the other d (d-1) cells are equally
    likely, and dependence has d² - 3d + 1 degrees of freedom.  Pairs then depend on each other a little:
    p is Bonferroni's in both tails, which is safe.  Games with a repeated outcome are left out here;
    ``game_positions`` counts them as violations.

    Parameters
    ----------
    game
        Outcomes that one game draws, 2 to 32.
    replacement
        Whether an outcome may come twice in one game.

    Notes
    -----
    The effect is Cohen's w of the most deviating pair; its interval is for that pair alone.

    References
    ----------
    Good 1953, Proc. Camb. Phil. Soc. 49, 276-284.  Šidák 1967, JASA 62, 626-633.  Holm 1979, Scandinavian
    Journal of Statistics 6, 65-70.

    Examples
    --------
    >>> tally = kit.Tally({"pairs": np.array([[[20, 30], [30, 20]]])})
    >>> InterplayCorrelation(game=2).judge(tally, kit.Population(kit.Kind.DRAW, low=0, high=1)).statistic["X2"]
    4.0
    """

    game: int = kit.within(3, 2, LARGEST)
    replacement: bool = True

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count the outcomes at each pair of positions."""
        d = kit.outcomes.outcomes(block.population)
        size = d if d <= MOST_OUTCOMES else 0
        games, read = kit.outcomes.groups(block, self.game)
        if not self.replacement:
            games = games[kit.draw_groups.apart(games)]
        tables = kit.pair_tables.pair_tables(games, list(combinations(range(self.game), 2)), size)
        return read.merge(kit.Tally({"pairs": tables}))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the most deviating pair with the largest of as many by chance."""
        d, read = kit.outcomes.outcomes(population), tally.number("read")
        tables = tally.sums.get("pairs", np.zeros((1, 0, 0), dtype=np.int64))
        games, lines = int(tables[0].sum()), kit.outcomes.remainder(tally, self.game)
        needed, of, least = kit.LEAST_EXPECTED * d**2, kit.Counted.GAMES, 2 if self.replacement else 4
        kit.refuse(read, kit.too_few_for_range(games, needed, of, d, MOST_OUTCOMES, least=least), lines)
        df = (d - 1) ** 2 if self.replacement else d**2 - 3 * d + 1
        measure = kit.pair_tables.interaction if self.replacement else kit.interaction_without_repeats
        x2 = [measure(table) for table in tables]
        each = (
            [kit.interaction_tails(table) for table in tables]
            if self.replacement
            else [kit.chi_square_tails(value, df) for value in x2]
        )
        right = [p["right"] for p in each]
        pairs = list(combinations(range(1, self.game + 1), 2))
        worst = min(range(len(x2)), key=lambda place: (right[place], -x2[place]))
        corrected = zip(pairs, x2, kit.holm(right), strict=True)
        p = (
            kit.largest_tails(right, each[worst]["left"] if d == 2 else None)
            if self.replacement
            else kit.both_tails(
                min(1.0, len(each) * min(right)), min(1.0, len(each) * min(p["left"] for p in each))
            )
        )
        return kit.CheckResult(
            read,
            {"X2": x2[worst], "sum": sum(x2), "pairs": float(len(pairs)), "games": float(games)},
            float(df),
            p,
            (kit.Laws.LARGEST_CHI_SQUARE if self.replacement else kit.Laws.LARGEST_BONFERRONI)(
                number=len(pairs), df=df
            ),
            kit.root_effect(
                kit.Effects.COHENS_W_OF_POSITIONS(first=pairs[worst][0], second=pairs[worst][1]),
                x2[worst],
                df,
                games,
            ),
            details=(
                *(kit.Details.POSITIONS(first=a, second=b, x2=value, p=p) for (a, b), value, p in corrected),
                *lines,
            ),
        )
