"""A program that files are dragged from, as from a desktop: ``python -m tests.support.window.drag_source FILE...``.

It lies in the lower right corner of the screen, writes a line when it is seen, and ends with its standard input.
"""

import sys

from PySide6.QtCore import QMimeData, QSocketNotifier, Qt, QUrl
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QApplication, QLabel

SIDE = 60


class Source(QLabel):
    """A place from which files are dragged."""

    def __init__(self, paths):
        super().__init__("Files", None, Qt.WindowType.FramelessWindowHint)
        self.paths = paths

    def mouseMoveEvent(self, _):
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(path) for path in self.paths])
        data.setText("\n".join(self.paths))  # as programs that show files do
        drag = QDrag(self)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)

    def paintEvent(self, event):
        super().paintEvent(event)
        sys.stdout.write("seen\n")
        sys.stdout.flush()


def main():
    app = QApplication([])
    source, screen = Source(sys.argv[1:]), app.primaryScreen().geometry()
    source.setGeometry(screen.right() - SIDE, screen.bottom() - SIDE, SIDE, SIDE)
    end = QSocketNotifier(0, QSocketNotifier.Type.Read)
    end.activated.connect(app.quit)
    source.show()
    return app.exec()


if __name__ == "__main__":
    raise SystemExit(main())
