"""Copying of ended runs to the laboratory's store while a worker works, in processes of their own.

A store that hangs or refuses keeps no lane waiting: what was not copied waits, and the morning lists it.
"""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from labharness.app.workspace import Workspace
from labharness.child_processes import command_line
from labharness.nights.tickets import issue_ticket

OUTPUT = "store.txt"
EVERY_S = 300.0
"""Between two looks for runs that wait, where no item has ended meanwhile."""
PATIENCE_S = 3600.0
"""How long a worker that leaves with an empty queue waits for the last copy."""
LOOK_S = 0.2
"""Between two looks at a process that copies."""
FLAGS = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0)


class Copies:
    """Starts copying at once, after each item that ended, and from time to time.

    Parameters
    ----------
    begin
        Starts a process that copies what waits.
    every_s
        Seconds between two attempts.
    patience_s
        Seconds that :meth:`finish` waits at most.
    """

    def __init__(
        self,
        begin: Callable[[], subprocess.Popen[bytes]],
        every_s: float = EVERY_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._begin, self._every_s, self._patience_s = begin, every_s, patience_s
        self._due, self._over, self._left = threading.Event(), threading.Event(), threading.Event()
        self._due.set()
        self._thread = threading.Thread(target=self._work, name="copies", daemon=True)
        self._thread.start()

    def ended(self) -> None:
        """Copy soon: an item has ended."""
        self._due.set()

    def leave(self) -> None:
        """Start nothing more; a process at work goes on, and what it leaves is copied next time."""
        self._left.set()
        self._over.set()
        self._due.set()

    def finish(self) -> None:
        """Copy what has ended until now, then end; :meth:`leave` and a store that hangs cut it short."""
        self._over.set()
        self._due.set()
        self._thread.join(self._patience_s)
        self.leave()

    def _work(self) -> None:
        while True:
            self._due.wait(self._every_s)
            self._due.clear()
            last = self._over.is_set()
            if self._left.is_set():
                return
            with suppress(OSError):  # no process can be started now; the runs wait
                process = self._begin()
                while process.poll() is None and not self._left.wait(LOOK_S):
                    pass
            if last:
                return


def copying(workspace: Workspace, bench: str, folder: Path) -> Callable[[], subprocess.Popen[bytes]]:
    """Return what starts a process that copies the runs of a workspace.

    Parameters
    ----------
    bench
        Whose worker acts; the process shows it by a ticket.
    folder
        That of the bench, with a file for what the last process writes to its standard output.
    """
    command = command_line("store", "copy", "--bench", bench, "--workspace", str(workspace.path))

    def begin() -> subprocess.Popen[bytes]:
        folder.mkdir(parents=True, exist_ok=True)
        ticket = issue_ticket(folder)
        with (folder / OUTPUT).open("wb") as file:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=file,
                stderr=file,
                start_new_session=True,
                creationflags=FLAGS,
            )
        assert process.stdin is not None
        with suppress(OSError), process.stdin as pipe:  # it ended at once, and its output says why
            pipe.write(f"{ticket}\n".encode())
        return process

    return begin
