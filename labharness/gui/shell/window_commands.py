"""What can be done in every room: the menus of the window, and the same as commands of the search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from labharness.app.overview.desk import Desk
from labharness.gui.kit.findable import WHY_NOT, PageCommand, plain_title
from labharness.gui.kit.words import tr
from labharness.gui.room_entry import RoomEntry
from labharness.model.address import Address, Room

LOOKS_ONLY = tr(
    "This account is not on the list of people: it may look and not act. An administrator adds it."
)


class WindowCommands(QObject):
    """The menus.

    Attributes
    ----------
    wanted
        Emitted with the :class:`Address` of a room.
    new_run
        Emitted when a run is to begin.
    row_menu
        Emitted with the menu that is to offer what can be done with the chosen row of the page, before it opens.
    """

    wanted = Signal(object)
    new_run = Signal()
    copy_link = Signal()
    open_in_window = Signal()
    search = Signal()
    notices = Signal()
    next_part = Signal()
    keys = Signal()
    explain = Signal()
    row_menu = Signal(object)
    leave = Signal()

    def __init__(self, bar: QMenuBar, entries: Sequence[RoomEntry]) -> None:
        super().__init__(bar)
        self._entries = tuple(entries)
        self._actions: list[QAction] = []
        file, row = bar.addMenu(tr("File")), bar.addMenu(tr("Row"))
        go, help_ = bar.addMenu(tr("Go")), bar.addMenu(tr("Help"))
        row.aboutToShow.connect(lambda: self.row_menu.emit(row))
        self._new_run = self._add(
            file,
            tr("&New run"),
            self.new_run.emit,
            QKeySequence.StandardKey.New,
        )
        self._add(file, tr("Open in &window"), self.open_in_window.emit, "Ctrl+Shift+N")
        self._add(file, tr("&Copy link"), self.copy_link.emit, "Ctrl+Shift+C")
        file.addSeparator()
        self._add(file, tr("&Quit"), self.leave.emit, QKeySequence.StandardKey.Quit)
        self._add(go, tr("&Search"), self.search.emit, "Ctrl+K")
        self._add(go, tr("&What needs you"), self.notices.emit)
        self._add(go, tr("Next &part of the window"), self.next_part.emit, "F6")
        self._add(help_, tr("&Explain what is at hand (F1)"), self.explain.emit)
        if any(entry.room is Room.TOUR for entry in self._entries):
            self._add(help_, tr("&Tour on a simulated device"), lambda: self.wanted.emit(Address(Room.TOUR)))
        self._add(help_, tr("&Keys"), self.keys.emit, "Ctrl+?")

    def _add(
        self, menu: QMenu, title: str, do: Callable[[], None], keys: QKeySequence.StandardKey | str = ""
    ) -> QAction:
        action = menu.addAction(title)
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(do)
        self._actions.append(action)
        return action

    def show_desk(self, desk: Desk | None) -> None:
        """Let somebody who may only look start nothing, and say why."""
        why = LOOKS_ONLY if desk is not None and not desk.may_act else ""
        if bool(why) == self._new_run.isEnabled():
            self._new_run.setEnabled(not why)
            self._new_run.setProperty(WHY_NOT, why)
            self._new_run.setToolTip(why or plain_title(self._new_run.text()))

    def all(self) -> list[PageCommand]:
        """Return the commands, those of the menus first, then the rooms."""
        return [*map(_command, self._actions), *self._rooms()]

    def _rooms(self) -> list[PageCommand]:
        own = [entry for entry in self._entries if entry.under is None]
        commands = []
        for entry in self._entries:
            if entry.room is Room.NEW_RUN:  # which is a command by itself
                continue
            place = own.index(entry) + 1 if entry in own else 0
            keys = f"Alt+{place}" if 0 < place <= 9 else ""
            go = partial(self.wanted.emit, Address(entry.room))
            commands.append(PageCommand(tr("Go to {title}", title=entry.title), go, keys))
        return commands


def _command(action: QAction) -> PageCommand:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    why = "" if action.isEnabled() else str(action.property(WHY_NOT) or "")
    return PageCommand(plain_title(action.text()), action.trigger, keys, why)
