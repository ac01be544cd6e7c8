"""Limits of the parameters that plans and people set."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from labharness.errors import InputError
from labharness.model.reasons.parameter import Parameters


def accept_range(name: str, value: float, least: float, most: float) -> None:
    """Raise :class:`InputError` unless a parameter lies between two limits, both included."""
    if not least <= value <= most:
        raise InputError(Parameters.OUT_OF_RANGE(name=name, least=least, most=most, got=value))


def accept_least(name: str, value: float, least: float) -> None:
    """Raise :class:`InputError` if a parameter is below its limit."""
    if value < least:
        raise InputError(Parameters.TOO_SMALL(name=name, least=least, got=value))


def accept_choice(name: str, value: object, choices: Collection[object]) -> None:
    """Raise :class:`InputError` unless a parameter is one of its values."""
    if value not in choices:
        known = tuple(map(str, choices))
        raise InputError(Parameters.NOT_A_CHOICE(name=name, choices=known, got=str(value)))


def accept_simulation(replicates: int, seed: int) -> None:
    """Refuse a number of replicates or a seed that cannot be used."""
    accept_range("replicates", replicates, 99, 100_000)
    accept_least("seed", seed, 0)


@dataclass(frozen=True, kw_only=True)
class SimulatedLaw:
    """Parameters of a check that simulates what a fair device does.

    Parameters
    ----------
    replicates
        Simulated samples, 99 to 100,000.
    seed
        Seed of the simulation.

    Raises
    ------
    InputError
        If one of them cannot be used.
    """

    replicates: int = 999
    seed: int = 1

    def __post_init__(self) -> None:
        accept_simulation(self.replicates, self.seed)
