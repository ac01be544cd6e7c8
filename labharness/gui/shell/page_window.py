"""Windows: their menus, where they stand, and a page in a window of its own for a second screen or a tablet at the bench."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QWidget

from labharness.app.overview.overview import Desk
from labharness.gui.kit.files import FileDrags
from labharness.gui.kit.findable import WHY_NOT, PageCommand, plain_title
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.parts import boxed, in_column
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import LOOKS_ONLY, tr
from labharness.gui.services import RoomEntry
from labharness.gui.shell.navigator import PageStack
from labharness.gui.shell.top_bar import CrumbPath
from labharness.model.address import Address, Room, parse_address

Keys = QKeySequence.StandardKey | str
MenuLine = tuple[str, Callable[[], object], Keys]


class WindowCommands:
    """The menus of the window, and what else the search can do.

    Parameters
    ----------
    go
        Opens an address.
    menus
        Titles of menus, each with its lines: a title, what it does, and its key, "" for none; None parts lines. A function
        fills its menu each time before that opens. The first line of all begins a run.
    """

    def __init__(
        self,
        bar: QMenuBar,
        entries: Sequence[RoomEntry],
        go: Callable[[Address], None],
        menus: Mapping[str, Sequence[MenuLine | None] | Callable[[QMenu], None]],
    ) -> None:
        self._entries, self._go = tuple(entries), go
        self._actions: list[QAction] = []
        for title, lines in menus.items():
            menu = bar.addMenu(title)
            if callable(lines):
                menu.aboutToShow.connect(partial(lines, menu))
                continue
            for line in lines:
                if line is None:
                    menu.addSeparator()
                    continue
                action = menu.addAction(line[0])
                action.setShortcut(QKeySequence(line[2]))
                action.triggered.connect(line[1])
                self._actions.append(action)
        self._new_run = self._actions[0]

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
            go = partial(self._go, Address(entry.room))
            commands.append(PageCommand(tr("Go to {title}", title=entry.title), go, keys))
        return commands


def _command(action: QAction) -> PageCommand:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    why = "" if action.isEnabled() else str(action.property(WHY_NOT) or "")
    return PageCommand(plain_title(action.text()), action.trigger, keys, why)


SAY_MS = 8000
SIZE, SMALLEST = (1000, 720), (640, 480)


class PageWindow(QMainWindow):
    """One page; an address of another room goes to the main window.

    Parameters
    ----------
    stack
        Makes the page.
    elsewhere
        Shows what an address of another room names.
    copy_link
        Puts an address on the clipboard, with the workspace that it belongs to.
    """

    def __init__(
        self,
        stack: PageStack,
        address: Address,
        entry: RoomEntry,
        elsewhere: Callable[[Address], None],
        copy_link: Callable[[Address], None],
    ) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.stack, self._entry, self._elsewhere, self.copy_link = stack, entry, elsewhere, copy_link
        self.setMinimumSize(*SMALLEST)
        self.resize(*SIZE)
        self.path = CrumbPath()
        self.path.setContentsMargins(16, 8, 16, 8)
        self.path.linkActivated.connect(lambda text: self._go(parse_address(text)))
        self.setCentralWidget(boxed(in_column(self.path, (stack, 1), gap=0)))
        FileDrags(self)
        stack.went.connect(self._go)
        stack.announced.connect(self.say)
        for news in (stack.moved, stack.arrived):
            news.connect(self._mark)
        close = QShortcut(QKeySequence(QKeySequence.StandardKey.Close), self, self.close)
        close.setWhatsThis(tr("Close this window"))
        self._go(address)

    @property
    def page(self) -> Page:
        """The page."""
        return self.stack.page

    def say(self, sentence: str) -> None:
        """Show one sentence in the status bar."""
        self.statusBar().showMessage(sentence, SAY_MS)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  Qt's name
        """Let the page go of its threads."""
        self.stack.stop()
        super().closeEvent(event)

    def _go(self, address: Address) -> None:
        if address.room is not self._entry.room:
            self._elsewhere(address)
            return
        self.stack.turn(address.room).show_address(address)
        self._mark()

    def _mark(self) -> None:
        crumbs = [Crumb(self._entry.title, Address(self._entry.room)), *self.stack.page.crumbs()]
        self.path.show_path(crumbs)
        self.setWindowTitle(tr("{text} – labharness", text=crumbs[-1].text))


PLACE, WHOLE = "window/place", "window/maximized"
FRAME = 40
"""Pixels of a window's title that must be on a screen, so that somebody can move it."""


def clamped(place: QRect, screens: Sequence[QRect], smallest: QSize) -> QRect | None:
    """Return a place moved and shrunk onto a screen, None where it was on none of them.

    Parameters
    ----------
    place
        Where the window was left.
    screens
        What of each screen windows may cover.
    smallest
        Below which the window is not shrunk.
    """
    if not place.isValid():
        return None
    top = QRect(place.x(), place.y() - FRAME, place.width(), 2 * FRAME)
    shown = [(_area(screen.intersected(top)), at) for at, screen in enumerate(screens)]
    best = max(shown, default=(0, 0))
    if best[0] <= 0:
        return None
    screen = screens[best[1]]
    width = max(min(place.width(), screen.width()), smallest.width())
    height = max(min(place.height(), screen.height()), smallest.height())
    left = max(screen.left(), min(place.x(), screen.right() + 1 - width))
    above = max(screen.top(), min(place.y(), screen.bottom() + 1 - height))
    return QRect(left, above, width, height)


def take_place(window: QWidget, memory: WindowState) -> None:
    """Put a window where it was left."""
    try:
        left, top, width, height = (int(part) for part in memory.text(PLACE).split())
    except ValueError:
        return
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    place = clamped(QRect(left, top, width, height), screens, window.minimumSize())
    if place is not None:
        window.setGeometry(place)
    if memory.flag(WHOLE, default=False):
        window.showMaximized()


def keep_place(window: QWidget, memory: WindowState) -> None:
    """Remember where a window stands."""
    place = window.normalGeometry() if window.isMaximized() else window.geometry()
    memory.put(PLACE, f"{place.x()} {place.y()} {place.width()} {place.height()}")
    memory.put(WHOLE, window.isMaximized())


def _area(part: QRect) -> int:
    return part.width() * part.height() if part.isValid() else 0
