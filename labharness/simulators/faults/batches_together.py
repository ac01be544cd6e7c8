"""Both batches come out as one stack: the stored one was not kept apart."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from labharness.model.cards import Order
from labharness.simulators.machines.two_batch_shuffler import OfOneShuffle


class BatchesTogether(OfOneShuffle):
    """Gives out the batch that was put in and, under it, the one that was stored."""

    HELP: ClassVar = "the shuffle, from 1, in which the stored batch comes out with the other one"

    def spoiled(self, cards: Order, output: Order, stored: Order) -> Order:  # noqa: ARG002  a hook's signature
        """Give both."""
        return np.concatenate((output, stored))
