"""Where the manual lies: packed with an installed program; made of docs/ where the program runs from its sources."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import labharness
from labharness.app.manual.headings import GLOSSARY, ManualSection
from labharness.errors import InputError, WorkspaceError
from labharness.evidence.durable import Writing
from labharness.evidence.outside import FileReading
from labharness.model.reasons.command import Manuals
from labharness.model.reasons.inputs import Inputs

PACKED = Path(labharness.__file__).parent / "manual"
"""Folder of the manual in an installed program."""
SOURCE = Path(labharness.__file__).parents[1] / "docs"
KEPT_S = 86_400
"""Seconds after which the manual of another state of the sources is removed."""
_making = threading.Lock()
_SHOWN = 160
"""Characters of a text that a search quotes."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A section in which something was found.

    Parameters
    ----------
    page, title
        Page and its title.
    excerpt
        Text about the first word.
    """

    page: str
    title: str
    section: ManualSection
    excerpt: str

    @property
    def reference(self) -> str:
        """Page and heading, as :meth:`Manual.file` takes them."""
        return f"{self.page}#{self.section.anchor}" if self.section.anchor else self.page


@dataclass(frozen=True, slots=True)
class ManualPage:
    """A page.

    Parameters
    ----------
    listed
        Whether the index lists it; others are reached from these.
    developing
        Whether it is for whoever changes the program, and not for its users.
    """

    name: str
    title: str
    listed: bool
    developing: bool
    sections: tuple[ManualSection, ...]


@dataclass(frozen=True)
class Manual:
    """A manual that was made.

    Parameters
    ----------
    folder
        Where its files lie.
    pages
        In reading order.
    """

    folder: Path
    pages: tuple[ManualPage, ...]

    def file(self, reference: str) -> tuple[Path, str]:
        """Return the file and the heading of ``page#heading``; raises :class:`InputError` for one that is not there."""
        page, _, anchor = reference.partition("#")
        for known in self.pages:
            if known.name == page and (not anchor or any(each.anchor == anchor for each in known.sections)):
                return self.folder / f"{page}.html", anchor
        raise InputError(Manuals.UNKNOWN_PAGE(page=reference[:200]))

    def paragraph(self, reference: str) -> tuple[str, str]:
        """Return heading and text of ``page#heading``; raises :class:`InputError` for one that is not there."""
        self.file(reference)
        name, _, anchor = reference.partition("#")
        page = next(page for page in self.pages if page.name == name)
        section = next(each for each in page.sections if each.anchor == anchor)
        return section.heading, section.text

    def search(self, words: str) -> list[Hit]:
        """Return the sections that have every word: those for users first, then those with it in their heading.

        Words are compared without regard to case, and from their beginning.
        """
        wanted = words.lower().split()
        pages = [
            ((page.developing, rank), Hit(page.name, page.title, section, _excerpt(section.text, wanted[0])))
            for page in self.pages
            for section in page.sections
            if wanted and (rank := _rank(page.title, section, wanted)) is not None
        ]
        return [hit for _, hit in sorted(pages, key=lambda pair: pair[0])]

    def meaning(self, anchor: str) -> str:
        """Return what the glossary says of a word, "" where it does not have it."""
        glossary = next((page.sections for page in self.pages if page.name == GLOSSARY), ())
        return next((each.text for each in glossary if each.anchor == anchor), "")


def manual() -> Manual:
    """Return the manual of this program; one that runs from its sources makes it first.

    Raises
    ------
    InputError
        If there is none.
    StorageError
        If it cannot be made.
    """
    if (PACKED / "contents.json").is_file():
        return read(PACKED)
    if not (SOURCE / "index.md").is_file():
        raise InputError(Manuals.NOT_INSTALLED(folder=str(PACKED)))
    target = _cache() / f"manual-{_state(SOURCE)}"
    with _making:
        if not (target / "contents.json").is_file():
            _make(target)
    return read(target)


def _make(target: Path) -> None:
    """Make the manual beside its place, and give it its name unless another program was faster."""
    from labharness.app.manual.building import build

    with Writing(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".", dir=target.parent) as draft:
            build(SOURCE, Path(draft) / "manual")
            try:
                (Path(draft) / "manual").rename(target)
            except OSError:
                if not (target / "contents.json").is_file():
                    raise
        for old in target.parent.glob("manual-*"):
            if old != target and time.time() - old.stat().st_mtime > KEPT_S:
                shutil.rmtree(old, ignore_errors=True)


def _cache() -> Path:
    """Return the folder for what can be made again, which is the user's own."""
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    try:
        return Path(named or Path.home() / ".cache") / "labharness"
    except RuntimeError:  # of a user without a home
        return Path(tempfile.mkdtemp(prefix="labharness-"))


def read(folder: Path) -> Manual:
    """Read the contents of a manual that was made; raises :class:`WorkspaceError` where they cannot be read."""
    try:
        return _read(folder, (folder / "contents.json").stat().st_mtime_ns)
    except (OSError, ValueError, LookupError, TypeError) as error:
        why = str(getattr(error, "strerror", None) or error)
        raise WorkspaceError(Inputs.FILE_UNREADABLE(path=str(folder), why=why)) from error


@lru_cache(maxsize=2)
def _read(folder: Path, _when: int) -> Manual:
    listed = json.loads((folder / "contents.json").read_text(encoding="utf-8"))
    pages = (
        ManualPage(
            page["page"],
            page["title"],
            page["listed"],
            page["developing"],
            tuple(ManualSection(**each) for each in page["sections"]),
        )
        for page in listed
    )
    return Manual(folder, tuple(pages))


def _state(source: Path) -> str:
    """Return a name for the present state of the sources, and of what makes the manual of them."""
    digest, here = sha256(), Path(__file__).parent
    for file in (*_files(source), *sorted(here.glob("*.py")), *here.glob("*.css"), here / "page.html"):
        stat = file.stat()
        digest.update(f"{file} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def _files(source: Path) -> Iterator[Path]:
    with FileReading(source):
        yield from sorted(file for file in source.rglob("*") if file.is_file())


def _rank(title: str, section: ManualSection, wanted: Sequence[str]) -> tuple[int, int] | None:
    """Return how far back a section stands among those found; None where a word is missing."""
    heading, text, page = section.heading.lower(), section.text.lower(), title.lower()
    if not all(_has(f"{page} {heading} {text}", word) for word in wanted):
        return None
    in_heading = sum(_has(heading, word) for word in wanted)
    return -in_heading, -sum(text.count(word) for word in wanted)


def _has(text: str, word: str) -> bool:
    at = text.find(word)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(word, at + 1)
    return at >= 0


def _excerpt(text: str, word: str) -> str:
    at = max(text.lower().find(word) - _SHOWN // 3, 0)
    begin = text.rfind(" ", 0, at) + 1 if at else 0
    end = begin + _SHOWN
    return ("…" if begin else "") + text[begin:end].strip() + ("…" if end < len(text) else "")
