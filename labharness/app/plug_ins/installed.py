"""Entry points of installed distributions: the plug-ins that they bring."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path


def plug_ins_of(*kinds: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of these kinds of plug-ins, in order of the kinds.

    Notes
    -----
    The descriptions of a hundred distributions take longer to read than a submission to judge. They are read
    again when a folder of ``sys.path`` changes, as it does whenever a distribution comes or goes.
    """
    folders = tuple((place, _changed(place)) for place in sys.path)
    return tuple(entry for kind in kinds for entry in _described(kind, folders))


def _changed(place: str) -> int:
    """Return when the names in a folder last changed, 0 where there is no such folder."""
    try:
        return Path(place).stat().st_mtime_ns
    except OSError:
        return 0


@lru_cache(maxsize=16)
def _described(kind: str, _folders: tuple[tuple[str, int], ...]) -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=f"labharness.{kind}"))
