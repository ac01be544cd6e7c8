"""Files and folders that people drop on a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from labharness.filings.entries.filing import Filing
from labharness.model.address import Room

BUNDLES = (".zip",)


class DroppedPaths(QObject):
    """Hands what is dropped on a widget, or on what lies in it, to a function.

    Parameters
    ----------
    widget
        Where it may be dropped.
    take
        Called with the paths on this computer.
    """

    def __init__(self, widget: QWidget, take: Callable[[Sequence[Path]], None]) -> None:
        super().__init__(widget)
        self._take = take
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        """Accept what holds paths, and hand them on when they are dropped."""
        kinds = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)
        if event.type() in kinds and isinstance(event, QDropEvent):
            paths = paths_of(event.mimeData())
            if paths:
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
