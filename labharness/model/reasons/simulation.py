"""Simulations of detection rates that cannot be made, and tables of them that cannot be read."""

from __future__ import annotations

from enum import StrEnum

from labharness.reason import Code, refusal


class Task(StrEnum):
    """What several processes do."""

    COUNTING = "counting"
    SIMULATING = "simulating"


class Simulations(Code, area="simulation"):
    """What prevents a simulation."""

    NO_STRENGTH = refusal(defect=str, strength=str)
    NOT_A_STRENGTH = refusal(least=float, most=float, got=str)
    NOT_A_WHOLE_STRENGTH = refusal(least=float, most=float, got=str)
    TOO_MANY_UNITS = refusal(stage=str, units=int, most=int)
    DOUBLE_SHOE = refusal()
    NOT_A_TABLE = refusal()
    OTHER_TABLE = refusal()
    PROCESS_ENDED = refusal(task=Task)
