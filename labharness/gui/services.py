"""What the rooms of one window share; whatever else they read they ask the product for, by the workspace of the seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from labharness.acts.declaring import Seat
from labharness.app.catalog.plan_index import PlanIndex, plan_index
from labharness.app.devices.preflight import DeviceListing, RunOrder, Simulators, present
from labharness.app.overview.overview import Overview, Overviews
from labharness.app.planning.preflight_rows import PreflightRow, examine
from labharness.app.runs.services import resume_command, run_command
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.folder import RunFolder
from labharness.gui.kit.findable import FoundObject, Later
from labharness.gui.kit.page import Page
from labharness.model.address import Room

if TYPE_CHECKING:
    from labharness.app.manual.place import Manual

Shared = TypeVar("Shared")


@dataclass
class Services:
    """The seat of a window, and what its rooms use together.

    Each function may raise :class:`labharness.errors.LabharnessError`, whose sentence is shown, and but for the commands
    each may take seconds and is called on another thread.

    Parameters
    ----------
    seat
        The workspace, and who acts in it: whoever is logged in.
    workspace_id
        Id that addresses of the workspace carry; read once, as rooms are opened also when the disk is gone.
    overview
        Looks at what goes on now.
    devices
        Looks for devices.
    simulators
        Simulated devices that were started to practice.
    plans
        Reads the games and plans there are.
    preflight
        Looks at everything that a run needs, and records nothing.
    run_command, resume_command
        The command line of a runner, which begins a run or takes it up again.
    readers
        What :meth:`shared` returns, by what it was made with.
    """

    seat: Seat
    workspace_id: str
    overview: Callable[[], Overview]
    devices: Callable[[], Sequence[DeviceListing]]
    simulators: Simulators
    plans: Callable[[], PlanIndex]
    preflight: Callable[[RunOrder], Sequence[PreflightRow]]
    run_command: Callable[[RunOrder], list[str]]
    resume_command: Callable[[RunFolder], list[str]] = resume_command
    readers: dict[Callable[[Workspace], Any], Any] = field(default_factory=dict, init=False)

    @classmethod
    def of(cls, workspace: Workspace, usbip: Sequence[str] = ()) -> Services:
        """Return what a window on a workspace uses; ``usbip`` are hosts, ``HOST:PORT``, whose devices are listed too."""
        return cls(
            Seat(workspace),
            read_settings(workspace).id,
            Overviews(workspace).look,
            partial(present, usbip),
            Simulators(),
            partial(plan_index, workspace.path / "plans"),
            partial(examine, workspace),
            partial(run_command, workspace.path),
        )

    @property
    def workspace(self) -> Workspace:
        """Where runs and reports lie."""
        return self.seat.workspace

    def shared(self, reader: Callable[[Workspace], Shared]) -> Shared:
        """Return what rooms read the workspace with together, such as the register; it is made when it is first wanted."""
        if reader not in self.readers:
            self.readers[reader] = reader(self.workspace)
        shared: Shared = self.readers[reader]
        return shared

    @cached_property
    def manual(self) -> Callable[[], Manual]:
        """Returns the manual; a product that runs from its sources makes it first."""
        from labharness.app.manual.place import manual

        return manual


OpenFile = Callable[[Path], bool]
"""Opens a file with the desktop's program for it; returns whether there is one."""


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """One room of the window.

    Parameters
    ----------
    make
        Makes the page when it is first shown.
    explained
        What F1 opens where the control at hand declares nothing: a page of the manual, or page#heading.
    under
        Room whose entry of the rail stands for this one too; None for a room with an entry of its own.
    objects
        Yields everything that the search finds in the room; called on another thread, again when the workspace
        has changed. What it raises leaves the room out.
    """

    room: Room
    title: str
    make: Callable[[Services, OpenFile], Page]
    explained: str
    under: Room | None = None
    objects: Callable[[Services], Iterable[FoundObject | Later]] | None = None
