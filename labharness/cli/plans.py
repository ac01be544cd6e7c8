"""Writing a plan file."""

from __future__ import annotations

from pathlib import Path

from labharness.errors import PlanError, StorageError
from labharness.model.reasons.command import Commands
from labharness.model.reasons.inputs import Inputs


def keep_plan(content: bytes, file: Path) -> None:
    """Write a plan where there is none yet."""
    try:
        with file.open("xb") as new:
            new.write(content)
    except FileExistsError as error:
        raise PlanError((Commands.FILE_EXISTS(path=str(file)),)) from error
    except OSError as error:
        raise StorageError(Inputs.UNWRITABLE(path=str(file), why=str(error.strerror))) from error
