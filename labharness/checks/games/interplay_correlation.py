"""Dependence between the outcomes of one game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from labharness.analysis.decision.families import holm
from labharness.analysis.laws.intervals import root_effect
from labharness.analysis.laws.pair_tables import (
    interaction,
    interaction_tails,
    interaction_without_repeats,
    largest_tails,
    pair_tables,
)
from labharness.analysis.laws.parameters import accept_range
from labharness.analysis.laws.tails import LEAST_EXPECTED, both_tails, chi_square_tails
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.check import check
from labharness.analysis.sampling.outcomes.outcome_groups import groups, outcomes, remainder
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.counted import Counted
from labharness.model.observations import Kind
from labharness.model.reasons.detail import Details
from labharness.model.reasons.effect import Effects
from labharness.model.reasons.law import Laws
from labharness.model.reasons.sample import Sample
from labharness.model.results import CheckResult

LARGEST = 32
MOST_OUTCOMES = 256


@check(
    name="interplay_correlation",
    title="Interplay correlation (within a game)",
    observes=Kind.DRAW,
    unit="game",
    look_back=LARGEST - 1,
    reference="Good 1953, Proc. Camb. Phil. Soc. 49, 276-284; Šidák 1967, JASA 62, 626-633; Holm 1979",
    hypothesis="No two outcomes of one game depend on each other.",
    null_law="largest of independent chi-squares, Šidák; Bonferroni without replacement",
    applies_from="5 d² games; d to 256",
)
@dataclass(frozen=True)
class InterplayCorrelation:
    """Whether any two outcomes of the same game depend on each other.

    Every ``game`` consecutive outcomes by their place in the sample are one game.  Each of the k (k-1)/2
    pairs of positions has a d × d table; the part of it that is dependence is chi-square with (d-1)²
    degrees of freedom, independent between pairs in the limit.  p is that of the most deviating pair with
    Šidák's correction; every pair is printed with Holm's.

    Where a game draws *without* putting back, the two outcomes differ, the other d (d-1) cells are equally
    likely, and dependence has d² - 3d + 1 degrees of freedom.  Pairs then depend on each other a little:
    p is Bonferroni's in both tails, which is safe.  Games with a repeated outcome are left out here;
    ``game_positions`` counts them as violations.

    Parameters
    ----------
    game
        Outcomes that one game draws, 2 to 32.
    replacement
        Whether an outcome may come twice in one game.

    Notes
    -----
    The effect is Cohen's w of the most deviating pair; its interval is for that pair alone.

    References
    ----------
    Good 1953, Proc. Camb. Phil. Soc. 49, 276-284.  Šidák 1967, JASA 62, 626-633.  Holm 1979, Scandinavian
    Journal of Statistics 6, 65-70.

    Examples
    --------
    >>> tally = Tally({"pairs": np.array([[[20, 30], [30, 20]]])})
    >>> InterplayCorrelation(game=2).judge(tally, Population(Kind.DRAW, low=0, high=1)).statistic["X2"]
    4.0
    """

    game: int = 3
    replacement: bool = True

    def __post_init__(self) -> None:
        accept_range("game", self.game, 2, LARGEST)

    def tally(self, block: Block) -> Tally:
        """Count the outcomes at each pair of positions."""
        from labharness.analysis.laws.kernels.outcomes import draw_groups

        d = outcomes(block.population)
        size = d if d <= MOST_OUTCOMES else 0
        games, read = groups(block, self.game)
        if not self.replacement:
            games = games[draw_groups.apart(games)]
        tables = pair_tables(games, list(combinations(range(self.game), 2)), size)
        return read.merge(Tally({"pairs": tables}))

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Compare the most deviating pair with the largest of as many by chance."""
        d, read = outcomes(population), tally.number("read")
        tables = tally.sums.get("pairs", np.zeros((1, 0, 0), dtype=np.int64))
        games, lines = int(tables[0].sum()), remainder(tally, self.game)
        if not (2 if self.replacement else 4) <= d <= MOST_OUTCOMES or games < LEAST_EXPECTED * d**2:
            return CheckResult(
                read,
                details=lines,
                not_applicable=Sample.OUTCOMES_AND_GROUPS(
                    needed=LEAST_EXPECTED * d**2,
                    recorded=games,
                    what=Counted.GAMES,
                    outcomes=d,
                    most=MOST_OUTCOMES,
                ),
            )
        df = (d - 1) ** 2 if self.replacement else d**2 - 3 * d + 1
        measure = interaction if self.replacement else interaction_without_repeats
        x2 = [measure(table) for table in tables]
        each = (
            [interaction_tails(table) for table in tables]
            if self.replacement
            else [chi_square_tails(value, df) for value in x2]
        )
        right = [p["right"] for p in each]
        pairs = list(combinations(range(1, self.game + 1), 2))
        worst = min(range(len(x2)), key=lambda place: (right[place], -x2[place]))
        corrected = zip(pairs, x2, holm(right), strict=True)
        p = (
            largest_tails(right, each[worst]["left"] if d == 2 else None)
            if self.replacement
            else both_tails(
                min(1.0, len(each) * min(right)), min(1.0, len(each) * min(p["left"] for p in each))
            )
        )
        return CheckResult(
            read,
            {"X2": x2[worst], "sum": sum(x2), "pairs": float(len(pairs)), "games": float(games)},
            float(df),
            p,
            (Laws.LARGEST_CHI_SQUARE if self.replacement else Laws.LARGEST_BONFERRONI)(
                number=len(pairs), df=df
            ),
            root_effect(
                Effects.COHENS_W_OF_POSITIONS(first=pairs[worst][0], second=pairs[worst][1]),
                x2[worst],
                df,
                games,
            ),
            details=(
                *(Details.POSITIONS(first=a, second=b, x2=value, p=p) for (a, b), value, p in corrected),
                *lines,
            ),
        )
