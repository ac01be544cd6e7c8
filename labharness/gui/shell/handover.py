"""One window for each user and workspace: a second start hands its address to the first and ends."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from labharness.evidence.account import own_account
from labharness.model.address import MOST

CONNECT_MS, ANSWER_MS = 500, 2000
TAKEN = b"taken\n"


def server_name(place: Path, workspace_id: str) -> str:
    """Return the name of the socket of this user's window on a workspace."""
    whose = f"{own_account()}\n{workspace_id or place.absolute()}"
    name = f"labharness-{hashlib.sha256(whose.encode()).hexdigest()[:16]}"
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    return str(Path(runtime) / name) if runtime and Path(runtime).is_dir() else name


def hand_over(name: str, address: str) -> bool:
    """Give an address, or "" to be shown at all, to a window that is open; returns whether there is one."""
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(CONNECT_MS):
        return False
    socket.write(address.encode()[: MOST + 1] + b"\n")
    taken = socket.waitForReadyRead(ANSWER_MS) and bytes(socket.readAll().data()) == TAKEN
    socket.disconnectFromServer()
    return taken


class Reception(QObject):
    """Takes the addresses of later starts.

    Attributes
    ----------
    asked
        Emitted with the text of an address, or "".
    """

    asked = Signal(str)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server, self._sockets = QLocalServer(self), list[QLocalSocket]()
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._take)
        self._open(name)

    def _open(self, name: str) -> None:
        if not self._server.listen(name):
            QLocalServer.removeServer(name)  # whoever had it has crashed, for it answered nobody
            self._server.listen(name)

    @property
    def is_open(self) -> bool:
        """Whether later starts find this window."""
        return self._server.isListening()

    def close(self) -> None:
        """Take no more."""
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
