"""What a fault is: one class in one module of :mod:`labharness.simulators.faults`, named like the module.

A fault reads its value in ``_read`` and overrides the hooks where it acts.  They stand in the order in which cards and bytes pass them: into
the machine, through it, out of it, into the device's own report, onto the wire.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from labharness.devices.lti.frame import LtiFrame
from labharness.errors import InputError
from labharness.model.cards import Order, format_card, types
from labharness.model.observations import Kind
from labharness.model.reasons.simulator import Simulated
from labharness.simulators.deed import SimulatedTrial
from labharness.simulators.machine import Carousel, Machine, Mixer
from labharness.simulators.step import Step

CARDS = frozenset({Kind.SHUFFLE, Kind.ROUND, Kind.DEAL})
MIXED = frozenset({Kind.SHUFFLE, Kind.DEAL})
NUMBERS = frozenset({Kind.DRAW, Kind.BYTES})
ANY = CARDS | NUMBERS

RawSource = Callable[[int], bytes]
"""Returns so many raw bytes."""


class Fault:
    """A fault without effect; each hook returns what it was given.

    Parameters
    ----------
    value
        Text after the equals sign, or ``DEFAULT``.
    generator
        The fault's own source of chance, so that the machine's is the same with and without it.
    """

    HELP: ClassVar[str]
    DEFAULT: ClassVar[str] = ""
    KINDS: ClassVar[frozenset[Kind]] = ANY
    """Kinds of work that it can befall; empty where only people see it."""
    MACHINES: ClassVar[tuple[type[Machine], ...]] = (Machine,)
    """Machines that it can befall."""

    def __init__(self, value: str, generator: Generator) -> None:
        self.value = value
        self.generator = generator
        self._read()

    def _read(self) -> None:
        """Read the value; a fault that takes none refuses it."""
        if self.value:
            raise InputError(Simulated.NO_VALUE(fault=fault_name(type(self)), value=self.value))

    @classmethod
    def befalls(cls, machine: Machine) -> bool:
        """Say whether it can befall a machine."""
        return isinstance(machine, cls.MACHINES) and (not cls.KINDS or bool(cls.KINDS & machine.KINDS))

    def inserted(self, cards: Order) -> Order:
        """Say which cards really are put in when the host is told of ``cards``."""
        return cards

    def mixed(self, cards: Order, output: Order, unit: int) -> Order:  # noqa: ARG002  a hook's signature
        """Say in which order ``cards`` really leave the unit-th mixing."""
        return output

    def dispensed(self, machine: Mixer, cards: Order, stacks: tuple[int, ...]) -> Order | None:  # noqa: ARG002
        """Take the cards out of the machine, in stacks if any, in a way of the fault's own; None for the right way."""
        return None

    def dealt(self, machine: Carousel, number: int) -> Order | None:  # noqa: ARG002  a hook's signature
        """Take a round out of the machine in a way of the fault's own, or return None for the right way."""
        return None

    def kept(self, output: Order, unit: int) -> int:  # noqa: ARG002  a hook's signature
        """Say how many of the last cards stay inside."""
        return 0

    def left(self, cards: Order) -> int:  # noqa: ARG002  a hook's signature
        """Say how many of the last cards stay inside when the machine is emptied."""
        return 0

    def stacked(self, stacks: list[Order]) -> list[Order]:
        """Say which stacks the device reports, the stub last, for the right ones."""
        return stacks

    def reacted(self, deed: SimulatedTrial, shown: str) -> str:  # noqa: ARG002  a hook's signature
        """Say what a person sees after doing something to the machine that should show ``shown``."""
        return shown

    def told(self, order: Order) -> Order:
        """Say which order the device reports for cards that really left in ``order``."""
        return order

    def counted(self, inside: int, expected: int) -> int:  # noqa: ARG002  a hook's signature
        """Say how many cards the device reports inside."""
        return inside

    def alarmed(self, alarms: tuple[str, ...]) -> tuple[str, ...]:
        """Say which alarms the device raises."""
        return alarms

    def dismissed(self, stands: bool) -> bool:
        """Say whether what the device complains of stands after people tried to be rid of it with its cause there."""
        return stands

    def worked(self, works: bool) -> bool:
        """Say whether the device works when it is asked to with a count that may be wrong."""
        return works

    def recounted(self, counts: bool) -> bool:
        """Say whether the device counts again before it works, once the cards were put right."""
        return counts

    def raw(self, data: bytes) -> bytes:
        """Say which raw bytes the generator delivers, and makes its outcomes of."""
        return data

    def outcomes(self, raw: RawSource, number: int, low: int, high: int) -> NDArray[np.uint16] | None:  # noqa: ARG002
        """Make outcomes of raw bytes in a way of the fault's own, or return None for the right way."""
        return None

    def drawn(self, values: NDArray[np.uint16], low: int, high: int) -> NDArray[np.uint16]:  # noqa: ARG002
        """Say which outcomes come in one draw, such as a throw of dice, for the right ones."""
        return values

    def answered(self, request: LtiFrame, steps: list[Step]) -> list[Step]:  # noqa: ARG002  a hook's signature
        """Say what really happens on the wire in answer to a request."""
        return steps

    def whole(self, low: int, high: int) -> int:
        """Read the value as a whole number in a range."""
        if not (self.value.isascii() and self.value.isdigit() and low <= int(self.value) <= high):
            raise InputError(
                Simulated.NOT_WHOLE(fault=fault_name(type(self)), value=self.value, low=low, high=high)
            )
        return int(self.value)

    def place(self, cards: Order, card: int) -> int:
        """Find the first such card among those to be loaded."""
        places = np.flatnonzero(types(cards) == card & 0x3F)
        if not places.size:
            name = fault_name(type(self))
            raise InputError(Simulated.NEEDS_CARD(fault=name, card=format_card(card)))
        return int(places[0])

    def number(self, low: float, high: float) -> float:
        """Read the value as a number in a range."""
        try:
            number = float(self.value)
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise InputError(
                Simulated.NOT_IN_RANGE(fault=fault_name(type(self)), value=self.value, low=low, high=high)
            )
        return number


class AfterAnswers(Fault):
    """What happens instead of every answer, once so many were given."""

    DEFAULT: ClassVar = "20"
    STEP: ClassVar[Step]

    def _read(self) -> None:
        self._left = self.whole(0, 10**9)

    def answered(self, request: LtiFrame, steps: list[Step]) -> list[Step]:  # noqa: ARG002  every request counts
        """Give the step, once the answers are used up."""
        self._left -= 1
        return steps if self._left >= 0 else [self.STEP]


def fault_name(fault: type[Fault]) -> str:
    """Return the name of a fault, which is its module's."""
    return fault.__module__.rpartition(".")[2]
