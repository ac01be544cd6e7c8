"""A stack of an automated dealing shoe is a card short or long, and the stub with it."""

from __future__ import annotations

import re
from typing import ClassVar

import numpy as np

from labharness.errors import InputError
from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.model.reasons.wire import Simulated
from labharness.simulators.fault import Fault
from labharness.simulators.machines.dealing_shoe import DealingShoe


class UnevenStack(Fault):
    """Ends one stack too early or too late; the stacks behind it keep their sizes, the stub does not."""

    HELP: ClassVar = "STACK-CARDS or STACK+CARDS: the stack, from 1, that is so many cards short or long"
    DEFAULT: ClassVar = "2-1"
    KINDS: ClassVar = frozenset({Kind.DEAL})
    MACHINES: ClassVar = (DealingShoe,)

    def _read(self) -> None:
        match = re.fullmatch(r"([1-9]\d?)([+-])([1-9])", self.value, re.ASCII)
        if match is None:
            raise InputError(
                Simulated.OTHER_FORM(fault="uneven_stack", value=self.value, examples=("2-1", "3+1"))
            )
        self._stack, self._more = int(match[1]), int(match[2] + match[3])

    def stacked(self, stacks: list[Order]) -> list[Order]:
        """Move the bounds of the stacks behind it."""
        sizes = [len(stack) for stack in stacks[:-1]]
        if self._stack > len(sizes):
            raise InputError(Simulated.NEEDS_STACK(fault="uneven_stack", stack=self._stack))
        spare = len(stacks[-1])
        sizes[self._stack - 1] += max(-sizes[self._stack - 1], min(self._more, spare))
        return np.split(np.concatenate(stacks), np.cumsum(sizes))
