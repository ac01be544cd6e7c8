"""Folders outside the program as packages: the name of each holds its path.

A counting process that is given a check of such a folder imports it by that name, as it does a packaged one.  Only source
that a person trusted is run, whoever imports it: it is compared, as it is read, with the list in
:mod:`labharness.app.outside.trusted`, so that no compiled copy and no later change can take its place.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from labharness.app.outside.trusted import read_trusted

KINDS = ("checks", "adapters", "reports")
"""Kinds of plug-ins: folders of a workspace's plug-ins and, after ``labharness.``, groups of entry points."""
DATA = ("plans", "layouts")
"""Kinds of plug-ins that are TOML files, in the same places."""


def package_of(folder: Path) -> str:
    """Return the name under which a folder can be imported.

    Examples
    --------
    >>> package_of(Path("ab")).rpartition(".")[2]
    'x6162'
    """
    return f"{__name__}.x{os.fsencode(folder).hex()}"


def outside_modules(folder: Path, package: str) -> Iterator[tuple[str, Path]]:
    """Yield the modules of a folder and its floors with their files, in order; nothing is imported.

    Parameters
    ----------
    package
        Name of the folder as a package.
    """
    for path in sorted(folder.iterdir()):
        if path.suffix == ".py" and not path.stem.startswith("_") and path.is_file():
            yield f"{package}.{path.stem}", path
        elif (path / "__init__.py").is_file() and not path.is_symlink():
            yield from outside_modules(path, f"{package}.{path.name}")


class _Folders(MetaPathFinder):
    """Finds the packages that :func:`package_of` names, and what lies in them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        if not fullname.startswith(f"{__name__}.x"):
            return None
        name, *within = fullname.removeprefix(f"{__name__}.x").split(".")
        try:
            folder = Path(os.fsdecode(bytes.fromhex(name)))
        except ValueError:
            return None
        if not within:
            spec = ModuleSpec(fullname, None, is_package=True)
            # Python's own finder has no place to look in, and leaves what lies in the package to this one.  It would
            # run any source, compiled copy or library that it comes upon there.
            spec.submodule_search_locations = []
            return spec
        place = folder.joinpath(*within)
        for file in (place / "__init__.py", place.with_name(f"{place.name}.py")):
            if file.is_file():
                loader = _Trusted(folder.parent.parent, file)
                # Not spec_from_file_location: it makes the folder of a floor a place to look in.
                spec = ModuleSpec(fullname, loader, origin=str(file), is_package=file.parent == place)
                spec.has_location = True
                return spec
        return None


class _Trusted(Loader):
    """Runs the source of a file if a person trusted it."""

    def __init__(self, workspace: Path, file: Path) -> None:
        self._workspace, self._file = workspace, file

    def exec_module(self, module: ModuleType) -> None:
        source = read_trusted(self._workspace, self._file)
        exec(compile(source, self._file, "exec", dont_inherit=True), module.__dict__)  # noqa: S102


sys.meta_path.append(_Folders())
