"""What an adapter is: the code that speaks one device's protocol over a transport.

An adapter is a class under the :func:`adapter` decorator, one per module of the ``device_adapters``
package, found by folder.  It is built with a link (the tapped transport) and keeps no state that a replay
of one exchange could not rebuild: everything it needs comes with the call, everything it says comes back.

Text that a device, a bus or a file name gave us, made fit for records, screens and messages.

Whoever builds a device chooses its strings: they may hold control characters, terminal sequences, marks
that reverse the direction of writing, or megabytes.

Numbers that people or instruments wrote down, such as the faces of dice: read or refused, never guessed.

Files from a watched folder, each delivered whole after a line with its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from labharness.devices.control_request import ControlRequest
from labharness.errors import ProtocolError
from labharness.model.cards import Order
from labharness.model.device import CountReport, DeviceIdentity, DeviceStatus, SoftwareComponent
from labharness.model.observations import Kind, Observation, Source
from labharness.model.reasons.conduct import Adapters
from labharness.reason import Reason


class Link(Protocol):
    """A tapped transport: every byte is on disk before the adapter sees it."""

    @property
    def position(self) -> int:
        """Number of the next frame on this channel; the same live and in a replay."""

    def write(self, data: bytes, timeout: float | None = None) -> None:
        """Record, then send."""

    def read(self, size: int, timeout: float | None = None) -> bytes:
        """Receive, record, then return 1 to ``size`` bytes."""

    def control(self, request: ControlRequest, timeout: float | None = None) -> bytes:
        """Record, send, record the reply and return it; refused where the link is not USB."""


@dataclass(frozen=True, slots=True, eq=False)
class AcquireRequest:
    """What the runner asks of a device in one exchange.

    Parameters
    ----------
    kind
        What to acquire.
    units
        How many units (shuffles, rounds, deals, outcomes, bytes).
    first
        Index of the first of them within the stage.
    input
        Order in the device before the first unit, where it is known.
    round_cards
        Cards to deal in a round.
    stacks
        Cards of each stack of a deal.
    low, high
        Range of an outcome.
    again
        Whether the same units are written down once more: the device is not worked again.
    """

    kind: Kind
    units: int
    first: int = 0
    input: Order | None = None
    round_cards: int = 0
    stacks: tuple[int, ...] = ()
    low: int = 0
    high: int = 0
    again: bool = False


class Adapter(Protocol):
    """A device that answers for itself."""

    def identify(self) -> DeviceIdentity:
        """Ask who the device is."""

    def software(self) -> tuple[SoftwareComponent, ...]:
        """Ask which software it says it runs."""

    def load(self, order: Order) -> CountReport:
        """Tell the device that these cards have been put in, in this order; it counts them."""

    def acquire(self, request: AcquireRequest) -> tuple[Observation, ...]:
        """Make the device do its work and report it."""

    def count(self) -> CountReport:
        """Ask the device to count its cards."""

    def status(self) -> DeviceStatus:
        """Ask for mode, alarms and meters."""

    def safe_state(self) -> None:
        """Bring the device to rest; called on every way out of a run."""


@dataclass(frozen=True, slots=True, eq=False)
class Demand:
    """What a stage of a plan will ask of a device.

    Parameters
    ----------
    stage
        Its name.
    request
        The largest request of an acquisition, None for a stage that only loads cards.
    load
        Cards that are put in, None where none are.
    """

    stage: str
    request: AcquireRequest | None = None
    load: Order | None = None


@runtime_checkable
class Limited(Protocol):
    """An adapter of devices that declare what they can do: a plan that asks more is refused before its run."""

    def objections(self, demands: Sequence[Demand]) -> tuple[Reason, ...]:
        """Ask the device for its limits; return which demands exceed them."""


class Reader(Protocol):
    """An instrument, or two people, that read the order of cards laid before it."""

    def read_order(self) -> Order:
        """Return the next order read; ``instrument`` then names what read it, where the adapter can tell."""


@dataclass(frozen=True, slots=True)
class AdapterInfo:
    """Description of an adapter.

    Parameters
    ----------
    name
        The module's name.
    title
        What a report calls it.
    schemes
        URL schemes that it works on.
    kinds
        What it can acquire; empty for a reader.
    source
        Who reads the orders that it delivers.
    version
        Raised with every change that can change an observation.
    marks
        Whether it is a reader of marked stock: it is then built with ``marks``, what each mark means, where a
        run has a card-set file, and says in ``remark`` which marks of its last read mean nothing.
    repeatable
        Calls that change nothing in the device or in what it delivers next, so that they may be made again after a
        timeout, a stall or damaged bytes; see :data:`REPEATABLE`.
    models
        USB numbers (``VID:PID``) of the only models that it drives; empty where URLs do not tell.
    packets
        Whether it reads the packets of USB, which have a head each: it asks for a multiple of the packet's size, and
        the link returns one transfer, never a part.
    usual
        Whether it is taken where others fit a URL too and none is named: an adapter that comes later takes no URL away.
    """

    name: str
    title: str
    schemes: tuple[str, ...]
    kinds: frozenset[Kind]
    source: Source
    version: int
    marks: bool = False
    repeatable: frozenset[str] = frozenset()
    models: tuple[str, ...] = ()
    packets: bool = False
    usual: bool = False

    def drives(self, url: str) -> bool:
        """Whether a URL names a model of the adapter by its USB numbers, as ``usb://1d50:60c6`` does.

        Examples
        --------
        >>> info = AdapterInfo("a", "A", ("usb",), frozenset(), Source.DEVICE_REPORTED, 1, models=("1d50:60c6",))
        >>> info.drives("usb://1D50:60C6/SN?in=0x85"), info.drives("usb://1d50:6086")
        (True, False)
        """
        place = url.partition("://")[2]
        return re.split("[/?]", place, maxsplit=1)[0].lower() in self.models


REPEATABLE = frozenset({"identify", "software", "count", "status"})
"""Calls that an adapter may declare repeatable; the others have an effect in every device."""
AdapterClass = TypeVar("AdapterClass", bound=type)
INFO = "__adapter__"


def adapter(
    *,
    name: str,
    title: str,
    schemes: tuple[str, ...],
    kinds: tuple[Kind, ...],
    source: Source,
    version: int = 1,
    marks: bool = False,
    repeatable: tuple[str, ...] = (),
    models: tuple[str, ...] = (),
    packets: bool = False,
    usual: bool = False,
) -> Callable[[AdapterClass], AdapterClass]:
    """Attach a description to an adapter; returns the class unchanged.

    Raises
    ------
    ValueError
        If a call is said to be repeatable that has an effect.
    """
    if not REPEATABLE.issuperset(repeatable):
        raise ValueError(
            f"{', '.join(sorted(set(repeatable) - REPEATABLE))} cannot be repeated without an effect"
        )
    acquired, again = frozenset(kinds), frozenset(repeatable)
    info = AdapterInfo(name, title, schemes, acquired, source, version, marks, again, models, packets, usual)

    def attach(cls: AdapterClass) -> AdapterClass:
        setattr(cls, INFO, info)
        return cls

    return attach


def info_of(adapter_class: type) -> AdapterInfo:
    """Return the description of an adapter class."""
    info = getattr(adapter_class, INFO)
    assert isinstance(info, AdapterInfo)
    return info


LIMIT = 126
"""Characters of the longest USB string."""


def printable(text: str, limit: int = LIMIT) -> str:
    """Replace every character that does not print by ``?`` and cut to ``limit`` characters."""
    cut = text[:limit]
    return cut if cut.isprintable() else "".join(each if each.isprintable() else "?" for each in cut)


def file_label(name: str, limit: int = 200) -> str:
    """Return a file's name for a header line: printable ASCII, one line, at most ``limit`` characters."""
    return "".join(each if " " <= each <= "~" else "?" for each in name[:limit])


_WORD = re.compile(r"[^\s,;]+")
_LONGEST = 5
"""Digits of the largest outcome, 65535."""


def entered_numbers(text: str, number: int, low: int, high: int) -> list[int]:
    """Read so many whole numbers, separated by white space, commas or semicolons, on as many lines as they need.

    What follows ``#`` on a line is a comment.

    Parameters
    ----------
    text
        What was written.
    number
        How many numbers there must be.
    low, high
        The smallest and the largest that can be.

    Raises
    ------
    ProtocolError
        If a word is no such number, with its line and column, or there are too few or too many.

    Examples
    --------
    >>> entered_numbers("3 6 1", 3, 1, 6)
    [3, 6, 1]
    """
    numbers = []
    for place, line in enumerate(text.removeprefix("\N{BYTE ORDER MARK}").splitlines(), start=1):
        for word in _WORD.finditer(line.partition("#")[0]):
            digits = word[0]
            known = digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST
            if not known or not low <= int(digits) <= high:
                column, shown = word.start() + 1, printable(digits, 20)
                raise ProtocolError(
                    Adapters.NOT_A_NUMBER(line=place, column=column, word=shown, low=low, high=high)
                )
            numbers.append(int(digits))
    if len(numbers) != number:
        raise ProtocolError(Adapters.OTHER_AMOUNT(entered=len(numbers), requested=number, low=low, high=high))
    return numbers


NAME_PREFIX = "# file: "
MAX_FILE = 1 << 20
"""Longest file in bytes, the line with its name included."""


def read_named_file(link: Link) -> tuple[str, str]:
    """Read the next file.

    Returns
    -------
    tuple
        Its name, fit for records, and its text.

    Raises
    ------
    ProtocolError
        If the file is too long, is not text, or has no name.
    """
    data = link.read(MAX_FILE)
    if len(data) >= MAX_FILE:
        raise ProtocolError(Adapters.FILE_TOO_LONG(limit=MAX_FILE))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProtocolError(Adapters.NOT_TEXT()) from error
    first, _, rest = text.partition("\n")
    if not first.startswith(NAME_PREFIX):
        raise ProtocolError(Adapters.NAME_MISSING())
    return printable(first.removeprefix(NAME_PREFIX).strip(), 200), rest
