"""The product's services on a workspace of specimens; nothing can be started."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from unittest.mock import patch

from labharness.app.overview.overview import Overview
from labharness.app.preflight import LEAST_FREE, RunOrder
from labharness.app.preflight_rows import PreflightItem, PreflightRow
from labharness.evidence.folder import RunFolder
from labharness.gui.workspace_services import WorkspaceServices
from labharness.language.numbers import size


@dataclass(frozen=True, slots=True)
class Named:
    """A device to choose from."""

    url: str
    title: str


class Showcase(WorkspaceServices):
    """One device, with which everything is in order, on a computer whose clock is synchronized."""

    def overview(self) -> Overview:
        """Return what goes on now."""
        with patch("labharness.app.overview.overview.is_synchronized", lambda: True):
            return super().overview()

    def devices(self) -> list[Named]:
        """Return one device."""
        return [Named("usb://1209:4614/0001", "Example Gaming Specimen 1")]

    def preflight(self, order: RunOrder) -> Sequence[PreflightRow]:
        """Return what the product finds, with the device there, space on the disk and a clock that is set."""
        in_order = {
            PreflightItem.PLACE: PreflightRow(
                PreflightItem.PLACE, good=True, shown="412 GB", wanted=size(LEAST_FREE)
            ),
            PreflightItem.DEVICE: PreflightRow(PreflightItem.DEVICE, good=True, shown=order.device),
            PreflightItem.CLOCK: PreflightRow(PreflightItem.CLOCK, good=True, needed=False),
        }
        return tuple(in_order.get(row.item, row) for row in super().preflight(order))

    def run_command(self, order: RunOrder) -> list[str]:
        """Return what prints the order."""
        return [sys.executable, "-c", f"print({str(order)!r})"]

    def resume_command(self, folder: RunFolder) -> list[str]:
        """Return what prints the name of the run."""
        return [sys.executable, "-c", f"print({folder.run!r})"]
