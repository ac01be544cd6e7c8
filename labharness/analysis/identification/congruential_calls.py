"""Calls of congruential generators: which bits of the state they take, and how."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.identification import mappings
from labharness.analysis.identification.generator import Call, OutcomeMapping

Words = NDArray[np.uint64]
Outcomes = NDArray[np.int64]


@dataclass(frozen=True)
class StateCall(Call):
    """A call that takes ``width`` bits of the state from bit ``shift`` on.

    Scaled calls take the top bits. The bits above those that a call modulo n takes play no part.

    Parameters
    ----------
    least
        Subtracted from the word.
    """

    shift: int = 0
    width: int = 31
    least: int = 0

    def mapping_of(self, bound: int) -> OutcomeMapping:  # noqa: ARG002  some calls differ by bound
        """Return the mapping at a bound."""
        return self.mapping

    def word(self, states: Words) -> Words:
        """Return the bits that the call takes."""
        return states >> np.uint64(self.shift) & np.uint64((1 << self.width) - 1)

    @abstractmethod
    def outcomes(self, states: tuple[Words, ...], bounds: Outcomes) -> Outcomes:
        """Return outcomes from the states after each word of a call."""


@dataclass(frozen=True)
class MultipliedCall(StateCall):
    """floor(w n / 2^width) in integers."""

    mapping: OutcomeMapping = OutcomeMapping.SCALED

    def outcomes(self, states: tuple[Words, ...], bounds: Outcomes) -> Outcomes:
        """Return outcomes from the states after each word of a call."""
        return mappings.multiply_shift(self.word(states[0]), self.width, bounds)


@dataclass(frozen=True)
class FractionalCall(StateCall):
    """floor((w - least) / divisor · n) in floating point.

    Parameters
    ----------
    divisor
        2^width, if 0.
    single
        Whether the product is of 24 bits.
    """

    mapping: OutcomeMapping = OutcomeMapping.SCALED
    divisor: int = 0
    single: bool = False

    def outcomes(self, states: tuple[Words, ...], bounds: Outcomes) -> Outcomes:
        """Return outcomes from the states after each word of a call."""
        real = np.float32 if self.single else np.float64
        words = self.word(states[0]) - np.uint64(self.least)
        return mappings.fraction(words, self.divisor or 1 << self.width, bounds, real)


@dataclass(frozen=True)
class JoinedCall(StateCall):
    """floor(u n), u of the top bits of two words in turn, as Java's ``nextDouble``.

    Parameters
    ----------
    low_shift, low_width
        Bits of the second word.
    """

    mapping: OutcomeMapping = OutcomeMapping.SCALED
    words: int = 2
    low_shift: int = 0
    low_width: int = 27

    def outcomes(self, states: tuple[Words, ...], bounds: Outcomes) -> Outcomes:
        """Return outcomes from the states after each word of a call."""
        low = states[1] >> np.uint64(self.low_shift) & np.uint64((1 << self.low_width) - 1)
        joined = (self.word(states[0]) << np.uint64(self.low_width)) + low
        return mappings.fraction(joined, 1 << self.width + self.low_width, bounds)


@dataclass(frozen=True)
class QuotientCall(StateCall):
    """Floor((w - least) / (span div n)), as libstdc++ and the GNU Scientific Library divide; drawn again where n or more, which is ignored.

    Parameters
    ----------
    span
        Largest word less the least.
    """

    mapping: OutcomeMapping = OutcomeMapping.SCALED
    span: int = 2**31 - 3

    def outcomes(self, states: tuple[Words, ...], bounds: Outcomes) -> Outcomes:
        """Return outcomes from the states after each word of a call."""
        quotients: Outcomes = (self.word(states[0]).astype(np.int64) - self.least) // (self.span // bounds)
        return quotients


@dataclass(frozen=True)
class RemainderCall(StateCall):
    """W modulo n; rejection of the last, incomplete cycle is ignored: it breaks the proof, rarely."""

    mapping: OutcomeMapping = OutcomeMapping.MODULO

    def outcomes(self, states: tuple[Words, ...], bounds: Outcomes) -> Outcomes:
        """Return outcomes from the states after each word of a call."""
        return mappings.remainder(self.word(states[0]) - np.uint64(self.least), bounds)


@dataclass(frozen=True)
class SignedRemainderCall(StateCall):
    """A signed word modulo n, never negative: Java's ``Math.floorMod``."""

    mapping: OutcomeMapping = OutcomeMapping.SIGNED

    def outcomes(self, states: tuple[Words, ...], bounds: Outcomes) -> Outcomes:
        """Return outcomes from the states after each word of a call."""
        return mappings.signed_remainder(self.word(states[0]), self.width, bounds)


@dataclass(frozen=True)
class PowerOrRemainderCall(StateCall):
    """Scaled where n is a power of two, else modulo n: Java's ``nextInt(n)``."""

    mapping: OutcomeMapping = OutcomeMapping.MODULO

    def mapping_of(self, bound: int) -> OutcomeMapping:
        """Return the mapping at a bound."""
        return OutcomeMapping.MODULO if bound & (bound - 1) else OutcomeMapping.SCALED

    def outcomes(self, states: tuple[Words, ...], bounds: Outcomes) -> Outcomes:
        """Return outcomes from the states after each word of a call."""
        words = self.word(states[0])
        scaled = mappings.multiply_shift(words, self.width, bounds)
        rest = mappings.remainder(words, bounds)
        return np.where(mappings.power_of_two(bounds), scaled, rest)
