"""What someone gains who remembers the cards put back last."""

from __future__ import annotations

from collections.abc import Collection
from math import copysign, inf, isfinite, sqrt

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

MOST_KNOWN = 20
LEAST_ROUNDS = 30
"""Guesses from which Student's law of their mean is used."""


@kit.check(
    title="Advantage of remembering the last rounds",
    observes=kit.Kind.ROUND,
    look_back=MOST_KNOWN,
    reference="Diaconis 1978, Science 201, 131-136 (feedback and guessing); Student 1908, Biometrika 6, 1-25",
    hypothesis="Who remembers the last rounds names cards of the next no better than the stated limit allows.",
    null_law="Student, against a limit that the plan states",
    applies_from="30 rounds that follow known ones, and a stated limit",
    version=2,
    bound=True,
)
class GuessingAdvantage:
    """How much better someone names a card who knows the cards put back after the last rounds.

    Two players are tried.  The first names the type of which most cards were not among the ``known`` last
    rounds, and gains where a machine keeps back what was returned.  The second names the type of which most
    cards were among them, and gains where a machine returns them early.  Where several types are alike, all
    share the guess.  The advantage is the chance that a card of the next round is of the named type, less that
    of an ideal machine, m_t/N; both are compared with a limit that the plan states with its source.  Right:
    the larger one is above the limit (Bonferroni over both).  Left: that of the first player is below 0, which
    no fair machine shows.  Without a limit there is no p-value, and the result gives the estimate only.

    Parameters
    ----------
    known
        Rounds that the player remembers, 1 to 20.
    limit
        Largest advantage that is not material, such as 0.005 for half a percentage point; None for none.
    source
        Who stated the limit, and where.

    Notes
    -----
    The effect is the advantage of one guess of the first player with Student's interval, of the second where that is
    larger and its interval lies above 0.  Bounded are both at once, by
    Student's one-sided limits, each at half of the level (Bonferroni): no other player is covered.

    References
    ----------
    Diaconis 1978, Science 201, 131-136.  Student 1908, Biometrika 6, 1-25.

    Examples
    --------
    >>> named(np.array([[1, 0, 2]]), np.array([2, 2, 2])).tolist()
    [[False, True, False]]
    """

    known: int = kit.within(1, 1, MOST_KNOWN)
    limit: float | None = None
    source: str = ""

    def __post_init__(self) -> None:
        if self.limit is not None and not (isfinite(self.limit) and 0 <= self.limit < 1):
            raise kit.InputError(kit.Parameters.NOT_A_PROPORTION(name="limit", got=self.limit))
        if (self.limit is None) == bool(self.source.strip()):
            raise kit.InputError(kit.Inputs.KEYS_TOGETHER(key="limit", other="source"))

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up how much better than an ideal machine's the guesses were, by the types that share one."""
        cards, rounds = block.population.held, kit.successive_rounds.sequel(block, self.known)
        each = np.array(cards.counts)[cards.present]
        codes = kit.successive_rounds.identities(block.population, "types", rounds.cards)[0]
        rows = np.arange(len(codes))[:, np.newaxis] * len(each)
        held = np.bincount((rows + codes).ravel(), minlength=len(codes) * len(each)).reshape(-1, len(each))
        last = np.flatnonzero((rounds.units >= 0) & (np.arange(len(codes)) >= self.known))
        # All remembered rounds must be in a row, and their cards inside again.
        gone = np.concatenate(([0], np.cumsum(~rounds.put_back)))
        whole = rounds.units[last] - rounds.units[last - self.known] == self.known
        last = last[whole & (gone[last] == gone[last - self.known])]
        seen = np.zeros((len(last), len(each)), dtype=np.int64)
        for back in range(1, self.known + 1):
            seen += held[last - back]
        drawn, sums = block.population.round_cards, dict[str, NDArray[np.int64]]()
        for player, choose in PLAYERS.items():
            chosen = choose(seen, each)
            better = cards.size * (held[last] * chosen).sum(axis=1) - drawn * (chosen * each).sum(axis=1)
            for key, value in (("rounds", np.ones_like(better)), ("better", better), ("squares", better**2)):
                table = sums[player + key] = np.zeros(len(each) + 1, dtype=np.int64)
                np.add.at(table, chosen.sum(axis=1), value)
        return kit.Tally(sums)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the advantages with the limit."""
        result = {player: _moments(tally, population, player) for player in PLAYERS}
        n = result[""][0]
        reason = kit.successive_rounds.unfit(population, max(n, kit.successive_rounds.LEAST_PAIRS), 0)
        if not reason and n < LEAST_ROUNDS:
            reason = kit.Sample.TOO_FEW(needed=LEAST_ROUNDS, recorded=n, what=kit.Counted.FOLLOWING_ROUNDS)
        kit.refuse(n, reason)
        effect, *others = (
            kit.successive_rounds.student(kit.Effects.ADVANTAGE(), *each) for each in result.values()
        )
        for other in others:
            if other.low > 0 and other.value > effect.value:
                effect = other
        bounds = (_bound(self.known, result.values()),)
        if self.limit is None:
            return kit.CheckResult(
                n,
                effect=effect,
                bounds=bounds,
                not_applicable=kit.Sample.NO_LIMIT(
                    advantage=effect.value, low=effect.low, high=effect.high, rounds=n
                ),
            )
        from scipy.special import stdtr

        errors = {
            player: sqrt(max(0.0, square / n - (total / n) ** 2) / (n - 1))
            for player, (_, total, square) in result.items()
        }
        if not any(errors.values()):  # and no bound
            return kit.CheckResult(n, effect=effect, not_applicable=kit.Sample.EQUAL_GUESSES())
        above = max(_t(result[player][1] / n - self.limit, error) for player, error in errors.items())
        below = _t(result[""][1] / n, errors[""])
        return kit.CheckResult(
            n,
            {"advantage": effect.value, "limit": self.limit, "t": above},
            float(n - 1),
            kit.both_tails(min(1.0, len(result) * float(stdtr(n - 1, -above))), float(stdtr(n - 1, below))),
            kit.Laws.STUDENT_LIMIT(df=n - 1),
            effect,
            details=(
                kit.Details.ADVANTAGE(value=effect.value, low=effect.low, high=effect.high, rounds=n),
                kit.Details.LIMIT(limit=self.limit, source=self.source),
            ),
            bounds=bounds,
        )


Moments = tuple[int, float, float]
"""Number, sum and sum of squares of the advantages of one guess in each round."""


def _moments(tally: kit.Tally, population: kit.Population, player: str) -> Moments:
    cards = population.held
    nothing = np.zeros(len(cards.present) + 1, dtype=np.int64)
    counts, better, squares = (
        tally.sums.get(player + key, nothing) for key in ("rounds", "better", "squares")
    )
    unit = np.maximum(np.arange(len(counts)), 1) * float(cards.size * population.round_cards)
    return int(counts.sum()), float((better / unit).sum()), float((squares / unit**2).sum())


def _t(distance: float, error: float) -> float:
    """Return a distance in standard errors; guesses that were all alike lie beyond any number of them."""
    return distance / error if error else copysign(inf, distance) if distance else 0.0


def _bound(known: int, result: Collection[Moments]) -> kit.GainBound:
    """Bound what any of the players gains, at all of them at once."""
    limits = [kit.mean_bound(*each, 1 - (1 - kit.gain_bounds.LEVEL) / len(result)) for each in result]
    return kit.GainBound(
        kit.Gainer.GUESSER,
        kit.Gains.GUESS_AFTER_ROUNDS(rounds=known),
        kit.GainUnit.POINTS,
        100 * max(mean for mean, _ in limits),
        kit.at_least_nothing(100 * max(most for _, most in limits)),
        kit.gain_bounds.LEVEL,
        len(limits),
        kit.Gains.BY_MEMORY(strategies=len(limits)),
    )


def named(seen: NDArray[np.int64], each: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return the types that share each guess: those of which most cards were not seen."""
    unseen = each - seen
    return np.asarray(unseen == unseen.max(axis=1, keepdims=True))


def returned(seen: NDArray[np.int64], each: NDArray[np.intp]) -> NDArray[np.bool_]:  # noqa: ARG001  as of named
    """Return the types that share each guess: those of which most cards were seen."""
    return np.asarray(seen == seen.max(axis=1, keepdims=True))


PLAYERS = {"": named, "early_": returned}
"""Whom a player names, by the prefix of the player's sums."""
