"""The workspace's settings: which register it keeps, what tells it from other workspaces, and secrets in URLs that people write."""

from __future__ import annotations

import re
import secrets
from typing import Annotated, Literal

from pydantic import Field

from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.errors import FileRefused, PlanError, WorkspaceError
from labharness.evidence.durable import Writing, put
from labharness.evidence.lock import FileLock
from labharness.evidence.outside import FileReading, SizeLimit, read_outside, text_outside
from labharness.games.mistakes import Data, parse
from labharness.model.field import FieldShape
from labharness.model.reasons.evidence import Lockable

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
    marker = workspace.path / MARKER
    try:
        with FileReading(marker, WorkspaceError):
            return parse(Settings, read_outside(marker, SizeLimit.WRITTEN), MARKER)
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
    marker = workspace.path / MARKER
    with FileLock(workspace.path / LOCK, Lockable.SETTINGS, str(workspace.path)):
        if not getattr(read_settings(workspace), key):  # somebody else may have done it meanwhile
            with Writing(marker, WorkspaceError):
                # At its top, where it is in no table of what people wrote, and after no mark of the encoding.
                before = text_outside(marker, SizeLimit.WRITTEN, "utf-8-sig")
                put(marker, f"{key} = {value}\n{before}".encode())
