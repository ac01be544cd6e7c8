"""After how many rounds a card that was dealt is dealt again."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

MOST_AGES = 30


@kit.check(
    title="Rounds until a card comes again",
    observes=kit.Kind.ROUND,
    look_back=MOST_AGES,
    reference="Johnson, Kotz & Balakrishnan 1997, Discrete Multivariate Distributions, ch. 39; Aalen 1978",
    hypothesis="A card's chance to be dealt does not depend on how many rounds ago it was dealt last.",
    null_law="chi-square with exact conditional covariance, one degree of freedom for each age",
    applies_from="5 of age 1, and of all other cards, expected",
)
class ReappearanceGaps(kit.SimulatedLaw):
    """Whether cards come again too soon, or too late, after they were put back.

    Before each round every card has an age: how many rounds ago it was dealt last, 1 to ``ages``, or more or
    unknown.  Whatever went before, b of N cards of which K_a have age a give the multivariate hypergeometric
    law: b K_a/N cards of age a, with the covariance b(N-b)/(N-1) (K_a/N δ_ac - K_a K_c/N²).  So the gaps of one
    card are geometric, and the numbers dealt less those expected, summed over rounds, are a martingale whose
    covariance is the sum of the conditional ones, known exactly however gaps overlap or are cut off.  Their
    quadratic form is a chi-square with one degree of freedom for each age.  From the largest age down, ages
    join the rest until it and each age expect 5 cards.  Where a buffer is declared, the numbers are compared
    with simulated machines of that kind.

    An interruption, an unreadable round and one whose cards were not put back hide the ages of all cards dealt
    before.

    Parameters
    ----------
    by
        ``types``: all cards of a type have the age of the one dealt last, and each that comes again counts;
        or ``copies``, each card by itself, where the capture gives copy numbers.
    ages
        Largest age in rounds, 1 to 30.
    replicates
        Simulated samples of a declared machine.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is the chance that a card of age 1 is dealt, b/N for an ideal machine; its interval is that of a
    ratio of sums over rounds (Cochran 1977, § 2.11).

    References
    ----------
    Johnson, Kotz & Balakrishnan 1997, Discrete Multivariate Distributions, Wiley, ch. 39.  Aalen 1978, Annals
    of Statistics 6, 701-726 (sums of differences from a conditional expectation).  Cochran 1977, Sampling
    Techniques, 3rd edition, Wiley.

    Examples
    --------
    >>> quadratic(np.array([[4.0], [0.0]]), np.array([[8.0, 0.0], [0.0, 4.0]])).tolist()
    [2.0]
    """

    by: kit.Identity = kit.among("types", ("types", "copies"))
    ages: int = kit.within(10, 1, MOST_AGES)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count cards by age, in the device and in the round, and sum what their covariance needs."""
        rounds = kit.successive_rounds.sequel(block, self.ages)
        codes, doubtful = kit.successive_rounds.identities(block.population, self.by, rounds.cards)
        each = np.bincount(kit.successive_rounds.deck_of(block.population, self.by).codes)
        inside, dealt = kit.round_ages.by_age(rounds, codes, each, self.ages)
        return kit.Tally(
            kit.counts(
                rounds=len(inside),
                doubtful=int(doubtful[rounds.units >= 0].sum()),
                inside=inside.sum(axis=0),
                dealt=dealt.sum(axis=0),
                products=inside.T @ inside,
                youngest=np.array([dealt[:, 0] @ dealt[:, 0], dealt[:, 0] @ inside[:, 0]]),
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the numbers dealt with those expected."""
        cards, drawn, rounds = population.held, population.round_cards, tally.number("rounds")
        kit.refuse(rounds, kit.successive_rounds.unfit(population, rounds, tally.number("doubtful")))
        size, inside, dealt = cards.size, tally.sums["inside"], tally.sums["dealt"]
        expected = (inside * (drawn / size)).astype(np.float64)
        ages = _ages_enough(expected, rounds * drawn)
        few = kit.Sample.EXPECTED_COUNTS(items=rounds * drawn, cells=2, least=kit.LEAST_EXPECTED)
        kit.refuse_if(not ages, rounds, few)
        excess = (size * dealt - drawn * inside)[:ages].astype(float)
        if population.buffer:
            null = kit.simulated_excess(population, self.by, self.ages, rounds, self.replicates, self.seed)
            # The sample belongs to its null: mean and covariance of both together treat all alike.
            every = np.column_stack((excess, null[:ages]))
            away = every - every.mean(axis=1, keepdims=True)
            spread = np.asarray(away @ away.T / away.shape[1], dtype=np.float64)
            forms = quadratic(away, spread)
            x2, p = float(forms[0]), kit.monte_carlo_tails(float(forms[0]), forms[1:])
            law = kit.round_nulls.simulated_law(self.replicates, self.seed, population.buffer)
            statistic = {"X2": x2, "p_floor": 1 / (self.replicates + 1)}
        else:
            products = tally.sums["products"][:ages, :ages]
            factor = drawn * (size - drawn) / (size - 1)
            spread = (factor * (size * np.diag(inside[:ages]) - products)).astype(np.float64)
            x2 = float(quadratic(excess[:, np.newaxis], spread)[0])
            p, law = kit.chi_square_tails(x2, ages), kit.Laws.CHI_SQUARE(df=ages)
            statistic = {"X2": x2}
        names = [str(age + 1) for age in range(ages)]
        known = kit.Details.ROUNDS_BY_COPIES if self.by == "copies" else kit.Details.ROUNDS_BY_TYPES
        return kit.CheckResult(
            rounds,
            statistic,
            float(ages),
            p,
            law,
            _hazard(tally, drawn / size),
            details=(
                known(rounds=rounds),
                *(
                    kit.Details.AGE(rounds=age, again=have, ideal=want)
                    for age, (have, want) in enumerate(
                        zip(dealt.tolist()[:ages], expected.tolist(), strict=False), 1
                    )
                ),
            ),
            pictures=(
                kit.histogram(dealt[:ages], expected[:ages], (kit.Counted.ROUNDS, names), kit.Axis.CARDS),
            ),
        )


def quadratic(excess: NDArray[np.float64], spread: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the squared length of each column in units of the covariance.

    What never varies, such as cards of age 1 behind a buffer as large as a round, counts nothing.
    """
    inverse = np.linalg.pinv(spread, rcond=1e-12, hermitian=True)
    return np.asarray((excess * (inverse @ excess)).sum(axis=0), dtype=np.float64)


def _ages_enough(expected: NDArray[np.float64], total: float) -> int:
    """Return up to which age each, and all that is older, is expected often enough."""
    for ages in range(len(expected), 0, -1):
        if min(expected[:ages].min(), total - expected[:ages].sum()) >= kit.LEAST_EXPECTED:
            return ages
    return 0


def _hazard(tally: kit.Tally, ideal: float) -> kit.Effect:
    """Return the chance of a card of age 1, with the interval of a ratio of sums."""
    from scipy.special import stdtrit

    rounds, inside, dealt = tally.number("rounds"), int(tally.sums["inside"][0]), int(tally.sums["dealt"][0])
    squares, crossed = tally.sums["youngest"].tolist()
    chance = dealt / inside
    about = max(0.0, squares - 2 * chance * crossed + chance**2 * int(tally.sums["products"][0, 0]))
    half = (
        float(stdtrit(rounds - 1, (1 + kit.intervals.LEVEL) / 2))
        * sqrt(about * rounds / (rounds - 1))
        / inside
    )
    return kit.Effect(kit.Effects.CARDS_AGAIN(ideal=ideal), chance, chance - half, chance + half)
