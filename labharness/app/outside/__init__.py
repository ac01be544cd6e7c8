"""Folders outside the program as packages: the name of each holds its path.

A counting process that is given a check of such a folder imports it by that name, as it does a packaged one.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

KINDS = ("checks", "adapters", "reports")
"""Kinds of plug-ins: folders of a workspace's plug-ins and, after ``labharness.``, groups of entry points."""
DATA = ("plans", "layouts")
"""Kinds of plug-ins that are TOML files, in the same places."""
FOLDER = "plugins"
"""Where a workspace keeps its plug-ins."""


def package_of(folder: Path) -> str:
    """Return the name under which a folder can be imported.

    Examples
    --------
    >>> package_of(Path("ab")).rpartition(".")[2]
    'x6162'
    """
    return f"{__name__}.x{os.fsencode(folder).hex()}"


class _Folders(MetaPathFinder):
    """Finds the packages that :func:`package_of` names."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        parent, _, name = fullname.rpartition(".")
        if parent != __name__:
            return None
        try:
            folder = os.fsdecode(bytes.fromhex(name.removeprefix("x")))
        except ValueError:
            return None
        spec = ModuleSpec(fullname, None, is_package=True)
        spec.submodule_search_locations = [folder]
        return spec


sys.meta_path.append(_Folders())
