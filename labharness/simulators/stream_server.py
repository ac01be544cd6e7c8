"""A simulated device at the end of a stream: over TCP, or on a pseudo-terminal as a serial port."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import sys
import time
from collections.abc import Callable, Iterator

from labharness.simulators.step import KILLED, Die, Discard, Send, Stall, Step, Unplug, Wait
from labharness.simulators.wire_server import DeviceConnection, Socket, UnpluggedError, WireServer

_CHUNK = 1 << 16


class TcpSocket:
    """A port of a network; while a host is connected, the next one waits.

    Raises
    ------
    OSError
        If the address cannot be had.
    """

    def __init__(self, host: str, port: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listener = socket.create_server((host, port), family=family)
        self.host, self.port = self._listener.getsockname()[:2]
        self.url = f"tcp://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"

    def connections(self, stop: socket.socket) -> Iterator[DeviceConnection]:
        """Accept one host after the other."""
        while stop not in select.select([self._listener, stop], [], [])[0]:
            connection, _ = self._listener.accept()
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.settimeout(0.0)
            yield connection

    def close(self) -> None:
        """Listen no more."""
        self._listener.close()


if sys.platform != "win32":
    import tty

    class _Master:
        """The master of a pseudo-terminal."""

        def __init__(self, file: int) -> None:
            self._file = file

        def fileno(self) -> int:
            """Return its file descriptor."""
            return self._file

        def recv(self, size: int, /) -> bytes:
            """Return 1 to ``size`` bytes."""
            return os.read(self._file, size)

        def send(self, data: memoryview, /) -> int:
            """Send some bytes; return how many."""
            return os.write(self._file, data)

        def close(self) -> None:
            """Keep it: hosts come and go without the device's notice, as on a serial cable."""

    class PtySocket:
        """A pseudo-terminal in the place of a serial port."""

        def __init__(self) -> None:
            # The slave stays open, because a master whose last slave closed reads as an error.
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.url = f"serial://{os.ttyname(self._slave)}"

        def connections(self, stop: socket.socket) -> Iterator[DeviceConnection]:
            """Yield the only one."""
            del stop
            yield _Master(self._master)

        def close(self) -> None:
            """Remove the terminal; whoever has it open is told."""
            for file in (self._master, self._slave):
                os.close(file)


class StreamServer(WireServer):
    """A simulated device behind a socket or terminal; :meth:`close` ends it.

    Parameters
    ----------
    end
        Where hosts connect.
    firmware
        Takes received bytes and returns what the device then does.
    """

    def __init__(self, end: Socket, firmware: Callable[[bytes], list[Step]]) -> None:
        self._firmware = firmware
        super().__init__(end, "stream server")

    def unplug(self) -> None:
        """Pull the plug; the device does not come back."""
        self.close()

    def _talk(self, wire: DeviceConnection) -> None:
        while self._ready(wire, reading=True):
            data = wire.recv(_CHUNK)
            if not data:
                return
            for step in self._firmware(data):
                self._perform(step, wire)
        raise UnpluggedError

    def _perform(self, step: Step, wire: DeviceConnection) -> None:
        match step:
            case Send(data):
                view = memoryview(data)
                while view:
                    if not self._ready(wire, reading=False):
                        raise UnpluggedError
                    with contextlib.suppress(BlockingIOError):
                        view = view[wire.send(view) :]
            case Wait(seconds):
                time.sleep(seconds)
            case Discard(seconds):
                self._discard(wire, seconds)
            case Stall():
                pass  # a stream has no endpoint to halt: what was to be sent is lost
            case Unplug():
                raise UnpluggedError
            case Die():
                os._exit(KILLED)

    def _discard(self, wire: DeviceConnection, seconds: float) -> None:
        while ready := select.select([self._woken, wire], [], [], seconds)[0]:
            if self._woken in ready:
                raise UnpluggedError
            if not wire.recv(_CHUNK):
                return

    def _ready(self, wire: DeviceConnection, *, reading: bool) -> bool:
        """Wait for the host; False where the server is to end."""
        waited: list[socket.socket | DeviceConnection] = [self._woken, *([wire] if reading else [])]
        return self._woken not in select.select(waited, [] if reading else [wire], [])[0]
