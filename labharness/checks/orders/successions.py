"""Cards that still follow each other at a fixed distance."""

from __future__ import annotations

from labharness.analysis import kit

FARTHEST = 20


@kit.check(
    title="Successions",
    observes=kit.Kind.SHUFFLE,
    reference="Roselle 1968, Proceedings of the American Mathematical Society 19, 8-16",
    hypothesis="Cards that follow each other lay at this distance in the input as often as chance has it.",
    null_law="exact, convolved, lags ±1 … ±20",
)
class Successions:
    """Whether the next card of the output lay ``lag`` places further on in the input.

    Packets that stay together show at lag 1, packets that were turned over at -1, strict interleaving of
    g packets at lag g of the inverse.  A uniform order of N cards has (N-|lag|)/N on average.  The law is
    exact for every lag: the pairs at that distance form chains, so that any j of them can be kept at once,
    C(N-|lag|, j) (N-j)! ways in all, and inclusion and exclusion leaves exactly k.

    Parameters
    ----------
    lag
        Distance in the input, from -20 to 20 without 0.
    reading
        ``output``: distance in the input of neighbors in the output; ``inverse``: distance in the output
        of neighbors in the input.

    References
    ----------
    Roselle 1968, "Permutations by number of rises and successions", Proceedings of the American
    Mathematical Society 19, 8-16.

    Examples
    --------
    >>> kit.count_successions([[3, 2, 0, 1, 5, 4]], 1).tolist()
    [1]
    """

    lag: int = 1
    reading: kit.Reading = "output"

    def __post_init__(self) -> None:
        if not 1 <= abs(self.lag) <= FARTHEST:
            raise kit.InputError(kit.Parameters.NOT_A_DISTANCE(name="lag", most=FARTHEST, got=self.lag))

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of successions."""
        return kit.tally_values(block, block.of_each(kit.count_successions, self.lag, self.reading))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        what = (
            kit.PerShuffle.SUCCESSIONS if self.reading == "output" else kit.PerShuffle.SUCCESSIONS_OF_INVERSE
        )
        least = max(3, abs(self.lag) + 1)
        return kit.judge_sum(
            tally, population, lambda cards: kit.permutation_laws.successions(cards, self.lag), what, least
        )
