"""The product's services on one workspace, as :class:`labharness.gui.services.Services`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labharness.acts.declaring import Seat
from labharness.app import services
from labharness.app.catalog.plan_index import PlanIndex, plan_index
from labharness.app.devices import present
from labharness.app.overview.overview import SOON_S, Overview, Overviews
from labharness.app.preflight import RunOrder
from labharness.app.preflight_rows import PreflightRow, examine
from labharness.app.run_index import RunListing, latest, listed
from labharness.app.settings import read_settings
from labharness.app.simulated_devices import Simulators
from labharness.app.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.gui.services import DeviceChoice

if TYPE_CHECKING:  # each room reads what it needs when it is first shown
    from labharness.app.manual.place import Manual
    from labharness.gui.filings.register_reader import RegisterReader
    from labharness.gui.prompts.services import PromptServices


class WorkspaceServices:
    """What the window asks of the product.

    Parameters
    ----------
    workspace
        Where runs and reports lie.
    usbip
        USB/IP hosts, ``HOST:PORT``, whose devices are listed too.
    """

    def __init__(self, workspace: Workspace, usbip: Sequence[str] = ()) -> None:
        self._workspace, self._usbip = workspace, usbip
        self._overviews = Overviews(workspace)

    @cached_property
    def _simulators(self) -> Simulators:
        return Simulators()

    @property
    def place(self) -> Path:
        """Folder of the workspace."""
        return self._workspace.path

    @cached_property
    def workspace_id(self) -> str:
        """Id that addresses of the workspace carry; read once, as rooms are opened also when the disk is gone."""
        return read_settings(self._workspace).id

    @cached_property
    def submissions(self) -> RegisterReader:
        """Reads the register, its dossiers and their reports."""
        from labharness.gui.filings.register_reader import RegisterReader

        return RegisterReader(self._workspace)

    @cached_property
    def seat(self) -> Seat:
        """The workspace, and who acts in it: whoever is logged in."""
        return Seat(self._workspace)

    @cached_property
    def manual(self) -> Callable[[], Manual]:
        """Returns the manual."""
        from labharness.app.manual.place import manual

        return manual

    def overview(self) -> Overview:
        """Return what goes on now."""
        return self._overviews.look()

    @cached_property
    def prompts(self) -> PromptServices:
        """Who may answer prompts, and what was filed of the device."""
        from labharness.gui.prompts.prompt_desk import PromptDesk

        return PromptDesk(self._workspace)

    def latest_runs(self) -> RunListing:
        """Return what the index has of the runs that ended, or the latest where it has none."""
        return latest(self._workspace, SOON_S)

    def ended_runs(self) -> Sequence[Mapping[str, Any]]:
        """Return what the index has of the runs that ended."""
        return listed(self._workspace, ended_only=True)

    def run_benches(self) -> Mapping[str, str]:
        """Return the bench of every run that was queued, nothing where the queue does not answer; Home says why."""
        from labharness.app.benches.queue_access import has_queue, open_queue

        try:
            if not has_queue(self._workspace):
                return {}
            with open_queue(self._workspace) as queue:
                return queue.benches()
        except LabharnessError:
            return {}

    def runs(self) -> Iterator[RunFolder]:
        """Yield the runs of the workspace, the latest name first, each as soon as it is known."""
        return self._workspace.latest_runs()

    def devices(self) -> Sequence[DeviceChoice]:
        """Look for devices on this computer and the USB/IP hosts."""
        return present(self._usbip)

    def simulate(self, kind: str) -> DeviceChoice:
        """Start a simulated device and return how it is reached."""
        return self._simulators.start(kind)

    def stop_simulators(self) -> None:
        """End the simulated devices that no run uses."""
        self._simulators.stop()

    def readers(self) -> Sequence[str]:
        """Return the address of the reader that the settings name."""
        with suppress(LabharnessError):
            if folder := read_settings(self._workspace).reader:
                return (f"watch://{folder}",)
        return ()

    def plans(self) -> PlanIndex:
        """Return all games and plans, with the workspace's own plan files."""
        return plan_index(self.place / "plans")

    def preflight(self, order: RunOrder) -> Sequence[PreflightRow]:
        """Look at everything that a run needs, and record nothing."""
        return examine(self._workspace, order)

    def run_command(self, order: RunOrder) -> list[str]:
        """Return the command line of a runner."""
        return services.run_command(self.place, order)

    def tour(self) -> tuple[str, list[str]]:
        """Return the name of a run of the tour, and the command line of its runner."""
        from labharness.app.demonstration.tour import next_tour, tour_command

        run = next_tour(self._workspace)
        return run, tour_command(self.place, run)

    def resume_command(self, folder: RunFolder) -> list[str]:
        """Return the command line that takes a run up again."""
        return services.resume_command(folder)

    def tell(
        self, folder: RunFolder, command: str, who: str, answer: str = "", prompt: int | None = None
    ) -> None:
        """Send a command to a run at work, as far as the list of people permits it."""
        services.tell(folder, command, who, answer, prompt)

    def report_path(self, folder: RunFolder) -> Path:
        """Return where the run's report lies."""
        return self._workspace.report(folder)
