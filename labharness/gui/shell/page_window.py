"""A page in a window of its own, without rail: for a second screen, or a tablet at the bench."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from labharness.gui.kit.file_drags import FileDrags
from labharness.gui.kit.page import Crumb, Page
from labharness.gui.kit.words import tr
from labharness.gui.room_entry import RoomEntry
from labharness.gui.shell.crumb_path import CrumbPath
from labharness.gui.shell.page_stack import PageStack
from labharness.model.address import Address, parse_address

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
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.path)
        column.addWidget(stack, 1)
        self.setCentralWidget(whole)
        FileDrags(self)
        stack.went.connect(self._go)
        stack.told.connect(self.say)
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
