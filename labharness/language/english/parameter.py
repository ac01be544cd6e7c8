"""Sentences about parameters of checks and of simulations."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.parameter import Parameters
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Parameters.OUT_OF_RANGE: "{name} must be a number from {least} to {most} (got {got}).",
    Parameters.NOT_A_PROPORTION: "{name} must be at least 0 and less than 1 (got {got}).",
    Parameters.NOT_A_DISTANCE: "{name} must be a distance of 1 to {most} in either direction (got {got}).",
    Parameters.NOT_A_MULTIPLE: "{name} must be a multiple of {step} from {least} to {most} (got {got}).",
    Parameters.NOT_A_SQUARE: "{name} must be a square number, such as 1,000,000 (got {got}).",
    Parameters.NOT_A_POWER_OF_TWO: "{name} must be a power of two (got {got}).",
    Parameters.NOT_SERVED: "Each entry of served must name who is dealt cards and how many, such as players 1 (got {got}).",
    Parameters.NOT_A_CHOICE: "{name} must be {choices:or} (got {got}).",
    Parameters.TOO_SMALL: "{name} must be at least {least} (got {got}).",
    Parameters.ALL_ZERO: "At least one of {names} must be greater than 0.",
}
