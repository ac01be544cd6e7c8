"""The line below the page: messages at the left; devices, disk, clock and workspace at the right."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from labharness.app.overview.overview import Overview
from labharness.gui.kit.computer_words import CLOCKS, disk_text
from labharness.gui.kit.words import tr
from labharness.language.text import plain


class StatusLine(QStatusBar):
    """How the computer and the workspace stand."""

    def __init__(self, place: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Messages"))
        self.setSizeGripEnabled(False)
        self.devices, self.disk, self.clock, self.workspace = (QLabel() for _ in range(4))
        self.workspace.setText(plain(place.name, 40))
        self.workspace.setToolTip(plain(str(place), 400))
        for label, name in (
            (self.devices, tr("Devices")),
            (self.disk, tr("Disk")),
            (self.clock, tr("Clock")),
            (self.workspace, tr("Workspace")),
        ):
            label.setProperty("muted", True)  # noqa: FBT003  Qt's call
            label.setContentsMargins(8, 0, 8, 0)
            label.setAccessibleName(name)
            self.addPermanentWidget(label)
        self.show_devices(None)
        self.lose_overview()

    def show_devices(self, count: int | None) -> None:
        """Show how many devices are present, None while nobody knows."""
        self.devices.setText(
            tr("looking for devices")
            if count is None
            else tr("{count:,} {count:device|devices}", count=count)
        )

    def show_overview(self, overview: Overview) -> None:
        """Show disk and clock."""
        self.disk.setText(disk_text(overview.free, overview.night_bytes))
        self.clock.setText(CLOCKS[overview.clock_synchronized])

    def lose_overview(self) -> None:
        """Claim nothing."""
        self.disk.setText(tr("disk not known"))
        self.clock.setText(CLOCKS[None])
