"""What the window needs from the rest of the product, and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:  # each reads what its room needs, which the window need not wait for
    from labharness.acts.declaring import Seat
    from labharness.app.catalog.plan_index import PlanIndex
    from labharness.app.manual.place import Manual
    from labharness.app.overview.overview import Overview
    from labharness.app.preflight import RunOrder
    from labharness.app.preflight_rows import PreflightRow
    from labharness.app.run_index import RunListing
    from labharness.evidence.folder import RunFolder
    from labharness.gui.filings.register_reader import RegisterReader
    from labharness.gui.prompts.services import PromptServices


class DeviceChoice(Protocol):
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

    @property
    def workspace_id(self) -> str:
        """Id that addresses of the workspace carry."""
        ...

    @property
    def submissions(self) -> RegisterReader:
        """Reads the register, its dossiers and their reports."""
        ...

    @property
    def seat(self) -> Seat:
        """The workspace, and who acts in it."""
        ...

    @property
    def manual(self) -> Callable[[], Manual]:
        """Returns the manual; one that runs from its sources makes it first, on another thread."""
        ...

    def overview(self) -> Overview:
        """Return what goes on now; may take a second and is called on another thread."""
        ...

    @property
    def prompts(self) -> PromptServices:
        """Who may answer prompts, and what was filed of the device."""
        ...

    def latest_runs(self) -> RunListing:
        """Return what can soon be told of the runs that ended: all of them, or the latest."""
        ...

    def ended_runs(self) -> Sequence[Mapping[str, Any]]:
        """Return what the index has of the runs that ended; called on another thread."""
        ...

    def run_benches(self) -> Mapping[str, str]:
        """Return the bench of every run that was queued; called on another thread."""
        ...

    def runs(self) -> Iterator[RunFolder]:
        """Yield the runs of the workspace, the latest name first, each as soon as it is known."""
        ...

    def devices(self) -> Sequence[DeviceChoice]:
        """Look for devices; may take seconds and is called on another thread."""
        ...

    def simulate(self, kind: str) -> DeviceChoice:
        """Start a simulated device and return how it is reached; may take seconds and is called on another thread."""
        ...

    def stop_simulators(self) -> None:
        """End the simulated devices that no run uses."""
        ...

    def readers(self) -> Sequence[str]:
        """Return the addresses of the laboratory's readers of cards."""
        ...

    def plans(self) -> PlanIndex:
        """Return the games and plans there are; may take a second and is called on another thread."""
        ...

    def preflight(self, order: RunOrder) -> Sequence[PreflightRow]:
        """Look at everything that a run needs, and record nothing; called on another thread."""
        ...

    def run_command(self, order: RunOrder) -> list[str]:
        """Return the command line of a runner."""
        ...

    def tour(self) -> tuple[str, list[str]]:
        """Return the name of a run of the tour, and the command line of its runner."""
        ...

    def resume_command(self, folder: RunFolder) -> list[str]:
        """Return the command line that takes a run up again."""
        ...

    def tell(
        self, folder: RunFolder, command: str, who: str, answer: str = "", prompt: int | None = None
    ) -> None:
        """Send a command to a run at work; called on another thread."""
        ...

    def report_path(self, folder: RunFolder) -> Path:
        """Return where the run's report lies."""
        ...
