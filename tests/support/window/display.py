"""An X server of its own: ``python -m tests.support.window.display COMMAND...`` runs a command before it.

The server has no window manager, as few as possible stand between a test and the window.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

INSTALL = "Install it with: sudo apt-get install xvfb"
SIZE = (1920, 1200)
_HEADER = struct.Struct(">25I")
"""The header of an XWD file, X Window Dump, version 7."""


@dataclass(frozen=True, slots=True)
class Display:
    """A running X server."""

    name: str
    memory: Path

    @property
    def environment(self) -> dict[str, str]:
        """Variables with which a program draws on it."""
        return {"DISPLAY": self.name, "WAYLAND_DISPLAY": "", "QT_QPA_PLATFORM": "xcb"}

    def picture(self) -> NDArray[np.uint8]:
        """Return what is on its screen: rows, columns and three colors."""
        content = self.memory.read_bytes()
        fields = _HEADER.unpack_from(content)
        header, width, height, colors = fields[0], fields[4], fields[5], fields[19]
        assert (fields[1], fields[11]) == (7, 32), "32 bits for each pixel"
        pixels = np.frombuffer(content, np.uint8, 4 * width * height, header + 12 * colors)
        return pixels.reshape(height, width, 4)[:, :, :3]


@contextmanager
def display(size: tuple[int, int] = SIZE) -> Iterator[Display]:
    """Start an X server, and end it."""
    assert shutil.which("Xvfb"), INSTALL
    read, write = os.pipe()
    with tempfile.TemporaryDirectory(prefix="labharness-x-") as folder:
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size[0]}x{size[1]}x24"]
        server = subprocess.Popen(
            [*command, "-fbdir", folder, "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL
        )
        os.close(write)
        try:
            with os.fdopen(read) as text:
                number = text.readline().strip()
            assert number, "Xvfb did not start."
            yield Display(f":{number}", Path(folder) / "Xvfb_screen0")
        finally:
            server.terminate()
            server.wait()


def main(command: list[str]) -> int:
    """Run a command before an X server; returns its exit code."""
    with display() as screen:
        return subprocess.run(command, env=os.environ | screen.environment, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
