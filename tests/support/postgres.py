"""A real PostgreSQL, which is started from the Debian package on the loopback and a socket, and can be killed."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sa

NAMES = count(1)


def programs():
    """Folder of the newest PostgreSQL's programs, None where the package is not installed."""
    result = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: int(each.parts[-3]))
    return result[-1].parent if result else None


class Server:
    """A server of this test, with a place for each queue or register."""

    def __init__(self, *, tcp=False):
        self._programs = programs()
        if self._programs is None or sys.platform == "win32":
            pytest.skip("postgresql is not installed")
        # PostgreSQL refuses to run as root, and a socket's path must be short.
        self._place = Path(subprocess.check_output(["mktemp", "-d", "-t", "pg.XXXXXX"], text=True).strip())
        self._user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
        if self._user:
            shutil.chown(self._place, "nobody")
        self._data, self._log = self._place / "data", self._place / "log"
        self.running = False
        self.port = _free_port() if tcp else 5432
        # Here processes are killed and not the machine, so nothing need wait for the disk.
        self._options = f"-c listen_addresses={'127.0.0.1' if tcp else ''} -c port={self.port} -c fsync=off "
        self._options += f"-c unix_socket_directories={self._place} -c max_connections=40"
        options = ["-A", "trust", "-U", "lab", "-E", "UTF8", "--locale=C", "--no-sync"]
        self._call("initdb", "-D", self._data, *options)

    def _call(self, program, *arguments):
        command = [*self._user, self._programs / program, *arguments]
        done = subprocess.run(
            command, cwd=self._place, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        text = self._log.read_text() if self._log.exists() else ""
        assert done.returncode == 0, done.stdout + done.stderr + text

    def start(self):
        """Start it, also after it was killed, and wait until it answers."""
        # Its output goes to a file: a pipe would stay open with the server.
        command = [*self._user, self._programs / "pg_ctl", "-D", self._data, "-w", "-l", self._log]
        for _ in range(20):  # what a killed one leaves holds its memory for a moment
            done = subprocess.run(
                [*command, "-o", self._options, "start"],
                cwd=self._place,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
            if done.returncode == 0:
                self.running = True
                return
            time.sleep(0.1)
        raise AssertionError(self._log.read_text())

    def start_if_needed(self):
        """Start it where it does not run."""
        if not self.running:
            self.start()

    def kill(self):
        """Kill the server and all its processes, as the system does for want of memory."""
        self.running = False
        with suppress(FileNotFoundError):
            master = int((self._data / "postmaster.pid").read_text().splitlines()[0])
            for process in [master, *_children(master)]:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)

    def stop(self):
        """End it, and remove what it wrote."""
        with suppress(AssertionError):  # it was killed
            self._call("pg_ctl", "-D", self._data, "-m", "immediate", "stop")
        shutil.rmtree(self._place, ignore_errors=True)

    def url(self, name="", *, tcp=False):
        """Return the URL of a schema, of the whole database without a name."""
        host = "127.0.0.1" if tcp else self._place
        options = f"&options=-csearch_path%3D{name}" if name else ""
        return f"postgresql+psycopg://lab@/postgres?host={host}&port={self.port}{options}"

    def place(self, *, tcp=False):
        """Make an empty schema and return its URL; a database of its own takes thirty times as long."""
        name = f"place{next(NAMES)}"
        engine = sa.create_engine(self.url(), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql(f"CREATE SCHEMA {name}")
        engine.dispose()
        return self.url(name, tcp=tcp)


def _free_port():
    with socket.socket() as each:
        each.bind(("127.0.0.1", 0))
        return each.getsockname()[1]


def _children(master):
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(status.read_text().rpartition(")")[2].split()[1]) == master:
                yield int(status.parent.name)


@pytest.fixture(scope="session")
def postgres():
    """Start a PostgreSQL on a socket; give a function that makes an empty place in it and returns its URL."""
    server = Server()
    server.start()
    yield server.place
    server.stop()


@pytest.fixture(scope="session")
def mortal():
    """Make a PostgreSQL that a test may kill, on a port and a socket."""
    server = Server(tcp=True)
    server.start()
    yield server
    server.stop()
