"""Addresses of what a workspace holds: a run, a check of it, a submission, a report, a page of the manual.

An address names things and is never a path or a command: whoever opens it looks the names up among those there are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote, unquote, unquote_to_bytes

from labharness.errors import InputError
from labharness.model.reasons.wire import Addresses

SCHEME = "labharness"
MOST = 400
"""Characters of the longest address."""
MOST_PARTS = 14
_SAFE = "@+,=()"
_ENCODED = re.compile(r"(?:[A-Za-z0-9._~@+,=()-]|%[0-9A-F]{2})+")
_WORKSPACE = re.compile(r"[0-9a-f]{0,64}")


class Room(StrEnum):
    """A part of the workspace: those that others lead to, and the further ones that the window has."""

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
    TOUR = "tour"

    @classmethod
    def further(cls, name: str) -> Room:
        """Return a room that nothing else leads to; from then on there are addresses of it."""
        room = str.__new__(cls, name)
        room._name_ = room._value_ = name
        return _FURTHER.setdefault(name, room)

    @classmethod
    def _missing_(cls, value: object) -> Room | None:
        return _FURTHER.get(str(value))


_FURTHER: dict[str, Room] = {}

_N = "(?:0|[1-9][0-9]{0,17})"
_WORD = "[a-z][a-z-]*"
FORMS: Mapping[Room, str] = {
    Room.RUNS: (
        f"(?P<run>[^/]+)(?:/check/(?P<check>[^/]+)(?:/unit/(?P<unit>{_N}))?)?(?:/record/(?P<record>{_N}))?"
        f"(?:/frame/(?P<channel>[^/]+)/(?P<frame>{_N})(?:/bytes/(?P<first>{_N})-(?P<last>{_N}))?)?"
    ),
    Room.SUBMISSIONS: f"(?P<submission>[^/]+)(?:/(?P<tab>{_WORD})(?:/(?P<item>[^/]+)(?:/(?P<field>[^/]+))?)?)?",
    Room.PLANS: (
        f"(?P<plan>[^/@]+)(?:@(?P<hash>[0-9a-f]{{8,64}}))?"
        f"(?:/stage/(?P<stage>[^/]+)|/compare/(?P<other>[^/@]+(?:@[0-9a-f]{{8,64}})?)|/(?P<tab>{_WORD}))?"
    ),
    Room.REPORTS: f"new/morning|(?P<report>[^/]+)(?:/page/(?P<page>{_N}))?",
    Room.BENCHES: f"(?P<bench>[^/]+)(?:/item/(?P<item>[^/]+)|/(?P<tab>{_WORD}))?",
    Room.LIVE: "(?P<run>[^/]+)(?:/prompt/(?P<prompt>[^/]+))?",
    Room.EVIDENCE: f"elsewhere(?:/ledger)?|run/(?P<run>[^/]+)(?:/record/(?P<record>{_N}))?",
    **dict.fromkeys((Room.ANALYZE, Room.HOME, Room.TOUR), "(?!)"),
}
"""What may follow a room, percent-encoded and in full; the named parts are those of :attr:`Address.named`.

Rooms left out take names without a form.
"""
_COMPILED = {room: re.compile(form) for room, form in FORMS.items()}


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
        room = f"{SCHEME}:{self.workspace}/{self.room.value}"
        return f"{room}/{self._encoded}" if self.path else room

    @property
    def _encoded(self) -> str:
        return "/".join(quote(part, safe=_SAFE) for part in self.path)

    @property
    def named(self) -> Mapping[str, str]:
        """What the parts of the path are, such as ``run``, ``check`` and ``unit``; empty for a room without a form."""
        form = _COMPILED.get(self.room)
        match = form.fullmatch(self._encoded) if form and self.path else None
        parts = match.groupdict() if match else {}
        return {name: unquote(part) for name, part in parts.items() if part is not None}

    def within(self, *names: str) -> Address:
        """Return the address of something inside."""
        return Address(self.room, (*self.path, *names), self.workspace)

    @property
    def outer(self) -> Address | None:
        """Address of what holds this, None for a room."""
        for kept in range(len(self.path) - 1, 0, -1):
            address = Address(self.room, self.path[:kept], self.workspace)
            if _fits(address):
                return address
        return Address(self.room, (), self.workspace) if self.path else None


def parse_address(text: str) -> Address:
    """Read an address.

    Raises
    ------
    InputError
        If it is none: another scheme, an unknown room or form, a name that is a path or not printable, or too long.
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
    if any(map(_is_path, names)) or not _fits(address):
        raise InputError(Addresses.INVALID(text=text[:MOST]))
    return address


def _is_path(name: str) -> bool:
    """Say whether a name leads to a file, or cannot be shown; a slash within one is a submission's reference."""
    parts = name.split("/")
    return not name.isprintable() or "\\" in name or any(part in ("", ".", "..") for part in parts)


def _fits(address: Address) -> bool:
    """Say whether a path has a form of its room, with a range of bytes from the first to the last."""
    form = _COMPILED.get(address.room)
    if form is None or not address.path:
        return True
    match = form.fullmatch(address._encoded)  # noqa: SLF001  of the same module
    if match is None:
        return False
    first, last = (match.groupdict().get(name) for name in ("first", "last"))
    return first is None or last is None or int(first) <= int(last)


MORNING = Address(Room.REPORTS, ("new", "morning"))
"""Where the span of time of a morning report is asked for."""
