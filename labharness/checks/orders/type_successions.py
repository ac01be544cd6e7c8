"""Cards followed by a card of the next type."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis import kit


@kit.check(
    title="Successions of types",
    observes=kit.Kind.SHUFFLE,
    reference="Tanny 1976, Journal of Combinatorial Theory A 21, 196-202 (one deck); law derived in the docstring",
    hypothesis="A card is followed by one of the next type as often as in a uniformly random order.",
    null_law="exact for any set of cards, convolved",
    applies_from="1 shuffle of 3 cards and 2 types",
)
class TypeSuccessions:
    """Whether neighbors of an unopened deck still follow each other, copies being alike.

    Types come in the order of an unopened deck, the first again after the last.  In a shoe of eight decks
    put in deck after deck, a packet that a machine keeps together shows within a dozen shuffles, although
    no copy is known.  The law is exact for any set: pairs of neighboring types are chosen, those that
    would close a cycle are taken off, and inclusion and exclusion leaves exactly k.  Eight decks of 52 have
    mean 8.

    Distinct cards are read relative to their input, as if an unopened deck had been put in.  Cards that
    cannot be told apart are read by their own types, and every shuffle must start from a known order; the
    check is sensitive where that is the order of an unopened set.

    References
    ----------
    Tanny 1976, "Permutations and successions", Journal of Combinatorial Theory A 21, 196-202: circular
    successions of one deck.

    Examples
    --------
    >>> count_type_successions(np.array([[3, 0, 1, 0, 2, 3]]), 4).tolist()
    [3]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count shuffles by their number of successions."""
        cards, kinds = block.population.held, kit.faces.faces_of(block, "card")
        array = count_type_successions(kinds, len(cards.present))
        histogram = np.bincount(array, minlength=cards.size).astype(np.int64)
        return kit.tally_faces(block, kinds, {"histogram": histogram})

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the sum with its law."""
        cards = population.held
        counts = tally.sums.get("histogram", np.zeros(cards.size, dtype=np.int64))
        units, held = int(counts.sum()), kit.face_counts(cards, "card")
        enough = units > 0 and cards.size > 2 and len(held) > 1
        needs = kit.Sample.TYPES(cards=3, types=2, units=units, least=1)
        kit.refuse(units, kit.faces.refused(tally, enough=enough, needs=needs))
        law = kit.type_successions(held)
        return kit.compare_sum(counts, tally.number("left_out"), law, kit.PerShuffle.TYPE_SUCCESSIONS)


def count_type_successions(kinds: ArrayLike, types: int) -> NDArray[np.int64]:
    """Return how many cards of each row are followed by one of the next type."""
    return kit.neighbors.round_successions(np.ascontiguousarray(kinds, dtype=np.uint16), types)
