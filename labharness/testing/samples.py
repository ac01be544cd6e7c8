r"""Fair samples of every kind, from a seeded generator: the null hypothesis of every check.

Sessions with a device to test its adapter with: scripts, parts of runs, small text files.

A session is the frames of a channel, as a run records them.  It comes from a script in the test (:func:`script`),
from a run folder (:func:`recorded`) or from a small text file (:func:`read_session`), and
:mod:`labharness.testing.adapter_kit` holds an adapter to it.

A text file has one line for each transfer: ``>`` for bytes sent, ``<`` for bytes received, ``>>`` for a control request
of USB (setup packet and bytes sent with it), ``<<`` for its reply and ``!`` for a failed call, then the bytes, as quoted text (UTF-8, escapes as in JSON) or in hexadecimal.  A number before the sign is the
frame's number in its run; without a number a line follows the line before.  Lines that begin with ``#`` are comments::

    # Acme number box
    > "?\n"
    < "Acme,N1,7,A\n"
    > 47 33 0a
    < "3\n1\n2\n"

First binary digits of π, e and square roots, integer part included: the samples that NIST published values for.

Published numbers that the harness must reproduce, wherever it is installed.

How a check is set up to be tried on many samples.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import groupby, pairwise
from math import isqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.check import CheckInfo
from labharness.analysis.sampling.tables import Block, Population
from labharness.devices.control_request import ControlRequest
from labharness.devices.replay import of_connection
from labharness.devices.tap import Limits, Tap
from labharness.errors import DeviceTimeout, LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.outside import SizeLimit, text_outside
from labharness.evidence.segments import Direction, Frame
from labharness.games.outcomes.double_shoe import decks_of_a_side, fair_loads
from labharness.model.cards import FOREIGN_BACK, TYPES, UNREAD, CardSet, Order
from labharness.model.observations import (
    Deal,
    Draws,
    Event,
    EventKind,
    InputKnown,
    Kind,
    Observation,
    Provenance,
    RawBytes,
    Round,
    Shuffle,
    Source,
)
from labharness.reason import quoted

Session = tuple[Frame, ...]
"""Transfers of one channel in order, connections left out."""

SIGNS = {
    ">": Direction.OUT,
    "<": Direction.IN,
    "!": Direction.FAULT,
    ">>": Direction.CONTROL,
    "<<": Direction.REPLY,
}
_LINE = re.compile(r"(\d*)\s*(>>|<<|[<>!])\s*(.*)")


class Recording(list[Frame]):
    """Frames that a :class:`~labharness.devices.tap.Tap` records, kept in memory."""

    @property
    def position(self) -> int:
        """Number of the next frame."""
        return len(self)

    def record(self, direction: Direction, payload: bytes) -> int:
        """Keep one frame; return its number."""
        self.append(Frame(len(self), direction, 0, bytes(payload), 0))
        return len(self) - 1

    @property
    def session(self) -> Session:
        """What was recorded so far."""
        return _transfers(self)


class Answers:
    """A transport that gives one answer at each read and takes whatever is sent.

    Parameters
    ----------
    answers
        The bytes of each transfer, or the error that the read raises.
    """

    url = "answers"

    def __init__(self, answers: Iterable[bytes | LabharnessError]) -> None:
        self._answers = deque(answers)

    @property
    def left(self) -> int:
        """How many answers nobody has asked for."""
        return len(self._answers)

    def open(self) -> dict[str, str]:
        """Connect to nothing."""
        return {}

    def write(self, data: bytes, timeout: float) -> None:
        """Drop the bytes; the tap has recorded them."""

    def read(self, size: int, timeout: float) -> bytes:  # noqa: ARG002  an answer is given whole
        """Return or raise the next answer."""
        if not self._answers:
            raise DeviceTimeout(quoted("The script holds no further answer."))
        answer = self._answers.popleft()
        if isinstance(answer, LabharnessError):
            raise answer
        return answer

    def control(self, request: ControlRequest, timeout: float) -> bytes:
        """Return or raise the next answer; a request to the device takes none but an error."""
        fails = self._answers and isinstance(self._answers[0], LabharnessError)
        return self.read(request.length, timeout) if request.inward or fails else b""

    def close(self) -> None:
        """Let go of nothing."""


def script(*exchanges: tuple[bytes | ControlRequest | LabharnessError, ...]) -> Session:
    """Write a session: for each exchange the bytes to be sent, then what comes, transfer by transfer.

    Parameters
    ----------
    exchanges
        First the bytes to be sent (``b""`` where the adapter only reads), then the bytes of each transfer or the error
        that a read raises.  In the place of bytes to be sent a control request, then its reply, or its error.

    Examples
    --------
    >>> session = script((b"?", b"Acme,", b"N1"), (b"G1", b"3"))
    >>> [frame.direction.name for frame in session]
    ['OUT', 'IN', 'IN', 'OUT', 'IN']
    """
    recording = Recording()
    for sent, *answers in exchanges:
        assert not isinstance(sent, LabharnessError)
        transport = Answers(_answer(each) for each in answers)
        tap = Tap(transport, recording, Limits(0.0))
        if isinstance(sent, ControlRequest):
            with suppress(LabharnessError):
                tap.control(sent)
        elif sent:
            tap.write(sent)
        while transport.left:
            with suppress(LabharnessError):
                tap.read(0)
    return recording.session


def _answer(answer: bytes | ControlRequest | LabharnessError) -> bytes | LabharnessError:
    assert not isinstance(answer, ControlRequest)
    return answer


def recorded(run: Path, channel: str = "device", first: int = 0, last: int | None = None) -> Session:
    """Return the session of a run's channel.

    Parameters
    ----------
    run
        The run folder.
    channel
        ``"device"`` or ``"reader"``.
    first, last
        Numbers of the first and the last frame; the first should begin an exchange.

    Raises
    ------
    IntegrityError
        If the folder holds no run, or its frames are damaged.
    """
    frames = RunFolder.open(run).frames(channel, first)
    return _transfers(frame for frame in frames if last is None or frame.number <= last)


def read_session(file: Path) -> Session:
    """Read a session from a text file; raises as :func:`parse_session`."""
    return parse_session(text_outside(file, SizeLimit.KEPT), file.name)


def parse_session(text: str, name: str = "session") -> Session:
    """Read a session from text.

    Raises
    ------
    ValueError
        If a line is neither a comment nor a transfer, with its number.
    """
    frames: list[Frame] = []
    for place, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        try:
            number, sign, content = match.groups() if match else ("", "", "")
            payload = json.loads(content).encode() if content.startswith('"') else bytes.fromhex(content)
            position = int(number) if number else frames[-1].number + 1 if frames else 0
            frames.append(Frame(position, SIGNS[sign], 0, payload, 0))
        except (KeyError, ValueError) as error:
            raise ValueError(
                f'{name}, line {place}: write >, <, >>, << or !, then "text" or hexadecimal bytes.'
            ) from error
    return _transfers(frames)


def session_text(session: Session) -> str:
    """Return a session as the text that :func:`parse_session` reads.

    Examples
    --------
    >>> print(session_text(script((b"?", b"Acme"), (bytes([7]), b"ok"))), end="")
    > "?"
    < "Acme"
    > 07
    < "ok"
    """
    signs = {direction: sign for sign, direction in SIGNS.items()}
    lines, expected = [], 0
    for frame in session:
        number = "" if frame.number == expected else f"{frame.number} "
        lines.append(f"{number}{signs[frame.direction]} {_written(frame.payload)}\n")
        expected = frame.number + 1
    return "".join(lines)


def recut(session: Session, boundaries: Collection[int]) -> Session:
    """Return a session whose answers arrive in other pieces.

    Parameters
    ----------
    boundaries
        Offsets in the bytes received, over the whole session, at which a transfer ends.  Elsewhere the transfers
        of one answer are joined.

    Examples
    --------
    >>> [frame.payload for frame in recut(script((b"?", b"ab", b"cd")), {3})]
    [b'?', b'abc', b'd']
    """
    frames: list[Frame] = []
    begin = 0
    for direction, group in groupby(session, key=lambda frame: frame.direction):
        members = list(group)
        if direction != Direction.IN:
            frames += members
            continue
        data = b"".join(frame.payload for frame in members)
        places = [0, *sorted(at - begin for at in boundaries if begin < at < begin + len(data)), len(data)]
        frames += [replace(members[-1], payload=data[at:end]) for at, end in pairwise(places)]
        begin += len(data)
    return tuple(frames)


def _transfers(frames: Iterable[Frame]) -> Session:
    return tuple(frame for frame in frames if not of_connection(frame))


def _written(payload: bytes) -> str:
    text = payload.decode("ascii", "replace")
    plain = all(character.isprintable() or character in "\r\n\t" for character in text) and text.isascii()
    return json.dumps(text) if plain else payload.hex(" ")


POPULATIONS = {
    Kind.SHUFFLE: Population(Kind.SHUFFLE, CardSet.of_decks("one deck", 1)),
    Kind.ROUND: Population(
        Kind.ROUND, CardSet("eight cards twice", (2,) * 8 + (0,) * (TYPES - 8)), round_cards=5
    ),
    Kind.DEAL: Population(
        Kind.DEAL, CardSet.of_decks("one deck and a joker", 1, jokers=1), stacks=(7,) * 7, stub=4
    ),
    Kind.DRAW: Population(Kind.DRAW, low=1, high=7),
    Kind.BYTES: Population(Kind.BYTES),
}
"""A small population of each kind."""

LOADS = Population(
    Kind.DEAL, CardSet.of_decks("one deck on each side", 2), stacks=(5,) * 7, stub=69, determinant=True
)
"""Loads of a double shoe, for checks that read nothing else."""

WITNESSED = Provenance(InputKnown.RESET, Source.OBSERVED)


def population_of(info: CheckInfo, kind: Kind) -> Population:
    """Return the small population of units of a kind that a check is tried on."""
    return LOADS if info.determinant else POPULATIONS[kind]


def fair_block(population: Population, units: int, random: np.random.Generator) -> Block:
    """Return one block of a fair device, from the first unit on; before the first round it was filled."""
    events = (Event(0, EventKind.REFILL),) if population.kind is Kind.ROUND else ()
    return Block(population, 0, tuple(fair_units(population, units, random)), WITNESSED, events=events)


def fair_units(population: Population, units: int, random: np.random.Generator) -> list[Observation]:
    """Return units of a fair device."""
    if population.kind is Kind.DRAW:
        return [Draws(random.integers(population.low, population.high + 1, units).astype(np.uint16))]
    if population.kind is Kind.BYTES:
        return [RawBytes(random.bytes(units))]
    if population.determinant:
        decks = decks_of_a_side(population.held)
        side = population.held.marked()[: population.held.size // 2]
        return ordered_units(population, fair_loads(random, side, units, population.stacks, "black", decks))
    deck = population.held.new_deck_order()
    return ordered_units(population, random.permuted(np.tile(deck, (units, 1)), axis=1))


def ordered_units(population: Population, orders: Sequence[Order] | NDArray[np.uint16]) -> list[Observation]:
    """Return the units in which cards leave in these orders, each put in as an unopened set."""
    if population.kind is Kind.SHUFFLE:
        return [Shuffle(population.held.new_deck_order(), order) for order in orders]
    if population.kind is Kind.ROUND:
        dealt = [order[: population.round_cards] for order in orders]
        return [Round(cards, cards) for cards in dealt]
    ends = np.cumsum(population.stacks)
    split = [np.split(order, ends) for order in orders]
    return [Deal(tuple(parts[:-1]), parts[-1]) for parts in split]


def spoiled(observation: Observation, random: np.random.Generator) -> Observation:
    """Return a unit broken in one of the ways that counting checks find; raw bytes cannot be."""
    if isinstance(observation, RawBytes):
        return observation
    if isinstance(observation, Draws):
        hit = random.random(len(observation.values)) < 0.1
        return Draws(np.where(hit, 9, observation.values).astype(np.uint16))
    way = int(random.integers(0, 4))

    def broken(order: Order) -> Order:
        first = (order[-1], UNREAD, order[0] | FOREIGN_BACK)
        return order[1:] if way == 3 else np.array([first[way], *order[1:]], dtype=np.uint16)

    if isinstance(observation, Shuffle):
        return Shuffle(observation.input, broken(observation.output))
    if isinstance(observation, Round):
        return Round(broken(observation.dealt), observation.returned)
    return Deal((broken(observation.stacks[0]), *observation.stacks[1:]), observation.stub)


def pieces(block: Block, cuts: Sequence[int]) -> Iterator[Block]:
    """Yield a block cut before these units, each piece with everything before it as context."""
    single = [unit for observation in block.observations for unit in _single(observation)]
    borders = [0, *sorted(cuts), len(single)]
    for low, high in pairwise(borders):
        yield replace(
            block, index=block.index + low, observations=tuple(single[low:high]), context=tuple(single[:low])
        )


def _single(observation: Observation) -> list[Observation]:
    if isinstance(observation, Draws):
        return [Draws(observation.values[place : place + 1]) for place in range(len(observation.values))]
    if isinstance(observation, RawBytes):
        return [RawBytes(observation.data[place : place + 1]) for place in range(len(observation.data))]
    return [observation]


GUARD, SHORTEST = 64, 512
"""Bits computed beyond those asked for, and up to how many are divided at once."""

Split = tuple[int, int, int]

MILLION = 1_000_000
DIGESTS = {
    "pi": "e31af8c5229974786fbac6931fb44f8596d4466eaa853f40df458fd352453155",
    "e": "7ae61691f949a9a92d5ed8b65722bfcf0179964064d5f2c7e2a971b32ac97d49",
    "sqrt2": "5de671f07b9fefe7c0ff7d9ca2146944157c17aa6032c3338d1b9c2ae8658a87",
    "sqrt3": "4c75e3c54dd821f70215e1e016744a74bd8cfb76cbd9be35a37964ae57443cf2",
}
"""SHA-256 of the first million bits, packed; they agree with the files that NIST publishes."""


@cache
def million_bits(number: str) -> bytes:
    """Return the first million bits of ``pi``, ``e``, ``sqrt2`` or ``sqrt3``, packed.

    Raises
    ------
    ArithmeticError
        If they are not those that were published.
    """
    roots = {"sqrt2": 2, "sqrt3": 3}
    makers = {"pi": pi_bits, "e": e_bits}
    data = makers[number](MILLION) if number in makers else root_bits(roots[number], MILLION)
    if hashlib.sha256(data).hexdigest() != DIGESTS[number]:
        raise ArithmeticError(f"The first million bits of {number} are not those published.")
    return data


@cache
def pi_bits(bits: int) -> bytes:
    """Return the first bits of π, by Chudnovsky's series in whole numbers.

    Examples
    --------
    >>> pi_bits(32).hex()
    'c90fdaa2'
    """

    def term(k: int) -> Split:
        p = (6 * k - 5) * (2 * k - 1) * (6 * k - 1) if k else 1
        return p, (k**3 * 640320**3 // 24 if k else 1), p * (13591409 + 545140134 * k) * (-1) ** k

    _, q, t = _summed(term, 0, bits // 47 + 3)
    root = 10005 * _inverse_root(10005, bits + GUARD)
    return _first(426880 * root * _quotient(q, t, bits + GUARD), bits)


@cache
def e_bits(bits: int) -> bytes:
    """Return the first bits of e, by the sum of 1/k!.

    Examples
    --------
    >>> e_bits(32).hex()
    'adf85458'
    """
    terms, size = 2, 0
    while size < bits + GUARD:  # log2(k!) grows by at least this much
        size += terms.bit_length() - 1
        terms += 1
    _, q, t = _summed(lambda k: (1, max(k, 1), 1), 0, terms)
    return _first(_quotient(t, q, bits + GUARD), bits)


@cache
def root_bits(number: int, bits: int) -> bytes:
    """Return the first bits of the square root of a number that is no square.

    Examples
    --------
    >>> root_bits(2, 32).hex()
    'b504f333'
    >>> root_bits(2**130 + 7, 64).hex()
    '8000000000000000'
    """
    return _first(number * _inverse_root(number, bits + GUARD + number.bit_length()), bits)


def _summed(term: Callable[[int], Split], low: int, high: int) -> Split:
    """Add the terms of a hypergeometric series by halves (binary splitting): products p and q, sum t/q."""
    if high == low + 1:
        return term(low)
    middle = (low + high) // 2
    (p1, q1, t1), (p2, q2, t2) = _summed(term, low, middle), _summed(term, middle, high)
    return p1 * p2, q1 * q2, q2 * t1 + p1 * t2


def _inverse_root(number: int, bits: int) -> int:
    """Return 1/√number times 2**bits by Newton's steps, which multiply: Python divides in quadratic time."""
    if bits <= SHORTEST:
        return isqrt((1 << (2 * bits)) // number)
    half = bits // 2 + 8
    near = _inverse_root(number, half)
    return (near << (bits - half)) + (near * ((1 << (2 * half)) - number * near**2) >> (3 * half + 1 - bits))


def _quotient(number: int, divisor: int, bits: int) -> int:
    """Return the first bits of a quotient, a few more or fewer."""
    number, divisor = (each >> max(0, each.bit_length() - bits) for each in (number, divisor))
    return number * _inverse(divisor, bits) >> bits


def _inverse(number: int, bits: int) -> int:
    """Return 1/number times 2**bits and 2 to the length of the number, by Newton's steps."""
    length = number.bit_length()
    if bits <= SHORTEST:
        return (1 << (length + bits)) // number
    half = bits // 2 + 8
    cut = max(0, length - half - 8)
    near = _inverse(number >> cut, half)
    return (near << (bits - half)) + (
        near * ((1 << (length + half)) - number * near) >> (length + 2 * half - bits)
    )


def _first(number: int, bits: int) -> bytes:
    return (number >> (number.bit_length() - bits)).to_bytes(bits // 8, "big")


ROUNDED_TO_SIX = 5.1e-7
"""Half a unit of the sixth digit, and a little for the rounding of what was published."""


@dataclass(frozen=True, slots=True)
class Reference:
    """One published number.

    Parameters
    ----------
    name
        What it is, unique in its module, such as ``"block frequency, π"``.
    source
        Author, year, section or table.
    published
        The number as printed there.
    compute
        Reproduces it with the code that checks use, never with a copy.
    tolerance
        Largest difference that the printed digits allow.
    """

    name: str
    source: str
    published: float
    compute: Callable[[], float]
    tolerance: float = ROUNDED_TO_SIX

    def agrees(self, value: float) -> bool:
        """Say whether a computed number is the published one; NaN never is."""
        return abs(value - self.published) <= self.tolerance


ENOUGH = {Kind.SHUFFLE: 60, Kind.ROUND: 40, Kind.DEAL: 40, Kind.DRAW: 3000, Kind.BYTES: 5000}
"""Units of a small sample of which every check says something."""
SHORT = {"sequence": 16_000, "walk": 1_000, "samples": 4_900, "budget": 1}
"""Bits of a sequence, steps of a walk, bytes of an estimate: as many as such a sample holds; seconds of a search."""
ASKED = {"limit": 0.0, "source": "the calibration"}
"""What a check cannot do without."""


def simulated(cls: type, seed: int, replicates: int) -> dict[str, Any]:
    """Return the parameters that a check must be given, its own simulation, if any, with so many replicates.

    Examples
    --------
    >>> from labharness.checks.rounds.round_position import RoundPosition
    >>> simulated(RoundPosition, seed=5, replicates=199)
    {'replicates': 199, 'seed': 5}
    """
    names = {field.name for field in fields(cls)}
    values: dict[str, Any] = {name: value for name, value in ASKED.items() if name in names}
    return values | ({"replicates": replicates, "seed": seed} if "replicates" in names else {})


def smallest(cls: type, seed: int) -> dict[str, Any]:
    """Return the parameters of a check that says something of a small sample, and soon."""
    names = {field.name for field in fields(cls)}
    return simulated(cls, seed, 99) | {name: value for name, value in SHORT.items() if name in names}
