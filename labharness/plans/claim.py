"""What a claim of a plan is: a fault, its strength, and what must speak against it."""

from __future__ import annotations

from dataclasses import dataclass, field

from labharness.model.results import Ending, Outcome

MISREAD, UNTRUE = "misread", "untrue_item"
"""Faults of no machine: the reader misreads cards with a chance, and no item of some lists is true."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One fault that a plan claims to find.

    Parameters
    ----------
    fault
        As ``labharness simulate`` takes it, its strength after the equals sign; "" where the machine is the flaw.
        ``misread=CHANCE`` is a fault of the reader, ``untrue_item=STAGE,STAGE`` what people see in inspections.
    why
        What finds it, in words.
    finds
        By the id of a decision, the chance at least that it speaks against the device at the first attempt: a
        check's id, ``stage-NAME``, ``reads-NAME``, or ``monitoring-NAME``.
    machine
        The machine, where it is not the sound one of the plan's device class.
    port
        Whether only a machine with a port can have it.
    verdict
        What the run must come to, None where only what finds it is known.
    ending
        How the run must end.
    """

    fault: str
    why: str
    finds: dict[str, float] = field(default_factory=dict)
    machine: str = ""
    port: bool = False
    verdict: Outcome | None = None
    ending: Ending = Ending.COMPLETE

    @property
    def name(self) -> str:
        """Machine and fault as a person types them."""
        return " ".join(part for part in (self.machine, self.fault) if part)
