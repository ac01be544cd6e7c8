"""Writing a plan file."""

from __future__ import annotations

from pathlib import Path

from labharness.errors import PlanError, StorageError


def keep_plan(content: bytes, file: Path) -> None:
    """Write a plan where there is none yet."""
    try:
        with file.open("xb") as new:
            new.write(content)
    except FileExistsError as error:
        raise PlanError((f"{file}: it exists already; choose another name.",)) from error
    except OSError as error:
        raise StorageError(
            f"{str(file)[:200]} cannot be written ({error.strerror}); choose another place."
        ) from error
