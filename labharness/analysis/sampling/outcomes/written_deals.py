"""Deals that people write down as numbers: all tiles of a deal, or a selected card and the cards of hands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.outcomes.outcome_groups import groups, outcomes
from labharness.analysis.sampling.tables import Block, Population
from labharness.errors import InputError
from labharness.games.outcomes.hands import TILES, Hands, written_hands
from labharness.games.outcomes.registry import rule as find_rule
from labharness.games.outcomes.rule import NO_CARDS
from labharness.games.outcomes.starting_position import selected_number
from labharness.model.cards import CardSet, Order
from labharness.model.reasons.decision import Details, Sample
from labharness.reason import Reason

LONGEST = 128
"""Most numbers of one deal."""
MOST_NUMBERS = 255


@dataclass(frozen=True, eq=False)
class WrittenDeals:
    """How successive outcomes make up deals.

    Parameters
    ----------
    hands
        The hands of one deal.
    cards
        What they are dealt from; none for tiles.
    length
        Outcomes of one deal, from the first of the sample on.
    """

    hands: Hands
    cards: CardSet
    length: int

    def rows(self, block: Block) -> tuple[Order, NDArray[np.bool_], Tally]:
        """Return the deals that end in a block, which of them can be, and the count of what was read."""
        codes, read = groups(block, self.length)
        orders = (codes + self.hands.rule.lowest).astype(np.uint16)
        if self.hands.rule.pieces == "tiles":
            return orders, (np.sort(orders, axis=1) == np.arange(TILES)).all(axis=1), read
        # Of what follows a selected card, nothing comes more often than the decks have it.
        dealt, copies = np.sort(orders[:, 1:], axis=1), max(self.cards.counts) or 1
        return orders, (dealt[:, copies:] != dealt[:, :-copies]).all(axis=1), read

    @property
    def dealt(self) -> Reason:
        """How the hands are dealt."""
        hands, pieces = self.hands.number, self.hands.rule.pieces
        if pieces == "tiles":
            return Details.DEALT_TILES(hands=hands, tiles=TILES)
        if pieces == "numbers":
            return Details.DEALT_NUMBERS()
        return Details.DEALT_SELECTED(hands=hands, cards=self.length - 1, set=self.cards.name)


def written_deals(
    name: str, reading: str, hands: int, players: int, decks: int, population: Population
) -> WrittenDeals:
    """Lay out the deals of a sample.

    Parameters
    ----------
    name
        Name of a rule; where it is empty, each outcome is a deal by itself.
    decks
        Decks that the cards beside a selected card come from.

    Raises
    ------
    InputError
        If the rule does not fit the declared range.
    """
    spread = outcomes(population)
    if not name:
        if hands != 1 or not 1 < spread <= MOST_NUMBERS:
            raise InputError(Sample.RULE_MISSING(most=MOST_NUMBERS))
        rule = selected_number("number", "the range as it is declared", spread)
        return WrittenDeals(Hands(rule, rule.readings[0], 1, seats=((0,),)), NO_CARDS, 1)
    rule = find_rule(name)
    laid = written_hands(rule, hands, reading=reading or None, players=players)
    needed = TILES if rule.pieces == "tiles" else 52
    if spread != needed:
        raise InputError(Sample.RULE_OUTCOMES(rule=name, pieces=rule.pieces, needed=needed, outcomes=spread))
    if rule.pieces == "tiles":
        return WrittenDeals(laid, NO_CARDS, TILES)
    if not decks or laid.places > min(LONGEST, 52 * decks):
        raise InputError(Sample.RULE_NEEDS_DECKS(rule=name))
    cards = CardSet.of_decks(f"{decks} deck{'s' if decks > 1 else ''}", decks)
    return WrittenDeals(laid, cards, laid.places)
