"""The rail: one button for each room, with the count of what needs a person there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeySequence, QShortcut
from PySide6.QtWidgets import QButtonGroup, QFrame, QLabel, QStatusBar, QToolButton, QVBoxLayout

from labharness.app.overview.overview import Overview
from labharness.gui.kit import theme
from labharness.gui.kit.findable import add_key
from labharness.gui.kit.icons import icon
from labharness.gui.kit.layouts import text_scale
from labharness.gui.kit.parts import follow_colors
from labharness.gui.kit.words import CLOCKS, disk_text, tr
from labharness.gui.services import RoomEntry
from labharness.language.template import plain
from labharness.model.address import Room

WIDE, NARROW = 168, 56
NARROW_BELOW = 1100
"""Width of the window below which the rail shows icons alone, with text of its usual size."""
_FOOT = frozenset({Room.SETTINGS, Room.HELP})


class Rail(QFrame):
    """The rooms, one above the other."""

    chosen = Signal(object)
    """Emitted with the :class:`Room` that somebody wants."""

    def __init__(self, entries: Sequence[RoomEntry]) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAccessibleName(tr("Rooms"))
        self.buttons: dict[Room, QToolButton] = {}
        entries = [entry for entry in entries if entry.under is None]
        self._titles = {entry.room: entry.title for entry in entries}
        self._counts: dict[Room, int] = {}
        self._within = NARROW_BELOW
        self._keys: dict[Room, QShortcut] = {}
        self._group = QButtonGroup(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 12, 8, 12)
        self._column.setSpacing(4)
        parted = False
        for number, entry in enumerate(entries, 1):
            if entry.room in _FOOT and not parted:
                self._column.addStretch(1)
                parted = True
            self._add(entry, number)
        if not parted:
            self._column.addStretch(1)
        follow_colors(self, self._paint)

    def _add(self, entry: RoomEntry, number: int) -> None:
        button = QToolButton()
        button.setCheckable(True)
        button.setIconSize(QSize(20, 20))
        button.setProperty("room", True)  # noqa: FBT003  Qt's call
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if number <= 9:  # a key of the button's own would press it slowly, and be lost with a new text
            open_room = partial(self.chosen.emit, entry.room)
            self._keys[entry.room] = add_key(
                self, f"Alt+{number}", tr("Open {title}", title=entry.title), open_room
            )
        button.clicked.connect(lambda _=False: self.chosen.emit(entry.room))
        self._group.addButton(button)
        self._column.addWidget(button)
        self.buttons[entry.room] = button

    def show_room(self, room: Room) -> None:
        """Mark the room that the window shows."""
        self.buttons[room].setChecked(True)

    def focus_room(self) -> None:
        """Give the marked room the keyboard."""
        button = self._group.checkedButton()
        if button is not None:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_count(self, room: Room, count: int) -> None:
        """Show how many things of a room need a person."""
        if room in self.buttons and self._counts.get(room, 0) != count:
            self._counts[room] = count
            self._name(room)

    def fit_into(self, width: int) -> None:
        """Show titles where a window of this width leaves room for them: larger text needs more."""
        self._within, wide = width, width >= NARROW_BELOW * max(1.0, text_scale())
        font = self.font()
        font.setBold(True)
        advance = QFontMetrics(font).horizontalAdvance
        longest = max(advance(_titled(title, 9)) for title in self._titles.values())
        width = max(WIDE, longest + 60) if wide else NARROW
        self.setFixedWidth(width)
        for room, button in self.buttons.items():
            style = Qt.ToolButtonStyle
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon if wide else style.ToolButtonIconOnly)
            button.setFixedWidth(width - 16)
            button.setFixedHeight(max(36, button.fontMetrics().height() + 16))
            self._name(room)

    def _name(self, room: Room) -> None:
        button, title, count = self.buttons[room], self._titles[room], self._counts.get(room, 0)
        button.setText(_titled(title, count))
        shortcut = self._keys.get(room)
        keys = shortcut.key().toString(QKeySequence.SequenceFormat.NativeText) if shortcut else ""
        button.setToolTip(f"{title} ({keys})" if keys else title)
        needs = ", " + tr("{count} {count:needs|need} you", count=count) if count else ""
        button.setAccessibleName(f"{title}{needs}")

    def _paint(self) -> None:
        for room, button in self.buttons.items():
            button.setIcon(icon(room, theme.current().text))
        self.fit_into(self._within)  # told to every widget, also when the text has another size


def _titled(title: str, count: int) -> str:
    """Return the text beside an icon."""
    return f" {title} ({count})" if count else f" {title}"


class StatusLine(QStatusBar):
    """How the computer and the workspace stand."""

    def __init__(self, place: Path) -> None:
        super().__init__()
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
