"""Bets on the next outcome, whose capital is evidence at any time: an e-process.

A bettor names chances q of the next outcome from earlier ones, and its capital is multiplied by q/p, with p the
chance of a fair generator.  Under the null hypothesis the capital has mean 1 whatever the rule, whoever chose it and
from what, as long as it uses the past alone, and the chance that it ever reaches 1/α is at most α (Ville).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp, inf, log

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.prediction.complexity import MOST_TABLED, pair_statistics
from labharness.analysis.laws.prediction.learned_laws import Relation, candidates, search

FIRST_SEARCH, SEARCH_EVERY = 4096, 4
"""The first search, in outcomes, and the factor between searches."""
SEARCHED, LAGGED = 16_384, 65_536
"""Last outcomes that the searches of sums and of lags read."""
REACH, WINDOW, LAGS = 128, 32, 1024
"""Lags of the searches: of sums of two, of sums of the last ones, of equal or dependent pairs."""
RELATIONS = 6
"""Relations that a search proposes."""
NEAR = 16
"""Lags whose outcome is a context from the start."""
MOST_IN_CONTEXT = 64
"""Most outcomes that serve as a context; of more, a table is never filled."""
STRONG = 20.0
"""Prior count of each outcome for strong dependence; for weak dependence it is 2,000 / d."""
GIVES_UP = -4.0
"""Logarithm of the capital at which a bettor stops; it keeps the rest."""
SHORTEST, LONGEST = 1024, 16_384
"""Outcomes between two looks at the capital: a sixteenth of the sample so far within these."""


@dataclass
class Bettor:
    """One table of residuals in a context, played with two priors.

    Parameters
    ----------
    shares
        Part of the first capital that each prior holds.
    gains
        Logarithm of what each has made of its part.
    """

    relation: Relation
    context: tuple[int, ...]
    outcomes: int
    share: float
    gains: NDArray[np.float64] = field(default_factory=lambda: np.zeros(2))

    def __post_init__(self) -> None:
        self.counts = np.zeros((self.outcomes ** len(self.context), self.outcomes + 1), dtype=np.int32)
        self.favorites = np.zeros(len(self.counts), dtype=np.int32)
        self.lags = np.array(self.relation.lags, dtype=np.int64)
        self.factors = np.array(self.relation.factors, dtype=np.int64)
        self.places = np.array(self.context, dtype=np.int64)
        self.priors = np.array([STRONG, max(2000.0 / self.outcomes, 1.0)])
        self.plays = [True, True]

    def play(self, codes: NDArray[np.int32], begin: int, end: int) -> int:
        """Bet on a stretch; return how many outcomes the table named."""
        from labharness.analysis.laws.kernels.outcomes.prediction import bet

        begin = max(begin, self.relation.reach, *self.context, 0)
        result = np.zeros(2)
        named = int(
            bet(
                codes,
                self.outcomes,
                begin,
                max(begin, end),
                self.lags,
                self.factors,
                self.places,
                self.counts,
                self.favorites,
                self.priors,
                result,
            )
        )
        for k in range(2):
            if self.plays[k]:
                self.gains[k] += result[k]
                self.plays[k] = bool(self.gains[k] > GIVES_UP)
        return named


@dataclass(frozen=True, slots=True)
class Bets:
    """What the bettors made of a sample.

    Parameters
    ----------
    log_capital, log_peak
        Natural logarithm of the capital at the end and at its highest, from 1 at the start.
    peak_at
        Outcomes read when the capital was highest.
    named, guesses
        Outcomes that the leader of the moment named in advance, of so many.
    relation, context
        What the last leader's table counts.
    contexts, sums, lags
        Tables that played from the start, and what the searches chose from: none in a sample too short for one.
    """

    log_capital: float
    log_peak: float
    peak_at: int
    named: int
    guesses: int
    relation: Relation
    context: tuple[int, ...]
    contexts: int
    sums: int
    lags: int

    @property
    def p_bound(self) -> float:
        """Bound of the p-value: 1 over the highest capital."""
        return exp(-max(0.0, self.log_peak))


def bets(codes: NDArray[np.int32], outcomes: int) -> Bets:
    """Bet on every outcome of a sample in turn.

    Half of the capital is with bettors that play from the start: the frequency table, one table for each of the last
    16 outcomes as context, and one for the last two.  The other half is cash for the searches of the past, epoch j
    getting 1/((j+1)(j+2)) of it: the relations between an outcome and two earlier ones, or the sum of the last ones,
    whose residuals are most uneven, and the lag of the most dependent pairs.

    References
    ----------
    Ville 1939, Étude critique de la notion de collectif, Gauthier-Villars.  Shafer 2021, J. R. Statist. Soc. A 184,
    407-431.  Ramdas, Grünwald, Vovk & Shafer 2023, Statistical Science 38, 576-601.
    """
    team, begin = Team(outcomes), 0
    while begin < len(codes):
        end = min(len(codes), team.next_look)
        team.play(codes, begin, end)
        begin = end
    leader, searched = team.leader, team.searched
    return Bets(
        team.capital,
        team.peak,
        team.peak_at,
        team.named,
        len(codes),
        leader.relation,
        leader.context,
        team.contexts,
        len(candidates(REACH, WINDOW, outcomes)) if searched else 0,
        LAGS if searched else 0,
    )


class Team:
    """All bettors of a sample, who play one stretch after the other.

    Parameters
    ----------
    outcomes
        Number of outcomes d.
    shortest
        Outcomes of the shortest stretch.

    Attributes
    ----------
    capital, peak, peak_at
        Logarithm of the capital now and at its highest, and after how many outcomes that was.
    named
        Outcomes that the leader of the moment named in advance.
    contexts
        Tables that play from the start.
    """

    def __init__(self, outcomes: int, shortest: int = SHORTEST) -> None:
        opening: list[tuple[int, ...]] = [()]
        if outcomes <= MOST_IN_CONTEXT:
            opening += [(lag,) for lag in range(1, NEAR + 1)]
        if outcomes <= MOST_TABLED:
            opening += [(1, 2)]
        self.outcomes, self.shortest = outcomes, shortest
        self.bettors = [Bettor(Relation(), context, outcomes, 0.5 / len(opening)) for context in opening]
        self.leader, self.contexts = self.bettors[0], len(opening)
        self.capital, self.peak, self.peak_at = 0.0, 0.0, 0
        self.named = self.played = 0
        self._cash, self._epoch, self._due = 0.5, 0, FIRST_SEARCH

    @property
    def searched(self) -> bool:
        """Whether the past was searched for relations."""
        return self._epoch > 0

    @property
    def next_look(self) -> int:
        """Outcomes after which the capital is looked at again; it follows from those played alone."""
        step = self.played // 16 // self.shortest * self.shortest
        return self.played + min(LONGEST, max(self.shortest, step))

    def play(self, codes: NDArray[np.int32], begin: int, end: int) -> None:
        """Bet on the next stretch.

        Parameters
        ----------
        codes
            Outcomes so far, of which a multiple of 32 may be cut off in front while :data:`LAGGED` stay before
            the stretch.
        begin, end
            The stretch within ``codes``.
        """
        if self.played >= self._due:
            proposed = _proposed(codes[:begin], self.outcomes)
            share = 0.5 / ((self._epoch + 1) * (self._epoch + 2))
            self.bettors = [
                bettor for bettor in self.bettors if any(bettor.plays) or bettor is self.leader
            ] + [
                Bettor(relation, context, self.outcomes, share / len(proposed))
                for relation, context in proposed
            ]
            self._cash, self._epoch, self._due = self._cash - share, self._epoch + 1, self._due * SEARCH_EVERY
        for bettor in self.bettors:
            if any(bettor.plays) or bettor is self.leader:
                guessed = bettor.play(codes, begin, end)
                self.named += guessed * (bettor is self.leader)
        self.played += end - begin
        self.capital, self.leader = _capital(self.bettors, self.leader, self._cash)
        if self.capital > self.peak:
            self.peak, self.peak_at = self.capital, self.played


def _capital(team: list[Bettor], leader: Bettor, cash: float) -> tuple[float, Bettor]:
    """Return the logarithm of the capital, and whose table to follow: the richest bettor's."""
    logs = [log(each.share / 2) + float(gain) for each in team for gain in each.gains]
    place = max(range(len(logs)), key=logs.__getitem__)
    richest = team[place // 2]
    if logs[place] <= log(richest.share / 2):  # nobody has gained: the one that leads goes on
        richest = leader
    logs.append(log(cash) if cash > 0 else -inf)
    top = max(logs)
    return top + log(sum(exp(value - top) for value in logs)), richest


def _proposed(past: NDArray[np.int32], outcomes: int) -> list[tuple[Relation, tuple[int, ...]]]:
    """Return what a search of the past proposes to bet on."""
    pairs: list[tuple[Relation, tuple[int, ...]]] = [
        (relation, ()) for relation in search(past[-SEARCHED:], outcomes, REACH, WINDOW, RELATIONS)
    ]
    recent = past[-LAGGED:]
    lags = min(LAGS, len(recent) // 4)
    if outcomes <= MOST_TABLED:
        lag = int(np.argmax(pair_statistics(recent, outcomes, lags))) + 1
    else:
        from labharness.analysis.laws.kernels.outcomes.prediction import equal_at_lags

        surplus = equal_at_lags(recent, lags) - (len(recent) - np.arange(1, lags + 1)) / outcomes
        lag = int(np.argmax(np.abs(surplus))) + 1
    pairs.append((Relation((lag,), (1,)), ()))
    if outcomes <= MOST_IN_CONTEXT:
        pairs.append((Relation(), (lag,)))
    return pairs
