"""Cards that a shuffle leaves in their place."""

from __future__ import annotations

from labharness.analysis import kit


@kit.check(
    title="Fixed points",
    observes=kit.Kind.SHUFFLE,
    reference="Montmort 1713; Feller, An Introduction to Probability Theory 1, § IV.4",
    hypothesis="The number of cards that keep their place is that of a uniformly random order.",
    null_law="exact, convolved",
)
class FixedPoints:
    """Whether cards keep their place as often as chance does.

    Stretches that were not shuffled keep many; a shuffle that exchanges every card with another one
    (Sattolo's mistake) keeps none.  A uniform order keeps 1 on average with variance 1; the exact law
    follows by inclusion and exclusion.

    References
    ----------
    Montmort 1713, Essay d'analyse sur les jeux de hazard, 2nd ed. (jeu du treize).  Feller 1968, An
    Introduction to Probability Theory and Its Applications, vol. 1, 3rd ed., § IV.4.

    Examples
    --------
    >>> kit.count_fixed([[0, 2, 1, 3], [1, 2, 3, 0]]).tolist()
    [2, 0]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of fixed points."""
        return kit.tally_values(block, block.of_each(kit.count_fixed))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        return kit.judge_sum(
            tally, population, lambda cards: kit.kept_places(cards, cards), kit.PerShuffle.FIXED_POINTS
        )
