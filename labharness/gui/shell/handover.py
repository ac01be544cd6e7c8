"""One window for each user and workspace: a second start hands its address to the first and ends."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from labharness.evidence.account import own_account
from labharness.model.address import MOST

CONNECT_MS, ANSWER_MS = 500, 2000
LOOK_MS = 5000
"""Milliseconds between two looks whether the socket is still this window's."""
TAKEN = b"taken\n"
NO_FILE = (0, 0)
ENDED = (
    QLocalSocket.LocalSocketError.ServerNotFoundError,
    QLocalSocket.LocalSocketError.ConnectionRefusedError,
)
"""What the system answers where no process listens; a living one whose queue is full gives something else."""


def server_name(place: Path, workspace_id: str) -> str:
    """Return the name of the socket of this user's window on a workspace."""
    whose = f"{own_account()}\n{workspace_id or place.absolute()}"
    name = f"labharness-{hashlib.sha256(whose.encode()).hexdigest()[:16]}"
    return _placed(name, Path(tempfile.gettempdir()))


if sys.platform == "win32":

    def _placed(name: str, shared: Path) -> str:  # noqa: ARG001  a pipe lies in no folder
        return name

else:

    def _placed(name: str, shared: Path) -> str:
        return str(_own_folder(shared) / name)

    def _own_folder(shared: Path) -> Path:
        """Return a folder where nobody else can take a name: of the login, or of this account in the shared one.

        Where another account has made that one, the folder is new: this start finds no window and swallows no address.
        """
        runtime = os.environ.get("XDG_RUNTIME_DIR", "")
        if runtime and Path(runtime).is_dir():
            return Path(runtime)
        folder = shared / f"labharness-{os.geteuid()}"
        with suppress(FileExistsError):
            folder.mkdir(mode=stat.S_IRWXU)
        status = folder.lstat()
        if (status.st_uid, status.st_mode) == (os.geteuid(), stat.S_IFDIR | stat.S_IRWXU):
            return folder
        return Path(tempfile.mkdtemp(prefix="labharness-", dir=shared))


def hand_over(name: str, address: str) -> bool:
    """Give an address, or "" to be shown at all, to a window that is open; returns whether it took it.

    A window that is too busy to answer has the address all the same, and shows it when it can.
    """
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    socket.write(address.encode()[: MOST + 1] + b"\n")
    taken = socket.waitForReadyRead(ANSWER_MS) and bytes(socket.readAll().data()) == TAKEN
    socket.disconnectFromServer()
    return taken


def _has_listener(name: str) -> bool:
    """Say whether a living process listens: the system connects to it however busy it is, and never to one that ended."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    lives = socket.waitForConnected(CONNECT_MS) or socket.error() not in ENDED
    socket.abort()
    return lives


class Reception(QObject):
    """Takes the addresses of later starts.

    A window takes the name where no living window has it, and looks again and again: it takes the name anew when its socket was
    removed, or when the window that had the name has gone.

    Parameters
    ----------
    look_ms
        Milliseconds between two looks.

    Attributes
    ----------
    asked
        Emitted with the text of an address, or "".
    """

    asked = Signal(str)

    def __init__(self, name: str, parent: QObject | None = None, *, look_ms: int = LOOK_MS) -> None:
        super().__init__(parent)
        self._name, self._file = name, NO_FILE
        self._server, self._sockets = QLocalServer(self), list[QLocalSocket]()
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._take)
        self._looks = QTimer(self)
        self._looks.timeout.connect(self._keep)
        self._looks.start(look_ms)
        self._keep()

    def _keep(self) -> None:
        """Listen, unless this window does or another one lives."""
        if (self.is_open and self._own_file() == self._file) or _has_listener(self._name):
            return
        self._server.close()
        QLocalServer.removeServer(self._name)  # whoever had it has ended: no process listens
        self._server.listen(self._name)
        self._file = self._own_file()

    def _own_file(self) -> tuple[int, int]:
        """Return which file the socket is; on Windows it is none, and nobody can remove it."""
        with suppress(OSError):
            if sys.platform != "win32":
                status = Path(self._server.fullServerName() or self._name).stat()
                return status.st_dev, status.st_ino
        return NO_FILE

    @property
    def is_open(self) -> bool:
        """Whether later starts find this window."""
        return self._server.isListening()

    def close(self) -> None:
        """Take no more."""
        self._looks.stop()
        self._server.close()
        for socket in tuple(self._sockets):
            socket.abort()

    def _take(self) -> None:
        socket = self._server.nextPendingConnection()
        if socket is not None:
            self._sockets.append(socket)
            socket.readyRead.connect(self._read)
            socket.disconnected.connect(self._drop)

    def _drop(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket) and socket in self._sockets:
            self._sockets.remove(socket)
            socket.deleteLater()

    def _read(self) -> None:
        socket = self.sender()
        if not isinstance(socket, QLocalSocket):
            return
        if not socket.canReadLine():
            if socket.bytesAvailable() > MOST + 1:
                socket.abort()
            return
        line = bytes(socket.readLine(MOST + 2).data())
        socket.write(TAKEN)
        socket.flush()
        self.asked.emit(line.decode("utf-8", "replace").strip())
