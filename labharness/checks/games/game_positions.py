"""Outcome by its position in the game."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

LARGEST = 128
MOST_DRAWN = 64


@kit.check(
    title="Position in the game × outcome",
    observes=kit.Kind.DRAW,
    unit="game",
    look_back=LARGEST - 1,
    reference="Knuth, The Art of Computer Programming 2, § 3.3.1; Joe 1993, Statistics & Probability Letters 16",
    hypothesis="At every position of a game every outcome is equally likely.",
    null_law="chi-square, k (d-1); of X² (d-1)/d without replacement",
    applies_from="5 d games",
)
class GamePositions:
    """Whether every outcome comes equally often at each position of a game.

    Every ``game`` consecutive outcomes by their place in the sample are one game; their k × d table of
    position by outcome is compared with n/d in each cell: chi-square with k (d-1) degrees of freedom.

    Where a game draws k of d *without* putting back, a game in which an outcome repeats is a violation,
    whatever the p-value of the rest, and is left out of the table.  What was not drawn is one more row;
    then X² (d-1)/d is chi-square with k (d-1) degrees of freedom ((d-1)² where all are drawn), for one game
    puts each outcome in one place.  The factor is that of lotteries (Joe).

    Parameters
    ----------
    game
        Outcomes that one game draws, 1 to 128.
    replacement
        Whether an outcome may come twice in one game.

    Notes
    -----
    The effect is Cramér's V.  No packaged game draws without replacement (58 Pa. Code § 810a.5(c)): a
    laboratory's own plan takes the check for it.

    References
    ----------
    Knuth, The Art of Computer Programming, vol. 2, 3rd ed., § 3.3.1 (chi-square test).  Joe 1993, Tests of
    uniformity for sets of lotto numbers, Statistics & Probability Letters 16, 181-188.

    Examples
    --------
    >>> tally = kit.Tally({"table": np.array([[42, 31, 50], [64, 16, 43]])})
    >>> result = GamePositions(2, replacement=False).judge(tally, kit.Population(kit.Kind.DRAW, low=1, high=3))
    >>> round(result.statistic["scaled"], 2), result.df
    (53.04, 4.0)
    """

    game: int = kit.within(3, 1, LARGEST)
    replacement: bool = True

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count outcomes by position, and games that repeat what they may not."""
        d = kit.outcomes.outcomes(block.population)
        games, read = kit.outcomes.groups(block, self.game)
        repeats, lines = np.empty(0, dtype=np.intp), []
        if not self.replacement:
            ordered = np.sort(games, axis=1)
            repeats = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
            lines = [
                kit.Details.GAME_REPEATS(outcomes=tuple((games[place] + block.population.low).tolist()))
                for place in repeats[: kit.EARLIEST].tolist()
            ]
            games = np.delete(games, repeats, axis=0)
        codes = (games + np.arange(self.game, dtype=np.int32) * np.int32(d)).ravel()
        table = np.bincount(codes, minlength=self.game * d).reshape(self.game, d).astype(np.int64)
        return read.merge(
            kit.Tally(kit.counts(table=table, repeats=len(repeats)), earliest={"repeats": tuple(lines)})
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the table with equal chances."""
        d, read, repeats = kit.outcomes.outcomes(population), tally.number("read"), tally.number("repeats")
        table = tally.sums.get("table", np.zeros((self.game, max(d, 1)), dtype=np.int64))
        games = int(table[0].sum())
        violations, lines = (
            repeats or None,
            (*kit.listed(tally, "repeats", repeats), *kit.outcomes.remainder(tally, self.game)),
        )
        impossible = d < 2 or (not self.replacement and self.game > d)
        if impossible or games < kit.LEAST_EXPECTED * d:
            least = 2 if self.replacement else max(2, self.game)
            reason = (
                kit.Sample.RANGE_TOO_SMALL(outcomes=d, least=least)
                if impossible
                else kit.Sample.TOO_FEW(needed=kit.LEAST_EXPECTED * d, recorded=games, what=kit.Counted.GAMES)
            )
            return kit.CheckResult(
                read, violations=violations, details=lines, not_applicable=None if repeats else reason
            )
        x2, df = kit.pearson(table, np.full(table.shape, games / d)), self.game * (d - 1)
        scaled = x2
        if not self.replacement:
            left = d - self.game
            if left:
                x2 += kit.pearson(games - table.sum(axis=0), np.full(d, games * left / d))
            else:
                df = (d - 1) ** 2
            scaled = x2 * (d - 1) / d
        law = (
            kit.Laws.CHI_SQUARE(df=df)
            if self.replacement
            else kit.Laws.CHI_SQUARE_WITH_REST(numerator=d - 1, denominator=d, df=df)
        )
        names = [str(value) for value in range(population.low, population.high + 1)]
        rows = (kit.Axis.GAME_POSITION, [str(place + 1) for place in range(self.game)])
        picture = kit.heatmap(table, np.full(table.shape, games / d), rows, (kit.Axis.OUTCOME, names))
        return kit.CheckResult(
            read,
            {"X2": x2, "scaled": scaled, "games": float(games)},
            float(df),
            kit.counted_tails(table, np.full(table.shape, games / d))
            if self.replacement
            else kit.chi_square_tails(scaled, df),
            law,
            kit.root_effect(kit.Effects.CRAMERS_V(), scaled, df, games * (d - 1)),
            violations,
            lines,
            pictures=(picture,) if d <= MOST_DRAWN else (),
        )
