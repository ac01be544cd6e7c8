"""A double shoe: two compartments that are loaded apart, one of them open at a time, and a determinant card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from labharness.model.cards import FOREIGN_BACK, Order, format_card, format_order
from labharness.model.device import DeviceClass
from labharness.model.observations import Kind
from labharness.simulators.fault import SIDES, Mixer, SimulatedTrial

CLOSED = "no card comes from the closed side"
RED = "DH"
Pick = Callable[[Order], int]
"""Says which of the cards of a side is drawn, counted from the top."""
Opens = Callable[[int, int], int]
"""Says which side deals, from the side drawn from and the determinant card."""


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


def _top(_: Order) -> int:
    return 0


def by_color(_: int, card: int) -> int:
    """Open the side that the color of the determinant card names."""
    return SIDES.index(side_of(format_card(card & 0x3F)))


@dataclass
class DoubleShoe(Mixer):
    """Two sides that people shuffle fairly; the suit of a determinant card opens one of them for each round."""

    TITLE: ClassVar = "Double shoe"
    DEVICE_CLASS: ClassVar = DeviceClass.DOUBLE_SHOE
    KINDS: ClassVar = frozenset({Kind.DEAL})
    MAX_CARDS: ClassVar = 832

    def mix(self, cards: Order) -> Order:
        """Return the cards of each side shuffled, the first side's before the second's."""
        return np.concatenate([self.generator.permutation(side) for side in sides(cards)])

    def dispense(
        self,
        cards: Order,
        stacks: tuple[int, ...],
        *,
        pick: Pick = _top,
        opens: Opens = by_color,
        keeps: bool = False,
    ) -> Order:
        """Deal rounds, one stack each, and lay down what remains of the first side and of the second.

        Parameters
        ----------
        stacks
            Cards of each round, a segregated determinant card last among them.
        pick, opens
            How the determinant card is drawn, and what it opens.
        keeps
            Whether a determinant card that is of the side that deals is segregated too.
        """
        left = [list(side) for side in sides(self.mix(cards))]
        out: list[int] = []
        for place, size in enumerate(stacks):
            drawn_from = place % 2
            if not left[drawn_from]:
                break
            seen = np.array(left[drawn_from], dtype=np.uint16)
            card = int(left[drawn_from].pop(pick(seen)))
            side = opens(drawn_from, card)
            itself = side == drawn_from and not keeps
            dealt = left[side][: size - 1]
            del left[side][: size - 1]
            out += [card, *dealt] if itself else [*dealt, card]
        return np.array([*out, *left[0], *left[1]], dtype=np.uint16)

    def react(self, deed: SimulatedTrial) -> str | None:
        """Deal half of a side, hold the other side shut, or open the side that a determinant card names."""
        match deed.name, deed.words:
            case (("first-side" | "second-side"), _):
                return f"dealt: {format_order(deed.cards[: len(deed.cards) // 2])}"
            case "closed-side", _:
                return CLOSED
            case "determinant-card", (drawn_from, card):
                return opened(side_of(card), drawn_from, card)
        return None


def sides(cards: Order) -> tuple[Order, Order]:
    """Return the cards of each side: the second side's marks are the upper half of the copies.

    Cards without marks are taken by halves, as they were put in.
    """
    copies = (cards & ~np.uint16(FOREIGN_BACK)) >> 6
    half = (int(copies.max(initial=0)) + 1) // 2
    if not half:
        return cards[: len(cards) // 2], cards[len(cards) // 2 :]
    return cards[copies < half], cards[copies >= half]
