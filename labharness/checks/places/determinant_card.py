"""Rounds of a double shoe, and the determinant card that opens a side for each."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit


@kit.check(
    title="Determinant card and first card",
    observes=kit.Kind.DEAL,
    unit="load",
    determinant=True,
    reference="58 Pa. Code § 633a.7(d); Davison & Hinkley 1997, § 4.2; Rao & Scott 1981",
    hypothesis="Determinant cards are drawn at random, open the side of their color, and are its first card or segregated.",
    null_law="Monte Carlo, of whole loads; from 400 loads on weighted chi-squares; rounds of the wrong side are violations",
    applies_from="5 rounds of two classes expected",
)
class DeterminantCard:
    """Whether the side that a determinant card names deals the round, and its suits and the first card's are fair.

    A unit is a load of both sides, dealt by rounds of a fixed number of cards; each stack is a round: the
    cards dealt in their order, and a segregated determinant card last.  A card belongs to the first side if
    its mark is that of the lower half of the copies.  Where the first and the last card are of two sides, the
    last one is the determinant card; elsewhere the first card dealt is.

    Violations are rounds of a side that the determinant card does not open, rounds with cards of both sides
    among those dealt, and loads whose sides are not equal by their marks.  Determinant cards are drawn from
    the sides by turns, the first side first; loads in which they were not, and loads read without marks, are
    left out and counted.

    The suits of determinant card and first card are counted by the side drawn from and compared by X² with
    exact chances: a quarter for each suit that is dealt itself, a sixteenth for each other pair of suits.
    Rounds of a load share cards, so that the law of X² is taken from simulated samples of whole loads; from
    ``asymptotic_from`` loads on it is that of weighted chi-squares.

    Parameters
    ----------
    first
        Color of the suits that open the first side, as designated: ``black`` or ``red``.
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.
    asymptotic_from
        Loads from which the limit decides.

    Notes
    -----
    The effect is Cohen's w.

    References
    ----------
    58 Pa. Code § 633a.7(d).  Davison & Hinkley 1997, Bootstrap Methods and their Application, § 4.2.  Rao &
    Scott 1981, Journal of the American Statistical Association 76, 221-230.

    Examples
    --------
    >>> both = kit.Population(kit.Kind.DEAL, kit.CardSet.of_decks("both", 2), stacks=(5,) * 6, stub=74, determinant=True)
    >>> tally = kit.Tally({"units": kit.count(16), "counts": np.array([12, 12] + [3] * 8 + [12, 12] + [3] * 8)})
    >>> result = DeterminantCard().judge(tally, both)
    >>> result.statistic["X2"], result.violations
    (0.0, None)
    """

    first: Literal["black", "red"] = kit.among("black", ("black", "red"))
    replicates: int = 999
    seed: int = 1
    asymptotic_from: int = 400

    def __post_init__(self) -> None:
        kit.accept_law(self.replicates, self.seed, self.asymptotic_from)

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count suits over the rounds of regular loads, and name rounds that are not as they must be."""
        side = _side(block.population)
        if side is None:
            return kit.Tally(kit.counts(units=0, read=block.units))
        decks, stacks = max(side.counts), block.population.stacks
        whole = np.array([_sizes(block.observations[place]) == stacks for place in block.regular], dtype=bool)
        places, dealt = block.regular[whole], block.whole[whole]
        of_second = kit.double_shoe.side_of(dealt, decks).sum(axis=1)
        lines = {
            (unit, 0): kit.Details.UNEVEN_SIDES(first=side.size * 2 - number, second=number, each=side.size)
            for unit, number in enumerate(of_second.tolist())
            if number not in (0, side.size)
        }
        determinants, firsts = kit.rounds_of(dealt, stacks, decks)
        marked = of_second == side.size
        lines |= self._wrong(dealt, marked, (determinants, firsts), stacks, decks)
        sound = marked.copy()
        sound[[unit for unit, _ in lines]] = False
        by_turns = (kit.double_shoe.side_of(determinants, decks) == np.arange(len(stacks)) % 2).all(axis=1)
        good = by_turns & sound
        codes = kit.double_shoe_nulls.codes(determinants[good], firsts[good], side, self.first)
        outcomes = len(kit.double_shoe_nulls.law(side, len(stacks), self.first))
        found_wrong = [
            _wrong_at(block.index + int(places[unit]) + 1, place, lines[unit, place])
            for unit, place in sorted(lines)
        ]
        return kit.Tally(
            kit.counts(
                units=int(good.sum()),
                read=block.units,
                unmarked=int((of_second == 0).sum()),
                out_of_turn=int((sound & ~by_turns).sum()),
                violations=len(lines),
                counts=np.bincount(codes.ravel(), minlength=outcomes).astype(np.int64),
            ),
            earliest={"violations": tuple(found_wrong[: kit.EARLIEST])},
        )

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the counts with the exact chances, and report the violations."""
        units, read, side = tally.number("units"), tally.number("read"), _side(population)
        if side is None:
            return kit.CheckResult(read, not_applicable=kit.Sample.NO_DOUBLE_SHOE())
        kit.refuse_if(read and tally.number("unmarked") == read, read, kit.Sample.SIDES_UNMARKED())
        stacks, violations = population.stacks, tally.number("violations")
        chances = kit.double_shoe_nulls.law(side, len(stacks), self.first)
        details: list[kit.Reason] = [
            *kit.listed(tally, "violations", violations),
            kit.Details.FIRST_SIDE(color=self.first),
            kit.Details.LOADS(rounds=len(stacks), decks=max(side.counts)),
            *kit.left_out_line(tally.number("unmarked"), kit.Irregular.UNMARKED_LOADS),
            *kit.left_out_line(tally.number("out_of_turn"), kit.Irregular.LOADS_OUT_OF_TURN),
        ]
        counts = tally.sums.get("counts", np.zeros(len(chances), dtype=np.int64))
        simulated, within, simulation = None, None, None
        if 0 < units < self.asymptotic_from:
            simulated = kit.double_shoe_nulls.pooled(
                side, stacks, self.first, units, self.replicates, self.seed
            )
            simulation = kit.Laws.LOADS(replicates=self.replicates, seed=self.seed)
        elif units:
            within = kit.double_shoe_nulls.covariance(side, stacks, self.first, self.seed)
            simulation = kit.Laws.COVARIANCE_OF_LOADS(seed=self.seed)
        result = kit.OutcomeTotals(chances, counts, units, len(stacks)).judge(
            item=kit.Counted.ROUNDS,
            chances=kit.Laws.DETERMINANT(),
            details=details,
            simulated=simulated,
            covariance=within,
            simulation=simulation,
        )
        return replace(result, violations=violations, not_applicable=None) if violations else result

    def _wrong(
        self,
        dealt: kit.Order,
        marked: NDArray[np.bool_],
        cards: tuple[kit.Order, kit.Order],
        stacks: tuple[int, ...],
        decks: int,
    ) -> dict[tuple[int, int], kit.Reason]:
        """Return what is wrong with rounds that are not as they must be, by load and round, counted from 1."""
        determinants, firsts = cards
        dealing, opens = (
            kit.double_shoe.side_of(firsts, decks),
            kit.opened_by(determinants & 0x3F, self.first),
        )
        reasons: dict[tuple[int, int], kit.Reason] = {}
        for unit, place in np.argwhere((opens != dealing) & marked[:, None]).tolist():
            card, other = (
                int(determinants[unit, place]),
                int(kit.double_shoe.side_of(determinants[unit], decks)[place]),
            )
            reasons[unit, place + 1] = kit.Details.OPENS_OTHER_SIDE(
                card=kit.format_card(card),
                side=_SIDES[other],
                opened=_SIDES[int(opens[unit, place])],
                dealing=_SIDES[int(dealing[unit, place])],
            )
        for place, (end, size) in enumerate(zip(np.cumsum(stacks).tolist(), stacks, strict=True)):
            among = dealt[:, end - size : end - 1]
            strange = (kit.double_shoe.side_of(among, decks) != dealing[:, [place]]) & marked[:, None]
            for unit in np.flatnonzero(strange.any(axis=1)).tolist():
                own, names = (
                    int(dealing[unit, place]),
                    map(kit.format_card, among[unit, strange[unit]].tolist()),
                )
                reasons[unit, place + 1] = kit.Details.OTHER_SIDE(
                    cards=tuple(names), side=_SIDES[1 - own], dealing=_SIDES[own]
                )
        return reasons


_SIDES = tuple(kit.Ordinal)


def _wrong_at(deal: int, place: int, problem: kit.Reason) -> kit.Reason:
    """Return what is wrong with a round of a deal, or with all of it where the place is 0."""
    if place:
        return kit.Details.IN_ROUND(deal=deal, round=place, problem=problem)
    return kit.Details.IN_UNIT(unit=kit.Kind.DEAL, number=deal, problems=(problem,))


def _side(population: kit.Population) -> kit.CardSet | None:
    """Return the cards of one side, None where the stacks are no rounds of two sides."""
    cards = population.held
    if not population.determinant or not population.stacks or min(population.stacks) < 2:
        return None
    decks = kit.decks_of_a_side(cards)
    return (
        kit.CardSet(f"a side of {cards.name}", tuple(min(decks, count) for count in cards.counts))
        if decks
        else None
    )


def _sizes(observation: object) -> tuple[int, ...]:
    return tuple(map(len, observation.stacks)) if isinstance(observation, kit.Deal) else ()
