"""How a stage of a run ended."""

from __future__ import annotations

from enum import StrEnum


class StageStatus(StrEnum):
    """The status of a finished stage."""

    DONE = "done"
    """The device conforms, or the stage has nothing to judge."""
    FAILED = "failed"
    """The device does not conform; the run cannot pass."""
    DOUBTFUL = "doubtful"
    """No nonconformity was shown, but the evidence cannot carry a pass."""
    NOT_APPLICABLE = "not applicable"
    """The device has nothing that the stage is about; nothing is decided."""
