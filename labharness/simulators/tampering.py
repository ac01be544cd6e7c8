"""What a person does to a machine in a procedure: cards taken out or put in, a jam, an open door, no power."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from labharness.model.cards import COVER, FOREIGN_BACK, JOKER, Order

ALARMS = {"jam": "card jam", "open-door": "door open", "cut-power": "power was lost"}
"""What a sound machine says, by the action."""


def _with(card: int) -> Callable[[Order], Order]:
    return lambda cards: np.append(cards, np.uint16(card))


def _swapped(cards: Order) -> Order:
    """One card out, a second copy of another in."""
    return np.append(cards[:-1], cards[0])


def _foreign(cards: Order) -> Order:
    return np.append(cards[:-1], cards[-1] | np.uint16(FOREIGN_BACK))


_CARDS: dict[str, Callable[[Order], Order]] = {
    "remove-card": lambda cards: cards[:-1],
    "add-card": lambda cards: np.append(cards, cards[0]),
    "remove-two-cards": lambda cards: cards[:-2],
    "add-two-cards": lambda cards: np.append(cards, cards[:2]),
    "swap-card": _swapped,
    "foreign-back": _foreign,
    "add-joker": _with(JOKER),
    "cover-card": _with(COVER),
}


def tampered(action: str, cards: Order) -> Order | None:
    """Return the cards after an action, the same ones if it does not touch them, None if nobody knows it."""
    if action in ALARMS or action == "nothing":
        return cards
    change = _CARDS.get(action)
    return None if change is None or not len(cards) else change(cards)
