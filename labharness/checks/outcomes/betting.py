"""Bets on the next outcome."""

from __future__ import annotations

from math import log

from labharness.analysis import kit

LEAST = 100
MOST_OUTCOMES = 4096
STAKE = 10_000
"""$100 in cents."""


@kit.check(
    title="Bets on the next outcome",
    observes=kit.Kind.DRAW,
    reference="Ville 1939, Étude critique de la notion de collectif; Shafer 2021, JRSS A 184, 407-431",
    hypothesis="None of the bettors tried, who know all earlier outcomes, gains at fair odds.",
    null_law="bound: 1 over the highest capital (Ville)",
    applies_from="100 outcomes; d to 4,096",
    bound=True,
    slow=0.6,
)
class Betting:
    """Whether a predictor that knows all earlier outcomes would gain at fair odds.

    A team of bettors stakes on every outcome in turn.  Each names the chance q of the outcome that comes, from
    a table of what came before, and its capital is multiplied by q d.  Tables count the outcomes alone, in the
    context of one of the last 16 or of the last two, and the residuals of the relations that searches of the past
    propose after 4,096, 16,384, … outcomes: sums and differences of two outcomes to lag 128, sums of the last 3 to
    32, and the most dependent lag to 1,024.  Shares of the first capital are fixed beforehand.

    Of a fair generator the capital has mean 1 at all times, whatever the bettors try, so the chance that it ever
    reaches 1/α is at most α (Ville).  p is 1 over the highest capital: a bound, far above the true probability
    for most samples.  There is no left tail.

    Parameters
    ----------
    most
        Outcomes read, from the first one on.

    Notes
    -----
    The effect is the proportion of outcomes that the leading bettor named in advance, with its exact interval.
    Staked at fair odds, each dollar on a named outcome gains d h - 1 on average, h being that proportion.  Bounded is
    the mean chance of naming an outcome over the sample for who follows the leading bettor and stakes the same on every
    outcome.  Another strategy is not covered: a relation that none of them tries, a dependence that begins later, and
    who stakes only where the next outcome is surer.

    References
    ----------
    Ville 1939, Étude critique de la notion de collectif, Gauthier-Villars.  Shafer 2021, Testing by betting, J. R.
    Statist. Soc. A 184, 407-431.  Ramdas, Grünwald, Vovk & Shafer 2023, Statistical Science 38, 576-601.

    Examples
    --------
    A generator that repeats 1, 2, 3 gives itself away at once:

    >>> import numpy as np
    >>> tally = kit.Tally(columns={"codes": np.tile(np.array([0, 1, 2], dtype=np.uint16), 1000)})
    >>> result = Betting().judge(tally, kit.Population(kit.Kind.DRAW, low=1, high=3))
    >>> result.p["two_sided"] < 1e-9, result.effect.value > 0.6
    (True, True)
    """

    most: int = kit.within(kit.leading.MOST, LEAST, 1 << 24)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Keep the first outcomes."""
        return kit.leading.leading(block, self.most)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Bet on every outcome."""
        codes, d, read = kit.leading.codes_of(tally), kit.outcomes.outcomes(population), tally.number("read")
        few = kit.too_few(len(codes), LEAST, kit.Counted.OUTCOMES)
        kit.refuse(read, kit.out_of_range(d, MOST_OUTCOMES) or few)
        bets = kit.bettors.bets(codes, d)
        low, high = kit.clopper_pearson(bets.named, bets.guesses)
        share = bets.named / bets.guesses
        p = max(kit.SMALLEST_P, bets.p_bound)
        return kit.CheckResult(
            read,
            {
                "log10_capital": bets.log_peak / log(10),
                "log10_at_end": bets.log_capital / log(10),
                "named": float(bets.named),
            },
            p={kit.Tail.RIGHT.value: p, kit.Tail.LEFT.value: 1.0, kit.Tail.TWO_SIDED.value: p},
            law=kit.Predictions.CAPITAL_LAW(),
            effect=kit.Effect(kit.Predictions.NAMED(fair=1 / d), share, low, high),
            details=(
                kit.Predictions.GAIN(
                    cents=STAKE * (d * share - 1), low=STAKE * (d * low - 1), high=STAKE * (d * high - 1)
                ),
                kit.Predictions.CAPITAL(exponent=bets.log_peak / log(10), outcomes=bets.peak_at),
                _leader(bets, d),
                *kit.leading.beyond(tally, len(codes)),
            ),
            bounds=_bounds(bets, d),
        )


def _bounds(bets: kit.Bets, d: int) -> tuple[kit.GainBound, ...]:
    """Bound what the leading bettor gains on average over the sample, in chance and at fair odds."""
    what, share = kit.Gains.GUESS_FROM_PAST(outcomes=bets.guesses), bets.named / bets.guesses
    covers = kit.Gains.BY_LEADER(contexts=bets.contexts, sums=bets.sums, lags=bets.lags)
    most = kit.predicted_bound(bets.named, bets.guesses, 1 / d)

    def bound(unit: kit.GainUnit, worth: float, fair: float) -> kit.GainBound:
        upper = kit.at_least_nothing(worth * most - fair)
        return kit.GainBound(
            kit.Gainer.PREDICTOR,
            what,
            unit,
            worth * share - fair,
            upper,
            kit.gain_bounds.LEVEL,
            covers=covers,
        )

    return bound(kit.GainUnit.POINTS, 100, 100 / d), bound(kit.GainUnit.CENTS, STAKE * d, STAKE)


def _leader(bets: kit.Bets, d: int) -> kit.Reason:
    """Return what the table counts that led at the end."""
    if bets.relation.lags:
        return kit.Predictions.RELATION(terms=bets.relation.terms, outcomes=d)
    return kit.Predictions.CONTEXT(lags=bets.context) if bets.context else kit.Predictions.FREQUENCIES()
