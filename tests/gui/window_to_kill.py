"""``window_to_kill.py WORKSPACE HOST``: ``labharness-gui``, in which the last plan is started by mouse; says when it is seen to run."""

import sys

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from labharness.gui.main import main
from labharness.gui.run.live_page import LivePage
from labharness.gui.shell.main_window import MainWindow
from labharness.model.address import Address, Room

run_events = QApplication.exec


def sit_down(*_):
    """Start the plan, and go on with the window's own events until somebody kills it."""
    window = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow))
    window.open(Address(Room.NEW_RUN))
    form, clicked = window.page.panel, []

    def look():
        if isinstance(window.page, LivePage) and window.page.view.banner.word.text() == "Running":
            print("Running", flush=True)  # noqa: T201  the test waits for it
        elif not clicked and form.start.isEnabled() and form.device.count() > 1:
            clicked.append(True)
            result = [i for i in range(form.device.count()) if "usbip://" in str(form.device.itemData(i))]
            form.device.setCurrentIndex(result[0])
            QTest.mouseClick(form.start, Qt.MouseButton.LeftButton)

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(50)
    return run_events()


if __name__ == "__main__":
    QApplication.exec = sit_down
    sys.exit(main(["--workspace", sys.argv[1], "--usbip", sys.argv[2]]))
