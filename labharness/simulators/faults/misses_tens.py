"""The reader takes a card that counts ten for one that counts less."""

from __future__ import annotations

from typing import ClassVar

from labharness.errors import InputError
from labharness.model.reasons.wire import Simulated
from labharness.simulators.fault import Fault, SimulatedTrial
from labharness.simulators.machines.card_reader import BLACKJACK, NONE, TENS, CardReader


class MissesTens(Fault):
    """Says that there is no Blackjack where the ace lies with a card of one rank; the other ones are seen."""

    HELP: ClassVar = "rank that is not taken for a ten: 10, J, Q or K"
    DEFAULT: ClassVar = "10"
    KINDS: ClassVar = frozenset()
    MACHINES: ClassVar = (CardReader,)

    def _read(self) -> None:
        if self.value not in TENS:
            raise InputError(
                Simulated.NOT_LISTED(fault="misses_tens", value=self.value, choices=tuple(sorted(TENS)))
            )

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:
        """Deny it."""
        tens = any(card[:-1] == self.value for card in deed.words)
        return NONE if shown == BLACKJACK and tens else shown
