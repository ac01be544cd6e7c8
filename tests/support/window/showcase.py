"""The product's services on a workspace of specimens; nothing can be started."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from unittest.mock import patch

from labharness.app.devices.preflight import LEAST_FREE, DeviceListing, RunOrder
from labharness.app.overview.overview import Overview
from labharness.app.planning.preflight_rows import PreflightItem, PreflightRow
from labharness.app.workspace.workspace import Workspace
from labharness.gui.services import Services
from labharness.language.numbers import size


class Showcase(Services):
    """One device, with which everything is in order, on a computer whose clock is synchronized."""

    def __init__(self, workspace: Workspace) -> None:
        true = Services.of(workspace)
        super().__init__(
            true.seat,
            true.workspace_id,
            partial(_synchronized, true.overview),
            lambda: [DeviceListing("usb://1209:4614/0001", "Example Gaming Specimen 1")],
            true.simulators,
            true.plans,
            partial(_in_order, true.preflight),
            lambda order: [sys.executable, "-c", f"print({str(order)!r})"],
            lambda folder: [sys.executable, "-c", f"print({folder.run!r})"],
        )


def _synchronized(look: Callable[[], Overview]) -> Overview:
    with patch("labharness.app.devices.preflight.is_synchronized", lambda: True):
        return look()


def _in_order(
    preflight: Callable[[RunOrder], Sequence[PreflightRow]], order: RunOrder
) -> Sequence[PreflightRow]:
    """Return what the product finds, with the device there, space on the disk and a clock that is set."""
    in_order = {
        PreflightItem.PLACE: PreflightRow(
            PreflightItem.PLACE, good=True, shown="412 GB", wanted=size(LEAST_FREE)
        ),
        PreflightItem.DEVICE: PreflightRow(PreflightItem.DEVICE, good=True, shown=order.device),
        PreflightItem.CLOCK: PreflightRow(PreflightItem.CLOCK, good=True, needed=False),
    }
    return tuple(in_order.get(row.item, row) for row in preflight(order))
