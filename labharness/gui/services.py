"""What the window needs from the rest of the product, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from labharness.app.plan_index import PlanIndex
from labharness.evidence.folder import RunFolder


class DeviceListing(Protocol):
    """A device, or a place where orders of cards come from, that can be chosen."""

    @property
    def url(self) -> str:
        """Where it answers."""
        ...

    @property
    def title(self) -> str:
        """What people call it."""
        ...


class Services(Protocol):
    """The product as one window sees it, on one workspace.

    Each may raise :class:`labharness.errors.LabharnessError`, whose sentence is shown.
    """

    @property
    def place(self) -> Path:
        """Folder of the workspace."""
        ...

    def runs(self) -> Sequence[RunFolder]:
        """Return the runs of the workspace."""
        ...

    def devices(self) -> Sequence[DeviceListing]:
        """Look for devices; may take seconds and is called on another thread."""
        ...

    def plans(self) -> PlanIndex:
        """Return the games and plans there are; may take a second and is called on another thread."""
        ...

    def run_command(self, plan: str, device: str, reader: str, run: str) -> list[str]:
        """Return the command line of a runner; ``reader`` is "" where there is none."""
        ...

    def resume_command(self, folder: RunFolder) -> list[str]:
        """Return the command line that takes a run up again."""
        ...

    def report_path(self, folder: RunFolder) -> Path:
        """Return where the run's report lies."""
        ...
