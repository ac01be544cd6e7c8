"""Outcomes of a game in the cards of a unit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import kit


@kit.check(
    title="Outcomes of the game",
    observes=(kit.Kind.SHUFFLE, kit.Kind.ROUND, kit.Kind.DEAL, kit.Kind.DRAW),
    unit="shuffle, round or deal",
    look_back=kit.written_deals.LONGEST - 1,
    version=2,
    reference="Rao & Scott 1981, J. Amer. Statist. Assoc. 76, 221-230; Davison & Hinkley 1997, § 4.2",
    hypothesis="Hands dealt from the cards of a unit have the outcomes of a fairly mixed set.",
    null_law="Monte Carlo, multinomial or of whole units; from 1,000 units on weighted chi-squares, of one hand chi-square",
    applies_from="5 hands of two classes expected",
)
class OutcomeLaw:
    """Whether the outcomes of a game come as often as its exact odds say.

    From the cards of each unit, in the order in which they leave, ``hands`` hands are dealt and read by a rule
    of the game; their counts over all units are compared with exact chances by X².  Outcomes of which fewer
    than five are expected are joined, the rarest first, and named.  Hands of one unit come from one set, so
    the unit is what is independent: the law of X² is taken from simulated samples of whole units.  From
    ``asymptotic_from`` units on it is that of weighted chi-squares, the weights from the covariance within a
    unit; for one hand, where all outcomes are independent, chi-square.

    Deals may also be written down as numbers, by hand or into files: all 32 tiles of a deal in the order in
    which they are dealt, by their places in the game's list, or a selected card and then the cards of the
    hands, by their places in new-deck order.  Successive outcomes then make up one deal after the other; a
    deal in which a tile comes twice, or a card more often than the decks have it, is left out and counted.

    Parameters
    ----------
    rule
        Name of a rule of cards; of tiles or of a selected card where numbers are recorded.  Where it is left
        out, a hand is one card and its outcome the rank, or one number.
    reading
        Reading of the rule, in its words; the first where it is left out.
    hands
        Hands dealt from each unit, fixed beforehand; rounds one after another where the cards decide how long
        a round is.
    players
        Hands that get one card each in turn; 1 where a hand gets its cards at once.  The stacks of a dealing
        shoe are hands by themselves.
    decks
        Decks that the cards beside a selected card come from.
    replicates
        Simulated samples; no p-value can be smaller than 1/(replicates + 1) in one tail.
    seed
        Seed of the simulation, printed in the law.
    asymptotic_from
        Units from which the limit decides.

    Notes
    -----
    The effect is Cohen's w.  Rounds of a machine with a declared buffer depend on each other and are not
    judged.

    References
    ----------
    Rao & Scott 1981, Journal of the American Statistical Association 76, 221-230.  Davison & Hinkley 1997,
    Bootstrap Methods and their Application, § 4.2.

    Examples
    --------
    >>> population = kit.Population(kit.Kind.SHUFFLE, kit.CardSet.of_decks("one deck", 1))
    >>> tally = kit.Tally({"units": kit.count(663), "counts": np.array([32, 631])})
    >>> result = OutcomeLaw("blackjack").judge(tally, population)
    >>> round(result.statistic["X2"], 12)
    0.0
    """

    rule: str = ""
    reading: str = ""
    hands: int = kit.within(1, 1, 100)
    players: int = kit.within(1, 1, 100)
    decks: int = 0
    replicates: int = 999
    seed: int = 1
    asymptotic_from: int = 1000

    def __post_init__(self) -> None:
        kit.accept_law(self.replicates, self.seed, self.asymptotic_from)
        # Each says what is wrong with the rule.
        chosen = kit.outcome_rule(self.rule) if self.rule else kit.hands.CARD
        if chosen.pieces == "tiles" or kit.hands.SELECTED in chosen.takes:
            kit.written_hands(chosen, self.hands, reading=self.reading or None, players=self.players)
        else:
            self._hands(416 * 100, ())

    def tally(self, block: kit.Block) -> kit.Tally:
        """Count outcomes over the hands of regular units."""
        if block.population.kind is kit.Kind.DRAW:
            return self._tally_written(block)
        units = len(block.regular)
        result = kit.counts(units=units, left_out=block.units - units)
        dealt = self._dealt(block.population)
        if isinstance(dealt, kit.Hands):
            result["counts"] = _counts(dealt, block.cards)
        return kit.Tally(result)

    def judge(self, tally: kit.Tally, population: kit.Population) -> kit.CheckResult:
        """Compare the counts with the exact chances."""
        units = tally.number("units")
        lines: tuple[kit.Reason, ...] = ()
        if population.kind is kit.Kind.DRAW:
            written = self._written(population)
            if isinstance(written, kit.Reason):
                return kit.CheckResult(tally.number("read"), not_applicable=written)
            dealt, cards, how = written.hands, written.cards, written.dealt
            chances = kit.Laws.RULE_FROM_NUMBERS(rule=dealt.rule.name, reading=str(dealt.reading))
            lines = kit.outcomes.remainder(tally, written.length)
        else:
            result = self._dealt(population)
            if isinstance(result, kit.Reason):
                return kit.CheckResult(units, not_applicable=result)
            dealt, cards, name = result, population.held, population.held.name
            chances = kit.Laws.RULE_FROM_SET(rule=dealt.rule.name, reading=str(dealt.reading), set=name)
            dealing = kit.Details.DEALT_ROUNDS if dealt.play else kit.Details.DEALT_HANDS
            how = dealing(number=dealt.number, unit=population.kind, set=name, cards=cards.size)
        try:
            law = dealt.rule.law(cards, dealt.reading)
        except kit.CardError as error:
            return kit.CheckResult(units, not_applicable=kit.Sample.RULE(why=error.reasons[0]))
        counts = tally.sums.get("counts", np.zeros(len(law), dtype=np.int64))
        details: list[kit.Reason] = [
            kit.Details.RULE_READING(
                rule=dealt.rule.name, citation=dealt.rule.citation, reading=str(dealt.reading)
            ),
            how,
            *kit.left_out_line(tally.number("left_out"), kit.Irregular.IRREGULAR_UNITS),
            *lines,
        ]
        simulated, within, simulation = None, None, None
        if units and units < self.asymptotic_from and self.hands == 1:
            simulated, simulation = kit.outcome_counts.independent(law, units, self.replicates, self.seed)
        elif units and units < self.asymptotic_from:
            simulated = kit.hand_nulls.pooled(dealt, cards, units, self.replicates, self.seed)
            simulation = kit.Laws.DEALT_SAMPLES(replicates=self.replicates, seed=self.seed)
        elif units and self.hands > 1:
            within = kit.hand_nulls.covariance(dealt, cards, self.seed)
            simulation = kit.Laws.COVARIANCE_OF_UNITS(units=kit.hand_nulls.UNITS, seed=self.seed)
        return kit.OutcomeTotals(law, counts, units, self.hands).judge(
            item=kit.Counted.HANDS,
            chances=chances,
            details=details,
            simulated=simulated,
            covariance=within,
            simulation=simulation,
        )

    def _tally_written(self, block: kit.Block) -> kit.Tally:
        """Count outcomes over the hands of deals that are written down as numbers."""
        written = self._written(block.population)
        if isinstance(written, kit.Reason):
            return kit.Tally(kit.counts(units=0, read=block.units))
        rows, regular, read = written.rows(block)
        units = int(regular.sum())
        result = kit.counts(units=units, left_out=len(rows) - units)
        return read.merge(kit.Tally({**result, "counts": _counts(written.hands, rows[regular])}))

    def _written(self, population: kit.Population) -> kit.WrittenDeals | kit.Reason:
        """Return how numbers make up deals, or why they do not."""
        try:
            return kit.written_deals.written_deals(
                self.rule, self.reading, self.hands, self.players, self.decks, population
            )
        except kit.InputError as error:
            return kit.Sample.RULE(why=error.reasons[0])

    def _dealt(self, population: kit.Population) -> kit.Hands | kit.Reason:
        """Return the hands of a unit, or why there are none."""
        if population.buffer:
            return kit.Sample.DEPENDENT_ROUNDS()
        cards = population.round_cards or sum(population.stacks) or population.held.size
        try:
            return self._hands(cards, population.stacks)
        except kit.InputError as error:
            return kit.Sample.RULE(why=error.reasons[0])

    def _hands(self, cards: int, stacks: tuple[int, ...]) -> kit.Hands:
        chosen = kit.outcome_rule(self.rule) if self.rule else kit.hands.CARD
        return kit.hands.hands_of(
            chosen, self.hands, cards, reading=self.reading or None, players=self.players, stacks=stacks
        )


def _counts(hands: kit.Hands, orders: kit.Order) -> NDArray[np.int64]:
    codes = hands.codes(orders)
    return np.bincount(codes.ravel(), minlength=len(hands.rule.outcomes)).astype(np.int64)
