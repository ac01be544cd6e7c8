"""The way through the pages: opens addresses, and goes back to the same row at the same place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from labharness.errors import LabharnessError
from labharness.gui.kit.page import Crumb
from labharness.gui.kit.window_sentences import explain, say
from labharness.gui.shell.history import History
from labharness.gui.shell.page_stack import PageStack
from labharness.model.address import Address, Room, parse_address
from labharness.model.reasons.address import Addresses


class Navigator(QObject):
    """Shows what addresses name.

    Parameters
    ----------
    stack
        The pages.
    workspace_id
        Returns the id of the workspace at hand.

    Attributes
    ----------
    told
        Emitted with a sentence where an address leads nowhere.
    turned
        Emitted when something else is shown.
    """

    told = Signal(str)
    turned = Signal()

    def __init__(
        self, stack: PageStack, workspace_id: Callable[[], str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._stack, self._workspace_id, self._history = stack, workspace_id, History()
        stack.went.connect(self.open)
        stack.told.connect(self.told)
        stack.moved.connect(self._follow)
        stack.arrived.connect(self._arrive)

    @property
    def address(self) -> Address:
        """Address of what is shown."""
        crumbs = self._stack.page.crumbs()
        assert self._stack.room is not None
        return crumbs[-1].address if crumbs else Address(self._stack.room)

    @property
    def has_back(self) -> bool:
        """Whether something was shown before."""
        return self._history.has_back

    @property
    def has_forward(self) -> bool:
        """Whether somebody went back from something."""
        return self._history.has_forward

    def link(self, address: Address) -> str:
        """Return an address with the workspace that it belongs to."""
        return str(Address(address.room, address.path, self._workspace_id()))

    def open(self, address: Address) -> None:
        """Show what an address names."""
        if address.workspace not in ("", self._workspace_id()):
            self.told.emit(say(Addresses.OTHER_WORKSPACE(text=str(address), workspace=address.workspace)))
        elif address.room not in self._stack.entries:
            self.told.emit(say(Addresses.NO_PAGE(text=str(address))))
        else:
            self._keep()
            self._stack.turn(address.room).show_address(Address(address.room, address.path))
            self._history.visit(self.address)
            self.turned.emit()

    def open_text(self, text: str) -> None:
        """Show what the text of an address names; a text that is none is told."""
        try:
            self.open(parse_address(text))
        except LabharnessError as error:
            self.told.emit(explain(error))

    def choose(self, room: Room) -> None:
        """Show a room as it was left."""
        if room is not self._stack.room:
            self._keep()
            self._stack.turn(room)
            self._history.visit(self.address)
        self.turned.emit()

    def step(self, by: int) -> None:
        """Go back or forward."""
        self._keep()
        before = self._history.go(by)
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
            self._history.keep(self._stack.page.keep())

    def _follow(self) -> None:
        """Take up that the page went deeper by itself."""
        self._history.visit(self.address)
        self.turned.emit()

    def _arrive(self) -> None:
        """Take up what the page found out about where it is."""
        self._history.arrive(self.address)
        self.turned.emit()
