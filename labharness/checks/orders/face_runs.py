"""Runs of cards of one color, suit or rank."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from labharness.analysis import kit

RUNS: Mapping[kit.Face, kit.PerShuffle] = {
    "color": kit.PerShuffle.RUNS_OF_A_COLOR,
    "suit": kit.PerShuffle.RUNS_OF_A_SUIT,
    "rank": kit.PerShuffle.RUNS_OF_A_RANK,
    "card": kit.PerShuffle.RUNS_OF_A_CARD,
}


@kit.check(
    title="Runs of colors, suits or ranks",
    observes=kit.Kind.SHUFFLE,
    reference="Wald & Wolfowitz 1940, Annals of Mathematical Statistics 11, 147-162; Barton & David 1957",
    hypothesis="Cards of one color, suit or rank lie together as often as in a uniformly random order.",
    null_law="exact for any set of cards, convolved",
    applies_from="1 shuffle in which some, not all, faces are alike",
)
class FaceRuns:
    """Whether cards that look alike come in clumps, or too well mixed.

    A run is a longest stretch of cards with the same face.  The law of the number of runs is exact for any
    set of cards, several decks included: alike neighbors are glued, and inclusion and exclusion leaves
    exactly k of them.  For two colors of 26 it is Wald and Wolfowitz's: mean 27, variance 12.745.

    Distinct cards are read relative to their input, each with the face that an unopened set has at its input
    place; so a flaw shows in chained decks too.  Cards that cannot be told apart are read by their own faces,
    and every shuffle must start from a known order that is not the output before.

    Parameters
    ----------
    face
        ``color``, ``suit``, ``rank``, or ``card`` for sets of several decks.

    References
    ----------
    Wald & Wolfowitz 1940, "On a test whether two samples are from the same population", Annals of
    Mathematical Statistics 11, 147-162.  Barton & David 1957, "Multiple runs", Biometrika 44, 168-178.

    Examples
    --------
    >>> deck = kit.CardSet.of_decks("one deck", 1)
    >>> tally = kit.Tally({"histogram": np.bincount([10, 27], minlength=53)})
    >>> FaceRuns().judge(tally, kit.Population(kit.Kind.SHUFFLE, deck)).statistic["expected"]
    54.0
    """

    face: kit.Face = "color"

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of runs."""
        cards, faces = block.population.held, kit.faces.faces_of(block, self.face)
        runs = kit.neighbors.runs(faces)
        histogram = np.bincount(runs, minlength=cards.size + 1).astype(np.int64)
        return kit.tally_faces(block, faces, {"histogram": histogram})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the number of runs with its law."""
        cards = population.held
        counts = tally.sums.get("histogram", np.zeros(cards.size + 1, dtype=np.int64))
        units, kinds = int(counts.sum()), kit.face_counts(cards, self.face)
        enough = units > 0 and len(kinds) > 1 and max(kinds) > 1
        needs = kit.Sample.FACES(face=self.face, units=units, least=1)
        kit.refuse(units, kit.faces.refused(tally, enough=enough, needs=needs))
        return kit.compare_sum(
            counts, tally.number("left_out"), kit.multiset_laws.runs(kinds), RUNS[self.face]
        )
