"""Traces of runs that were begun, outside of their folders: a run whose folder is gone was begun nevertheless."""

from __future__ import annotations

import os
from pathlib import Path

from labharness.evidence.durable import Writing
from labharness.evidence.segments import sync_folder

FOLDER = ".begun"
"""Beside the folders of the runs; a name that begins with a period is none of a run."""


def note_begun(run: Path) -> None:
    """Leave the trace of a run whose folder has its name; it is on the medium when this returns.

    Raises
    ------
    StorageError
        If the disk refuses.
    """
    trace = _trace(run)
    with Writing(trace):
        trace.parent.mkdir(exist_ok=True)
        trace.touch()
        sync_folder(trace.parent)


def was_begun(run: Path) -> bool:
    """Say whether a run was begun: its folder is there, or its trace."""
    return run.is_dir() or os.path.lexists(_trace(run))


def forget_begun(run: Path) -> None:
    """Remove the trace of a run whose folder somebody removed, before another run of its name begins.

    Raises
    ------
    StorageError
        If the disk refuses.
    """
    with Writing(_trace(run)):
        _trace(run).unlink(missing_ok=True)


def _trace(run: Path) -> Path:
    return run.parent / FOLDER / run.name
