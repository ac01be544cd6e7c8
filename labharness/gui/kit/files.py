"""Files in the window: a field for a path, files dropped on a page, and files dragged over fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QTextEdit, QWidget
from shiboken6 import isValid

from labharness.filings.entries.filing import Filing
from labharness.gui.kit.parts import ask_for_file, in_row, line_edit, push_button
from labharness.gui.kit.words import tr
from labharness.model.address import Room


class FileField(QWidget):
    """A line for a path, and a button that opens the choice.

    Parameters
    ----------
    name
        What the file is.
    hint
        What stands there while it is empty.
    kinds
        Patterns of the choice.
    folder
        Where the choice begins.
    folders
        Whether a folder is meant, and no file.
    writes
        Whether the file is to be made.
    """

    changed = Signal()
    """Emitted when the path is another."""

    def __init__(
        self, name: str, hint: str, kinds: str, folder: Path, *, folders: bool = False, writes: bool = False
    ) -> None:
        super().__init__()
        self._folders, self._writes = folders, writes
        self._name, self._kinds, self._folder = name, kinds, folder
        self.line = line_edit(name, hint, self._change)
        self.button = push_button(
            "…",
            self._ask,
            name=tr("Choose the {name}", name=name.lower()),
            hint=tr("Choose the {name}", name=name.lower()),
        )
        self.button.setMinimumWidth(40)
        self.setFocusProxy(self.line)
        in_row((self.line, 1), self.button, gap=6, on=self)

    @property
    def text(self) -> str:
        """The whole path, or ""; a name without a folder is meant where the choice begins, not where the program runs."""
        written = self.line.text().strip()
        try:
            return str(self._folder / Path(written).expanduser()) if written else ""
        except RuntimeError:  # ~ of an account that is not there
            return written

    def _change(self) -> None:
        self.line.setToolTip(self.text)
        self.changed.emit()

    def _ask(self) -> None:
        ask_for_file(
            self,
            self.button.toolTip(),
            lambda path: self.line.setText(str(path)),
            place=self._folder,
            kinds=self._kinds,
            folder=self._folders,
            writes="" if self._writes else None,
        )


BUNDLES = (".zip",)


class DroppedPaths(QObject):
    """Hands what is dropped on a widget, or on what lies in it, to a function.

    Parameters
    ----------
    widget
        Where it may be dropped.
    take
        Called with the paths on this computer.
    may
        Says whether files may be dropped now.
    """

    def __init__(
        self,
        widget: QWidget,
        take: Callable[[Sequence[Path]], object],
        may: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(widget)
        self._take, self._may = take, may
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Accept what holds paths, and hand them on when they are dropped."""
        kinds = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
        if event.type() in kinds and isinstance(event, QDropEvent):
            paths = paths_of(event.mimeData())
            if paths and self._may():
                event.acceptProposedAction()
                if event.type() is QEvent.Type.Drop:
                    self._take(paths)
                return True
        return super().eventFilter(watched, event)


def room_of(path: Path) -> Room:
    """Return the room that deals with a path: submissions are imported, bundles verified, plans read, all else analyzed."""
    if is_submission(path):
        return Room.SUBMISSIONS
    if path.is_dir() or path.suffix.lower() in BUNDLES:
        return Room.EVIDENCE
    return Room.PLANS if is_plan(path) else Room.ANALYZE


def is_submission(path: Path) -> bool:
    """Say whether a path is a folder with the entries of a submission."""
    return (path / f"{Filing.kind}.toml").is_file()


def is_plan(path: Path) -> bool:
    """Say whether a path is a file that may hold a plan."""
    return path.suffix.lower() == ".toml" and not path.is_dir()


def paths_of(data: QMimeData) -> list[Path]:
    """Return the paths on this computer that dragged data names."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []


FIELDS = (QLineEdit, QPlainTextEdit, QTextEdit)
ENDS = (QEvent.Type.DragLeave, QEvent.Type.Drop)


class FileDrags(QObject):
    """Closes the fields of a window to what is dragged while that is files.

    Parameters
    ----------
    window
        A window of its own; fields that come later count as well.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._closed, self._over = window, list[QWidget](), False
        window.installEventFilter(self)
        window.winId()  # makes what the system drags over, which hears of it before any field does
        window.windowHandle().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Close the fields when files come, and open them when they are gone."""
        if watched is self._window:
            if event.type() == QEvent.Type.WinIdChange and self._window.internalWinId():
                # Qt made it anew, for another kind of frame
                self._window.windowHandle().installEventFilter(self)
        elif isinstance(event, QDragEnterEvent) and paths_of(event.mimeData()):
            self._over = True
            for kind in FIELDS:
                self._closed += [field for field in self._window.findChildren(kind) if field.acceptDrops()]
            self._accept(files=False)
        elif event.type() in ENDS:
            self._over = False
            QTimer.singleShot(0, self, self._open)
        return super().eventFilter(watched, event)

    def _open(self) -> None:
        if self._over:  # they left and came back
            return
        self._accept(files=True)
        self._closed.clear()

    def _accept(self, *, files: bool) -> None:
        for field in filter(isValid, self._closed):  # what took the files may have put others in their place
            field.setAcceptDrops(files)
