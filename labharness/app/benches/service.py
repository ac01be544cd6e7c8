"""Service files: how systemd or Windows starts a worker, and leaves its runs alone when it stops it.

What a bench will do with its queue: when each item will run on its device, and what does not fit its time.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from importlib import resources
from pathlib import Path
from xml.sax.saxutils import escape

from labharness.app.workspace.workspace import Workspace, quoted
from labharness.child_processes import command_line
from labharness.errors import InputError
from labharness.evidence.durable import Writing
from labharness.model.reasons.night import Nights
from labharness.nights.items import Item, State


@dataclass(frozen=True, slots=True)
class ServiceFile:
    """A file for the system's service manager.

    Parameters
    ----------
    next
        Commands that put it into effect.
    written
        Whether it is there.
    """

    path: Path
    content: str
    encoding: str
    next: tuple[str, ...]
    written: bool = False

    def write(self) -> ServiceFile:
        """Write the file; raises :class:`StorageError` where that is not possible."""
        with Writing(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(self.content, encoding=self.encoding)
        return replace(self, written=True)


def service_file(workspace: Workspace, bench: str, system: str = sys.platform) -> ServiceFile:
    """Return the service file of a bench's worker.

    Parameters
    ----------
    system
        As ``sys.platform`` names it.

    Raises
    ------
    InputError
        If there is none for the system.
    """
    program, *words = command_line("worker", "--bench", bench, "--workspace", str(workspace.path))
    name = "labharness-" + (re.sub(r"[^A-Za-z0-9]+", "-", bench).strip("-") or "bench")
    if system == "linux":
        home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        path = home / "systemd" / "user" / f"{name}.service"
        command = " ".join(_systemd_word(word) for word in [program, *words])
        content = _template("worker.service").format(bench=_one_line(bench), command=command)
        enable = f"systemctl --user enable --now {name}.service"
        following = ("systemctl --user daemon-reload", enable, "loginctl enable-linger")
        return ServiceFile(path, content, "utf-8", following)
    if system == "win32":
        import subprocess

        path = workspace.path / f"{name}.xml"
        texts = {"bench": _one_line(bench), "program": program, "arguments": subprocess.list2cmdline(words)}
        content = _template("worker.xml").format(**{key: escape(text) for key, text in texts.items()})
        create = f"schtasks /Create /TN {name} /XML {quoted(path)} /RU SYSTEM"
        return ServiceFile(path, content, "utf-16", (create,))
    raise InputError(Nights.SERVICE_UNSUPPORTED(system=system))


def _template(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text("utf-8")


def _systemd_word(word: str) -> str:
    """Quote a word of ExecStart; ``%`` and ``$`` are doubled, as systemd.service(5) says."""
    safe = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{safe}"' if re.search(r"[^\w@%+=:,./-]", word) else safe


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("%", "%%")


UNKNOWN = timedelta(hours=1)
"""How long an item is drawn whose plan no complete run has shown yet."""
CLOCKS = timedelta(seconds=1)


class Fit(StrEnum):
    """Whether an item fits its time."""

    FITS = "fits"
    LATE = "late"
    """It cannot begin before the moment up to which it may."""
    OVER = "over"
    """It would not be over by its deadline."""
    UNKNOWN = "unknown"
    """The duration of its plan is unknown."""


@dataclass(frozen=True, slots=True)
class Slot:
    """When an item is expected to run.

    Parameters
    ----------
    device
        What tells its device from others.
    """

    item: Item
    device: str
    begin: datetime
    end: datetime
    fit: Fit

    @property
    def fits(self) -> bool:
        """Whether nothing known speaks against it."""
        return self.fit in (Fit.FITS, Fit.UNKNOWN)


def forecast(
    items: Sequence[Item],
    expected_s: Mapping[str, float],
    now: datetime,
    begun: Mapping[str, datetime] | None = None,
) -> tuple[Slot, ...]:
    """Return a slot for each item, in the order of the queue.

    Devices work beside each other, the items of one device one after the other. An item that would begin too late is left
    out and holds up nobody.

    Parameters
    ----------
    expected_s
        Seconds that complete runs of a plan took, by its id.
    begun
        When the runs at work began, by the name of the item.
    """
    begun = begun or {}
    free: dict[str, datetime] = {}
    over: dict[str, datetime] = {}
    slots = []
    for item in items:
        earliest = max(
            free.get(item.device, now),
            over.get(item.after, now),
            _moment(item.due) or now,
            begun.get(item.id, now),
        )
        begin = begun.get(item.id, earliest)
        seconds = expected_s.get(item.plan)
        end = begin + (timedelta(seconds=seconds) if seconds is not None else UNKNOWN)
        if item.id in begun:
            end = max(end, now)
        fit = _fit(item, begin, end, known=seconds is not None)
        slots.append(Slot(item, item.device, begin, end, fit))
        if fit is not Fit.LATE:
            free[item.device] = end
            over[item.id] = end
    return tuple(slots)


def _fit(item: Item, begin: datetime, end: datetime, *, known: bool) -> Fit:
    until, deadline = _moment(item.until), _moment(item.deadline)
    if until is not None and item.state is State.WAITING and begin > until + CLOCKS:
        return Fit.LATE
    if known and deadline is not None and end > deadline + CLOCKS:
        return Fit.OVER
    return Fit.FITS if known else Fit.UNKNOWN


def _moment(utc: str) -> datetime | None:
    try:
        return datetime.fromisoformat(utc).astimezone(UTC) if utc else None
    except ValueError:
        return None
