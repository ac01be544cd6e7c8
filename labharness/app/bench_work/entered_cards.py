"""Cards as they are entered: what they are, and which are missing or there twice."""

from __future__ import annotations

from dataclasses import replace

from labharness.errors import CardError
from labharness.model.cards import CardSet, format_card, parse_order
from labharness.model.reasons.bench_work import BenchWork
from labharness.reason import Reason

NAMED = 10
"""Missing cards that are named while somebody is entering; a longer list says nothing."""


def order_of(text: str) -> tuple[str, ...]:
    """Return the cards of an order as they are written; none where a word of it is no card.

    Examples
    --------
    >>> order_of("as td"), order_of("as 1x")
    (('AS', '10D'), ())
    """
    try:
        return tuple(format_card(int(card)) for card in parse_order(text))
    except CardError:
        return ()


def objection(cards: tuple[str, ...], declared: CardSet | None) -> Reason | None:
    """Return which cards are missing or there twice, None where the declared set is complete."""
    if declared is None:
        return None
    difference = declared.difference(parse_order(" ".join(cards)))
    if not difference:
        return None
    return BenchWork.NOT_THE_SET(entered=len(cards), expected=declared.size, difference=difference.reasons)


def trouble(cards: tuple[str, ...], declared: CardSet | None) -> Reason | None:
    """Return what is wrong with an order while it is entered: what is too many, and near the end what is missing."""
    if declared is None or declared.size - len(cards) <= NAMED:
        return objection(cards, declared)
    difference = declared.difference(parse_order(" ".join(cards)))
    wrong = replace(difference, missing=()).reasons
    return (
        BenchWork.NOT_THE_SET(entered=len(cards), expected=declared.size, difference=wrong) if wrong else None
    )
