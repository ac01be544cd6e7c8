"""Pages of the main window: the page of an object or a list, one that scrolls, and tabs as high as the part shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QTabWidget, QVBoxLayout, QWidget

from labharness.app.overview.overview import Overview
from labharness.gui.kit.findable import PageCommand, commands_of
from labharness.gui.kit.parts import in_column
from labharness.gui.kit.tables.row_table import FilteredList
from labharness.gui.kit.window_state import WindowState
from labharness.model.address import Address, Room


def scrolled(page: QWidget) -> QVBoxLayout:
    """Lay out a page as one area that scrolls, and return the column that stands in it."""
    inside = QWidget()
    area = area_of(inside)
    in_column(area, on=page)
    return QVBoxLayout(inside)


def area_of(inside: QWidget) -> QScrollArea:
    """Return an area in which a widget fills the room, and is scrolled only where it needs more."""
    area = QScrollArea()
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area


def least_height(widget: QWidget, width: int) -> int:
    """Return the height that a widget needs at a width; Qt's own answer is the height that it would like."""
    layout = widget.layout()
    if isinstance(layout, QStackedLayout) and (shown := layout.currentWidget()) is not None:
        return least_height(shown, width)
    least = widget.minimumSizeHint().height()
    return max(least, layout.totalMinimumHeightForWidth(width)) if layout is not None else least


@dataclass(frozen=True, slots=True)
class Crumb:
    """One level of the path to what a page shows."""

    text: str
    address: Address


@dataclass(frozen=True, slots=True)
class Handed:
    """Files that somebody dropped on one page and that another one deals with."""

    room: Room
    files: tuple[Path, ...]


class Page(QWidget):
    """What a room shows; it holds the only copy of nothing.

    A page works only while it is visible, asks services on other threads, and shows a mistake beside its cause.

    Attributes
    ----------
    listed
        The list of the room, whose place is kept; None where it has none.
    memory
        Where filters and choices are kept; the window gives each page its own before it is first shown.
    """

    went = Signal(object)
    """Emitted with the :class:`Address` that the window is to show."""
    announced = Signal(str)
    """Emitted with one sentence for the status bar."""
    moved = Signal()
    """Emitted when :meth:`crumbs` changed because somebody went on."""
    arrived = Signal()
    """Emitted when the page shows what an address names, and :meth:`crumbs` say more of it: its version, its first check."""
    handed = Signal(object)
    """Emitted with :class:`Handed`: files for another room."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = WindowState()
        self.listed: FilteredList | None = None

    def use_memory(self, memory: WindowState) -> None:
        """Take up how somebody left the page, once, before it is first shown."""
        self.memory = memory

    def take_files(self, files: Sequence[Path]) -> None:
        """Take up files that were dropped on another page."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return what is needed by what is shown; of several views one above the other, by the one at hand."""
        layout = self.layout()
        shown = layout.currentWidget() if isinstance(layout, QStackedLayout) else None
        return super().minimumSizeHint() if shown is None else shown.minimumSizeHint()

    def heightForWidth(self, width: int) -> int:  # noqa: N802  Qt's name
        """Return the height without which the page is scrolled."""
        return least_height(self, width)

    def commands(self) -> Sequence[PageCommand]:
        """Return what the search offers on this page; its buttons unless a page says otherwise."""
        return commands_of(self)

    def show_address(self, address: Address) -> None:
        """Show what an address of this room names; what does not exist is told in a sentence."""

    def show_overview(self, overview: Overview) -> None:
        """Take up what goes on in the workspace; called every few seconds on every page."""

    def lose_overview(self, sentence: str) -> None:
        """Say that nobody knows what goes on now, and why; what was shown before may be out of date."""

    def crumbs(self) -> tuple[Crumb, ...]:
        """Return the levels below the room, the outermost first."""
        return ()

    def keep(self) -> object:
        """Return what :meth:`restore` needs to show the same row at the same place again."""
        return None if self.listed is None else self.listed.keep()

    def restore(self, kept: object) -> None:
        """Take up what :meth:`keep` returned."""
        if self.listed is not None:
            self.listed.restore(kept)

    def stop(self) -> None:
        """Let go of threads and timers; the window closes."""

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  Qt's name
        """Let go where the page is a window by itself."""
        self.stop()
        super().closeEvent(event)


class ShownTabs(QTabWidget):
    """Parts of a page; what is higher than the window scrolls with the page."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:  # noqa: N802  Qt's name
        """Return the least size, of whatever height the other parts are."""
        least = super().minimumSizeHint()
        if self.count():
            least.setHeight(self._bar + self.currentWidget().minimumSizeHint().height())
        return least

    def hasHeightForWidth(self) -> bool:  # noqa: N802  Qt's name
        """Say that the height depends on the width: rows of buttons and sentences break."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  Qt's name
        """Return the least height at a width."""
        return self._bar + (least_height(self.currentWidget(), width) if self.count() else 0)

    @property
    def _bar(self) -> int:
        return self.tabBar().sizeHint().height()
