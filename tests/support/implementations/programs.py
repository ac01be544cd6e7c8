"""Programs that print outcomes of the generators of a language's own library."""

import ctypes
import ctypes.util
import os
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

HERE = Path(__file__).parent
GNU = sys.platform == "linux" and hasattr(ctypes.CDLL(None), "gnu_get_libc_version")


class Asked(NamedTuple):
    """A line of outcomes that is asked for."""

    way: str
    bound: int
    seed: int
    skipped: int
    stride: int
    count: int


@dataclass(frozen=True)
class Program:
    """A program, and what it needs: a table of ``programs.toml``."""

    name: str
    source: str
    needs: dict[str, str]
    ways: list[tuple[str, str, str]]
    shuffles: list[tuple[str, str, str, str]] = field(default_factory=list)
    build: str = ""
    run: str = "{folder}/draws"
    library: str = ""
    file: str = ""
    gnu: bool = False
    package: str = ""

    def missing(self) -> str:
        """Return the Debian packages that are not there."""
        lacking = [package for command, package in self.needs.items() if not shutil.which(command)]
        there = (GNU or not self.gnu) and (ctypes.util.find_library(self.library) or not self.library)
        return ", ".join(lacking if there and Path(self.file).exists() else [*lacking, self.package])

    def outcomes(self, asked: list[Asked], folder: Path) -> list[np.ndarray]:
        """Return the outcomes of each line; what is compiled is kept in a folder."""
        place = folder / f"{self.build.partition(' ')[0]}-{self.source}"
        library = ctypes.util.find_library(self.library) if self.library else ""
        places = {"source": HERE / self.source, "folder": place, "library": library, "file": self.file}
        if self.build:
            compiled(tuple(word.format(**places) for word in self.build.split()), place)
        done = subprocess.run(
            [word.format(**places) for word in self.run.split()],
            input="".join(" ".join(map(str, each)) + "\n" for each in asked),
            capture_output=True,
            encoding="utf-8",
            env=os.environ | {"NODE_PATH": "/usr/share/nodejs"},
            check=False,
        )
        assert done.returncode == 0, (self.name, done.stderr[:500])
        rows = [np.array(line.split(), dtype=np.int64) for line in done.stdout.splitlines()]
        assert [len(row) for row in rows] == [each.count for each in asked], self.name
        return rows


@cache
def compiled(command: tuple[str, ...], folder: Path) -> None:
    """Compile a program, once."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, (command, done.stdout, done.stderr)


PROGRAMS = [
    Program(**table)
    for table in tomllib.loads((HERE / "programs.toml").read_text(encoding="utf-8"))["program"]
]
