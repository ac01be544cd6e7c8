"""A disk of a few hundred kilobytes that can be filled to its last byte and name."""

import os
import subprocess
from contextlib import suppress
from itertools import count

import pytest

SIZE, FILES = "512k", 300


class SmallDisk:
    """A mounted disk; ``fill`` leaves no byte and no name, ``free`` gives both back."""

    def __init__(self, path):
        self.path, self._names = path, count()

    def fill(self):
        with suppress(OSError):
            while True:
                (self.path / f"filler-{next(self._names)}").write_bytes(b"x" * (16 << 10))
        for name in list(self.path.glob("filler-*"))[:1]:
            with suppress(OSError), name.open("ab", buffering=0) as file:
                while True:
                    file.write(b"x" * 512)
        with suppress(OSError):
            while True:
                (self.path / f"filler-{next(self._names)}").touch()

    def free(self):
        for name in self.path.glob("filler-*"):
            name.unlink()

    @property
    def is_full(self):
        status = os.statvfs(self.path)
        return status.f_bavail == 0 or status.f_favail == 0


@pytest.fixture
def small_disk(tmp_path):
    """A small disk, mounted for a test; only an administrator may mount one."""
    path = tmp_path / "small-disk"
    path.mkdir()
    options = f"size={SIZE},nr_inodes={FILES}"
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(path)]
    if os.name == "nt" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no small disk can be mounted here")
    yield SmallDisk(path)
    subprocess.run(["umount", "-l", str(path)], check=True)
