"""TT800, the forerunner of MT19937."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.analysis.identification.generator import SearchStage, WayOfUse
from labharness.analysis.identification.linear import Twister, divided, modulo, scaled
from labharness.analysis.identification.stream import Stream


@dataclass(frozen=True, kw_only=True)
class ShortTwister(Twister):
    """A twister of 800 bits."""

    stage = SearchStage.SHORT_LINEAR

    @property
    def equations(self) -> tuple[int, int]:
        """Equations of both attempts."""
        return self.unknowns + 64, 3 * self.unknowns

    def seconds(self, way: WayOfUse, stream: Stream) -> float:  # noqa: ARG002 - depends on no outcome
        """Return the declared estimate."""
        return 0.05 * way.step


GENERATOR = ShortTwister(
    name="TT800",
    source="Matsumoto and Kurita, ACM TOMACS 4 (1994) 254, with the last shift of 1996",
    calls=(scaled(32), divided("gsl_rng_uniform_int(r, n)"), modulo()),
    width=32,
    length=25,
    middle=7,
    split=0,
    twist=0x8EBFD028,
    tempering=(0, 0, 7, 0x2B5B2500, 15, 0xDB8B0000, 16),
    factor=1812433253,
)
