"""A workspace: one folder on a local drive that holds runs, reports and the register of submissions.

The workspace's settings: which register it keeps, and what tells it from other workspaces.

Secrets in URLs that people write by hand: they are found, and never shown.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from labharness.devices.identity import identities
from labharness.errors import FileRefused, PlanError, WorkspaceError
from labharness.evidence.account import keep_private
from labharness.evidence.durable import put
from labharness.evidence.lock import DEVICE_NAME, LEDGER, FileLock
from labharness.evidence.outside import SizeLimit, read_outside, text_outside
from labharness.games.mistakes import Data, parse
from labharness.model.eastern_time import eastern
from labharness.model.field import FieldShape
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.evidence import Lockable
from labharness.model.reasons.inputs import Inputs
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
        try:
            if path.exists() and not marker.exists() and (not path.is_dir() or any(path.iterdir())):
                raise WorkspaceError(Workspaces.OCCUPIED(folder=str(path)))
            for folder in FOLDERS:
                (path / folder).mkdir(parents=True, exist_ok=True)
            if not marker.exists():
                name = secrets.token_hex(8)  # it tells workspaces apart that share a register
                marker.write_text(f'# A labharness workspace.\nschema = 1\nid = "{name}"\n', encoding="utf-8")
        except OSError as error:
            raise WorkspaceError(Inputs.UNWRITABLE(path=str(path), why=str(error.strerror))) from error
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> Workspace:
        """Return a workspace; raises :class:`WorkspaceError` where there is none."""
        path = _absolute(path)
        try:
            there = (path / MARKER).is_file()
        except OSError as error:
            raise WorkspaceError(
                Inputs.FILE_UNREADABLE(path=str(path)[:200], why=str(error.strerror))
            ) from error
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
        try:
            return sorted((name for name in os.listdir(folder) if not name.startswith(".")), reverse=True)  # noqa: PTH208
        except FileNotFoundError:  # a copy may leave out what is empty
            return []
        except OSError as error:
            raise WorkspaceError(Inputs.FILE_UNREADABLE(path=str(folder), why=str(error.strerror))) from error

    def run(self, name: str) -> RunFolder:
        """Return a run by name, or by the path of its folder."""
        from labharness.evidence.folder import RunFolder

        try:
            for path in (self.path / "runs" / name, Path(name).absolute()):
                if name and (path / LEDGER).is_file():
                    return RunFolder(path)
        except OSError as error:
            raise WorkspaceError(Inputs.FILE_UNREADABLE(path=name[:200], why=str(error.strerror))) from error
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
            lock = FileLock(path, Lockable.DEVICE, url, shared=True)
            stack.callback(lock.release)
            lock.name_owner(datetime.now(UTC).isoformat(timespec="seconds"))
        yield


def lock_paths(url: str, folder: Path) -> list[Path]:
    """Return the lock files of a device, one for each of its addresses; URLs that lead to it share one."""
    digests = (hashlib.sha256(name.encode()).hexdigest()[:16] for name in identities(url))
    return [folder / f"labharness-{digest}.lock" for digest in digests]


REGISTER, QUEUE = "register.db", "queue.db"
LOCK = "settings.lock"
"""Who holds it writes the workspace's file."""


class Settings(Data):
    """What the workspace's file says.

    Parameters
    ----------
    id
        What tells the workspace from others that share a register; empty in one from before.
    place
        Path or URL of the register.
    begun
        Whether the register was begun, so that one that is missing now was lost.
    queue
        Path or URL of the queue.
    queue_begun
        Whether the queue was begun, so that one that is missing now was lost.
    clock_by_hand
        Whether the laboratory sets the clock by hand, so that nights begin without a synchronized one.
    store
        Folder or URL of the laboratory's store of evidence, "" where runs are not copied.
    store_endpoint
        URL of the server of a store in a bucket, "" for that of the AWS tools' configuration.
    reader
        Folder of the deck-order files of the laboratory's reader, "" for none; a new run is offered it.
    time_stamps
        URL of the RFC 3161 server that stamps signatures where none is named, "" for none.
    """

    schema_: Literal[1] = Field(alias="schema")
    id: str = ""
    place: Annotated[str, Field(min_length=1)] = Field(default=REGISTER, alias="register")
    begun: bool = False
    queue: Annotated[str, Field(min_length=1)] = QUEUE
    queue_begun: bool = False
    clock_by_hand: bool = False
    store: str = ""
    store_endpoint: str = ""
    reader: Annotated[str, FieldShape.FOLDER] = ""
    time_stamps: str = ""


def read_settings(workspace: Workspace) -> Settings:
    """Return the settings; raises :class:`WorkspaceError` where they cannot be read or hold anything else."""
    try:
        return parse(Settings, read_outside(workspace.path / MARKER, SizeLimit.WRITTEN), MARKER)
    except OSError as error:
        raise WorkspaceError(
            Inputs.FILE_UNREADABLE(path=str(workspace.path / MARKER), why=str(error.strerror))
        ) from error
    except (PlanError, FileRefused) as error:
        raise WorkspaceError(*error.reasons) from error


def identity(workspace: Workspace) -> str:
    """Return the workspace's id; one from before gets it now."""
    text = read_settings(workspace).id
    if not text:
        _add(workspace, "id", f'"{secrets.token_hex(8)}"')
        text = read_settings(workspace).id
    return text


def note_begun(workspace: Workspace) -> None:
    """Put down that the register was begun."""
    if not read_settings(workspace).begun:
        _add(workspace, "begun", "true")


def note_queue_begun(workspace: Workspace) -> None:
    """Put down that the queue was begun."""
    if not read_settings(workspace).queue_begun:
        _add(workspace, "queue_begun", "true")


def _add(workspace: Workspace, key: str, value: str) -> None:
    lock = FileLock(workspace.path / LOCK, Lockable.SETTINGS, str(workspace.path))
    try:
        if getattr(read_settings(workspace), key):  # somebody else may have done it meanwhile
            return
        marker = workspace.path / MARKER
        # At its top, where it is in no table of what people wrote, and after no mark of the encoding.
        put(marker, f"{key} = {value}\n{text_outside(marker, SizeLimit.WRITTEN, 'utf-8-sig')}".encode())
    except OSError as error:
        raise WorkspaceError(
            Inputs.UNWRITABLE(path=str(workspace.path / MARKER), why=str(error.strerror))
        ) from error
    finally:
        lock.release()


HIDDEN = "***"
_DATABASES = ("postgresql", "sqlite")
# A password may hold any sign, also those that end the name of a host; digits and a slash are a port.
_PASSWORD = re.compile(r"(?<=://)([^:/?#@]*):(?!\d+(?:[/?#]|$)).*@")
_USER = re.compile(r"(?<=://)[^/?#@]+@")
_QUERY = re.compile(r"(?i)(?<=[?&])([^=&]*(?:password|passwd|secret|token|apikey|api_key|signature)=)[^&]+")
_ESCAPED = re.compile(r"%([0-7][0-9A-Fa-f])")


def without_secret(url: str) -> str:
    """Return a URL as it may be shown; any other text as it is.

    Examples
    --------
    >>> without_secret("postgresql+psycopg://lab:pa/ss@db.example/lab")
    'postgresql+psycopg://lab:***@db.example/lab'
    >>> without_secret("s3://KEY:SECRET@bucket"), without_secret("https://objects.example:9000/?token=1")
    ('s3://***@bucket', 'https://objects.example:9000/?token=***')
    """
    if "://" not in url:
        return url
    place, mark, query = url.partition("?")
    whole = place + mark + _ESCAPED.sub(_letter, query)
    result = _PASSWORD.sub(rf"\1:{HIDDEN}@", whole)
    if not url.startswith(_DATABASES):
        result = _USER.sub(f"{HIDDEN}@", result)
    result = _QUERY.sub(rf"\1{HIDDEN}", result)
    return url if result == whole else result


def holds_secret(url: str) -> bool:
    """Say whether a URL holds what must not be shown."""
    return without_secret(url) != url


def _letter(match: re.Match[str]) -> str:
    """Return a letter as itself: a name of a query that is spelled otherwise is the same name."""
    letter = chr(int(match[1], 16))
    return letter if letter.isalnum() or letter == "_" else match[0]
