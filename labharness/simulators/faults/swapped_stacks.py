"""An automated dealing shoe dispenses stacks in another order than it reports."""

from __future__ import annotations

from typing import ClassVar

from labharness.errors import InputError
from labharness.model.cards import Order
from labharness.model.observations import Kind
from labharness.model.reasons.wire import Simulated
from labharness.simulators.fault import Fault
from labharness.simulators.machines.dealing_shoe import DealingShoe


class SwappedStacks(Fault):
    """Exchanges a stack and the one behind it in the report."""

    HELP: ClassVar = "the stack, from 1, that is reported as the next one, and that one as it"
    DEFAULT: ClassVar = "1"
    KINDS: ClassVar = frozenset({Kind.DEAL})
    MACHINES: ClassVar = (DealingShoe,)

    def _read(self) -> None:
        self._stack = self.whole(1, 99)

    def stacked(self, stacks: list[Order]) -> list[Order]:
        """Exchange them."""
        first, last = self._stack - 1, self._stack
        if last >= len(stacks) - 1:
            raise InputError(Simulated.NEEDS_STACK(fault="swapped_stacks", stack=last + 1))
        stacks[first], stacks[last] = stacks[last], stacks[first]
        return stacks
