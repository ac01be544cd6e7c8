"""How many cards of a round come again in the next."""

from __future__ import annotations

from math import comb

from labharness.analysis import kit


@kit.check(
    title="Cards repeated from the round before",
    observes=kit.Kind.ROUND,
    unit="pair of successive rounds",
    look_back=1,
    reference="Johnson, Kotz & Kemp 1992, Univariate Discrete Distributions, ch. 6 (hypergeometric law)",
    hypothesis="Cards that were just put back come as readily as all others.",
    null_law="exact (hypergeometric), convolved, for cards told apart; Monte Carlo by types",
    applies_from="2 pairs of rounds",
)
class RoundRepeats(kit.SimulatedLaw):
    """Whether cards come again too rarely or too often in the round after they were put back.

    Of N cards told apart, b in each round, the number that come again has the hypergeometric law with mean
    b²/N, whatever the earlier round was; so pairs are independent, and the sum has the convolved law.
    Where m_t cards of type t are alike, a later card of type t counts a_t/m_t, its chance to be one of the
    a_t cards of that type just put back.  The mean is the same; the variance is
    (types - 1) (b (N-b)/(N-1))² / N², and the law of the sum is simulated.

    A machine that keeps cards ready deviates from this if enough rounds are read.  Where a buffer is declared
    the sum is compared with simulated machines of that kind, and the ideal is a detail.
    Rounds next to an interruption, to an unreadable round or to one whose cards were not put back form no
    pair.

    Parameters
    ----------
    by
        ``types``, or ``copies`` where the capture gives copy numbers.
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is the mean number of repeated cards in a round.

    References
    ----------
    Johnson, Kotz & Kemp 1992, Univariate Discrete Distributions, 2nd edition, Wiley, ch. 6.

    Examples
    --------
    >>> round(repeated(208, 20).mean, 4), round(repeated(208, 20).variance, 4)
    (1.9231, 1.5786)
    """

    by: kit.Identity = kit.among("types", ("types", "copies"))

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up repeats over pairs."""
        return kit.tally_scores(block, self.by, _score)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        cards, drawn, pairs = population.held, population.round_cards, tally.number("pairs")
        kit.refuse(pairs, kit.successive_rounds.unfit(population, pairs, tally.number("doubtful")))
        deck, total = kit.successive_rounds.deck_of(population, self.by), tally.number("total")
        mean, variance = moments(cards.size, len(deck.weights), drawn)
        statistic = {
            "repeats": total / deck.unit,
            "ideal": pairs * mean,
            "z_ideal": (total / deck.unit - pairs * mean) / (pairs * variance) ** 0.5,
        }
        if deck.told_apart and not population.buffer:
            p, law = repeated(cards.size, drawn).sum_tails(pairs, total)
            law = kit.Laws.HYPERGEOMETRIC(sum=law)
        else:
            machine = kit.ScoredMachine(population.buffer, self.replicates, self.seed)
            p, law, expected = machine.tails(tally, population, deck, _score)
            statistic |= {"expected": expected / deck.unit, "p_floor": 1 / (self.replicates + 1)}
        repeats = kit.Details.REPEATS if deck.told_apart else kit.Details.REPEATS_BY_TYPE
        return kit.CheckResult(
            pairs,
            statistic,
            p=p,
            law=law,
            effect=kit.mean_score(kit.Effects.REPEATS(ideal=float(mean)), tally, deck.unit),
            details=(
                repeats(
                    repeats=total / deck.unit,
                    pairs=pairs,
                    ideal=float(pairs * mean),
                    deviation=float((pairs * variance) ** 0.5),
                ),
                kit.alone_line(tally),
            ),
        )


def _score(deck: kit.Deck) -> kit.Score:
    return deck.repeats


def repeated(cards: int, drawn: int) -> kit.Lattice:
    """Return the law of how many of the cards just put back a fair round of as many holds.

    Examples
    --------
    >>> (repeated(4, 2).mass * 6).round().astype(int).tolist()
    [1, 4, 1]
    """
    low = max(0, 2 * drawn - cards)
    ways = [comb(drawn, k) * comb(cards - drawn, drawn - k) for k in range(low, drawn + 1)]
    return kit.counted_law(low, ways, comb(cards, drawn))


def moments(cards: int, kinds: int, drawn: int) -> tuple[float, float]:
    """Return mean and variance of the repeats of one pair, for so many kinds of cards."""
    spread = drawn * (cards - drawn) / ((cards - 1) * cards)
    return drawn**2 / cards, (kinds - 1) * spread**2
