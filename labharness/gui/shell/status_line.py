"""The line below the page: messages at the left; devices, disk, clock and workspace at the right."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from labharness.app.overview.overview import Overview
from labharness.language.numbers import amount, number, size
from labharness.language.text import plain

CLOCKS = {True: "clock synchronized", False: "clock not synchronized", None: "clock state unknown"}
MOST_NIGHTS = 999


class StatusLine(QStatusBar):
    """How the computer and the workspace stand."""

    def __init__(self, place: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Messages")
        self.setSizeGripEnabled(False)
        self.devices, self.disk, self.clock, self.workspace = (QLabel() for _ in range(4))
        self.workspace.setText(plain(place.name, 40))
        self.workspace.setToolTip(plain(str(place), 400))
        for label, name in (
            (self.devices, "Devices"),
            (self.disk, "Disk"),
            (self.clock, "Clock"),
            (self.workspace, "Workspace"),
        ):
            label.setProperty("muted", True)  # noqa: FBT003  Qt's call
            label.setContentsMargins(8, 0, 8, 0)
            label.setAccessibleName(name)
            self.addPermanentWidget(label)
        self.show_devices(None)
        self.lose_overview()

    def show_devices(self, count: int | None) -> None:
        """Show how many devices are present, None while nobody knows."""
        self.devices.setText("looking for devices" if count is None else amount(count, "device"))

    def show_overview(self, overview: Overview) -> None:
        """Show disk and clock."""
        self.disk.setText(disk_text(overview.free, overview.night_bytes))
        self.clock.setText(CLOCKS[overview.clock_synchronized])

    def lose_overview(self) -> None:
        """Claim nothing."""
        self.disk.setText("disk not known")
        self.clock.setText(CLOCKS[None])


def disk_text(free: int, night: int) -> str:
    """Return the free disk, and for how many nights like the largest of late it is enough."""
    if night <= 0:
        return f"{size(free)} free"
    nights = free // night
    about = (
        f"more than {number(MOST_NIGHTS)} nights"
        if nights > MOST_NIGHTS
        else f"about {amount(nights, 'night')}"
    )
    return f"{size(free)} free, {about}"
