"""What a family of generators declares, what its engine does, and all families, found by folder.

A family is an instance of an engine, and an engine a subclass of :class:`KnownGenerator` with four methods:

- ``needed`` how many outcomes a way of use needs, or why it is out of reach;
- ``seconds`` a declared estimate of processor seconds, a pure function of the sizes: the effort "default" spends 60 of them, and no clock
  decides what is tried;
- ``candidates`` states that can have made the outcomes, few of them;
- ``predict`` the outcomes from a state on, with exactly the arithmetic of the call.

The proof is no matter of an engine: ``proof.examine`` predicts all outcomes with each candidate.
"""

from __future__ import annotations

import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, cast

from labharness.analysis.identification.calls import Call, Outcomes, WordCall
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort, Identifications
from labharness.reason import Reason

Pulse = Callable[[], None]
"""Called often by an engine that takes long; it may raise to interrupt the search. It never changes a result."""
SEVERAL = 3
"""Bound that stands for several: none of the outcomes used has a power of two where that makes a difference."""


class SearchStage(IntEnum):
    """Order of the search: cheap engines first, and scaled before modulo where one fits the other's residuals."""

    ADDITIVE = 1
    SHORT_LINEAR = 2
    """V8, xorshift and other states of at most 1,024 bits."""
    CONGRUENTIAL = 3
    LONG_LINEAR = 4
    """MT19937."""
    SEARCHED_SEEDS = 5


@dataclass(frozen=True)
class WayOfUse:
    """A call, and how many calls lie between outcomes.

    Parameters
    ----------
    call
        The call of each outcome.
    stride
        Every how many calls one outcome was recorded: 1 for all, 5 if four are discarded or go to other seats.
    place
        Engine's own detail, such as the place in V8's cache or the number of words skipped after seeding.
    """

    call: Call
    stride: int = 1
    place: int = 0

    @property
    def step(self) -> int:
        """Words from one outcome to the next."""
        return self.call.words * self.stride

    @property
    def word_call(self) -> WordCall:
        """The call, of an engine all of whose calls take bits of words."""
        return cast("WordCall", self.call)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A state that can have made a stream.

    Parameters
    ----------
    state
        Whatever the engine's ``predict`` takes: the generator's state just before the call that gave the stream's first outcome, if
        none was lost since.
    begin
        Index in the stream of the first outcome of those that determined the state.
    used
        Outcomes from there on to the last that did.
    """

    state: Any
    begin: int
    used: int


@dataclass(frozen=True, slots=True)
class Vector:
    """Known outcomes of an implementation.

    Parameters
    ----------
    implementation
        With its version; "own arithmetic" where nobody else's program made them.
    call
        Name of the call.
    seed
        What it was seeded with, None if not known.
    n
        Number of possible outcomes.
    codes
        The first outcomes, from 0.
    """

    implementation: str
    call: str
    seed: int | None
    n: int
    codes: tuple[int, ...]


def known_outcomes(table: str) -> tuple[Vector, ...]:
    """Return vectors from lines of implementation; call; seed (or nothing); n; outcomes.

    Examples
    --------
    >>> known_outcomes("OpenJDK 17; nextInt(n); 42; 7; 1 5 6")[0].codes
    (1, 5, 6)
    """
    rows = [[cell.strip() for cell in line.split(";")] for line in table.strip().splitlines()]
    return tuple(
        Vector(by, call, int(seed) if seed else None, int(n), tuple(map(int, codes.split())))
        for by, call, seed, n, codes in rows
    )


@dataclass(frozen=True, kw_only=True)
class KnownGenerator(ABC):
    """Base of an engine; an instance is a family.

    Parameters
    ----------
    name
        What people call it: ``java.util.Random``.
    source
        Where its parameters and calls are published.
    calls
        All calls that are tried.
    vectors
        Known outcomes.
    stage
        When the search tries them.
    """

    name: str
    source: str
    calls: tuple[Call, ...]
    vectors: tuple[Vector, ...] = ()
    stage: SearchStage = SearchStage.CONGRUENTIAL
    most_strides: ClassVar[Mapping[Effort, int]] = {Effort.DEFAULT: 1, Effort.FULL: 16}

    @property
    def states(self) -> Hashable:
        """What families with the same states share."""
        return self.name

    def problem(self, way: WayOfUse, stream: Stream) -> Hashable:
        """Return what ways with the same candidates share, in other families too: one is solved, all are tried on its candidates."""
        return self.states, way.call.shows(stream.range or SEVERAL), way.step, way.place

    def strides(self, effort: Effort) -> tuple[int, ...]:
        """Return the strides that are tried."""
        return tuple(range(1, self.most_strides[effort] + 1))

    def ways(self, effort: Effort) -> Iterator[WayOfUse]:
        """Yield the ways of use that are tried, cheap ones first."""
        for stride in self.strides(effort):
            for call in self.calls:
                yield WayOfUse(call, stride)

    @abstractmethod
    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return how many outcomes the way needs including 92 bits of proof, or a reason why these outcomes are out of its reach.

        Reasons are ``Identifications.OUT_OF_REACH…`` of ``model/reasons/game.py``.
        """

    def far(self, way: WayOfUse, stream: Stream) -> Reason:
        """Return the reason that a way of use cannot be solved from these outcomes."""
        most = stream.range or int(stream.bounds.max(initial=0))
        return Identifications.OUT_OF_REACH(generator=self.name, call=way.call.name, outcomes=most)

    def proving(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return how many outcomes prove a state, where fewer show something less."""
        return self.needed(way, stream)

    @abstractmethod
    def seconds(self, way: WayOfUse, stream: Stream) -> float:
        """Return the declared estimate of processor seconds if nothing is there; a function of sizes alone."""

    @abstractmethod
    def candidates(self, way: WayOfUse, stream: Stream, pulse: Pulse) -> Iterator[Candidate | Reason]:
        """Yield states that can have made the stream; a reason is a remark that the result keeps.

        A remark says what is known short of a proof: a relation that all outcomes keep, a solution of too few equations. It must be
        deterministic. ``proof.examine`` tries each candidate as it is yielded.
        """

    @abstractmethod
    def predict(self, way: WayOfUse, state: Any, bounds: Outcomes) -> Outcomes:
        """Return as many outcomes as there are bounds, from a state on, exactly as the call computes them."""

    def shown(self, state: Any) -> str:
        """Return the state as a reader can type it."""
        return f"0x{state:x}" if isinstance(state, int) else str(state)

    def seeded(self, seed: int) -> Any:
        """Return the state after the implementation's own seeding: what vectors and simulated faults begin with.

        Raises
        ------
        NotImplementedError
            If the family declares no seeding.
        """
        raise NotImplementedError


FAMILIES = "labharness.analysis.generators"
"""One file a family; it stands above this floor, so that no engine can depend on a family."""

SHUFFLES = f"{FAMILIES}.shuffles"
"""Those that are tried on orders of cards only."""


@cache
def families(folder: str = FAMILIES) -> tuple[KnownGenerator, ...]:
    """Return every family of a folder, in the order of the search: by stage, then by the name of its file."""
    leaves = pkgutil.iter_modules(import_module(folder).__path__)
    names = sorted(leaf.name for leaf in leaves if not (leaf.ispkg or leaf.name.startswith("_")))
    known = [import_module(f"{folder}.{name}").GENERATOR for name in names]
    return tuple(sorted(known, key=lambda family: family.stage))


def place_of(family: KnownGenerator) -> tuple[str, int]:
    """Return the folder in which a family is found, and its place there."""
    folder = FAMILIES if family in families() else SHUFFLES
    return folder, families(folder).index(family)


def at(folder: str, place: int) -> KnownGenerator:
    """Return the family of a place."""
    return families(folder)[place]
