"""Exact laws kept between calls, in the user's cache folder; whatever is wrong there, they are counted again."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from labharness import __version__
from labharness.errors import FileRefused
from labharness.evidence import durable
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.games.outcomes.rule import Law

Laws = dict[str, Law]
"""Chances by outcome of a rule, by what the caller calls each law."""
PLACES = {"win32": ("LOCALAPPDATA", "AppData/Local"), "darwin": ("", "Library/Caches")}
"""Environment variable that names the folder of caches, and where it lies in the home otherwise."""


def folder() -> Path | None:
    """Return the user's cache folder of this program, None where there is no home."""
    variable, place = PLACES.get(sys.platform, ("XDG_CACHE_HOME", ".cache"))
    named = os.environ.get(variable)
    try:
        return (Path(named) if named else Path.home() / place) / "labharness"
    except RuntimeError:
        return None


@lru_cache(maxsize=4)
def sources_hash(*packages: str) -> str:
    """Return the SHA-256 of the code and data of some packages, so that nothing that was kept outlives a change of them."""
    result = hashlib.sha256(__version__.encode())
    for package in packages:
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


def file_of(game: bytes, set_id: str, decks: int) -> Path | None:
    """Return where the laws of a game file and a set are kept."""
    place = folder()
    if place is None:
        return None
    rules = sources_hash("labharness.games.outcomes")
    key = hashlib.sha256(b"\0".join((game, set_id.encode(), b"%d" % decks, rules.encode())))
    return place / f"odds-{key.hexdigest()[:40]}.json"


def kept(file: Path | None) -> Laws:
    """Return the laws of a file; none where it is not there or not as it was written."""
    if file is None:
        return {}
    try:
        stored = json.loads(read_outside(file, SizeLimit.KEPT))
        laws = {
            name: {outcome: Fraction(chance) for outcome, chance in law.items()}
            for name, law in stored.items()
        }
    except (OSError, ValueError, TypeError, AttributeError, ZeroDivisionError, FileRefused):
        return {}
    return {name: law for name, law in laws.items() if sum(law.values()) == 1 and min(law.values()) >= 0}


def keep(file: Path | None, laws: Mapping[str, Law]) -> None:
    """Write the laws of a file; a folder that cannot be written is no error."""
    texts = {name: {outcome: str(chance) for outcome, chance in law.items()} for name, law in laws.items()}
    durable.keep(file, json.dumps(texts).encode())
