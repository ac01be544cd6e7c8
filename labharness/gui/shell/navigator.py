"""The pages of a window, made when first wanted, remembered as they were left and told what goes on; and the way through them."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QHeaderView, QScrollArea, QSplitter, QStackedLayout, QStackedWidget, QTableView

from labharness.app.overview.overview import Overview
from labharness.errors import LabharnessError
from labharness.gui.kit.page import Crumb, Page, area_of
from labharness.gui.kit.parts import timer_of
from labharness.gui.kit.run_standing import explain, say
from labharness.gui.kit.slow_work import Latest
from labharness.gui.kit.tables.column_fit import ColumnFit
from labharness.gui.kit.window_state import WindowState
from labharness.gui.kit.words import original, tr
from labharness.gui.services import OpenFile, RoomEntry, Services
from labharness.model.address import Address, Room, parse_address
from labharness.model.reasons.wire import Addresses


def remember(page: Page, memory: WindowState, room: str) -> None:
    """Keep the columns and splitters of a page."""
    for name, part in _parts(page, room):
        fit = part.findChild(ColumnFit)
        # Of columns that follow the room only what somebody chose is kept: the window may stand elsewhere next.
        memory.put(name, part.saveState() if fit is None else fit.state())


def restore(page: Page, memory: WindowState, room: str) -> None:
    """Give a page the columns and splitters that it was left with."""
    for name, part in _parts(page, room):
        if (fit := part.findChild(ColumnFit)) is not None:
            fit.take_state(memory.texts(name))
            continue
        kept, default = memory.content(name), part.saveState()
        if not kept.isEmpty() and not part.restoreState(kept):
            part.restoreState(default)


def _parts(page: Page, room: str) -> Iterator[tuple[str, QHeaderView | QSplitter]]:
    """Yield what has a state, under a name that changes with the columns or the number of parts."""
    for table in page.findChildren(QTableView):
        header, model = table.horizontalHeader(), table.model()
        if table.accessibleName() and model is not None:
            titles = [
                original(str(model.headerData(at, Qt.Orientation.Horizontal)))
                for at in range(model.columnCount())
            ]
            sign = zlib.crc32("\n".join(titles).encode())
            yield f"columns/{room}/{original(table.accessibleName())}/{sign:08x}", header
    for at, splitter in enumerate(page.findChildren(QSplitter)):
        yield f"splitters/{room}/{splitter.objectName() or at}/{splitter.count()}", splitter


class PageStack(QStackedWidget):
    """One page of each room; large text in a small window is scrolled rather than cut.

    Attributes
    ----------
    went, announced, moved, arrived, handed
        The signals of the pages; ``moved`` and ``arrived`` only of the page that is shown.
    """

    went = Signal(object)
    announced = Signal(str)
    moved = Signal()
    arrived = Signal()
    handed = Signal(object)

    def __init__(
        self, services: Services, entries: Sequence[RoomEntry], open_file: OpenFile, memory: WindowState
    ) -> None:
        super().__init__()
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
            page.announced.connect(self.announced)
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


MOST = 200


@dataclass(slots=True)
class History:
    """Addresses in the order of their visits; the oldest are forgotten beyond 200."""

    _places: list[tuple[Address, object]] = field(default_factory=list)
    _at: int = -1

    @property
    def has_back(self) -> bool:
        """Whether something was shown before."""
        return self._at > 0

    @property
    def has_forward(self) -> bool:
        """Whether somebody went back from something."""
        return self._at + 1 < len(self._places)

    def visit(self, address: Address) -> None:
        """Add an address after the present one; what was ahead is forgotten."""
        if self._at >= 0 and self._places[self._at][0] == address:
            return
        del self._places[self._at + 1 :]
        self._places.append((address, None))
        del self._places[:-MOST]
        self._at = len(self._places) - 1

    def arrive(self, address: Address) -> None:
        """Call the present place by the address that its page found out.

        A place of its own would lead back to the same question, whose answer leads here again, for ever.
        """
        if self._at >= 0:
            self._places[self._at] = (address, self._places[self._at][1])

    def keep(self, kept: object) -> None:
        """Remember what the page of the present address needs to look the same again."""
        if self._at >= 0:
            self._places[self._at] = (self._places[self._at][0], kept)

    def go(self, step: int) -> tuple[Address, object] | None:
        """Move by one step back or forward; returns the address and what its page kept, None at either end."""
        if not 0 <= self._at + step < len(self._places):
            return None
        self._at += step
        return self._places[self._at]


class Navigator(QObject):
    """Shows what addresses name.

    Parameters
    ----------
    stack
        The pages.
    workspace_id
        Returns the id of the workspace at hand.
    """

    announced = Signal(str)
    """Emitted with a sentence where an address leads nowhere."""
    turned = Signal()
    """Emitted when something else is shown."""

    def __init__(
        self, stack: PageStack, workspace_id: Callable[[], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._stack, self._workspace_id, self.history = stack, workspace_id, History()
        stack.went.connect(self.open)
        stack.announced.connect(self.announced)
        stack.moved.connect(self._follow)
        stack.arrived.connect(self._arrive)

    @property
    def address(self) -> Address:
        """Address of what is shown."""
        crumbs = self._stack.page.crumbs()
        assert self._stack.room is not None
        return crumbs[-1].address if crumbs else Address(self._stack.room)

    def link(self, address: Address) -> str:
        """Return an address with the workspace that it belongs to."""
        return str(Address(address.room, address.path, self._workspace_id()))

    def open(self, address: Address) -> None:
        """Show what an address names."""
        if address.workspace not in ("", self._workspace_id()):
            self.announced.emit(
                say(Addresses.OTHER_WORKSPACE(text=str(address), workspace=address.workspace))
            )
        elif address.room not in self._stack.entries:
            self.announced.emit(say(Addresses.NO_PAGE(text=str(address))))
        else:
            self._keep()
            self._stack.turn(address.room).show_address(Address(address.room, address.path))
            self.history.visit(self.address)
            self.turned.emit()

    def open_text(self, text: str) -> None:
        """Show what the text of an address names; a text that is none is told."""
        try:
            self.open(parse_address(text))
        except LabharnessError as error:
            self.announced.emit(explain(error))

    def choose(self, room: Room) -> None:
        """Show a room as it was left."""
        if room is not self._stack.room:
            self._keep()
            self._stack.turn(room)
            self.history.visit(self.address)
        self.turned.emit()

    def step(self, by: int) -> None:
        """Go back or forward."""
        self._keep()
        before = self.history.go(by)
        if before is not None:
            address, kept = before
            page = self._stack.turn(address.room)
            page.show_address(address)
            if kept is not None:
                page.restore(kept)
        self.turned.emit()

    def path(self) -> list[Crumb]:
        """Return the levels to what is shown, the outermost first."""
        entry = self._stack.entries[self.address.room]
        above = self._stack.entries.get(entry.under) if entry.under else None
        outer = [Crumb(above.title, Address(above.room))] if above else []
        return [*outer, Crumb(entry.title, Address(entry.room)), *self._stack.page.crumbs()]

    def rail_room(self, room: Room) -> Room:
        """Return the room of the rail that stands for a room."""
        entry = self._stack.entries.get(room)
        return room if entry is None or entry.under is None else entry.under

    def _keep(self) -> None:
        if self._stack.room is not None:
            self.history.keep(self._stack.page.keep())

    def _follow(self) -> None:
        """Take up that the page went deeper by itself."""
        self.history.visit(self.address)
        self.turned.emit()

    def _arrive(self) -> None:
        """Take up what the page found out about where it is."""
        self.history.arrive(self.address)
        self.turned.emit()


LOOK_MS, DEVICES_MS = 500, 20_000
SHARE = 4
"""A look that takes long is repeated after so many times its duration."""
BROKEN_MS = 10_000
"""Pause after a look that ended by a mistake of this program."""
BROKEN = tr(
    "The state of the workspace is not known: this program made a mistake. It looks again in a few seconds."
)


class Feed(QObject):
    """News of a workspace."""

    took = Signal(object)
    """Emitted with the :class:`Overview`."""
    lost = Signal(str)
    """Emitted with a sentence where the workspace cannot be read."""
    devices = Signal(object)
    """Emitted with how many devices are present, None where nobody knows."""

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services, self._looks = services, Latest(self, self._lose, self._break)
        self._present = Latest(self, lambda _: self.devices.emit(None), lambda: self.devices.emit(None))
        self._since = QElapsedTimer()
        self._again, self._seldom = timer_of(self, self.ask), QTimer(self)
        self._seldom.timeout.connect(self._count)

    def start(self) -> None:
        """Begin to ask."""
        self.ask()
        self._seldom.start(DEVICES_MS)
        QTimer.singleShot(2 * LOOK_MS, self, self._count)

    def ask(self) -> None:
        """Look at the workspace now."""
        self._since.start()
        self._looks.ask_if_idle(self._services.overview, self._take)

    def stop(self) -> None:
        """Ask no more; what is being answered is waited for."""
        self._again.stop()
        self._seldom.stop()
        self._looks.stop()

    def _count(self) -> None:
        self._present.ask_if_idle(self._services.devices, lambda result: self.devices.emit(len(result)))

    def _take(self, overview: Overview) -> None:
        self._wait()
        self.took.emit(overview)

    def _lose(self, sentence: str) -> None:
        self._wait()
        self.lost.emit(sentence)

    def _break(self) -> None:
        self._again.start(BROKEN_MS)
        self.lost.emit(BROKEN)

    def _wait(self) -> None:
        self._again.start(max(LOOK_MS, SHARE * self._since.elapsed()))
