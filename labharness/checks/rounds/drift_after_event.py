"""Whether rounds soon after a refill, a jam, an open door or a restart are like those long after."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit

FARTHEST = 100_000
After = Literal["any", "refill", "jam", "door", "restart"]
EVENTS = ("refill", "jam", "door", "restart")


@kit.check(
    title="Rounds after a refill, jam or restart",
    observes=kit.Kind.ROUND,
    look_back=1,
    reference="Davison & Hinkley 1997, Bootstrap Methods and their Application, § 4.2; Welch 1947, Biometrika 34",
    hypothesis="The first rounds after an event are like all others.",
    null_law="Monte Carlo",
    applies_from="2 pairs near an event and 2 far from it",
)
class DriftAfterEvent(kit.SimulatedLaw):
    """Whether the machine deals otherwise for some rounds after something happened to it.

    Rounds of which fewer than ``horizon`` others separate it from the last event are *near*, all others, also
    those before the first event, *far*.  Near and far rounds are compared in three ways: cards by type (X² of
    types × near and far); neighboring cards that are neighbors in an unopened deck, as cards that were put
    in and not mixed are; cards repeated from the round before, by type as in ``round_repeats``.  The
    differences of the latter two are divided by sqrt(1/n_near + 1/n_far), and all three standardized by mean
    and spread.  The largest, the sign of differences aside, is compared with that of simulated machines that
    no event changes: ideal ones, or ones with the buffer declared.

    Parameters
    ----------
    after
        The event: ``refill`` (cards were put in), ``jam`` (one was cleared), ``door`` (it was open),
        ``restart`` (switched on, or gone on after a break or a pause), or ``any``.
    horizon
        Rounds after an event that are near.
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    The effect is the difference that deviates most: of means, near less far, with Welch's interval; or
    Cohen's w of the types.  Details give all three.

    References
    ----------
    Davison & Hinkley 1997, Bootstrap Methods and their Application, Cambridge University Press, § 4.2.  Welch
    1947, Biometrika 34, 28-35.

    Examples
    --------
    >>> DriftAfterEvent("jam").kinds
    (<EventKind.JAM: 'jam'>,)
    """

    after: After = kit.among("any", (*kit.EventKind, "any"))
    horizon: int = kit.within(20, 1, FARTHEST)

    @property
    def kinds(self) -> tuple[kit.EventKind, ...]:
        """Events that count."""
        return tuple(kit.EventKind) if self.after == "any" else (kit.EventKind(self.after),)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Add up cards, neighbors and repeats over near and over far rounds."""
        population, rounds = block.population, kit.successive_rounds.sequel(block, 1)
        deck = kit.successive_rounds.deck_of(population, "types")
        codes = kit.successive_rounds.identities(population, "types", rounds.cards)[0]
        own, (earlier, later) = np.flatnonzero(rounds.units >= 0), rounds.places(1)
        far = np.where(block.since(self.kinds) < self.horizon, 0, 1)
        kinds = len(deck.weights)

        def halves(places: NDArray[np.intp], values: NDArray[np.int64]) -> NDArray[np.int64]:
            side = far[rounds.units[places]]
            return np.array([values[side == half].sum() for half in (0, 1)], dtype=np.int64)

        side = far[rounds.units[own]][:, np.newaxis]
        neighbors, repeats = kit.near_and_far.in_order(codes[own]), deck.repeats(codes[earlier], codes[later])
        happened = [event for event in block.events if 0 <= event.unit - block.index < block.units]
        return kit.Tally(
            kit.counts(
                events=sum(each.kind in self.kinds for each in happened),
                rounds=halves(own, np.ones(len(own), dtype=np.int64)),
                types=np.bincount((side * kinds + codes[own]).ravel(), minlength=2 * kinds).reshape(2, kinds),
                in_order=halves(own, neighbors),
                in_order_squares=halves(own, neighbors**2),
                pairs=halves(later, np.ones(len(later), dtype=np.int64)),
                repeats=halves(later, repeats),
                repeats_squares=halves(later, repeats**2),
            )
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the largest difference with its law."""
        cards = population.held
        near, far = tally.sums.get("rounds", np.zeros(2, dtype=np.int64)).tolist()
        unfit = kit.successive_rounds.unfit(population, kit.successive_rounds.LEAST_PAIRS, 0)
        kit.refuse(near + far, unfit or self._missing(tally, near, far))
        sums = kit.near_and_far.as_sums(tally.sums)
        sizes = (tuple(map(int, pair)) for pair in zip(sums.rounds, sums.pairs, strict=True))
        null = kit.simulated_sums(population, *sizes, self.replicates, self.seed)
        # The sample belongs to its null: mean and spread of both together treat all alike.
        every = np.vstack((sums.differences(), null.differences()))
        spread = every.std(axis=0)
        away = (every - every.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
        away[:, 1:] = np.abs(away[:, 1:])
        largest = away.max(axis=1)
        effects = self._effects(tally, population, float(every[0, 0]))
        p = kit.monte_carlo_tails(float(largest[0]), largest[1:])
        share = sums.types.sum(axis=0) * (near / (near + far))
        names = tuple(kit.format_card(int(kind)) for kind in cards.present)
        return kit.CheckResult(
            near + far,
            {"largest": float(largest[0]), "X2": float(every[0, 0]), "p_floor": 1 / (self.replicates + 1)},
            p=p,
            law=kit.round_nulls.simulated_law(self.replicates, self.seed, population.buffer),
            effect=effects[int(away[0].argmax())],
            details=(
                kit.Details.NEAR_EVENTS(near=near, events=tally.number("events"), far=far),
                *map(kit.effect_detail, effects),
            ),
            pictures=(kit.histogram(sums.types[0], share, (kit.Axis.CARD, names), kit.Axis.CARDS),),
        )

    def _missing(self, tally: kit.Tally, near: int, far: int) -> kit.Reason | None:
        """Return why there is nothing to compare, None where there is."""
        events = EVENTS if self.after == "any" else (self.after,)
        if not near:
            return kit.Sample.NO_EVENT(events=events)
        if min(near, far, *tally.sums["pairs"].tolist()) < kit.successive_rounds.LEAST_PAIRS:
            return kit.Sample.ROUNDS_AROUND_EVENTS(
                needed=kit.successive_rounds.LEAST_PAIRS,
                near=near,
                far=far,
                within=self.horizon,
                events=events,
            )
        return None

    def _effects(
        self, tally: kit.Tally, population: kit.Population, x2: float
    ) -> tuple[kit.Effect, kit.Effect, kit.Effect]:
        cards, drawn, sums = population.held, population.round_cards, tally.sums
        factor, df = (cards.size - 1) / (cards.size - drawn), len(cards.present) - 1
        near, far = sums["rounds"].tolist()
        scale = drawn * factor * near * far / (near + far)
        unit = kit.successive_rounds.deck_of(population, "types").unit
        return (
            kit.root_effect(kit.Effects.COHENS_W_NEAR_EVENTS(), x2 * factor, df, scale),
            kit.near_and_far.difference(
                kit.Effects.NEIGHBORS_NEAR_EVENTS(),
                sums["rounds"],
                sums["in_order"].astype(float),
                sums["in_order_squares"].astype(float),
            ),
            kit.near_and_far.difference(
                kit.Effects.REPEATS_NEAR_EVENTS(),
                sums["pairs"],
                sums["repeats"] / unit,
                sums["repeats_squares"] / unit**2,
            ),
        )
