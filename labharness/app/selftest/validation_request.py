"""What is asked of a validation."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.counting import MOST_WORKERS
from labharness.errors import InputError
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.titled import CommandOption

REFERENCES, FALSE_ALARMS, DETECTION = "reference", "false-alarms", "detection"
PARTS = (REFERENCES, FALSE_ALARMS, DETECTION)
REPLICATES, SOUGHT_SAMPLES, SEED = 1000, 100, 461


@dataclass(frozen=True, slots=True)
class ValidationOrder:
    """What is asked for.

    Parameters
    ----------
    replicates
        Fair samples of each check, and submissions and files of each plan and suite.
    sought
        Number of samples for each defect and size.
    parts
        Which of :data:`PARTS`.
    """

    replicates: int = REPLICATES
    sought: int = SOUGHT_SAMPLES
    seed: int = SEED
    workers: int = 1
    parts: tuple[str, ...] = PARTS

    def __post_init__(self) -> None:
        if self.replicates < 1 or self.sought < 1 or self.seed < 0 or not self.parts:
            raise ValueError("replicates are 1 or more, a seed 0 or more, parts one or more")
        if not 1 <= self.workers <= MOST_WORKERS:
            raise InputError(
                Inputs.AT(
                    where=CommandOption("workers"),
                    problem=Inputs.OUT_OF_RANGE(low=1, high=MOST_WORKERS, got=str(self.workers)),
                )
            )
        unknown = sorted(set(self.parts) - set(PARTS))
        if unknown:
            raise InputError(*(Inputs.UNKNOWN(what=Noun.PART, name=name, known=PARTS) for name in unknown))
