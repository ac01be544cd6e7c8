"""The product for scripts and notebooks: open a workspace, then do what the command line does.

>>> from labharness.api import open_workspace, queue  # doctest: +SKIP
>>> laboratory = open_workspace("~/labharness-workspace", by="engineer-a")  # doctest: +SKIP
>>> queue.pause(laboratory, "bench-1").paused  # doctest: +SKIP
True

Every group of commands is a module here, its commands are functions: ``labharness queue give-back ITEM`` is
``queue.give_back(laboratory, "ITEM")``.  Roles and records are those of the command line.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from labharness.acts.declaring import Seat

__all__ = ["open_workspace"]


def open_workspace(path: str | Path, by: str | None = None) -> Seat:
    """Open a workspace for whoever acts in it.

    Parameters
    ----------
    path
        Folder made by ``labharness init``.
    by
        Id of the person who acts, None for the one on the list whose login this is.

    Raises
    ------
    WorkspaceError
        If there is none.
    """
    from labharness.acts.declaring import Seat
    from labharness.app.workspace.workspace import Workspace

    return Seat(Workspace.open(Path(path).expanduser()), by)


def __getattr__(name: str) -> ModuleType:
    """Import the acts of a group when it is first named."""
    try:
        return import_module(f"labharness.acts.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"labharness.acts.{name}":
            raise
        raise AttributeError(name) from error
