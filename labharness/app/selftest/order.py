"""What is asked of a validation."""

from __future__ import annotations

from dataclasses import dataclass

from labharness.app.analyse import MOST_WORKERS
from labharness.errors import InputError

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
        Samples of each defect and size.
    parts
        Which of :data:`PARTS`.
    """

    replicates: int = REPLICATES
    sought: int = SOUGHT_SAMPLES
    seed: int = SEED
    workers: int = 1
    parts: tuple[str, ...] = PARTS

    def __post_init__(self) -> None:
        if self.replicates < 1 or self.sought < 1 or self.seed < 0:
            raise InputError("Replicates must be 1 or more, and the seed 0 or more.")
        if not 1 <= self.workers <= MOST_WORKERS:
            raise InputError(f"--workers is a number from 1 to {MOST_WORKERS}.")
        unknown = sorted(set(self.parts) - set(PARTS))
        if unknown or not self.parts:
            raise InputError(f"A part is one of {', '.join(PARTS)}, not {', '.join(unknown) or 'none'}.")
