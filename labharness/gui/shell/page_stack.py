"""The pages of a window: each made when first wanted, remembered as it was left, and told what goes on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QScrollArea, QStackedLayout, QStackedWidget, QWidget

from labharness.app.overview.overview import Overview
from labharness.gui.kit.page import Page
from labharness.gui.kit.scrolled import area_of
from labharness.gui.kit.window_state import WindowState
from labharness.gui.room_entry import OpenFile, RoomEntry
from labharness.gui.services import Services
from labharness.gui.shell.remembering import remember, restore
from labharness.model.address import Room


class PageStack(QStackedWidget):
    """One page of each room; large text in a small window is scrolled rather than cut.

    Attributes
    ----------
    went, told, moved, arrived, handed
        The signals of the pages; ``moved`` and ``arrived`` only of the page that is shown.
    """

    went = Signal(object)
    told = Signal(str)
    moved = Signal()
    arrived = Signal()
    handed = Signal(object)

    def __init__(
        self,
        services: Services,
        entries: Sequence[RoomEntry],
        open_file: OpenFile,
        memory: WindowState,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._services, self._open_file, self._memory = services, open_file, memory
        self.entries = {entry.room: entry for entry in entries}
        self.pages: dict[Room, Page] = {}
        self._areas: dict[Room, QScrollArea] = {}
        self._room: Room | None = None
        self._overview: Overview | None = None
        self._lost = ""

    @property
    def room(self) -> Room | None:
        """The room that is shown."""
        return self._room

    @property
    def page(self) -> Page:
        """The page that is shown."""
        assert self._room is not None
        return self.pages[self._room]

    def page_of(self, room: Room) -> Page:
        """Return the page of a room, made when first wanted."""
        if room not in self.pages:
            page = self.entries[room].make(self._services, self._open_file)
            page.setAccessibleName(self.entries[room].title)
            page.use_memory(self._memory)
            restore(page, self._memory, room.value)
            page.went.connect(self.went)
            page.told.connect(self.told)
            page.handed.connect(self.handed)
            page.moved.connect(self._follow)
            page.arrived.connect(self._arrive)
            self._areas[room] = area_of(page)
            self.addWidget(self._areas[room])
            self.pages[room] = page
            if isinstance(views := page.layout(), QStackedLayout):  # each needs its own room
                views.currentChanged.connect(page.updateGeometry)
            if self._overview is not None:
                page.show_overview(self._overview)
            elif self._lost:
                page.lose_overview(self._lost)
        return self.pages[room]

    def turn(self, room: Room) -> Page:
        """Show the page of a room."""
        page = self.page_of(room)
        self._room = room
        self.setCurrentWidget(self._areas[room])
        return page

    def show_overview(self, overview: Overview) -> None:
        """Tell every page what goes on."""
        self._overview, self._lost = overview, ""
        for page in self.pages.values():
            page.show_overview(overview)

    def lose_overview(self, sentence: str) -> None:
        """Tell every page that nobody knows what goes on."""
        self._overview, self._lost = None, sentence
        for page in self.pages.values():
            page.lose_overview(sentence)

    def stop(self) -> None:
        """Remember how the pages are left, and let them go of their threads."""
        for room, page in self.pages.items():
            remember(page, self._memory, room.value)
            page.stop()

    def _follow(self) -> None:
        if self._room is not None and self.sender() is self.page:
            self.moved.emit()

    def _arrive(self) -> None:
        if self._room is not None and self.sender() is self.page:
            self.arrived.emit()
