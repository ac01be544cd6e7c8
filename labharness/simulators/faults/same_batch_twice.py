"""The batch that was shuffled before comes out again, and not the one that was put in."""

from __future__ import annotations

from typing import ClassVar

from labharness.model.cards import Order
from labharness.simulators.machines.two_batch_shuffler import OfOneShuffle


class SameBatchTwice(OfOneShuffle):
    """Releases the stored batch, the wrong one where two take turns, in the order in which it came before."""

    HELP: ClassVar = "the shuffle, from 1, that gives what the shuffle before it gave"

    def spoiled(self, cards: Order, output: Order, stored: Order) -> Order:  # noqa: ARG002  a hook's signature
        """Give what lies inside."""
        return stored if len(stored) else output
