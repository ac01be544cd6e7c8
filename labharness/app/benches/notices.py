"""Notices to people: by mail, webhook or another service, through a library that knows them all.

The addresses lie in a file of the workspace that only its owner reads, one URL a line, because URLs hold passwords. They
are never printed, and nothing that goes wrong here disturbs a night.
"""

from __future__ import annotations

import logging
import os
import stat
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from labharness.app.run_index import run_facts, standing_of_facts
from labharness.app.workspace import Workspace
from labharness.errors import EvidenceError, InputError, WorkspaceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.opening import evidence_file
from labharness.language.catalog import say
from labharness.language.standings import standing_words
from labharness.language.text import plain
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome
from labharness.model.standing import Standing
from labharness.nights.items import Closing, Item

FILE = "notices.txt"
LARGEST = 1 << 20
"""Bytes that are read of it."""


@dataclass(frozen=True, slots=True)
class Notices:
    """Where notices go.

    Parameters
    ----------
    urls
        As apprise reads them, such as ``mailtos://user:password@host?to=lab@example.org`` or ``jsons://host/hook``.
    """

    urls: tuple[str, ...] = ()

    @classmethod
    def of(cls, workspace: Workspace) -> Notices:
        """Read the addresses of a workspace; none where it has no such file.

        Raises
        ------
        WorkspaceError
            If other accounts can read the file, or it is no text in a file of its own.
        InputError
            If the library is not installed, or a line is no address.
        """
        path = workspace.path / FILE
        try:
            with evidence_file(workspace.path, FILE) as file:  # no link is followed, and no pipe waited for
                mode, content = os.fstat(file.fileno()).st_mode, file.read(LARGEST)
            text = content.decode("utf-8")
        except FileNotFoundError:
            return cls()
        except EvidenceError as error:
            raise WorkspaceError(*error.reasons) from error
        except UnicodeDecodeError:  # its words hold the bytes
            raise WorkspaceError(Nights.NOTICES_UNREADABLE(file=str(path))) from None
        if sys.platform != "win32" and mode & (stat.S_IRGRP | stat.S_IROTH):
            raise WorkspaceError(Nights.NOTICES_OPEN(file=str(path)))
        lines = [line.strip() for line in text.splitlines()]
        urls = tuple(line for line in lines if line and not line.startswith("#"))
        notices = cls(urls)
        notices._check(path)
        return notices

    def send(self, title: str, body: str) -> bool:
        """Send a notice to every address; return whether all took it. Nothing is raised."""
        if not self.urls:
            return True
        try:
            library = _library().Apprise()
            for url in self.urls:
                library.add(url)
            # Without its format, the library sends the text as HTML: one line, with the markup that names may hold.
            return bool(library.notify(title=title, body=body, body_format="text"))
        except Exception:  # noqa: BLE001  a library of many services; a night goes on without it
            return False

    def _check(self, path: Path) -> None:
        try:
            apprise = _library()
        except ImportError as error:
            raise InputError(Nights.NOTICE_LIBRARY()) from error
        for number, url in enumerate(self.urls, 1):
            if not apprise.Apprise().add(url):
                raise InputError(Nights.NOTICE_ADDRESS(file=str(path), line=number))


def _library() -> Any:
    """Return the library, silenced: it logs addresses with their passwords."""
    logging.getLogger("apprise").disabled = True
    return import_module("apprise")


def worth_telling(item: Item) -> bool:
    """Say whether people should know of an ending before the morning: anything but a pass."""
    return not (item.closing is Closing.RAN and item.found is Outcome.PASS)


def ended_standing(workspace: Workspace, item: Item) -> Standing | None:
    """Return how the run of an item that ended stands by its record; by its order where the record cannot be read."""
    with suppress(OSError):
        standing = standing_of_facts(run_facts(RunFolder(workspace.path / "runs" / item.id)))
        if item.found is not None and standing.verdict is item.found:
            return standing
    return item.standing


def notice_of(item: Item, standing: Standing | None) -> tuple[str, str]:
    """Return title and body of a notice about an item that has ended, whose run stands as given."""
    assert item.closing is not None
    text = f", {standing_words(standing)}" if standing else ""
    title = f"{item.bench}: {item.id} {item.closing.value}{text}"
    lines = [
        f"Bench: {item.bench}",
        f"Run: {item.id}",
        f"Plan: {plain(item.order.get('plan', ''))}",
        f"Ending of the item: {item.closing.value}{text}",
    ]
    if item.reason is not None:
        lines.append(say(item.reason))
    return title, os.linesep.join([*lines, f"To see more, run: labharness show {item.id}"])
