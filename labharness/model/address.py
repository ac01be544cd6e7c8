"""Addresses of what a workspace holds: a run, a check of it, a submission, a report, a page of the manual.

An address names things and is never a path or a command: whoever opens it looks the names up among those there are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote, unquote_to_bytes

from labharness.errors import InputError
from labharness.model.reasons.address import Addresses

SCHEME = "labharness"
MOST = 400
"""Characters of the longest address."""
MOST_PARTS = 10
_SAFE = "@+,=()"
_ENCODED = re.compile(r"(?:[A-Za-z0-9._~@+,=()-]|%[0-9A-F]{2})+")
_WORKSPACE = re.compile(r"[0-9a-f]{0,64}")


class Room(StrEnum):
    """A part of the workspace."""

    HOME = "home"
    BENCHES = "bench"
    SUBMISSIONS = "submission"
    PLANS = "plan"
    RUNS = "run"
    NEW_RUN = "new-run"
    LIVE = "live"
    COMPARE = "compare"
    REPORTS = "report"
    EVIDENCE = "evidence"
    ANALYZE = "analyze"
    SETTINGS = "settings"
    HELP = "help"


@dataclass(frozen=True, slots=True)
class Address:
    """Where something stands.

    Parameters
    ----------
    room
        Part of the workspace.
    path
        Names from the outside in: of a run, then ``check`` and the id of the check; none is the room itself.
    workspace
        Id of the workspace, "" for the one at hand.
    """

    room: Room
    path: tuple[str, ...] = ()
    workspace: str = ""

    def __str__(self) -> str:
        parts = "/".join(quote(part, safe=_SAFE) for part in (self.room.value, *self.path))
        return f"{SCHEME}:{self.workspace}/{parts}"

    def within(self, *names: str) -> Address:
        """Return the address of something inside."""
        return Address(self.room, (*self.path, *names), self.workspace)

    @property
    def outer(self) -> Address | None:
        """Address of what holds this, None for a room."""
        return Address(self.room, self.path[:-1], self.workspace) if self.path else None


def parse_address(text: str) -> Address:
    """Read an address.

    Raises
    ------
    InputError
        If it is none: another scheme, an unknown room, a name that is a path or not printable, or too long.
    """
    scheme, _, rest = text.partition(":")
    workspace, _, path = rest.partition("/")
    if len(text) > MOST or scheme != SCHEME or not _WORKSPACE.fullmatch(workspace) or not path:
        raise InputError(Addresses.INVALID(text=text[:MOST]))
    encoded = path.split("/")
    if len(encoded) > MOST_PARTS or not all(map(_ENCODED.fullmatch, encoded)):
        raise InputError(Addresses.INVALID(text=text[:MOST]))
    try:
        room, *names = (unquote_to_bytes(part).decode() for part in encoded)
        address = Address(Room(room), tuple(names), workspace)
    except ValueError as error:  # an unknown room, or bytes that are no text
        raise InputError(Addresses.INVALID(text=text[:MOST])) from error
    if any(name in (".", "..") or not name.isprintable() for name in names):
        raise InputError(Addresses.INVALID(text=text[:MOST]))
    return address
