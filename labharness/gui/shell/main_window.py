"""The main window: joins the rail, the bar, the way back and the page of the room that is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices, QGuiApplication, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from labharness.app.overview.overview import Overview
from labharness.errors import LabharnessError
from labharness.gui.kit.background import Poll
from labharness.gui.kit.explained import INDEX, ROOMS, HelpKey, help_address
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.room_entry import RoomEntry
from labharness.gui.services import Services
from labharness.gui.shell.history import History
from labharness.gui.shell.rail import NARROW_BELOW, Rail
from labharness.gui.shell.top_bar import TopBar
from labharness.language.catalog import explain, say
from labharness.model.address import Address, Room, parse_address
from labharness.model.reasons.address import Addresses

SAY_MS = 8000
LOOK_MS = 2000
SMALLEST = (1000, 640)


def open_document(path: Path) -> bool:
    """Open a file with the desktop's program for it."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


class MainWindow(QMainWindow):
    """One workspace; closing the window touches no run, bench or night.

    Parameters
    ----------
    services
        The product, on a workspace.
    entries
        The rooms, in the order of the rail.
    open_file
        Opens a report; tests and other front ends give their own.
    """

    def __init__(
        self,
        services: Services,
        entries: Sequence[RoomEntry],
        open_file: Callable[[Path], bool] = open_document,
    ) -> None:
        super().__init__()
        self._services, self._open_file = services, open_file
        self._entries = {entry.room: entry for entry in entries}
        self._pages: dict[Room, Page] = {}
        self._room: Room | None = None
        self._history = History()
        self.setWindowTitle(f"labharness – {services.place}")
        self.setMinimumSize(*SMALLEST)
        self.resize(1280, 800)
        self.rail, self.top, self._stack = Rail(entries), TopBar(), QStackedWidget()
        self._lay_out()
        self.rail.chosen.connect(self._choose)
        self.top.back.connect(lambda: self._step(-1))
        self.top.forward.connect(lambda: self._step(+1))
        self.top.wanted.connect(self.open_text)
        self.top.bell.clicked.connect(lambda: self.open(Address(entries[0].room)))
        self._fill_menu()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        HelpKey(application, self).wanted.connect(self._explain)
        self._overview: Overview | None = None
        self._look = Poll(services.overview, self)
        self._look.answered.connect(self._take_overview)
        self._look.failed.connect(self._lose_overview)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._look.ask)
        self._clock.start(LOOK_MS)
        self._look.ask()
        self.open(Address(entries[0].room))

    def _lay_out(self) -> None:
        side, whole = QWidget(), QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self._stack, 1)
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(side, 1)
        self.setCentralWidget(whole)
        self.statusBar().setAccessibleName("Messages")

    def _fill_menu(self) -> None:
        file = self.menuBar().addMenu("&File")
        file.addAction("&New run", QKeySequence(QKeySequence.StandardKey.New), self._new_run)
        file.addAction("&Copy link", QKeySequence("Ctrl+Shift+C"), self._copy_address)
        file.addSeparator()
        file.addAction("&Quit", QKeySequence(QKeySequence.StandardKey.Quit), self.close)

    def _explain(self, reference: str) -> None:
        """Open what the manual says of the control at hand, or of the room."""
        if self.isActiveWindow() or QApplication.activeModalWidget() is None:
            self.open(help_address(reference or (ROOMS.get(self._room, INDEX) if self._room else INDEX)))

    def _new_run(self) -> None:
        self.open(Address(Room.NEW_RUN))

    @property
    def address(self) -> Address:
        """Address of what is shown."""
        crumbs = self.page.crumbs()
        assert self._room is not None
        return crumbs[-1].address if crumbs else Address(self._room)

    @property
    def page(self) -> Page:
        """The page that is shown."""
        assert self._room is not None
        return self._pages[self._room]

    def page_of(self, room: Room) -> Page:
        """Return the page of a room, made when first wanted."""
        if room not in self._pages:
            page = self._entries[room].make(self._services, self._open_file)
            page.went.connect(self.open)
            page.told.connect(self.say)
            page.moved.connect(self._follow)
            self._stack.addWidget(page)
            self._pages[room] = page
            if self._overview is not None:
                page.show_overview(self._overview)
        return self._pages[room]

    def open(self, address: Address) -> None:
        """Show what an address names."""
        here = self._services.workspace_id
        if address.workspace not in ("", here):
            self.say(say(Addresses.OTHER_WORKSPACE(text=str(address), workspace=address.workspace)))
        elif address.room not in self._entries:
            self.say(say(Addresses.NO_PAGE(text=str(address))))
        else:
            self._keep()
            self._show(Address(address.room, address.path))
            self._history.visit(self.address)
            self._mark()

    def open_text(self, text: str) -> None:
        """Show what the text of an address names; a text that is none is told."""
        try:
            self.open(parse_address(text))
        except LabharnessError as error:
            self.say(explain(error))

    def say(self, sentence: str) -> None:
        """Show one sentence in the status bar."""
        self.statusBar().showMessage(sentence, SAY_MS)

    def _choose(self, room: Room) -> None:
        """Show a room as it was left."""
        if room is not self._room:
            self._keep()
            self._turn(room)
            self._history.visit(self.address)
        self._mark()

    def _show(self, address: Address) -> None:
        self._turn(address.room)
        self.page.show_address(address)

    def _turn(self, room: Room) -> None:
        page = self.page_of(room)
        self._room = room
        self._stack.setCurrentWidget(page)

    def _step(self, step: int) -> None:
        self._keep()
        before = self._history.go(step)
        if before is not None:
            address, kept = before
            self._show(address)
            if kept is not None:
                self.page.restore(kept)
        self._mark()

    def _keep(self) -> None:
        if self._room is not None:
            self._history.keep(self.page.keep())

    def _follow(self) -> None:
        """Take up that the page went deeper by itself."""
        if self.sender() is self.page:
            self._history.visit(self.address)
            self._mark()

    def _mark(self) -> None:
        assert self._room is not None
        entry = self._entries[self._room]
        self.rail.show_room(entry.under or self._room)
        outer = [Crumb(self._entries[entry.under].title, Address(entry.under))] if entry.under else []
        self.top.show_path([*outer, Crumb(entry.title, Address(self._room)), *self.page.crumbs()])
        self.top.allow(back=self._history.has_back, forward=self._history.has_forward)

    def _take_overview(self, overview: Overview) -> None:
        """Show what goes on, and count what needs a person."""
        self._overview = overview
        counts = Counter(self._rail_room(matter.address.room) for matter in overview.matters)
        for room in self._entries:
            self.rail.show_count(room, counts[room])
        self.top.show_needs(len(overview.matters))
        for page in self._pages.values():
            page.show_overview(overview)

    def _lose_overview(self, sentence: str) -> None:
        """Claim nothing about what needs a person where the workspace cannot be read."""
        self._overview = None
        self.top.show_needs(None)
        self.say(sentence)
        for page in self._pages.values():
            page.lose_overview(sentence)

    def _rail_room(self, room: Room) -> Room:
        entry = self._entries.get(room)
        return room if entry is None or entry.under is None else entry.under

    def _copy_address(self) -> None:
        here = self.address
        text = str(Address(here.room, here.path, self._services.workspace_id))
        QGuiApplication.clipboard().setText(text)
        self.say(f"Copied: {text}")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Fold the rail where the window is narrow."""
        super().resizeEvent(event)
        self.rail.fit(wide=self.width() >= NARROW_BELOW)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  Qt's name
        """Let every page go of its threads."""
        self._clock.stop()
        self._look.wait()
        for page in self._pages.values():
            page.stop()
        super().closeEvent(event)
