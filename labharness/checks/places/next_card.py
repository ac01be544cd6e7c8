"""Which card follows which."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis import kit

LEAST_LIMIT = 20
"""Units from which the chi-square limit is used."""


@kit.check(
    title="Next card",
    observes=(kit.Kind.SHUFFLE, kit.Kind.DEAL),
    reference="Knuth 1997, TAOCP 2, § 3.3.2 B (serial test); Diaconis 1988, ch. 3 (law derived in the docstring)",
    hypothesis="Every card is equally likely to be followed by any other.",
    null_law="chi-square, 2,651 degrees of freedom for 52 cards; Monte Carlo below 20 units or of alike cards",
    applies_from="1 unit of 4 cards",
    version=2,
)
class NextCard(kit.SimulatedLaw):
    """Whether some cards follow some others too often.

    An order of N cards with an end mark is a cycle of M = N + 1 symbols, and a fair one is any of the N!
    cycles alike.  Let D be the table of successors less its mean n/N, cut into a symmetric part S and an
    antisymmetric part A.  A cycle turned round is as likely as itself, so that S and A are uncorrelated;
    Σ S²/(n/N) has M(M-3)/2 degrees of freedom, and Σ A²/(n/N) × (M-2)/M has (M-1)(M-2)/2.  Their sum is
    compared with chi-square: 2,651 degrees of freedom for 52 cards.

    Where cards cannot be told apart, or fewer than 20 units were read, the statistic (X² of types with
    their means m_a m_b / N) is compared with fair shuffles instead.

    Parameters
    ----------
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is Cohen's w.

    References
    ----------
    Knuth 1997, The Art of Computer Programming 2, § 3.3.2 B.  Diaconis 1988, Group Representations in
    Probability and Statistics, ch. 3.

    Examples
    --------
    >>> follower_table(np.array([[2, 0, 1]]), 3).tolist()
    [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count what follows what; the end mark comes last, and the first card follows it."""

        def counted(
            cards: kit.Order, codes: NDArray[np.uint16], reading: kit.CodeReading
        ) -> dict[str, NDArray[np.int64]]:
            return {"table": follower_table(cards, len(reading.each), codes)}

        return kit.tally_readings(block, counted)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the table with equal chances."""
        reading = kit.best_reading(tally, population)
        units = tally.number(reading.key + "units")
        reason = kit.identity.refusal(tally, reading, 1)
        if reason or len(reading.deck) < 4:
            kit.refuse(units, reason or kit.Sample.TYPES(cards=4, types=2, units=units, least=1))
        table, kinds = tally.sums[reading.key + "table"], len(reading.each)
        distinct = kinds == len(reading.deck)
        mean = follower_mean(reading.each)

        def statistic(followers: NDArray[np.int64], shuffles: int) -> float:
            return cycle_statistic(followers) if distinct else _typed(followers, shuffles * mean)

        result, df = statistic(table, units), _degrees(mean, distinct=distinct)
        if distinct and units >= LEAST_LIMIT:
            p = kit.chi_square_tails(result, df)
            law, more = kit.Laws.CHI_SQUARE(df=df), {}
        else:
            null = kit.shuffle_null(
                reading.deck,
                units,
                lambda orders: statistic(follower_table(orders, kinds), len(orders)),
                replicates=self.replicates,
                seed=self.seed,
            )
            p, law = kit.monte_carlo_tails(result, null), kit.simulated_law(units, self.replicates, self.seed)
            more = {"fair_X2": float(null.mean()), "p_floor": 1 / (self.replicates + 1)}
        scaled = result * df / more.get("fair_X2", float(df))
        names = (*reading.names, "end")
        return kit.CheckResult(
            units,
            {"X2": result} | more,
            float(df),
            p,
            law,
            kit.root_effect(kit.Effects.COHENS_W(), scaled, df, units * (len(reading.deck) + 1)),
            details=kit.identity_notes(tally, population, reading),
            pictures=(
                kit.heatmap(table, units * mean, (reading.label, names), (kit.Axis.FOLLOWED_BY, names)),
            ),
        )


def follower_table(
    cards: ArrayLike, kinds: int, codes: NDArray[np.uint16] | None = None
) -> NDArray[np.int64]:
    """Return how often each code is followed by each, shape (kinds + 1, kinds + 1); the last is the end.

    Parameters
    ----------
    codes
        Code of each number that a card's low bits can be; cards are codes themselves if left out.
    """
    rows = np.ascontiguousarray(cards, dtype=np.uint16)
    return kit.card_tables.follower_table(rows, kit.themselves(kinds) if codes is None else codes, kinds)


def follower_mean(each: tuple[int, ...]) -> NDArray[np.float64]:
    """Return the expected table of one fair shuffle of so many cards of each code."""
    held = np.array([*each, 1])
    return np.asarray((np.outer(held, held) - np.diag(held)) / (held.sum() - 1))


def cycle_statistic(table: NDArray[np.int64]) -> float:
    """Return the scaled statistic of distinct cards; the number of shuffles is that of any row."""
    symbols = len(table)
    each = float(table[0].sum()) / (symbols - 1)
    deviation = table - each * (1 - np.eye(symbols))
    even, odd = (deviation + deviation.T) / 2, (deviation - deviation.T) / 2
    return float((even**2).sum() + (odd**2).sum() * (symbols - 2) / symbols) / each


def _typed(table: NDArray[np.int64], expected: NDArray[np.float64]) -> float:
    possible = expected > 0
    return kit.pearson(table[possible], expected[possible])


def _degrees(mean: NDArray[np.float64], *, distinct: bool) -> int:
    """Return M(M-3)/2 + (M-1)(M-2)/2 for distinct cards, (possible cells) - 2 kinds - 1 for others."""
    symbols = len(mean)
    return symbols**2 - 3 * symbols + 1 if distinct else max(1, int((mean > 0).sum()) - 2 * (symbols - 1) - 1)
