"""A card reader: it looks at the hole card below the up card and says whether there is a Blackjack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from labharness.model.device import DeviceClass
from labharness.simulators.fault import Machine, SimulatedTrial

BLACKJACK, NONE, NOTHING = "Blackjack", "no Blackjack", "nothing is shown"
TENS = frozenset({"10", "J", "Q", "K"})


def blackjack(up: str, hole: str) -> bool:
    """Say whether two cards are an ace and a card that counts ten.

    Examples
    --------
    >>> blackjack("AS", "KH"), blackjack("AS", "AH")
    (True, False)
    """
    ranks = {up[:-1], hole[:-1]}
    return "A" in ranks and bool(ranks & TENS)


@dataclass
class CardReader(Machine):
    """Two answers, and none where the cards do not lie as they must."""

    TITLE: ClassVar = "Card reader"
    DEVICE_CLASS: ClassVar = DeviceClass.CARD_READER

    def react(self, deed: SimulatedTrial) -> str | None:
        """Read up card and hole card, or refuse what is not inserted rightly."""
        match deed.name, deed.words:
            case (("blackjack" | "no-blackjack"), (up, hole)):
                return BLACKJACK if blackjack(up, hole) else NONE
            case "misuse", _:
                return NOTHING
        return None
