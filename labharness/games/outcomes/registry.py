"""All rules by name."""

from __future__ import annotations

from labharness.errors import InputError
from labharness.games.outcomes import (
    baccarat,
    blackjack_wagers,
    dealer_hand,
    dice,
    double_shoe,
    five_cards,
    pai_gow_poker,
    shared_cards,
    six_cards,
    starting_position,
    three_cards,
    tiles,
    twenty_one_baccarat,
)
from labharness.games.outcomes.rule import Rule
from labharness.model.reasons.inputs import Inputs, Noun

FAMILIES = (
    baccarat,
    blackjack_wagers,
    dealer_hand,
    dice,
    double_shoe,
    five_cards,
    pai_gow_poker,
    shared_cards,
    six_cards,
    starting_position,
    three_cards,
    tiles,
    twenty_one_baccarat,
)

RULES: dict[str, Rule] = {one.name: one for family in FAMILIES for one in family.RULES}
"""Rules in the order of their families."""


def rule(name: str) -> Rule:
    """Return the rule of a name; raises :class:`InputError` naming those there are.

    Examples
    --------
    >>> from labharness.model.cards import CardSet
    >>> law = rule("baccarat-result").law(CardSet.of_decks("shoe", 8))
    >>> law["tie"] * 4998398275503360
    Fraction(475627426473216, 1)
    """
    if name not in RULES:
        raise InputError(Inputs.UNKNOWN(what=Noun.RULE, name=name, known=tuple(sorted(RULES))))
    return RULES[name]
