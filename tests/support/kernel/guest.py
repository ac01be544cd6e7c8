"""A guest of QEMU with one CPU, whose root is the host's files below a layer in memory."""

from __future__ import annotations

import itertools
import json
import socket
import subprocess
import sys
import threading
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from tests.support.kernel.image import HERE, Image, UnavailableError, found

BOOT_S = 120.0
"""Longest time from power-on to the agent; about 10 seconds on an idle machine."""
COMMAND_S = 60.0
GATEWAY = "10.0.2.2"
"""The host, seen from the guest."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command did; the code is None where it was stopped for its time."""

    code: int | None
    out: str
    err: str

    def checked(self) -> str:
        """Return the output of a command that must succeed."""
        assert self.code == 0, f"exit code {self.code}\n{self.out}\n{self.err}"
        return self.out


class Guest:
    """A running guest; use as a context manager.

    Parameters
    ----------
    image
        What it boots.
    forwarded
        Ports of the guest by port of the host.
    arguments
        Further ones of QEMU.

    Raises
    ------
    UnavailableError
        If it does not come up in time.
    """

    def __init__(self, image: Image, forwarded: dict[int, int], arguments: tuple[str, ...] = ()) -> None:
        self.image = image
        self._numbers = itertools.count()
        self._waiting: dict[int, Future[Done]] = {}
        self._lock = threading.Lock()
        self._console = image.initramfs.with_name("console")
        self._console.write_bytes(b"")
        self._opened, self._said = ExitStack(), ""
        self._monitor, monitor = socket.socketpair()
        self._opened.enter_context(self._monitor)
        with socket.create_server(("127.0.0.1", 0)) as listener, monitor:
            listener.settimeout(BOOT_S)
            port = listener.getsockname()[1]
            command = _command(image, port, forwarded, self._console, monitor.fileno(), arguments)
            self._qemu = subprocess.Popen(
                command, pass_fds=[monitor.fileno()], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
            self._opened.callback(self._qemu.stderr.close)
            try:
                self._connection = self._opened.enter_context(self._agent(listener))
            except OSError as error:
                self.close()
                raise UnavailableError(f"the guest did not boot: {self.trouble()}") from error
        self._stream = self._connection.makefile("rwb")
        self._monitored = self._monitor.makefile("rw")
        self._monitored.readline()  # its greeting
        self.monitor("qmp_capabilities")
        reader = threading.Thread(target=self._read, name="guest", daemon=True)
        self._opened.enter_context(suppress(OSError))  # what was not sent when the guest ended
        self._opened.enter_context(self._stream)
        self._opened.enter_context(self._monitored)
        self._opened.callback(reader.join, 5)  # it ends with the connection, which ends with the guest
        reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self, *argv: str | Path, timeout: float = COMMAND_S, **env: str) -> Future[Done]:
        """Start a command."""
        number, future = next(self._numbers), Future[Done]()
        command = {"id": number, "argv": [*map(str, argv)], "timeout": timeout, "env": env}
        try:
            with self._lock:
                self._waiting[number] = future
                self._stream.write(json.dumps(command).encode() + b"\n")
                self._stream.flush()
        except OSError as error:
            raise UnavailableError(f"the guest ended: {self.trouble()}") from error
        return future

    def run(self, *argv: str | Path, timeout: float = COMMAND_S, **env: str) -> Done:
        """Run a command to its end."""
        return self.start(*argv, timeout=timeout, **env).result(timeout + COMMAND_S)

    def shell(self, script: str, timeout: float = COMMAND_S) -> str:
        """Run lines of a shell that must succeed; return what they print."""
        return self.run("/bin/sh", "-ec", script, timeout=timeout).checked()

    def modprobe(self, *names: str) -> None:
        """Load modules of the kernel with what they need."""
        self.run("modprobe", "-d", self.image.modules, "-a", *names).checked()

    def monitor(self, name: str, **arguments: Any) -> Any:
        """Give QEMU itself an order, such as to pull a device that it emulates."""
        self._monitor.sendall(json.dumps({"execute": name, "arguments": arguments}).encode() + b"\n")
        while True:
            answer = json.loads(self._monitored.readline())
            if "return" in answer:
                return answer["return"]
            assert "event" in answer, answer

    def trouble(self) -> str:
        """Return the last lines of the console and of QEMU."""
        if self._qemu.poll() is not None and not self._qemu.stderr.closed:
            self._said += self._qemu.stderr.read().decode()
        return "\n".join(self._console.read_text(errors="replace").splitlines()[-25:]) + self._said

    def close(self) -> None:
        """Switch it off."""
        self._qemu.kill()
        self._qemu.wait()
        self.trouble()  # which reads what QEMU wrote
        self._opened.close()

    def _agent(self, listener: socket.socket) -> socket.socket:
        """Wait for the agent, as long as QEMU runs."""
        ended = threading.Thread(target=self._abort, args=(listener.getsockname(),), daemon=True)
        ended.start()
        connection, _ = listener.accept()
        if self._qemu.poll() is not None:
            raise ConnectionError("QEMU ended")
        return connection

    def _abort(self, address: tuple[str, int]) -> None:
        """Wake whoever waits for the agent when QEMU ends."""
        self._qemu.wait()
        with socket.socket() as knock:
            knock.connect_ex(address)

    def _read(self) -> None:
        with suppress(OSError):  # a connection that breaks off says as much as one that ends
            for line in self._stream:
                answer = json.loads(line)
                future = self._waiting.pop(answer["id"])
                future.set_result(Done(answer["code"], answer["out"], answer["err"]))
        for future in self._waiting.values():
            future.set_exception(UnavailableError(f"the guest ended: {self.trouble()}"))


def _command(
    image: Image,
    port: int,
    forwarded: dict[int, int],
    console: Path,
    monitor: int,
    arguments: tuple[str, ...],
) -> list[str]:
    ports = "".join(f",hostfwd=tcp:127.0.0.1:{host}-:{guest}" for host, guest in forwarded.items())
    agent = {"python": sys.executable, "script": HERE / "agent.py", "port": port}
    words = ["console=ttyS0", "quiet", "panic=1", "mitigations=off", "tsc=reliable"]
    words += [f"agent.{name}={value}" for name, value in agent.items()]
    return [
        str(found("qemu-system-x86_64")),
        *("-machine", "q35", "-accel", "tcg", "-cpu", "Nehalem", "-smp", "1", "-m", "2048"),
        *("-display", "none", "-nodefaults", "-no-reboot", "-serial", f"file:{console}"),
        *("-kernel", str(image.kernel), "-initrd", str(image.initramfs), "-append", " ".join(words)),
        *("-fsdev", "local,id=host,path=/,security_model=none,multidevs=remap,readonly=on"),
        *("-device", "virtio-9p-pci,fsdev=host,mount_tag=host"),
        *("-netdev", f"user,id=net{ports}", "-device", "virtio-net-pci,netdev=net"),
        *("-chardev", f"socket,id=monitor,fd={monitor}"),
        *("-mon", "chardev=monitor,mode=control"),
        *arguments,
    ]
