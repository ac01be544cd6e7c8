"""The main window: joins the rail, the bars, the way back, the panels and the page of the room that is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from labharness.app.overview.overview import Overview
from labharness.gui.finding import sources
from labharness.gui.kit.explained import HelpKey, help_address, show_here
from labharness.gui.kit.file_drags import FileDrags
from labharness.gui.kit.findable import PageCommand
from labharness.gui.kit.keys import keys_of
from labharness.gui.kit.page import Handed, Page
from labharness.gui.kit.window_sentences import say
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.room_entry import RoomEntry
from labharness.gui.services import Services
from labharness.gui.shell.feed import Feed
from labharness.gui.shell.focus import focused, stops
from labharness.gui.shell.geometry import keep_place, take_place
from labharness.gui.shell.keys_panel import KeysPanel
from labharness.gui.shell.navigator import Navigator
from labharness.gui.shell.notices.bell_panel import BellPanel
from labharness.gui.shell.notices.notice import Notice, notices_of
from labharness.gui.shell.notices.notifier import Notifier
from labharness.gui.shell.page_stack import PageStack
from labharness.gui.shell.page_window import PageWindow
from labharness.gui.shell.rail import Rail
from labharness.gui.shell.record_search import found_at_once
from labharness.gui.shell.row_menu import offer_row
from labharness.gui.shell.search.catalogs import Catalogs
from labharness.gui.shell.search.finder import Finder
from labharness.gui.shell.search.search_panel import SearchPanel
from labharness.gui.shell.status_line import StatusLine
from labharness.gui.shell.top_bar import TopBar
from labharness.gui.shell.window_commands import WindowCommands
from labharness.model.address import Address, Room
from labharness.model.reasons.address import Addresses

SAY_MS = 8000
READ_AHEAD_MS = 3000
"""After so long the search begins to read what there is, before somebody asks."""
SMALLEST = (1000, 640)
OPENED, LAST = "notices/opened", "window/address"
"""Names of what is remembered: notices that were opened, and what was shown last."""
MOST_OPENED = 500


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
    memory
        How the window was left; by default nothing is remembered.
    """

    def __init__(
        self,
        services: Services,
        entries: Sequence[RoomEntry],
        open_file: Callable[[Path], bool] = open_document,
        memory: WindowState | None = None,
    ) -> None:
        super().__init__()
        self.memory = memory if memory is not None else WindowState()
        self._services, self._open_file, self._entries = services, open_file, tuple(entries)
        self._windows = list[PageWindow]()
        self.setWindowTitle(tr("labharness – {place}", place=services.workspace.path))
        self.setMinimumSize(*SMALLEST)
        self.resize(1280, 800)
        take_place(self, self.memory)
        self.rail, self.top, self.status = Rail(entries), TopBar(), StatusLine(services.workspace.path)
        self.stack = PageStack(services, entries, open_file, self.memory)
        self.way = Navigator(self.stack, lambda: services.workspace_id, self)
        self.open, self.open_text = self.way.open, self.way.open_text
        self.setStatusBar(self.status)
        self._lay_out()
        FileDrags(self)
        self.commands = WindowCommands(self.menuBar(), entries)
        self._catalogs = Catalogs(sources(entries, services))
        self._finder = Finder(self._catalogs, self)
        self.search = SearchPanel(
            self.top.search,
            self._finder,
            self._all_commands,
            lambda query, text: found_at_once(query, text, self.address),
            self._whole,
        )
        self.bell, self.keys = BellPanel(self._whole), KeysPanel(self._whole)
        self._notifier = Notifier(self.memory)
        self._overview: Overview | None = None
        self._look = Feed(services, self)
        self._connect()
        self._look.start()
        QTimer.singleShot(READ_AHEAD_MS, self, self._catalogs.refresh)
        self.open(Address(entries[0].room))

    def _lay_out(self) -> None:
        side, self._whole = QWidget(), QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top)
        column.addWidget(self.stack, 1)
        row = QHBoxLayout(self._whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(side, 1)
        self.setCentralWidget(self._whole)

    def _connect(self) -> None:
        self.rail.chosen.connect(self.way.choose)
        self.top.back.connect(lambda: self.way.step(-1))
        self.top.forward.connect(lambda: self.way.step(+1))
        self.top.wanted.connect(self.open_text)
        self.way.told.connect(self.say)
        self.way.turned.connect(self._mark)
        self.top.bell.clicked.connect(self._show_notices)
        self.stack.handed.connect(self._hand)
        self.search.opened.connect(self.open)
        self.bell.opened.connect(self._open_notice)
        for panel in (self.search, self.bell, self.keys):
            panel.closed.connect(self.focus_page)
        self._look.took.connect(self._take_overview)
        self._look.lost.connect(self._lose_overview)
        self._look.devices.connect(self.status.show_devices)
        self.commands.wanted.connect(self.open)
        self.commands.new_run.connect(self.begin_run)
        self.commands.copy_link.connect(self.copy_address)
        self.commands.open_in_window.connect(self.open_in_window)
        self.commands.search.connect(self._focus_search)
        self.commands.notices.connect(self._show_notices)
        self.commands.row_menu.connect(lambda menu: offer_row(menu, self.page))
        self.commands.next_part.connect(self.next_part)
        self.commands.keys.connect(self.show_keys)
        self.commands.explain.connect(self._explain)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        HelpKey(application, self).wanted.connect(self._explain)
        self.commands.leave.connect(self.close)

    @property
    def address(self) -> Address:
        """Address of what is shown."""
        return self.way.address

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self.stack.page

    def begin_run(self) -> None:
        """Show the form of a new run, for the submission that is shown where one on record is."""
        here = self.address
        filed = here.room is Room.SUBMISSIONS and here.path and not here.path[0].startswith("+")
        self.open(Address(Room.NEW_RUN, ("submission", here.path[0]) if filed else ()))

    def come_forward(self, text: str = "") -> None:
        """Bring the window to the front, with an address where one is given."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()
        if text:
            self.open_text(text)

    def say(self, sentence: str) -> None:
        """Show one sentence in the status bar."""
        self.statusBar().showMessage(sentence, SAY_MS)

    def focus_page(self) -> None:
        """Give the page the keyboard."""
        before = focused(self.page)
        target = before if before is not None else next(stops(self.page), self.page)
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    def copy_address(self) -> None:
        """Put the address of what is shown on the clipboard."""
        self.copy_link(self.address)

    def copy_link(self, address: Address) -> None:
        """Put an address on the clipboard, with the workspace that it belongs to."""
        link = self.way.link(address)
        QGuiApplication.clipboard().setText(link)
        self.say(tr("Copied: {link}", link=link))

    def open_in_window(self) -> PageWindow:
        """Show the page in a window of its own."""
        room = self.stack.room
        assert room is not None
        stack = PageStack(self._services, self._entries, self._open_file, self.memory)
        window = PageWindow(stack, self.address, self.stack.entries[room], self._open_here, self.copy_link)
        if self._overview is not None:
            window.stack.show_overview(self._overview)
        self._windows.append(window)
        window.destroyed.connect(lambda: self._windows.remove(window))
        window.show()
        return window

    def show_keys(self) -> None:
        """List all keys of the window and the page."""
        self.keys.open_with(keys_of(self, self.page))

    def next_part(self) -> None:
        """Go from the rail to the bar to the page."""
        parts = (self.rail, self.top, self.stack)
        now = focused(self)
        at = next((at for at, part in enumerate(parts) if now is not None and part.isAncestorOf(now)), -1)
        part = parts[(at + 1) % len(parts)]
        if part is self.stack:
            self.focus_page()
        elif part is self.rail:
            self.rail.focus_room()
        else:
            self._focus_search()

    def _explain(self, reference: str = "") -> None:
        """Open what the manual says of the control at hand, or of the room; over a dialog, show it there."""
        wanted = reference or self.stack.entries[self.address.room].explained
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            self.open(help_address(wanted))
        else:
            show_here(dialog, self._services.manual, wanted)

    def _focus_search(self) -> None:
        self.top.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.top.search.selectAll()

    def _show_notices(self) -> None:
        self.bell.open_below(self.top.bell)

    def _all_commands(self) -> list[PageCommand]:
        every = [*self.commands.all(), *self.page.commands()]
        return list({command.title: command for command in reversed(every)}.values())[::-1]

    def _open_here(self, address: Address) -> None:
        self.come_forward()
        self.open(address)

    def _hand(self, handed: Handed) -> None:
        """Show the room that deals with files, and give it these."""
        if handed.room not in self.stack.entries:
            self.say(say(Addresses.NO_PAGE(text=str(Address(handed.room)))))
            return
        self.open(Address(handed.room))
        self.page.take_files(handed.files)

    def _mark(self) -> None:
        if self.isVisible():  # at once: a window that is killed comes back to it as well
            self.memory.put(LAST, str(self.address))
        self.rail.show_room(self.way.rail_room(self.address.room))
        self.top.path.show_path(self.way.path())
        self.top.allow(back=self.way.has_back, forward=self.way.has_forward)

    def _take_overview(self, overview: Overview) -> None:
        """Show what goes on, and count what needs a person."""
        self._overview = overview
        notices = notices_of(overview, self.memory.texts(OPENED))
        needed = [notice for notice in notices if notice.needs]
        counts = Counter(self.way.rail_room(notice.address.room) for notice in needed)
        for room in self.stack.entries:
            self.rail.show_count(room, counts[room])
        self.top.show_needs(len(needed))
        self.top.show_desk(overview.desk)
        self.bell.show_notices(notices)
        self.status.show_overview(overview)
        self.commands.show_desk(overview.desk)
        self._notifier.take(notices)
        self.stack.show_overview(overview)
        for window in self._windows:
            window.stack.show_overview(overview)

    def _lose_overview(self, sentence: str) -> None:
        """Claim nothing about what needs a person where the workspace cannot be read."""
        self._overview = None
        self.top.show_needs(None)
        self.top.show_desk(None)
        self.bell.lose()
        self.status.lose_overview()
        self.say(sentence)
        self.stack.lose_overview(sentence)
        for window in self._windows:
            window.stack.lose_overview(sentence)

    def _open_notice(self, notice: Notice) -> None:
        if not notice.needs:
            opened = [*self.memory.texts(OPENED), notice.key]
            self.memory.put(OPENED, list(dict.fromkeys(opened))[-MOST_OPENED:])
        self.open(notice.address)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  Qt's name
        """Fold the rail where the window is narrow."""
        super().resizeEvent(event)
        self.rail.fit_into(self.width())

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  Qt's name
        """Remember how the window is left, and let every page go of its threads."""
        for window in tuple(self._windows):
            window.close()
        keep_place(self, self.memory)
        self.memory.put(LAST, str(self.address))
        self._finder.stop()
        self._look.stop()
        self.stack.stop()
        self.memory.sync()
        super().closeEvent(event)
