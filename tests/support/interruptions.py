"""What a kill, a full disk or a lost server leaves of an act: at every step of it, as Python's audit events name the steps.

No part of the product is replaced: an audit hook sees each file that is about to be written, renamed or removed below a
folder.  What lies there before a step is what a kill at that step leaves, so one course of an act gives all these states.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from labharness.errors import LabharnessError

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_STEPS = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link")


class Killed(BaseException):
    """Ends an act as a kill does: nobody handles it."""


class _Watch:
    """Where the hook looks, and what it does at a step there; nothing while ``step`` is None."""

    folder = ""
    step: Callable[[str, str], None] | None = None


def _hook(event: str, arguments: tuple) -> None:
    step = _Watch.step
    if step is None or event not in ("open", *_STEPS):
        return
    path = arguments[0]
    if not isinstance(path, str | os.PathLike):
        return
    path = os.fspath(path)
    if not path.startswith(_Watch.folder) or path.endswith(".lock"):
        return
    # A folder is opened to force its names onto the medium: what is renamed has its name by then.
    if event == "open" and not (arguments[2] & _WRITES or Path(path).is_dir()):
        return
    _Watch.step = None  # what the step does is no step
    try:
        step(event, path)
    finally:
        _Watch.step = step


@contextmanager
def at_every_step(folder: Path, step: Callable[[str, str], None]) -> Iterator[None]:
    """Call a function before each step below a folder, with the name of its event and its path."""
    if not hasattr(_Watch, "installed"):
        _Watch.installed = True
        sys.addaudithook(_hook)
    _Watch.folder, _Watch.step = os.fspath(folder), step
    try:
        yield
    finally:
        _Watch.step = None


def images(space: Path, into: Path, act: Callable[[], object]) -> list[Path]:
    """Carry out an act, and return copies of a folder: as a kill at each step leaves it, and as it is afterwards."""
    paths, states = [], [None]

    def copy(event: str = "", path: str = "") -> None:
        del event, path
        state = {
            (str(each), result.st_ino, result.st_size, result.st_mtime_ns)
            for each in space.rglob("*")
            if (result := each.lstat())
        }
        if state != states[-1]:
            states.append(state)
            paths.append(Path(shutil.copytree(space, into / f"{len(paths)}" / space.name, symlinks=True)))

    with at_every_step(space, copy):
        act()
    copy()
    return paths


class AtStep:
    """Does something at the n-th step, counted from 0, and nothing at any other.

    Attributes
    ----------
    reached
        Whether there was such a step.
    """

    def __init__(self, number: int, do: Callable[[], None]) -> None:
        self._left, self._do, self.reached = number, do, False

    def __call__(self, event: str, path: str) -> None:
        del event, path
        self._left -= 1
        if self._left == -1:
            self.reached = True
            self._do()


def full_disks(space: Path, into: Path, act: Callable[[Path], object]) -> Iterator[Path]:
    """Carry out an act on copies of a folder, each with a disk that is full at a later step; yield each as it is left.

    The last one is of an act that found space for all of its steps.
    """
    for number in count():
        place, step = Path(shutil.copytree(space, into / str(number))), AtStep(number, full)
        with at_every_step(place, step), suppress(LabharnessError):
            act(place)
        yield place
        if not step.reached:
            return


def full() -> None:
    """Refuse as a full disk does."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def killed() -> None:
    """End the act here."""
    raise Killed
