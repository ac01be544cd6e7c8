"""What the rooms of one window share; whatever else they read they ask the product for, by the workspace of the seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from labharness.acts.declaring import Seat
from labharness.app.catalog.plan_index import PlanIndex, plan_index
from labharness.app.devices import DeviceListing, present
from labharness.app.overview.overview import Overview, Overviews
from labharness.app.preflight import RunOrder
from labharness.app.preflight_rows import PreflightRow, examine
from labharness.app.services import resume_command, run_command
from labharness.app.settings import read_settings
from labharness.app.simulated_devices import Simulators
from labharness.app.workspace import Workspace
from labharness.evidence.folder import RunFolder

if TYPE_CHECKING:  # the first room that needs one of them loads it
    from labharness.app.manual.place import Manual
    from labharness.gui.filings.register_reader import RegisterReader


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

    @cached_property
    def submissions(self) -> RegisterReader:
        """Reads the register, its dossiers and their reports."""
        from labharness.gui.filings.register_reader import RegisterReader

        return RegisterReader(self.workspace)

    @cached_property
    def manual(self) -> Callable[[], Manual]:
        """Returns the manual; a product that runs from its sources makes it first."""
        from labharness.app.manual.place import manual

        return manual
