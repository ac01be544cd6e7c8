"""Outcomes are those of a generator that anybody can name and repeat."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from labharness.analysis import generators
from labharness.analysis.identification.generator import KnownGenerator, WayOfUse
from labharness.errors import InputError
from labharness.model.reasons.wire import Simulated
from labharness.simulators.fault import NUMBERS, Fault, RawSource


class UsesKnownGenerator(Fault):
    """Draws with a generator of ``labharness/analysis/generators``, seeded once, by its first call."""

    HELP: ClassVar = "generator of the outcomes, by the name of its file in labharness/analysis/generators"
    DEFAULT: ClassVar = "java"
    KINDS: ClassVar = NUMBERS

    def _read(self) -> None:
        names = tuple(leaf.name for leaf in iter_modules(generators.__path__) if not leaf.ispkg)
        seed = int(self.generator.integers(1, 1 << 20))
        seeded = _seeded(self.value, seed) if self.value in names else None
        if seeded is None:
            choices = tuple(name for name in names if _seeded(name, seed))
            raise InputError(Simulated.NOT_LISTED(fault="known_generator", value=self.value, choices=choices))
        self._family, self._state = seeded
        self._drawn = 0

    def outcomes(self, raw: RawSource, number: int, low: int, high: int) -> NDArray[np.uint16]:  # noqa: ARG002  the generator replaces the raw source
        """Go on where the last request ended."""
        begin, self._drawn = self._drawn, self._drawn + number
        way = WayOfUse(self._family.calls[0])
        drawn = self._family.predict(way, self._state, np.full(self._drawn, high - low + 1))
        return (drawn[begin:] + low).astype(np.uint16)


def _seeded(name: str, seed: int) -> tuple[KnownGenerator, Any] | None:
    """Return a generator with its state after seeding, None if it declares no seeding."""
    family: KnownGenerator = import_module(f"{generators.__name__}.{name}").GENERATOR
    try:
        return family, family.seeded(seed)
    except NotImplementedError:
        return None
