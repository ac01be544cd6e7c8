"""A double shoe: two compartments that are loaded apart, one of them open at a time, and a determinant card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.cards import format_order
from labharness.model.device import DeviceClass
from labharness.simulators.deed import SIDES, Deed
from labharness.simulators.machine import Machine

CLOSED = "no card comes from the closed side"
RED = "DH"


def side_of(card: str) -> str:
    """Say which side a card names: black suits the first, red ones the second."""
    return SIDES[card[-1] in RED]


def opened(side: str, drawn_from: str, card: str) -> str:
    """Say that a side deals, and where the determinant card lies.

    Examples
    --------
    >>> opened("first", "second", "AS")
    'the first side deals; AS of the second side lies in the segregated area'
    """
    where = (
        "its first card" if side == drawn_from else f"of the {drawn_from} side lies in the segregated area"
    )
    return f"the {side} side deals; {card} {'is ' if side == drawn_from else ''}{where}"


@dataclass
class DoubleShoe(Machine):
    """Cards leave each side in the order in which they were loaded; the suit of a determinant card opens a side."""

    TITLE: ClassVar = "Double shoe"
    DEVICE_CLASS: ClassVar = DeviceClass.DOUBLE_SHOE

    def react(self, deed: Deed) -> str | None:
        """Deal half of a side, hold the other side shut, or open the side that a determinant card names."""
        match deed.name, deed.words:
            case (("first-side" | "second-side"), _):
                return f"dealt: {format_order(deed.cards[: len(deed.cards) // 2])}"
            case "closed-side", _:
                return CLOSED
            case "determinant-card", (drawn_from, card):
                return opened(side_of(card), drawn_from, card)
        return None
