"""A window that stands on a workspace of its own, ready for its picture."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from labharness.app.workspace.workspace import Workspace
from labharness.gui.kit import theme
from labharness.gui.rooms import ROOMS
from labharness.gui.shell.main_window import MainWindow
from labharness.model.address import Address, Room
from tests.support.window.showcase import Showcase
from tests.support.window.specimen import Specimen

SETTLE_S = 1.2
JUDGED_S = 60.0


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture."""

    make: Callable[[Path], Specimen | None]
    colors: theme.Theme = theme.LIGHT
    show: Callable[[MainWindow], QWidget | None] = lambda _: None
    user: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """Workspaces that were written once; each scene gets a copy."""

    folder: Path

    def write(self, make: Callable[[Path], Specimen | None], place: Path) -> Specimen | None:
        """Write a workspace, or copy the one that was written by the same function; a run that goes on is written anew."""
        kept = self.folder / make.__name__
        if kept.is_dir():
            shutil.copytree(kept, place, symlinks=True)
            return None
        Workspace.init(place)
        specimen = make(place)
        if specimen is None:
            shutil.copytree(place, kept, symlinks=True)
        return specimen


@contextmanager
def standing(application: QApplication, scene: Scene, kept: Kept | None = None) -> Iterator[QWidget]:
    """Show a scene in a workspace of its own, as somebody who is logged in sees it."""
    account = {"USER": scene.user or "a-clerk"}
    with tempfile.TemporaryDirectory(prefix="labharness-") as folder, patch.dict(os.environ, account):
        place = Path(folder) / "laboratory"
        specimen = (kept or Kept(Path(folder) / "kept")).write(scene.make, place)
        window = MainWindow(Showcase(Workspace(place)), ROOMS)
        window.setWindowTitle("labharness")
        window.show()
        if specimen is not None:
            window.open(Address(Room.LIVE, (specimen.folder.run,)))
            follower = window.page.follower
            wait(lambda: follower.attachment is not None and not follower.attachment.behind)
        settle()
        shown = scene.show(window) or window
        yield shown
        if shown is not window:
            shown.close()
        put_away(application, window)
        if specimen is not None:
            specimen.close()


def put_away(application: QApplication, window: QWidget) -> None:
    """Close a window and delete it: one that is only closed is laid out anew with every change of the look."""
    window.close()
    window.deleteLater()
    application.processEvents()
    application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def settle(seconds: float = SETTLE_S) -> None:
    """Let the window do its work for a while."""
    QApplication.processEvents()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(0.02)
        QApplication.processEvents()


def wait(there: Callable[[], object], patience: float = JUDGED_S, after: float = SETTLE_S) -> Any:
    """Let the window do its work until something is there, and a while after; returns what is there."""
    until = time.monotonic() + patience
    while not (result := there()) and time.monotonic() < until:
        settle(0.02)
    settle(after)
    return result
