"""The main window, one for each user and workspace: joins rail, bars, way back, panels and page; and its collection of garbage."""

from __future__ import annotations

import gc
import hashlib
import os
import stat
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QCloseEvent, QDesktopServices, QGuiApplication, QKeySequence
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QWidget

from labharness.app.overview.overview import Overview
from labharness.evidence.durable import own_account
from labharness.gui.finding import sources
from labharness.gui.kit.files import FileDrags
from labharness.gui.kit.findable import PageCommand
from labharness.gui.kit.keys import HelpKey, help_address, keys_of, show_here
from labharness.gui.kit.layouts import on_event
from labharness.gui.kit.page import Handed, Page
from labharness.gui.kit.parts import in_column, in_row
from labharness.gui.kit.run_standing import say
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import tr
from labharness.gui.services import RoomEntry, Services
from labharness.gui.shell.floating import KeysPanel, focused, found_at_once, offer_row, stops
from labharness.gui.shell.navigator import Feed, Navigator, PageStack
from labharness.gui.shell.notices import BellPanel, Notice, Notifier, notices_of
from labharness.gui.shell.page_window import MenuLine, PageWindow, WindowCommands, keep_place, take_place
from labharness.gui.shell.rail import Rail, StatusLine
from labharness.gui.shell.search_panel import Catalogs, Finder, SearchPanel
from labharness.gui.shell.top_bar import TopBar
from labharness.model.address import MOST, Address, Room
from labharness.model.reasons.wire import Addresses

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
        self.commands = WindowCommands(self.menuBar(), entries, self.open, self._menus())
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
        on_event(self, lambda: self.rail.fit_into(self.width()), QEvent.Type.Resize)
        self._look.start()
        QTimer.singleShot(READ_AHEAD_MS, self, self._catalogs.refresh)
        self.open(Address(entries[0].room))

    def _lay_out(self) -> None:
        side, self._whole = QWidget(), QWidget()
        in_column(self.top, (self.stack, 1), gap=0, on=side)
        in_row(self.rail, (side, 1), gap=0, on=self._whole)
        self.setCentralWidget(self._whole)

    def _connect(self) -> None:
        self.rail.chosen.connect(self.way.choose)
        self.top.back_button.clicked.connect(lambda: self.way.step(-1))
        self.top.forward_button.clicked.connect(lambda: self.way.step(+1))
        self.top.path.linkActivated.connect(self.open_text)
        self.way.announced.connect(self.say)
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
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        HelpKey(application, self).wanted.connect(self._explain)

    def _menus(self) -> dict[str, Sequence[MenuLine | None] | Callable[[QMenu], None]]:
        tour = (tr("&Tour on a simulated device"), lambda: self.open(Address(Room.TOUR)), "")
        has_tour = any(entry.room is Room.TOUR for entry in self._entries)
        return {
            tr("File"): (
                (tr("&New run"), self.begin_run, QKeySequence.StandardKey.New),
                (tr("Open in &window"), self.open_in_window, "Ctrl+Shift+N"),
                (tr("&Copy link"), self.copy_address, "Ctrl+Shift+C"),
                None,
                (tr("&Quit"), self.close, QKeySequence.StandardKey.Quit),
            ),
            tr("Row"): lambda menu: offer_row(menu, self.page),
            tr("Go"): (
                (tr("&Search"), self._focus_search, "Ctrl+K"),
                (tr("&What needs you"), self._show_notices, ""),
                (tr("Next &part of the window"), self.next_part, "F6"),
            ),
            tr("Help"): (
                (tr("&Explain what is at hand (F1)"), lambda: self._explain(""), ""),
                *((tour,) if has_tour else ()),
                (tr("&Keys"), self.show_keys, "Ctrl+?"),
            ),
        }

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
        self.top.allow(back=self.way.history.has_back, forward=self.way.history.has_forward)

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


CONNECT_MS, ANSWER_MS = 500, 2000
LOOK_MS = 5000
"""Milliseconds between two looks whether the socket is still this window's."""
TAKEN = b"taken\n"
NO_FILE = (0, 0)
ENDED = (
    QLocalSocket.LocalSocketError.ServerNotFoundError,
    QLocalSocket.LocalSocketError.ConnectionRefusedError,
)
"""What the system answers where no process listens; a living one whose queue is full gives something else."""


def server_name(place: Path, workspace_id: str) -> str:
    """Return the name of the socket of this user's window on a workspace."""
    whose = f"{own_account()}\n{workspace_id or place.absolute()}"
    name = f"labharness-{hashlib.sha256(whose.encode()).hexdigest()[:16]}"
    return _placed(name, Path(tempfile.gettempdir()))


if sys.platform == "win32":

    def _placed(name: str, shared: Path) -> str:  # noqa: ARG001  a pipe lies in no folder
        return name

else:

    def _placed(name: str, shared: Path) -> str:
        return str(_own_folder(shared) / name)

    def _own_folder(shared: Path) -> Path:
        """Return a folder where nobody else can take a name: of the login, or of this account in the shared one.

        Where another account has made that one, the folder is new: this start finds no window and swallows no address.
        """
        runtime = os.environ.get("XDG_RUNTIME_DIR", "")
        if runtime and Path(runtime).is_dir():
            return Path(runtime)
        folder = shared / f"labharness-{os.geteuid()}"
        with suppress(FileExistsError):
            folder.mkdir(mode=stat.S_IRWXU)
        status = folder.lstat()
        if (status.st_uid, status.st_mode) == (os.geteuid(), stat.S_IFDIR | stat.S_IRWXU):
            return folder
        return Path(tempfile.mkdtemp(prefix="labharness-", dir=shared))


def hand_over(name: str, address: str) -> bool:
    """Give an address, or "" to be shown at all, to a window that is open; returns whether it took it.

    A window that is too busy to answer has the address all the same, and shows it when it can.
    """
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    socket.write(address.encode()[: MOST + 1] + b"\n")
    taken = socket.waitForReadyRead(ANSWER_MS) and bytes(socket.readAll().data()) == TAKEN
    socket.disconnectFromServer()
    return taken


def _has_listener(name: str) -> bool:
    """Say whether a living process listens: the system connects to it however busy it is, and never to one that ended."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    lives = socket.waitForConnected(CONNECT_MS) or socket.error() not in ENDED
    socket.abort()
    return lives


class Reception(QObject):
    """Takes the addresses of later starts.

    A window takes the name where no living window has it, and looks again and again: it takes the name anew when its socket was
    removed, or when the window that had the name has gone.

    Parameters
    ----------
    look_ms
        Milliseconds between two looks.
    """

    asked = Signal(str)
    """Emitted with the text of an address, or ""."""

    def __init__(self, name: str, parent: QObject | None = None, *, look_ms: int = LOOK_MS) -> None:
        super().__init__(parent)
        self._name, self._file = name, NO_FILE
        self._server, self._sockets = QLocalServer(self), list[QLocalSocket]()
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._take)
        self._looks = QTimer(self)
        self._looks.timeout.connect(self._keep)
        self._looks.start(look_ms)
        self._keep()

    def _keep(self) -> None:
        """Listen, unless this window does or another one lives."""
        if (self.is_open and self._own_file() == self._file) or _has_listener(self._name):
            return
        self._server.close()
        QLocalServer.removeServer(self._name)  # whoever had it has ended: no process listens
        self._server.listen(self._name)
        self._file = self._own_file()

    def _own_file(self) -> tuple[int, int]:
        """Return which file the socket is; on Windows it is none, and nobody can remove it."""
        with suppress(OSError):
            if sys.platform != "win32":
                status = Path(self._server.fullServerName() or self._name).stat()
                return status.st_dev, status.st_ino
        return NO_FILE

    @property
    def is_open(self) -> bool:
        """Whether later starts find this window."""
        return self._server.isListening()

    def close(self) -> None:
        """Take no more."""
        self._looks.stop()
        self._server.close()
        for socket in tuple(self._sockets):
            socket.abort()

    def _take(self) -> None:
        socket = self._server.nextPendingConnection()
        if socket is not None:
            self._sockets.append(socket)
            socket.readyRead.connect(self._read)
            socket.disconnected.connect(self._drop)

    def _drop(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket) and socket in self._sockets:
            self._sockets.remove(socket)
            socket.deleteLater()

    def _read(self) -> None:
        socket = self.sender()
        if not isinstance(socket, QLocalSocket):
            return
        if not socket.canReadLine():
            if socket.bytesAvailable() > MOST + 1:
                socket.abort()
            return
        line = bytes(socket.readLine(MOST + 2).data())
        socket.write(TAKEN)
        socket.flush()
        self.asked.emit(line.decode("utf-8", "replace").strip())


EACH_MS = 5_000
LONG_S = 0.010
"""What a collection may take before what it found alive is left out of the next ones."""
REST_S = 600.0
"""Seconds between two collections of everything, made while no window of the program is used."""
MOST_FREEZES = 100
"""Collections that left something out, after which everything is collected at once."""
MANY_MODULES = 10
"""Modules that were loaded since: they hold more objects than all that became garbage meanwhile."""
YOUNG = (1_000, 10, 1 << 30)
"""Thresholds of the three generations: the last is never collected by itself."""


class Collector(QObject):
    """Collects by a timer what is new, and leaves out what the program has loaded; made before it loads anything.

    The modules that are loaded hold several hundred thousand objects. A collection that looks at all of them takes 100 ms.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._rested, self._freezes, self._modules = time.monotonic(), 0, 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.collect)
        gc.disable()  # while modules are loaded, nothing becomes garbage

    def start(self) -> None:
        """Leave out what there is by now, and collect what comes from now on."""
        self._leave_out()
        gc.set_threshold(*YOUNG)
        gc.enable()
        self._timer.start(EACH_MS)

    def stop(self) -> None:
        """Let Python collect as it did before."""
        self._timer.stop()
        gc.unfreeze()
        gc.set_threshold(*self._thresholds)
        gc.enable()

    def collect(self) -> None:
        """Collect what is new; everything, where nobody uses the window or too much was left out."""
        used = QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive
        if self._freezes >= MOST_FREEZES or (not used and time.monotonic() - self._rested > REST_S):
            gc.unfreeze()
            gc.collect()
            self._leave_out()
            self._rested, self._freezes = time.monotonic(), 0
            return
        if len(sys.modules) - self._modules > MANY_MODULES:  # a page was opened for the first time
            self._leave_out()
            return
        begun = time.perf_counter()
        gc.collect()
        if time.perf_counter() - begun > LONG_S:
            self._leave_out()

    def _leave_out(self) -> None:
        """Let the next collections look at nothing that there is now."""
        gc.freeze()
        self._modules = len(sys.modules)
        self._freezes += 1
