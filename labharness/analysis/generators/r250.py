"""R250, the shift register of Kirkpatrick and Stoll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from labharness.analysis.identification.generator import WayOfUse, known_outcomes
from labharness.analysis.identification.linear import WORD_CALLS, ShiftRegister
from labharness.analysis.identification.proof import PROOF_BITS
from labharness.analysis.identification.stream import Stream
from labharness.reason import Reason


def advance(state: list[Any]) -> Any:
    """Sum the words 250 and 147 steps ago."""
    word = state[0] ^ state[103]
    state[:] = [*state[1:], word]
    return word


@dataclass(frozen=True, kw_only=True)
class SeparatePlanes(ShiftRegister):
    """A register whose bits of different places never mix: only powers of two show all bits that decide an outcome."""

    def needed(self, way: WayOfUse, stream: Stream) -> int | Reason:
        """Return how many outcomes are needed: of words of more bits as many, for each bit of them is solved alone."""
        if (stream.bounds & (stream.bounds - 1)).any():
            return self.far(way, stream)
        needed = super().needed(way, stream)
        return needed if isinstance(needed, Reason) else max(needed, self.equations[0] + int(PROOF_BITS))


GENERATOR = SeparatePlanes(
    name="R250",
    source="Kirkpatrick and Stoll, Journal of Computational Physics 40 (1981) 517; lags 250 and 147, as programs have it",
    calls=WORD_CALLS,
    length=250,
    equations=(314, 8_064),  # for one bit of each word, and for all
    advance=advance,
    vectors=known_outcomes("""
GSL 2.7.1; floor(word n / 2^32); ; 2; 1 0 1 1 0 0 1 1 0 0 1 1 0 1 0 1 1 0 0 1 0 0 1 1 1 1 1 1 0 0 0 0 0 1 1 1 0 1 0 0 1 0 1 1 0 0 1 0 1 1 1 1 0 1 1 0 0 0 0 1 1 0 1 1 1 0 1 0 0 0 1 1 0 1 0 1 1 0 1 1 1 1 0 0 1 1 1 1 1 0 1 0 0 0 1 1 1 1 1 0 0 1 1 1 0 0 0 0 1 0 0 1 1 0 0 0 0 1 1 1 1 1 1 1 1 1 0 1 1 0 1 0 1 1 1 1 1 0 0 1 1 1 1 0 0 0 0 1 0 1 1 0 0 1 1 0 1 1 0 1 1 1 0 1 0 1 0 1 1 0 0 1 1 1 0 1 1 0 0 0 1 1 1 1 1 0 0 0 0 1 0 1 0 1 0 1 1 0 1 0 0 0 0 1 1 1 1 0 1 1 1 0 0 1 1 0 1 0 1 1 1 0 1 0 1 0 0 0 0 1 0 0 1 1 0 0 1 0 1 1 0 0 0 1 0 0 0 0 0 0 0 0 1 1 0 1 1 1 1 1 1 1 0 1 1 0 0 1 1 0 1 1 0 1 0 0 1 0 0 1 1 1 1 0 1 1 1 0 1 1 1 0 1 1 1 0 0 1 1 1 0 0 0 0 0 0 1 1 1 1 0 0 0 1 0 1 1 0 1 1 0 1 1 0 0 1 1 1 0 0 0 0 0 0 1 1 0 1 0 0 0 0 1 1 1 0 1 1 1 0 1 0 0 0 0 1 1 1 1 0 1 0 1 1 0 1 1 0 1 0 1 0 1 1 1 1 1 1 1 1 0 0 1 0 1 0 0 0 0 1 0 1 1 0 0 0 0 1 0 0 0 0 1 0 0 1 0 0 1 1 0 0 0 1 1 0 0 0 0 0 1 1 1 0 0 1 0 1 1 1
"""),
)
