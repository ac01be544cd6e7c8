"""What seats, dealer and boxes are dealt: groups of cards that a game pays for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from labharness.analysis import kit

LEAST_UNITS = 10


class Seats(kit.Code, area="seat_contrasts"):
    """What this check says."""

    CARDS = kit.note(group=kit.CardGroup, where=kit.Reason)
    AT_PLACE = kit.note(group=kit.CardGroup, places=int)


SENTENCES = {
    Seats.CARDS: "{where:clause}, {group}.",
    Seats.AT_PLACE: "Too many or too few at any of {places} {places:place|places}: {group}.",
}


@kit.check(
    title="Cards of each seat",
    observes=(kit.Kind.SHUFFLE, kit.Kind.ROUND, kit.Kind.DEAL),
    reference="Westfall & Young 1993, Resampling-Based Multiple Testing, § 2.3",
    hypothesis="Every seat, the dealer, and every place get each group of cards as often as from a fairly mixed set.",
    null_law="smallest p-value of exact laws; Monte Carlo, beyond it Boole's inequality",
    applies_from="10 units",
    slow=0.1,
)
class SeatContrasts(kit.SimulatedLaw):
    """Whether a seat, the dealer or a place gets aces, ten-valued cards, suits, counts or pairs too often.

    The score of a group (1 for each ace, +1 and -1 of the hi-lo count, pairs of one rank in a hand) is added up over a
    set of places: the cards of each seat and of everybody else by the dealing order of the game, for every number of
    players; all seats together; each single place of a full first round.  Of a dealing shoe the sets are its stacks
    and the stub.  In one fair order of N cards the score has the law of a draw without replacement, counted exactly;
    over all units it is convolved, or normal where it is wide.  Two-sided, the smallest p-value of all contrasts is
    compared with those of simulated fair samples; where these do not resolve it, with Boole's bound by the levels that
    the discrete laws attain.

    Cards are read as they are, whatever the input was: the question is what players get.

    Parameters
    ----------
    groups
        Groups of cards.
    served
        Whom a round serves, in turn, each with a number of cards: ``players 1`` for one card to each player,
        ``the dealer, face up 1``.  Without any, only single places are looked at, at most the first 60.
    positions
        Most players; every number up to it is looked at.
    burns
        Cards burned before the first one is served.
    replicates
        Simulated samples.
    seed
        Seed of the simulation, printed in the law.

    Notes
    -----
    A replicate simulates at most 400 units: the smallest p-value has nearly the same law for more.  Rounds of a
    declared buffer depend on each other, so that only simulation bounds their p-value.

    Bounded is the distance of each group's chance from fair, at all places at once and either way: what a seat loses,
    dealer or house gain.  A seat's mean over its cards is bounded by that of its farthest place.  What the cards are
    worth in money, and what pairs of cards do together, are not bounded.

    References
    ----------
    Westfall & Young 1993, Resampling-Based Multiple Testing, Wiley, § 2.3.  Dubner's hi-lo count: Griffin 1999, The
    Theory of Blackjack, ch. 4.

    Examples
    --------
    >>> check = SeatContrasts(served=("players 1", "up 1", "players 1", "hole 1"), positions=7)
    >>> from labharness.testing.samples import POPULATIONS
    >>> family = check.family(POPULATIONS[kit.Kind.SHUFFLE])
    >>> len(family.sets), family.sets[0].places, len(family.every)
    (50, (0, 2), 528)
    """

    groups: tuple[kit.CardGroup, ...] = (
        kit.CardGroup.ACE,
        kit.CardGroup.TEN,
        kit.CardGroup.TEN_OR_ACE,
        kit.CardGroup.LOW,
        kit.CardGroup.HI_LO,
        kit.CardGroup.SPADES,
        kit.CardGroup.DIAMONDS,
        kit.CardGroup.CLUBS,
        kit.CardGroup.HEARTS,
        kit.CardGroup.RED,
        kit.CardGroup.PAIRS,
    )
    served: tuple[str, ...] = ()
    positions: int = kit.within(7, 1, 20)
    burns: int = kit.within(0, 0, 52)

    def __post_init__(self) -> None:
        kit.accept_range("groups", len(self.groups), 1, len(kit.CardGroup))
        kit.parse_served(self.served)

    def family(self, population: kit.Population) -> kit.Contrasts:
        """Return all contrasts of units from a population."""
        groups = tuple(dict.fromkeys(map(kit.CardGroup, self.groups)))
        return kit.contrasts.contrasts(
            population, groups, kit.parse_served(self.served), self.positions, self.burns
        )

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count types by place, and pairs by hand, in regular units."""
        cards = block.cards
        result = kit.counts(units=len(cards), left_out=block.units - len(cards))
        return kit.Tally(result | self.family(block.population).counted(cards))

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the most deviating contrast with those of fair samples."""
        units, buffer, family = tally.number("units"), population.buffer, self.family(population)
        kit.refuse_if(population.determinant, units, kit.Sample.DEPENDENT_ROUNDS())
        kit.refuse(units, kit.too_few(units, LEAST_UNITS, kit.Counted.UNITS))
        kit.refuse_if(not family.every, units, kit.Sample.ONE_VALUE())
        drawn, cards = population.round_cards, population.held.size
        small = kit.Sample.DEVICE_TOO_SMALL(drawn=drawn, cards=cards, buffer=buffer)
        kit.refuse_if(buffer and drawn > cards - buffer, units, small)
        seen = min(units, kit.ENOUGH_SHUFFLES)
        compared = kit.compare_smallest(
            units,
            lambda place: _named(family.every[place]),
            family.laws(units),
            family.totals(dict(tally.sums)),
            kit.fair_minima(family, seen, self.replicates, self.seed),
            seen=seen,
            seed=self.seed,
            simulated=kit.round_nulls.simulated_law(self.replicates, self.seed, buffer) if buffer else None,
            details=kit.left_out_line(tally.number("left_out"), kit.Irregular.UNITS),
        )
        return replace(compared, bounds=_bounds(tally, family))


def _named(contrast: kit.Contrast) -> kit.Reason:
    return Seats.CARDS(group=contrast.group, where=contrast.where.name)


def _bounds(tally: kit.Tally, family: kit.Contrasts) -> tuple[kit.GainBound, ...] | None:
    """Bound how far the chance of each group at each place is from fair, simultaneously over places and groups.

    The mean over the places of a seat is no farther from fair than that of its farthest place.  Rounds of a declared
    buffer depend on each other and are not bounded.
    """
    single = [group for group in family.plain if set(kit.card_groups.scores(group).tolist()) == {0, 1}]
    if family.population.buffer or not single or not family.places:
        return None
    units, table, held = tally.number("units"), tally.sums["table"], family.population.held
    result = []
    for group in single:
        fair = float(kit.card_groups.scores(group) @ np.asarray(held.counts)) / held.size
        if 0 < fair < 1:
            counts = table @ kit.card_groups.scores(group)
            size = len(single) * len(counts)
            estimate, most = kit.largest_departure(counts, np.full(len(counts), fair), units, size)
            what = Seats.AT_PLACE(group=group, places=len(counts))
            bound = (100 * estimate, 100 * most, kit.gain_bounds.LEVEL, size)
            covers = kit.Gains.BY_PLACE(places=len(counts))
            result.append(kit.GainBound(kit.Gainer.SEAT, what, kit.GainUnit.POINTS, *bound, covers))
    return tuple(result) or None
