"""How a check is set up to be tried on many samples."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from labharness.model.observations import Kind

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
