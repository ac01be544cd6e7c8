"""Services of a window whose runs are specimens."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from labharness.app.catalog.plan_index import PlanIndex, plan_index
from labharness.app.overview.overview import Overview, Overviews
from labharness.app.preflight import RunOrder
from labharness.app.preflight_rows import Item, PreflightRow
from labharness.app.workspace import Workspace
from labharness.evidence.folder import RunFolder
from labharness.gui.benches.queue_desk import QueueDesk
from labharness.gui.benches.services import QueueServices
from labharness.gui.filings.submission_desk import SubmissionDesk
from labharness.gui.results.result_desk import ResultDesk
from labharness.gui.results.services import ResultServices
from labharness.gui.services import SubmissionServices


@dataclass(frozen=True, slots=True)
class Named:
    """A device to choose from."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class Showcase:
    """Services whose runs are specimens; nothing can be started."""

    place: Path

    @property
    def queue(self) -> QueueServices:
        """Return the queue of a workspace that has none."""
        return QueueDesk(Workspace(self.place))

    def overview(self) -> Overview:
        """Return what goes on among the specimens."""
        return Overviews(Workspace(self.place)).look()

    @property
    def results(self) -> ResultServices:
        """Return the results of the specimens."""
        return ResultDesk(Workspace(self.place))

    def ended_runs(self) -> list[Any]:
        """Return none: the specimens are shown live."""
        return []

    def runs(self) -> list[RunFolder]:
        """Return the specimens."""
        return [RunFolder(path) for path in sorted(self.place.iterdir()) if (path / "ledger.jsonl").is_file()]

    def devices(self) -> list[Named]:
        """Return one device."""
        return [Named("usb://1209:4614/0001", "Example Gaming Specimen 1")]

    def plans(self) -> PlanIndex:
        """Return the plans that come with the product."""
        return plan_index(self.place / "plans")

    @property
    def workspace_id(self) -> str:
        """Return none."""
        return ""

    @property
    def submissions(self) -> SubmissionServices:
        """Return what an empty register holds."""
        return SubmissionDesk(Workspace(self.place))

    def preflight(self, order: RunOrder) -> Sequence[PreflightRow]:
        """Return what was looked at, all of it in order."""
        return (
            PreflightRow(Item.PLAN, good=True, shown=order.plan),
            PreflightRow(Item.ADAPTERS, good=True, shown="Lab Test Interface"),
            PreflightRow(Item.PLACE, good=True, shown="412 GB"),
            PreflightRow(Item.DEVICE, good=True, shown=order.device),
        )

    def run_command(self, order: RunOrder) -> list[str]:
        """Return what prints the order."""
        return [sys.executable, "-c", f"print({str(order)!r})"]

    def resume_command(self, folder: RunFolder) -> list[str]:
        """Return what prints the order."""
        return [sys.executable, "-c", f"print({folder.run!r})"]

    def report_path(self, folder: RunFolder) -> Path:
        """Return where there is no report."""
        return folder.path / "report.pdf"
