"""Steps from the type of a card to the type of the next."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from labharness.analysis import kit


@kit.check(
    title="Steps of types",
    observes=kit.Kind.SHUFFLE,
    reference="Diaconis, Fulman & Holmes 2013, Annals of Applied Probability 23, 1692-1720, § 5 (for types)",
    hypothesis="The type of the next card does not depend on that of the card before, beyond its being gone.",
    null_law="Monte Carlo",
    applies_from="1 shuffle of 3 types",
    version=2,
)
class TypeSteps(kit.SimulatedLaw):
    """How many types further on, round the order of an unopened deck, the next card is.

    What ``steps`` is for cards that are told apart, this is for a shoe of several decks whose copies are
    alike: shelves and compartments take cards out of it in an order that the types still show.  With m(t)
    cards of type t, a step of d comes Σ m(t) (m(t+d) - [d=0]) / N times in a fair shuffle.  X² over all
    steps is compared with fair shuffles.

    Distinct cards are read relative to their input, as if an unopened deck had been put in.  Cards that
    cannot be told apart are read by their own types, and every shuffle must start from a known order; the
    check is sensitive where that is the order of an unopened set.

    Parameters
    ----------
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is Cohen's w.

    References
    ----------
    Diaconis, Fulman & Holmes 2013, "Analysis of casino shelf shuffling machines", Annals of Applied
    Probability 23, 1692-1720, § 5.

    Examples
    --------
    >>> cells = type_step_cells((2, 2, 2))
    >>> cells.count(np.array([[0, 1, 2, 0, 0, 1]])).tolist()
    [1, 4, 0]
    >>> cells.mean.tolist()
    [1.0, 2.0, 2.0]
    """

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count steps."""
        cards, kinds = block.population.held, kit.faces.faces_of(block, "card")
        counts = _steps(kinds, len(cards.present))
        return kit.tally_faces(block, kinds, kit.counts(counts=counts, units=len(kinds)))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the counts with fair shuffles."""
        cards, units = population.held, tally.number("units")
        held = kit.face_counts(cards, "card")
        needs = kit.Sample.TYPES(cards=3, types=3, units=units, least=1)
        kit.refuse(units, kit.faces.refused(tally, enough=units > 0 and len(held) > 2, needs=needs))
        cells = type_step_cells(held)
        counts = tally.sums["counts"][len(held) - len(cells.mean) :]
        deck = np.repeat(np.arange(len(held)), held)
        result = cells.judge(counts, units, deck, replicates=self.replicates, seed=self.seed)
        return replace(result, details=kit.left_out_line(tally.number("left_out")))


def type_step_cells(held: tuple[int, ...]) -> kit.ShuffleCells:
    """Return the cells of steps 0 (only where a type has copies), 1, … round so many cards of each type."""
    size, have = len(held), np.array(held)
    ahead = [int(have @ np.roll(have, -step)) for step in range(size)]
    mean = (np.array(ahead) - sum(held) * (np.arange(size) == 0)) / sum(held)
    first = int(mean[0] == 0)
    names = [str(step) for step in range(first, size)]
    return kit.ShuffleCells(
        lambda kinds: _steps(kinds, size)[first:], mean[first:], kit.Axis.TYPE_STEP, names
    )


def _steps(kinds: ArrayLike, size: int) -> NDArray[np.int64]:

    return kit.card_tables.round_steps(np.ascontiguousarray(kinds, dtype=np.uint16), size)
