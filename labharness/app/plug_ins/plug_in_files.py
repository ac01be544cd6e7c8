"""Versions that results and the bytes of reports depend on, and hashes of the files of plug-ins that do not come with the product.

Entry points of installed distributions: the plug-ins that they bring.

Plans and report layouts of others: TOML files of a workspace's plug-ins and of installed distributions.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import metadata, resources
from importlib.metadata import EntryPoint, entry_points
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

import labharness
from labharness import FILES_SHA256, INSTALLED_LEAVES, LEAVES_HOME, __version__
from labharness.app.outside import DATA, KINDS
from labharness.app.outside.trusted import FOLDER
from labharness.errors import PlugInError
from labharness.evidence.folder import RunFolder
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.model.reasons.command import PlugIns
from labharness.reason import Reason

RECORDED = (
    "numpy",
    "scipy",
    "numba",
    "python-flint",
    "pydantic",
    "pyusb",
    "reportlab",
    "pikepdf",
    "pillow",
    "pyhanko",
    "sqlalchemy",
)


SYSTEM = "system"
"""The one version on record that decides no byte of a report."""


@lru_cache(maxsize=1)
def files_sha256() -> str:
    """Return one SHA-256 over the program's code and catalogs: their names, lengths and text, in order of the names.

    Ends of lines are those of Unix, so that it is the same for the same program on every system.
    """
    result = hashlib.sha256()
    files = [
        (f"{folder.name}/{file.relative_to(folder).as_posix()}", file)
        for folder in (Path(labharness.__file__).parent, Path(LEAVES_HOME, "device_adapters"))
        for file in folder.rglob("*")
        if file.suffix in (".py", ".txt") and INSTALLED_LEAVES not in file.relative_to(folder).parts
    ]
    for name, file in sorted(files):
        text = text_of(file)
        result.update(f"{name} {len(text)}\n".encode() + text)
    return result.hexdigest()


@cache
def _libraries() -> dict[str, str]:
    """Return the versions of libraries; what this process has loaded stays as it is."""
    return {name: metadata.version(name) for name in RECORDED}


def versions(workspace: Path | None = None) -> dict[str, str]:
    """Return the versions that results and report bytes depend on, with the hashes of plug-ins of others."""
    result = {f"{PREFIX}{name}": sha256 for name, sha256 in plug_in_files(workspace).items()}
    return {
        "labharness": __version__,
        FILES_SHA256: files_sha256(),
        "python": platform.python_version(),
        SYSTEM: platform.platform(),
        **_libraries(),
        **result,
    }


def drawn_with() -> dict[str, str]:
    """Return the SHA-256 of every file of the reports folder by name: what decides how a dossier is drawn."""
    return dict(sorted(_hashes(resources.files("reports"), "")))


def _hashes(folder: Traversable, within: str) -> list[tuple[str, str]]:
    pairs = []
    for each in folder.iterdir():
        name = f"{within}{each.name}"
        if each.is_dir() and each.name != "__pycache__":
            pairs += _hashes(each, f"{name}/")
        elif each.is_file():
            pairs.append((name, hashlib.sha256(each.read_bytes()).hexdigest()))
    return pairs


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


PREFIX = "plug-in "
"""Begins the names of these files among the versions on record."""


def plug_in_files(workspace: Path | None = None) -> dict[str, str]:
    """Return the SHA-256 of each file of the plug-ins that do not come with the product, by what it is called.

    Of an installed distribution these are the Python files of the packages that its entry points name.
    """
    files = dict[str, Path]()
    if workspace is not None:
        folder = workspace / FOLDER
        files |= {file.relative_to(workspace).as_posix(): file for file in _sources(folder)}
    for entry in plug_ins_of(*KINDS, *DATA):
        top = find_spec(entry.module.partition(".")[0])
        for place in (top and top.submodule_search_locations) or ():
            home = Path(place)
            files |= {file.relative_to(home.parent).as_posix(): file for file in _sources(home)}
        if top and top.submodule_search_locations is None and top.origin:
            files[Path(top.origin).name] = Path(top.origin)
    return {name: hashlib.sha256(text_of(file)).hexdigest() for name, file in sorted(files.items())}


def changed_since(run: RunFolder, workspace: Path | None) -> tuple[Reason, ...]:
    """Return which plug-ins have changed or are missing since a run began.

    Parameters
    ----------
    workspace
        The one that a person named or opened.
    """
    now = plug_in_files(workspace)
    recorded = run.begun().versions.items()
    files = {name.removeprefix(PREFIX): sha256 for name, sha256 in recorded if name.startswith(PREFIX)}
    return tuple(
        (PlugIns.CHANGED if name in now else PlugIns.MISSING)(file=name)
        for name, sha256 in sorted(files.items())
        if now.get(name) != sha256
    )


def _sources(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.suffix in (".py", ".toml") and file.is_file()]


def text_of(file: Path) -> bytes:
    """Return a file with the ends of lines of Unix."""
    return read_outside(file, SizeLimit.DOCUMENT).replace(b"\r\n", b"\n")


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
        with FileReading(file):
            return read_outside(file, SizeLimit.WRITTEN), file.name
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
