"""``window_to_kill.py WORKSPACE HOST``: a window that starts the last plan by mouse and says when it sees it run."""

import sys
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from labharness.app.workspace import Workspace
from labharness.gui.rooms import ROOMS
from labharness.gui.run.live_page import LivePage
from labharness.gui.shell.main_window import MainWindow
from labharness.gui.workspace_services import WorkspaceServices
from labharness.model.address import Address, Room


def main(place, host):
    application = QApplication([])
    window = MainWindow(WorkspaceServices(Workspace.open(Path(place)), [host]), ROOMS)
    window.show()
    window.open(Address(Room.NEW_RUN))
    form, clicked = window.page.panel, []

    def look():
        if isinstance(window.page, LivePage) and window.page.view.banner.word.text() == "Running":
            print("Running", flush=True)  # noqa: T201  the test waits for it
        elif not clicked and form.start.isEnabled() and form.device.count() > 1:
            clicked.append(True)
            found = [i for i in range(form.device.count()) if "usbip://" in str(form.device.itemData(i))]
            form.device.setCurrentIndex(found[0])
            QTest.mouseClick(form.start, Qt.MouseButton.LeftButton)

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(50)
    application.exec()


if __name__ == "__main__":
    main(*sys.argv[1:])
