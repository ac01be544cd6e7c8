"""Calls by which programs take outcomes from a generator: which bits of a word, and how they become an outcome.

Every engine takes these, and ``outcomes`` has exactly the arithmetic of the program.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
Outcomes = NDArray[np.int64]


class OutcomeMapping(StrEnum):
    """What an outcome below n tells of its word."""

    SCALED = "scaled"
    """floor(u n): an interval of words."""
    MODULO = "modulo"
    """Word modulo n."""
    SIGNED = "signed"
    """Signed word modulo n, never negative."""


@dataclass(frozen=True)
class Call:
    """A call by which programs take outcomes from a generator.

    An engine that needs more of a call declares a subclass.

    Parameters
    ----------
    name
        As a program writes it: ``nextInt(n)``.
    words
        Words (steps of the generator) that one outcome takes.
    """

    name: str
    words: int = field(default=1, kw_only=True)

    def shows(self, bound: int) -> Hashable:  # noqa: ARG002  some calls differ by bound
        """Return what an outcome tells of the generator's words: calls that tell the same have the same candidates."""
        return self


@dataclass(frozen=True)
class WordCall(Call):
    """A call that takes ``width`` bits of a word from bit ``shift`` on.

    Scaled calls take the top bits. The bits above those that a call modulo n takes play no part.

    Parameters
    ----------
    least
        Subtracted from the bits.
    """

    width: int = 32
    shift: int = field(default=0, kw_only=True)
    least: int = field(default=0, kw_only=True)
    mapping: ClassVar[OutcomeMapping] = OutcomeMapping.SCALED

    def mapping_of(self, bound: int) -> OutcomeMapping:  # noqa: ARG002  some calls differ by bound
        """Return the mapping at a bound."""
        return self.mapping

    def shows(self, bound: int) -> Hashable:
        """Return the mapping, and the bits if they are not those at the top."""
        mapping = self.mapping_of(bound)
        return mapping if mapping is OutcomeMapping.SCALED else (mapping, self.shift, self.width, self.least)

    def taken(self, words: Words) -> Words:
        """Return the bits that the call takes, less the least."""
        return (words >> np.uint64(self.shift) & np.uint64((1 << self.width) - 1)) - np.uint64(self.least)

    @abstractmethod
    def outcomes(self, words: Sequence[Words], bounds: Outcomes) -> Outcomes:
        """Return outcomes from the first words of the calls, their second words, and so on."""


@dataclass(frozen=True)
class MultipliedCall(WordCall):
    """floor(w n / 2^width) in integers; width at most 64, n at most 2^32.

    Examples
    --------
    >>> MultipliedCall("w * n >> 32").outcomes([np.array([0, 2**31, 2**32 - 1], dtype=np.uint64)], np.array([7, 7, 7])).tolist()
    [0, 3, 6]
    """

    def outcomes(self, words: Sequence[Words], bounds: Outcomes) -> Outcomes:
        """Return floor(w n / 2^width)."""
        taken, n = self.taken(words[0]), bounds.astype(np.uint64)
        if self.width <= 32:
            return (taken * n >> np.uint64(self.width)).astype(np.int64)
        cut = np.uint64(self.width - 32)
        low = taken & ((np.uint64(1) << cut) - np.uint64(1))
        return ((taken >> cut) * n + (low * n >> cut) >> np.uint64(32)).astype(np.int64)


@dataclass(frozen=True)
class FractionalCall(WordCall):
    """floor(w / divisor · n) in floating point.

    Parameters
    ----------
    divisor
        2^width, if 0.
    single
        Whether the product is of 24 bits.
    reciprocal
        Whether the program multiplies by the reciprocal.
    """

    divisor: int = field(default=0, kw_only=True)
    single: bool = field(default=False, kw_only=True)
    reciprocal: bool = field(default=False, kw_only=True)

    def outcomes(self, words: Sequence[Words], bounds: Outcomes) -> Outcomes:
        """Return floor(w / divisor · n)."""
        real: type[np.floating] = np.float32 if self.single else np.float64
        taken, divisor = self.taken(words[0]).astype(real), real(self.divisor or 1 << self.width)
        shares = taken * (1 / divisor) if self.reciprocal else taken / divisor
        outcomes: Outcomes = (shares * bounds.astype(real)).astype(np.int64)
        return outcomes


@dataclass(frozen=True)
class JoinedCall(WordCall):
    """floor(u n), u of the top bits of two words in turn, as Java's ``nextDouble``.

    Parameters
    ----------
    low_width, low_shift
        Bits of the second word.
    """

    words: int = field(default=2, kw_only=True)
    low_width: int = field(kw_only=True)
    low_shift: int = field(kw_only=True)

    def outcomes(self, words: Sequence[Words], bounds: Outcomes) -> Outcomes:
        """Return floor(u n)."""
        low = words[1] >> np.uint64(self.low_shift) & np.uint64((1 << self.low_width) - 1)
        joined = (self.taken(words[0]) << np.uint64(self.low_width)) + low
        return FractionalCall(self.name, self.width + self.low_width).outcomes([joined], bounds)


@dataclass(frozen=True)
class QuotientCall(WordCall):
    """Floor(w / (span div n)), as libstdc++ and the GNU Scientific Library divide; drawn again where n or more, which is ignored.

    Parameters
    ----------
    span
        Largest word less the least.
    """

    span: int = field(default=2**32 - 1, kw_only=True)

    def outcomes(self, words: Sequence[Words], bounds: Outcomes) -> Outcomes:
        """Return floor(w / (span div n))."""
        return self.taken(words[0]).astype(np.int64) // np.maximum(self.span // bounds, 1)


@dataclass(frozen=True)
class RemainderCall(WordCall):
    """W modulo n; rejection of the last, incomplete cycle is ignored: it breaks the proof, rarely."""

    mapping: ClassVar[OutcomeMapping] = OutcomeMapping.MODULO

    def outcomes(self, words: Sequence[Words], bounds: Outcomes) -> Outcomes:
        """Return w modulo n."""
        return (self.taken(words[0]) % bounds.astype(np.uint64)).astype(np.int64)


@dataclass(frozen=True)
class SignedRemainderCall(WordCall):
    """A signed word of at most 63 bits modulo n, never negative: Java's ``Math.floorMod``.

    Examples
    --------
    >>> SignedRemainderCall("floorMod").outcomes([np.array([2**32 - 1], dtype=np.uint64)], np.array([7])).tolist()
    [6]
    """

    mapping: ClassVar[OutcomeMapping] = OutcomeMapping.SIGNED

    def outcomes(self, words: Sequence[Words], bounds: Outcomes) -> Outcomes:
        """Return the signed word modulo n."""
        values = self.taken(words[0]).astype(np.int64)
        signed: Outcomes = np.mod(values - ((values >> (self.width - 1)) << self.width), bounds)
        return signed


@dataclass(frozen=True)
class PowerOrRemainderCall(RemainderCall):
    """Scaled where n is a power of two, else modulo n: Java's ``nextInt(n)``."""

    def mapping_of(self, bound: int) -> OutcomeMapping:
        """Return the mapping at a bound."""
        return OutcomeMapping.MODULO if bound & (bound - 1) else OutcomeMapping.SCALED

    def outcomes(self, words: Sequence[Words], bounds: Outcomes) -> Outcomes:
        """Return outcomes of either mapping."""
        scaled = MultipliedCall(self.name, self.width, shift=self.shift).outcomes(words, bounds)
        return np.where(bounds & (bounds - 1), super().outcomes(words, bounds), scaled)


class SeedMapping(IntEnum):
    """Mappings of 32-bit words that a search tries in one pass; the numbers are those of ``kernels/identification/seed_searches``."""

    SCALED = 0
    MODULO = 1
    HALVED = 2
    """The upper 31 bits modulo n."""
    MASKED = 3
    """Low bits, again if n or more."""
    TOP = 4
    """Leading bits, as many as n has, again if n or more."""
    REAL = 5
    """53 bits of two words."""


@dataclass(frozen=True)
class SeededCall(Call):
    """A call whose mapping the compiled search of seeds knows by number: one pass tries all."""

    how: SeedMapping

    def shows(self, bound: int) -> Hashable:  # noqa: ARG002  one pass tries every call
        """Return nothing: all calls have the same candidates."""
        return None
