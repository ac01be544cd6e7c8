"""Texts that are not cards, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.cards import Cards
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Cards.NOT_A_CARD: 'Not a card: "{text}". Write rank and suit, such as AS, 10D, or TD; a joker is JK.',
    Cards.NOT_A_SET: 'The set "{name}" needs {types} counts of zero or more.',
    Cards.MISSING: "Missing: {cards}.",
    Cards.EXTRA: "Extra: {cards}.",
    Cards.FOREIGN_BACK: "With a foreign back: {cards}.",
    Cards.UNREAD: "{cards} {cards:card was|cards were} not read.",
}
