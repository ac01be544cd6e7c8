"""What a simulated machine is: one class in one module of :mod:`labharness.simulators.machines`.

A machine is a dataclass whose first field is its generator of randomness; a second field, if it has one, is
the whole number that may follow its name (``riffle_shuffler:5``).  It works on what really is inside, knows
nothing of orders told to a host, and derives from the class below that says what it does.  One without
``KINDS`` has no port: people work it and say what they see.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from numpy.random import Generator

from labharness.model.cards import Order
from labharness.model.device import DeviceClass
from labharness.model.observations import Kind
from labharness.simulators.deed import SimulatedTrial


@dataclass
class Machine(ABC):
    """A machine of any kind.

    Parameters
    ----------
    generator
        Its only source of chance.
    """

    generator: Generator

    TITLE: ClassVar[str]
    DEVICE_CLASS: ClassVar[DeviceClass]
    KINDS: ClassVar[frozenset[Kind]] = frozenset()
    MAX_CARDS: ClassVar[int] = 0

    def react(self, deed: SimulatedTrial) -> str | None:  # noqa: ARG002  most machines have no such procedure
        """Say what a person sees after doing something to it; None if it does not know the procedure."""
        return None


class Mixer(Machine):
    """A machine that takes all cards in, mixes them and gives all of them out."""

    @abstractmethod
    def mix(self, cards: Order) -> Order:
        """Return the cards as they leave; the argument is not changed."""

    def dispense(self, cards: Order, stacks: tuple[int, ...]) -> Order:  # noqa: ARG002  most mix, whatever comes then
        """Return the cards as they leave in stacks of these sizes, what remains last; in one piece without any."""
        return self.mix(cards)


class Carousel(Machine):
    """A machine that keeps the cards and gives out some of them, round after round."""

    @abstractmethod
    def insert(self, cards: Order) -> None:
        """Take cards in, whether at the start or after a round."""

    @abstractmethod
    def empty(self) -> None:
        """Give up all cards inside, so that others may be loaded."""

    @abstractmethod
    def deal(self, number: int) -> Order:
        """Give out so many cards, in the order in which they leave."""


class RandomSource(Machine):
    """A machine without cards that makes random bytes and outcomes out of them."""

    @abstractmethod
    def raw(self, number: int) -> bytes:
        """Return raw output bytes."""
