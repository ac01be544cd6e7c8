"""Place in the round × card type of a continuous shuffler."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

LEAST_ROUNDS = 20


@kit.check(
    title="Place in the round × card",
    observes=kit.Kind.ROUND,
    reference="Anderson 1959, Biometrics 15, 582-590; Davison & Hinkley 1997, § 4.2",
    hypothesis="Every round is a simple random sample of all cards in the device, in random order.",
    null_law="Monte Carlo of simple random samples; chi-square from 5,000 rounds",
    applies_from="20 rounds",
    version=2,
)
class RoundPosition(kit.SimulatedLaw):
    """Whether every card type reaches every place of a round equally often.

    The table has one row for each place and one for the cards that stayed in the device, so that each
    round fills a whole permutation of the N cards: ``(N-1)/N X²`` has mean places × (types-1), as in
    ``position_card``.  Its law is taken by Monte Carlo from independent simple random samples; from
    ``asymptotic_from`` rounds on, where simulating costs minutes and the chi-square limit is good, from
    that limit.  Both are printed.  Where a buffer is declared, machines of that kind are simulated instead.

    Parameters
    ----------
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.
    asymptotic_from
        Rounds from which the chi-square limit decides.

    Notes
    -----
    The effect is Cramér's V, estimated from the noncentrality of the scaled statistic.

    References
    ----------
    Anderson 1959, Biometrics 15, 582-590.  Davison & Hinkley 1997, Bootstrap Methods and their
    Application, § 4.2.

    Examples
    --------
    >>> deck = kit.CardSet.of_decks("three", 1, removed=[kit.format_card(kind) for kind in range(3, 52)])
    >>> tally = kit.Tally({"units": kit.count(123), "table": np.array([[42, 31, 50], [64, 16, 43]])})
    >>> population = kit.Population(kit.Kind.ROUND, deck, round_cards=2)
    >>> round(RoundPosition(replicates=99).judge(tally, population).statistic["scaled"], 2)
    53.04
    """

    asymptotic_from: int = kit.at_least(5000, LEAST_ROUNDS)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count types by place in regular rounds."""
        cards = block.population.held
        codes = np.searchsorted(cards.present, block.cards)
        return kit.Tally(
            kit.counts(
                units=len(block.regular),
                left_out=block.units - len(block.regular),
                table=kit.place_table(codes, len(cards.present)),
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the table with simulated fair tables."""
        cards, units, drawn = population.held, tally.number("units"), population.round_cards
        each = np.array(cards.counts)[cards.present]
        if not 0 < drawn < cards.size or len(each) < 2:
            kit.refuse(units, kit.Sample.ROUND_SIZE(drawn=drawn, cards=cards.size))
        kit.refuse(units, kit.too_few(units, LEAST_ROUNDS, kit.Counted.COMPLETE_ROUNDS))
        per_place = units * each / cards.size
        table, df = tally.sums["table"], drawn * (len(each) - 1)
        result = _scaled(table, each, units)
        limit = kit.chi_square_tails(result, df)
        statistic = {
            "X2": result * cards.size / (cards.size - 1),
            "scaled": result,
            "limit_p": limit["two_sided"],
        }
        p, law = limit, kit.Laws.CHI_SQUARE_SCALED(numerator=cards.size - 1, denominator=cards.size, df=df)
        if units < self.asymptotic_from or population.buffer:
            shape = tuple(each.tolist()), units, drawn, population.buffer
            p = kit.monte_carlo_tails(result, _null(*shape, self.replicates, self.seed))
            law = kit.Laws.RANDOM_ROUNDS(replicates=self.replicates, seed=self.seed)
            if population.buffer:
                law = kit.round_nulls.simulated_law(self.replicates, self.seed, population.buffer)
            statistic["p_floor"] = 1 / (self.replicates + 1)
        rows = (kit.Axis.ROUND_PLACE, tuple(str(place + 1) for place in range(drawn)))
        columns = (kit.Axis.CARD, tuple(kit.format_card(int(kind)) for kind in cards.present))
        return kit.CheckResult(
            units,
            statistic,
            float(df),
            p,
            law,
            kit.root_effect(
                kit.Effects.CRAMERS_V(), result, df, units * (cards.size - 1) * min(drawn, len(each) - 1)
            ),
            details=kit.left_out_line(tally.number("left_out"), kit.Irregular.ROUNDS),
            pictures=(kit.heatmap(table, per_place, rows, columns),),
        )


def _scaled(table: NDArray[np.int64], each: NDArray[np.int64], units: int) -> float:
    """Return (N-1)/N X² of a table of places × types, with a row for the cards that stayed."""
    size, drawn = int(each.sum()), len(table)
    per_place = units * each / size
    stayed = units * each - table.sum(axis=0)
    x2 = kit.pearson(table, per_place) + kit.pearson(stayed, (size - drawn) * per_place)
    return x2 * (size - 1) / size


@lru_cache(maxsize=16)
def _null(
    counts: tuple[int, ...], units: int, drawn: int, buffer: int, replicates: int, seed: int
) -> NDArray[np.float64]:
    """Simulate once what a plan's samples of one size are compared with, however often it is judged."""
    each = np.array(counts)

    def scaled(table: NDArray[np.int64], rounds: int = units) -> float:
        return _scaled(table, each, rounds)

    if buffer:
        return kit.table_null(counts, units, drawn, scaled, buffer=buffer, replicates=replicates, seed=seed)
    deck = np.repeat(np.arange(len(each)), each)
    return kit.round_tables(deck, units, drawn, len(each), scaled, replicates=replicates, seed=seed)
