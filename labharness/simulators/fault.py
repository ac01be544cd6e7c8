"""What a fault is: one class in one module of :mod:`labharness.simulators.faults`, named like the module.

A fault reads its value in ``_read`` and overrides the hooks where it acts.  They stand in the order in which cards and bytes pass them: into
the machine, through it, out of it, into the device's own report, onto the wire.

What a person does with a machine in a trial that only people can make, and with which cards.

What a simulated machine is: one class in one module of :mod:`labharness.simulators.machines`.

A machine is a dataclass whose first field is its generator of randomness; a second field, if it has one, is
the whole number that may follow its name (``riffle_shuffler:5``).  It works on what really is inside, knows
nothing of orders told to a host, and derives from the class below that says what it does.  One without
``KINDS`` has no port: people work it and say what they see.

What a simulated device does on the wire, one step after the other.

What a person does to a machine in a procedure: cards taken out or put in, a jam, an open door, no power.

What people see of a machine whose count is wrong or that raised an alarm: while it is so, and once it is put right.

What a system that takes electronic wagers shows, once the wagering is closed and before.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from labharness.devices.lti.frame import LtiFrame
from labharness.errors import InputError
from labharness.model.cards import (
    COVER,
    FOREIGN_BACK,
    JOKER,
    SUITS,
    Order,
    format_card,
    parse_card,
    parse_order,
    types,
)
from labharness.model.device import DeviceClass
from labharness.model.observations import Kind
from labharness.model.reasons.wire import Simulated

PAIR = re.compile(r"\b(A|[2-9]|10|J|Q|K) on (A|[2-9]|10|J|Q|K)\b")
"""Up card and hole card, as the instruction of a reader's procedure lists them."""
ROUND = re.compile(r"\bdraw (\d+) cards\b")
"""Cards of a round, as the instruction of a stub's procedure names them."""
SIDES = ("first", "second")
MOST_WAGERS = 6
DRAWN = (("1", "1"), ("5", "2", "1"), ("3", "4", "1", "1"), ("5", "5", "5", "5", "1"))
"""Cards of the draws of one round, in turn: two to five exchanged or one bought, the dealer's last."""
_STEP = 17
"""Every so many-th card of a set is taken, so that trials have cards of all suits and ranks."""


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedTrial:
    """One trial.

    Parameters
    ----------
    name
        The procedure's name in its plan.
    trial
        Its number, from 1.
    words
        What the person chose for it, such as up card and hole card, in the order that the procedure names.
    cards
        The declared set in new-deck order, empty where the plan has none.
    """

    name: str
    trial: int
    words: tuple[str, ...] = ()
    cards: Order = field(default_factory=lambda: np.empty(0, dtype=np.uint16))


def deed(data: Mapping[str, Any], instruction: str) -> SimulatedTrial:
    """Read a prompt as a person does, and choose what it leaves open.

    Parameters
    ----------
    data
        ``stage``, ``trial`` and ``unopened`` of the prompt.
    instruction
        Its words.

    Examples
    --------
    >>> deed({"stage": "blackjack", "trial": 2}, "Read the next pair: A on 10, K on A.").words
    ('KS', 'AH')
    """
    name, trial = str(data["stage"]), int(data["trial"])
    cards = parse_order(str(data.get("unopened", "")))
    words: tuple[str, ...] = ()
    match name:
        case "blackjack" | "no-blackjack":
            words = _pair(instruction, trial - 1)
        case "misuse":
            ways = instruction.partition("trial to trial ")[2].rstrip(".").split(", ")
            words = (ways[(trial - 1) % len(ways)], format_card(trial * _STEP % 52))
        case "stub":
            words = tuple(ROUND.findall(instruction))
        case "drawn-cards":
            words = DRAWN[trial % len(DRAWN)]
        case "wagers-in-time":
            words = (str(1 + trial % MOST_WAGERS),)
        case "closed-side":
            words = (SIDES[trial % 2],)
        case "determinant-card" if len(cards):
            words = (SIDES[(trial - 1) % 2], format_card(int(cards[trial * _STEP % len(cards)]) & 0x3F))
    return SimulatedTrial(name, trial, words, cards)


def _pair(instruction: str, turn: int) -> tuple[str, ...]:
    """Take the pair whose turn it is, in suits that change with every pass through the list."""
    pairs = PAIR.findall(instruction)
    if not pairs:
        return ()
    (up, hole), again = pairs[turn % len(pairs)], turn // len(pairs)
    suits = SUITS[again % len(SUITS)], SUITS[(again // len(SUITS) - 1) % len(SUITS)]
    return up + suits[0], hole + suits[1]


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

    MAX_CARDS: ClassVar[int] = 416

    @abstractmethod
    def mix(self, cards: Order) -> Order:
        """Return the cards as they leave."""

    def dispense(self, cards: Order, stacks: tuple[int, ...]) -> Order:  # noqa: ARG002  most mix, whatever comes then
        """Return the cards as they leave in stacks of these sizes, what remains last; in one piece without any."""
        return self.mix(cards)


class BatchShuffler(Mixer):
    """A machine that shuffles whole batches."""

    DEVICE_CLASS: ClassVar = DeviceClass.BATCH_SHUFFLER
    KINDS: ClassVar = frozenset({Kind.SHUFFLE})


class Carousel(Machine):
    """A machine that keeps the cards and gives out some of them, round after round."""

    MAX_CARDS: ClassVar[int] = 416

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


@dataclass(frozen=True, slots=True)
class Send:
    """Offer bytes to the host.

    Parameters
    ----------
    ended
        Whether a short or an empty packet ends them on USB.
    """

    data: bytes
    ended: bool = True


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Discard:
    """Ignore what arrives until so many seconds pass without a byte."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Stall:
    """Halt the endpoints."""


@dataclass(frozen=True, slots=True)
class Unplug:
    """Leave the bus."""


KILLED = 9
"""Exit status of a process that died of a fault."""


@dataclass(frozen=True, slots=True)
class Die:
    """End the process at once, as a crash would."""


Step = Send | Wait | Discard | Stall | Unplug | Die


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

    def whole(self, low: int, high: int, text: str | None = None) -> int:
        """Read the value, or a part of it, as a whole number in a range."""
        value = self.value if text is None else text
        if not (value.isascii() and value.isdigit() and low <= int(value) <= high):
            raise InputError(
                Simulated.NOT_WHOLE(fault=fault_name(type(self)), value=value, low=low, high=high)
            )
        return int(value)

    def number(self, low: float, high: float, text: str | None = None) -> float:
        """Read the value, or a part of it, as a number in a range."""
        value = self.value if text is None else text
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise InputError(
                Simulated.NOT_IN_RANGE(fault=fault_name(type(self)), value=value, low=low, high=high)
            )
        return number


class ByChance(Fault):
    """What happens with a chance, which is the value."""

    DEFAULT: ClassVar = "1"

    def _read(self) -> None:
        self.chance = self.number(0, 1)

    def happens(self) -> bool:
        """Draw whether it happens this time."""
        return self.generator.random() < self.chance


class OfCard(Fault):
    """What befalls one card of the set, which is the value, when the set is loaded."""

    KINDS: ClassVar = CARDS

    def _read(self) -> None:
        self.card = parse_card(self.value)
        self._copies = 0

    def is_whole(self, cards: Order) -> bool:
        """Say whether as many such cards are loaded as the first time, before anything befell them."""
        copies = int((types(cards) == self.card & 0x3F).sum())
        self._copies = self._copies or copies
        return copies == self._copies

    def place(self, cards: Order) -> int:
        """Find the first such card among those to be loaded."""
        places = np.flatnonzero(types(cards) == self.card & 0x3F)
        if not places.size:
            name = fault_name(type(self))
            raise InputError(Simulated.NEEDS_CARD(fault=name, card=format_card(self.card)))
        return int(places[0])


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


ALARMS = {"jam": "card jam", "open-door": "door open", "cut-power": "power was lost"}
"""What a sound machine says, by the action."""


def _with(card: int) -> Callable[[Order], Order]:
    return lambda cards: np.append(cards, np.uint16(card))


def _swapped(cards: Order) -> Order:
    """One card out, a second copy of another in."""
    return np.append(cards[:-1], cards[0])


def _foreign(cards: Order) -> Order:
    return np.append(cards[:-1], cards[-1] | np.uint16(FOREIGN_BACK))


_CARDS: dict[str, Callable[[Order], Order]] = {
    "remove-card": lambda cards: cards[:-1],
    "add-card": lambda cards: np.append(cards, cards[0]),
    "remove-two-cards": lambda cards: cards[:-2],
    "add-two-cards": lambda cards: np.append(cards, cards[:2]),
    "swap-card": _swapped,
    "foreign-back": _foreign,
    "add-joker": _with(JOKER),
    "cover-card": _with(COVER),
}


def tampered(action: str, cards: Order) -> Order | None:
    """Return the cards after an action, the same ones if it does not touch them, None if nobody knows it."""
    if action in ALARMS or action == "nothing":
        return cards
    change = _CARDS.get(action)
    return None if change is None or not len(cards) else change(cards)


Standing = Literal["alarm", "count", "lock-out", "recount"]
STANDS, SILENT = "it goes on to complain", "it complains no more"
LOCKED, WORKS = "it gives no card out", "it gives cards out"
RECOUNTED, NOT_RECOUNTED = (
    "it counts again and says that its count is right",
    "it goes on without a new count",
)
STILL_WRONG = "it still says that its count is wrong"
UNNOTICED = "it did not complain at all"
_LOOKED_AT: dict[str, Standing] = {
    "alarm-persists": "alarm",
    "count-alarm-persists": "count",
    "lock-out-after-count": "lock-out",
    "recount": "recount",
}
_ALARMS = ("jam", "open-door")
SOUND: dict[Standing, str] = {"alarm": STANDS, "count": STANDS, "lock-out": LOCKED, "recount": RECOUNTED}
"""What a sound machine shows."""


def standing(deed: SimulatedTrial) -> tuple[Standing, str] | None:
    """Return what a procedure looks at and what is done to the machine first; None if it looks at nothing of this.

    Examples
    --------
    >>> standing(SimulatedTrial("alarm-persists", 2)), standing(SimulatedTrial("misuse", 1))
    (('alarm', 'open-door'), None)
    """
    what = _LOOKED_AT.get(deed.name)
    if what is None:
        return None
    return what, _ALARMS[(deed.trial - 1) % len(_ALARMS)] if what == "alarm" else "remove-card"


REFUSED = "the wager is refused"


def counted(text: str, accepted: int) -> str:
    """Say how many wagers were made, and how many the system counts."""
    return f"{text} wagers are acknowledged, {accepted} are counted"


def reaction(deed: SimulatedTrial) -> str | None:
    """Say what a system shows that locks late wagers out and counts those in time.

    Examples
    --------
    >>> reaction(SimulatedTrial("wagers-in-time", 1, ("3",)))
    '3 wagers are acknowledged, 3 are counted'
    """
    match deed.name:
        case "late-wager":
            return REFUSED
        case "wagers-in-time":
            (result,) = deed.words
            return counted(result, int(result))
    return None
