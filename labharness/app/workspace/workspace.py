"""A workspace: one folder on a local drive that holds runs, reports and the register of submissions."""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import shlex
import subprocess
import sys
from collections.abc import Container, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.devices.identity import identities
from labharness.errors import WorkspaceError
from labharness.evidence.durable import Writing, keep_private
from labharness.evidence.lock import DEVICE_NAME, LEDGER, FileLock
from labharness.evidence.outside import FileReading
from labharness.model.eastern_time import eastern
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.evidence import Lockable
from labharness.model.reasons.run import Runs

if TYPE_CHECKING:
    from labharness.evidence.folder import RunFolder


MARKER = "labharness-workspace.toml"
LONGEST_NAME = 200
"""Bytes of the name of a run: files beside its folder have it with an ending."""
FOLDERS = ("runs", "reports", "plans", "diagnostics")
NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "fuse.rclone", "9p", "afs", "ncpfs", "davfs"}
)


@dataclass(frozen=True, slots=True)
class Workspace:
    """A folder made by ``labharness init``."""

    path: Path

    @classmethod
    def init(cls, path: Path) -> Workspace:
        """Make a workspace, or return the one that is there.

        Raises
        ------
        WorkspaceError
            If the folder is on a network drive, holds something else, or cannot be written.
        """
        path = _absolute(path)
        refuse_network(path)
        keep_private(path)
        marker = path / MARKER
        with Writing(path, WorkspaceError):
            if path.exists() and not marker.exists() and (not path.is_dir() or any(path.iterdir())):
                raise WorkspaceError(Workspaces.OCCUPIED(folder=str(path)))
            for folder in FOLDERS:
                (path / folder).mkdir(parents=True, exist_ok=True)
            if not marker.exists():
                name = secrets.token_hex(8)  # it tells workspaces apart that share a register
                marker.write_text(f'# A labharness workspace.\nschema = 1\nid = "{name}"\n', encoding="utf-8")
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> Workspace:
        """Return a workspace; raises :class:`WorkspaceError` where there is none."""
        path = _absolute(path)
        with FileReading(path, WorkspaceError):
            there = (path / MARKER).is_file()
        if not there:
            raise WorkspaceError(
                Workspaces.NOT_A_WORKSPACE(folder=str(path), command=f"labharness init {quoted(path)}")
            )
        refuse_network(path)
        keep_private(path)
        return cls(path)

    @property
    def is_one(self) -> bool:
        """Whether there is a workspace at its place."""
        return (self.path / MARKER).is_file()

    def runs(self) -> list[RunFolder]:
        """Return every run, oldest name first; raises :class:`WorkspaceError` where they cannot be read."""
        return list(self.latest_runs())[::-1]

    def latest_runs(self) -> Iterator[RunFolder]:
        """Yield every run, latest name first, each as soon as it is known; raises as :meth:`runs` does."""
        from labharness.evidence.folder import RunFolder

        folder = self.path / "runs"
        for name in self.run_names():
            # Ten thousand at once, several times a minute: as text, which costs a third of paths.
            if os.path.isfile(f"{folder}/{name}/{LEDGER}"):  # noqa: PTH113
                yield RunFolder(folder / name)

    def run_names(self) -> list[str]:
        """Return names that runs may have, latest first, whether they have a ledger or not; raises as :meth:`runs` does."""
        folder = self.path / "runs"
        with (
            FileReading(folder, WorkspaceError),
            suppress(FileNotFoundError),
        ):  # a copy may leave out what is empty
            return sorted((name for name in os.listdir(folder) if not name.startswith(".")), reverse=True)  # noqa: PTH208
        return []

    def run(self, name: str) -> RunFolder:
        """Return a run by name, or by the path of its folder."""
        from labharness.evidence.folder import RunFolder

        with FileReading(name, WorkspaceError):
            for path in (self.path / "runs" / name, Path(name).absolute()):
                if name and (path / LEDGER).is_file():
                    return RunFolder(path)
        known = tuple(run.run for run in self.runs()[-5:])
        raise WorkspaceError(Runs.UNKNOWN(run=name, workspace=str(self.path), latest=known))

    def new_run(self, name: str | None, plan_id: str) -> Path:
        """Return the folder of a run that is about to begin; raises :class:`WorkspaceError` for what names none."""
        if name is None:
            name = run_name(plan_id)
        if not name:
            raise WorkspaceError(Runs.NAME_EMPTY())
        # A leading period hides a folder from every list, a leading hyphen is an option of a command.
        strange = name[0] in ".-" or not name.isprintable() or len(os.fsencode(name)) > LONGEST_NAME
        if strange or Path(name).name != name or "\\" in name:
            raise WorkspaceError(Runs.NAME_INVALID(name=name))
        if DEVICE_NAME.fullmatch(name):
            raise WorkspaceError(Runs.NAME_RESERVED(name=name))
        return self.path / "runs" / name

    @classmethod
    def holding(cls, run: RunFolder) -> Workspace | None:
        """Return the workspace that a run lies in, None where it lies elsewhere."""
        place = run.path.absolute().parent.parent
        return cls(place) if (place / MARKER).is_file() else None

    def holds(self, run: RunFolder) -> bool:
        """Whether a run lies in this workspace."""
        home = run.path.absolute().parent.parent
        return home == self.path or home.resolve() == self.path.resolve()

    def report(self, run: RunFolder) -> Path:
        """Return where a run's report is written."""
        return self.path / "reports" / f"{run.run}.pdf"


def numbered(stem: str, taken: Container[str]) -> str:
    """Return a stem with the first number that gives a name which is not taken.

    Examples
    --------
    >>> numbered("tour-", {"tour-1", "tour-3"})
    'tour-2'
    """
    return next(name for at in count(1) if (name := f"{stem}{at}") not in taken)


def run_name(plan_id: str) -> str:
    """Return the name of a run that begins now and that nobody named: when, by the clock of Pennsylvania, and its plan."""
    return f"{eastern(datetime.now(UTC))[0]:%Y%m%dT%H%M%S}-{plan_id}"


def quoted(path: Path) -> str:
    """Return a path as it is typed in a command, in quotation marks where it needs them."""
    return subprocess.list2cmdline([str(path)]) if sys.platform == "win32" else shlex.quote(str(path))


def _absolute(path: Path) -> Path:
    try:
        return path.expanduser().absolute()
    except (OSError, RuntimeError) as error:  # nobody has such a home, or the present folder was deleted
        raise WorkspaceError(Workspaces.NOT_LOCATED(folder=str(path)[:200], why=str(error))) from error


def make_inside(workspace: Path, folder: Path) -> None:
    """Make a folder of a workspace for its owner alone, and never the workspace itself.

    Raises
    ------
    OSError
        If the workspace is not there, or the folder cannot be made. Where a disk was unmounted, what is written beneath its
        mount point is found by nobody once it is back.
    """
    if not (workspace / MARKER).is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(workspace))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def refuse_network(path: Path) -> None:
    """Raise :class:`WorkspaceError` for a network drive: locks and syncs do not hold there."""
    kind = drive_kind(path)
    if kind in NETWORK:
        raise WorkspaceError(Workspaces.NETWORK_DRIVE(folder=str(path), kind=kind))


def drive_kind(path: Path) -> str:
    """Return the file system type of the drive that holds a path, as far as the system says."""
    if sys.platform == "win32":
        import ctypes

        remote = 4  # DRIVE_REMOTE of GetDriveTypeW
        far = str(path).startswith("\\\\") or ctypes.windll.kernel32.GetDriveTypeW(path.anchor) == remote
        kind = "cifs" if far else "local"
    else:
        try:
            lines = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:  # no Linux
            lines = []
        kind = mount_kind(path, lines)
    return kind


def mount_kind(path: Path, mounts: list[str]) -> str:
    """Return the type of the innermost mount that holds a path, from lines of ``/proc/self/mounts``."""
    best, kind = "", "local"
    for line in mounts:
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        point = fields[1].replace("\\040", " ")
        if path.is_relative_to(point) and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


@contextmanager
def device_lock(url: str, folder: Path) -> Iterator[None]:
    """Hold a device for this process, by whatever URL; raises :class:`LockedError` naming who has it."""
    with ExitStack() as stack:
        for path in lock_paths(url, folder):
            lock = stack.enter_context(FileLock(path, Lockable.DEVICE, url, shared=True))
            lock.name_owner(datetime.now(UTC).isoformat(timespec="seconds"))
        yield


def lock_paths(url: str, folder: Path) -> list[Path]:
    """Return the lock files of a device, one for each of its addresses; URLs that lead to it share one."""
    digests = (hashlib.sha256(name.encode()).hexdigest()[:16] for name in identities(url))
    return [folder / f"labharness-{digest}.lock" for digest in digests]
