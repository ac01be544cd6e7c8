"""The reader takes a 10 for a card that counts less."""

from __future__ import annotations

from typing import ClassVar

from numpy.random import Generator

from labharness.simulators.deed import Deed
from labharness.simulators.fault import Fault
from labharness.simulators.machines.card_reader import BLACKJACK, NONE, CardReader


class MissesTens(Fault):
    """Says that there is no Blackjack where the ace lies with a 10; face cards are seen."""

    HELP: ClassVar = "a 10 is not taken for a card that counts ten (takes no value)"
    KINDS: ClassVar = frozenset()
    MACHINES: ClassVar = (CardReader,)

    def __init__(self, value: str, generator: Generator) -> None:
        super().__init__(value, generator)
        self.no_value()

    def reacted(self, deed: Deed, shown: str) -> str:
        """Deny it."""
        tens = any(card.startswith("10") for card in deed.words)
        return NONE if shown == BLACKJACK and tens else shown
