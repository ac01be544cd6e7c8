"""Plans and report layouts of others: TOML files of a workspace's plug-ins and of installed distributions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from labharness.app.outside.trusted import FOLDER
from labharness.app.plug_ins.installed import plug_ins_of
from labharness.errors import PlugInError, StorageError
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.plug_ins import PlugIns


def data_files(kind: str, workspace: Path | None = None) -> Mapping[str, tuple[Path, ...]]:
    """Return the TOML files of a kind by name, without their suffix; several where places have the same.

    Raises
    ------
    PlugInError
        If a package that an entry point names is not installed or does not load.
    """
    named: dict[str, tuple[Path, ...]] = {}
    for folder in _folders(kind, workspace):
        for file in sorted(folder.glob("*.toml")):
            named[file.stem] = (*named.get(file.stem, ()), file)
    return dict(sorted(named.items()))


def read_data(kind: str, name: str, workspace: Path | None = None) -> tuple[bytes, str] | None:
    """Return the bytes of a file and what to call it in messages, None where no place has the name.

    Raises
    ------
    PlugInError
        If several places have the name.
    StorageError
        If the file cannot be read.
    """
    files = data_files(kind, workspace).get(name, ())
    if len(files) > 1:
        raise PlugInError(PlugIns.NAMED_TWICE(name=name, files=tuple(map(str, files))))
    for file in files:
        try:
            return read_outside(file, SizeLimit.WRITTEN), file.name
        except OSError as error:
            raise StorageError(Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror))) from error
    return None


def _folders(kind: str, workspace: Path | None) -> Iterator[Path]:
    if workspace is not None:
        yield workspace / FOLDER / kind
    for package in sorted({point.value for point in plug_ins_of(kind)}):
        try:
            spec = find_spec(package)
        except Exception as error:  # the code of others may raise anything
            raise PlugInError(PlugIns.NOT_LOADED(file=package, why=repr(error))) from error
        if spec is None:
            raise PlugInError(PlugIns.NOT_LOADED(file=package, why="not installed"))
        yield from map(Path, spec.submodule_search_locations or ())
