"""How many cards of a round come again one, two and more rounds later."""

from __future__ import annotations

import numpy as np

from labharness.analysis import kit

MOST_LAGS = 20


@kit.check(
    title="Cards repeated by distance of rounds",
    observes=kit.Kind.ROUND,
    unit="pair of rounds",
    look_back=MOST_LAGS,
    reference="Box & Pierce 1970, Journal of the American Statistical Association 65, 1509-1526 (joint test of lags)",
    hypothesis="The past of a round says nothing about it, however many rounds it lies back.",
    null_law="Monte Carlo",
    applies_from="2 pairs of each distance, 1 … 20",
)
class LagProfile(kit.SimulatedLaw):
    """How long a card put back stays rarer, or commoner, than others.

    For every distance of 1 to ``lags`` rounds, repeats are counted by type, a card of type t being worth
    a_t/m_t where a_t of its m_t alike cards were in the earlier round.  An ideal machine has the mean b²/N at
    each distance, and repeats at different distances are uncorrelated.  The sum of the squared standardized
    deviations is compared with simulated machines: ideal ones, or ones with the buffer declared.

    Parameters
    ----------
    lags
        Largest distance in rounds, 1 to 20.
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is the mean number of repeats at the distance that deviates most; intervals of all are
    printed, each for itself.

    References
    ----------
    Box & Pierce 1970, Journal of the American Statistical Association 65, 1509-1526.

    Examples
    --------
    >>> LagProfile(lags=3).lags
    3
    """

    lags: int = kit.within(5, 1, MOST_LAGS)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up repeats by distance."""
        rounds, deck = (
            kit.successive_rounds.sequel(block, self.lags),
            kit.successive_rounds.deck_of(block.population, "types"),
        )
        scores = []
        for lag in range(1, self.lags + 1):
            earlier, later = (
                kit.successive_rounds.identities(block.population, "types", c)[0] for c in rounds.pairs(lag)
            )
            scores.append(deck.repeats(earlier, later))
        return kit.Tally(
            {
                "pairs": np.array([len(each) for each in scores], dtype=np.int64),
                "total": np.array([each.sum() for each in scores], dtype=np.int64),
                "squares": np.array([(each**2).sum() for each in scores], dtype=np.int64),
            }
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the deviations of all distances with their joint law."""
        nothing = np.zeros(self.lags, dtype=np.int64)
        pairs, total, squares = (tally.sums.get(key, nothing) for key in ("pairs", "total", "squares"))
        kit.refuse(int(pairs[0]), kit.successive_rounds.unfit(population, int(pairs.min()), 0))
        deck = kit.successive_rounds.deck_of(population, "types")
        null = kit.pair_null(
            deck.codes,
            pairs,
            population.round_cards,
            deck.repeats,
            buffer=population.buffer,
            replicates=self.replicates,
            seed=self.seed,
        )
        # The sample belongs to its null: mean and spread of both together treat all alike.
        every = np.column_stack((total, null))
        mean, spread = every.mean(axis=1), every.std(axis=1)
        z = (every - mean[:, np.newaxis]) / np.where(spread > 0, spread, 1.0)[:, np.newaxis]
        x2 = (z**2).sum(axis=0)
        scaled = ((total, deck.unit), (squares, deck.unit**2))
        effects = [
            kit.successive_rounds.student(
                kit.Effects.REPEATS_LATER(rounds=lag + 1, expected=float(mean[lag] / n / deck.unit)),
                n,
                each,
                two,
            )
            for lag, (n, each, two) in enumerate(
                zip(pairs.tolist(), *((sums / scale).tolist() for sums, scale in scaled), strict=True)
            )
        ]
        expected = mean / deck.unit
        return kit.CheckResult(
            int(pairs[0]),
            {"X2": float(x2[0]), "p_floor": 1 / (self.replicates + 1)},
            p=kit.monte_carlo_tails(float(x2[0]), x2[1:]),
            law=kit.round_nulls.simulated_law(self.replicates, self.seed, population.buffer),
            effect=effects[int(np.abs(z[:, 0]).argmax())],
            details=tuple(map(kit.effect_detail, effects)),
            pictures=(
                kit.histogram(
                    np.rint(total / deck.unit).astype(np.int64),
                    expected,
                    (kit.Axis.ROUNDS_LATER, [str(lag) for lag in range(1, self.lags + 1)]),
                    kit.Axis.REPEATS,
                ),
            ),
        )
