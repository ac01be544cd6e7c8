"""What the list of plans says of the product's plans, kept between starts in the user's cache folder.

To compose and check every plan takes seconds; whatever is wrong with the file, that is done again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from labharness import __version__
from labharness.app.catalog import odds_cache
from labharness.app.catalog.plan_entry import PlanEntry
from labharness.errors import FileRefused
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.plans.handling import Handling

SOURCES = (
    "test_plans",
    "labharness.plans",
    "labharness.games",
    "labharness.app.catalog",
    "labharness.language",
)
"""Packages on which the entries depend."""
_ENTRIES = TypeAdapter(tuple[PlanEntry, ...])


def file_of(times: Handling) -> Path | None:
    """Return where the entries by some handling times are kept, None where the user has no cache folder."""
    place = odds_cache.folder()
    if place is None:
        return None
    key = hashlib.sha256(f"{_sources()} {times.model_dump_json()}".encode()).hexdigest()
    return place / f"plans-{key[:40]}.json"


def kept(file: Path | None) -> tuple[PlanEntry, ...]:
    """Return the entries of a file; none where it is not there or not as it was written."""
    if file is None:
        return ()
    try:
        return _ENTRIES.validate_json(read_outside(file, SizeLimit.KEPT))
    except (OSError, ValidationError, FileRefused):
        return ()


def keep(file: Path | None, entries: tuple[PlanEntry, ...]) -> None:
    """Write the entries; a folder that cannot be written is no error."""
    if file is None:
        return
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{os.getpid()}.part")
        draft.write_bytes(_ENTRIES.dump_json(entries))
        draft.replace(file)


@lru_cache(maxsize=1)
def _sources() -> str:
    """Return the hash of all that the entries are made from, so that no entry outlives a change."""
    result = hashlib.sha256(__version__.encode())
    for package in SOURCES:
        for name, file in _files(resources.files(package), package):
            result.update(name.encode() + b"\0" + file.read_bytes())
    return result.hexdigest()


def _files(folder: Traversable, name: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        inner = f"{name}/{entry.name}"
        if entry.is_dir():
            yield from _files(entry, inner)
        elif entry.name.endswith((".py", ".toml", ".json", ".txt")):
            yield inner, entry
