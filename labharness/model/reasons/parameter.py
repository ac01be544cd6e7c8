"""Parameters of checks and of simulations that cannot be used."""

from __future__ import annotations

from labharness.reason import Code, refusal


class Parameters(Code, area="parameter"):
    """A parameter outside its values."""

    OUT_OF_RANGE = refusal(name=str, least=float, most=float, got=float)
    NOT_A_PROPORTION = refusal(name=str, got=float)
    NOT_A_DISTANCE = refusal(name=str, most=int, got=int)
    NOT_A_MULTIPLE = refusal(name=str, step=int, least=int, most=int, got=int)
    NOT_A_SQUARE = refusal(name=str, got=int)
    NOT_A_POWER_OF_TWO = refusal(name=str, got=int)
    NOT_SERVED = refusal(got=str)
    NOT_A_CHOICE = refusal(name=str, choices=tuple[str, ...], got=str)
    TOO_SMALL = refusal(name=str, least=float, got=float)
    ALL_ZERO = refusal(names=tuple[str, ...])
