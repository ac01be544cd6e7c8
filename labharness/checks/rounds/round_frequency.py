"""How often each card type comes in the rounds of a continuous shuffler."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit


@kit.check(
    title="Card frequency in rounds",
    observes=kit.Kind.ROUND,
    reference="Joe 1993, Statistics & Probability Letters 16, 181-188; Genest, Lockhart & Stephens 2002",
    hypothesis="Every round is a simple random sample of all cards in the device.",
    null_law="chi-square of X² (N-1)/(N-b), types-1",
    applies_from="5 of the rarest type expected",
)
class RoundFrequency(kit.SimulatedLaw):
    """Whether card types come as often as the set holds them.

    A round of b cards drawn without replacement from N has, for types of share p, the covariance
    ``b (N-b)/(N-1) (diag p - p pᵀ)``: that of b independent cards times (N-b)/(N-1).  Summed over n
    independent rounds, ``X² = Σ (O - n b p)² / (n b p)`` is therefore (N-b)/(N-1) times a chi-square with
    types - 1 degrees of freedom in the limit, and ``X² (N-1)/(N-b)`` has exactly its mean for every n.
    (For a lottery of 6 of 49 the factor is the well-known 48/43.)  Each type must be expected 5 times.
    Where a buffer is declared, X² is compared with that of simulated machines of that kind.

    Parameters
    ----------
    replicates
        Simulated samples of a declared machine.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is Cohen's w of one card, 0 for a fair device.

    References
    ----------
    Joe 1993, "Tests of uniformity for sets of lotto numbers", Statistics & Probability Letters 16,
    181-188.  Genest, Lockhart & Stephens 2002, "χ² and the lottery", The Statistician 51, 243-257.

    Examples
    --------
    >>> population = kit.Population(kit.Kind.ROUND, kit.CardSet.of_decks("six decks", 6), round_cards=20)
    >>> tally = kit.Tally({"units": kit.count(520), "counts": np.full(52, 200)})
    >>> RoundFrequency().judge(tally, population).statistic["X2"]
    0.0
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count types in regular rounds."""
        cards = block.population.held
        codes = np.searchsorted(cards.present, block.cards.ravel())
        return kit.Tally(
            kit.counts(
                units=len(block.regular),
                left_out=block.units - len(block.regular),
                counts=np.bincount(codes, minlength=len(cards.present)).astype(np.int64),
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the counts with the shares of the set."""
        cards, units, drawn = population.held, tally.number("units"), population.round_cards
        each = np.array(cards.counts)[cards.present]
        expected = units * drawn * each / cards.size
        if not 0 < drawn < cards.size or len(each) < 2:
            kit.refuse(units, kit.Sample.ROUND_SIZE(drawn=drawn, cards=cards.size))
        few = kit.Sample.EXPECTED_COUNTS(items=units * drawn, cells=len(each), least=kit.LEAST_EXPECTED)
        kit.refuse_if(expected.min() < kit.LEAST_EXPECTED, units, few)
        factor, df = (cards.size - 1) / (cards.size - drawn), len(each) - 1
        x2 = kit.pearson(tally.sums["counts"], expected)
        scaled = x2 * factor
        statistic, p = {"X2": x2, "scaled": scaled}, kit.chi_square_tails(scaled, df)
        law = kit.Laws.CHI_SQUARE_SCALED(numerator=cards.size - 1, denominator=cards.size - drawn, df=df)
        if population.buffer:
            null = factor * _null(population, units, self.replicates, self.seed)
            p, law = (
                kit.monte_carlo_tails(scaled, null),
                kit.round_nulls.simulated_law(self.replicates, self.seed, population.buffer),
            )
            statistic["p_floor"] = 1 / (self.replicates + 1)
        names = tuple(kit.format_card(int(kind)) for kind in cards.present)
        return kit.CheckResult(
            units,
            statistic,
            float(df),
            p,
            law,
            kit.root_effect(
                kit.Effects.COHENS_W(), scaled, df, units * drawn * (cards.size - 1) / (cards.size - drawn)
            ),
            details=kit.left_out_line(tally.number("left_out"), kit.Irregular.ROUNDS),
            pictures=(kit.histogram(tally.sums["counts"], expected, (kit.Axis.CARD, names), kit.Axis.CARDS),),
        )


@lru_cache(maxsize=8)
def _null(population: kit.Population, units: int, replicates: int, seed: int) -> NDArray[np.float64]:
    """Simulate X² of a declared machine once for all samples of a size."""
    cards, drawn = population.held, population.round_cards
    share = drawn * np.array(cards.counts)[cards.present] / cards.size

    def x2(table: NDArray[np.int64], rounds: int) -> float:
        return kit.pearson(table.sum(axis=0), rounds * share)

    counts = tuple(cards.counts[kind] for kind in cards.present)
    return kit.table_null(
        counts, units, drawn, x2, buffer=population.buffer, replicates=replicates, seed=seed
    )
