"""An empty submission as a folder: every kind of entry, commented, for an engineer to fill in and import."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from enum import Enum
from pathlib import Path
from textwrap import wrap
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from labharness.errors import RegisterError, StorageError
from labharness.evidence.opening import DEVICE_NAME
from labharness.filings.entries.checklist import ChecklistItem, read_checklist
from labharness.filings.entries.entry import Attached, Entry
from labharness.filings.entries.entry_files import dump
from labharness.filings.entries.filing import Filing, SubmissionKind
from labharness.filings.entries.papers import Document
from labharness.filings.entries.snapshot import KINDS, MAY
from labharness.filings.entries.submission_folder import FILES
from labharness.games.data import Data, Slug
from labharness.model.device import DeviceClass
from labharness.model.reasons.entry import Entries
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Registers

WIDTH = 100
_HEAD = """\
# {what}
# Take the "# " away before what you fill in, and repeat the whole table for the next one.
schema = 1
"""


def id_of(reference: str) -> str:
    """Return a submission reference in the form that names files.

    Raises
    ------
    RegisterError
        If nothing of it can stand in a name.

    Examples
    --------
    >>> id_of("BGLO/2026-0117 (M)")
    'bglo-2026-0117-m'
    """
    text = re.sub(r"[^a-z0-9]+", "-", reference.lower()).strip("-")[:80].strip("-")
    if not text:
        raise RegisterError(Registers.NO_NAME(reference=reference[:60]))
    if DEVICE_NAME.fullmatch(text):
        raise RegisterError(Entries.RESERVED_NAME(id=text))
    return text


def write_templates(
    folder: Path, reference: str, kind: SubmissionKind | None = None, device: DeviceClass | None = None
) -> None:
    """Write the folder of a new submission.

    Parameters
    ----------
    reference
        As the Bureau writes it.
    kind, device
        Leave out of the checklist what does not apply to them.

    Raises
    ------
    RegisterError
        If something is there already.
    StorageError
        If the folder cannot be written.
    """
    try:
        if folder.exists():
            raise RegisterError(Registers.FOLDER_EXISTS(folder=str(folder)))
        (folder / FILES).mkdir(parents=True)
        _write_kinds(folder, reference, kind, device)
    except OSError as error:
        raise StorageError(Inputs.UNWRITABLE(path=str(folder)[:200], why=str(error.strerror))) from error


def _write_kinds(
    folder: Path, reference: str, kind: SubmissionKind | None, device: DeviceClass | None
) -> None:
    for name, model in KINDS.items():
        if name in MAY or not model.summary:  # a program writes what has no summary
            continue
        text = _HEAD.format(what=model.summary)
        if model is Filing:
            fixed = {"id": id_of(reference), "reference": reference} | ({"type": kind.value} if kind else {})
            text += "".join(_explained(model)) + dump({"filing": [fixed]})
            text += "".join(_table(model, skipped=set(fixed)))
        elif model is Document:
            text += "".join(_explained(model))
            text += "".join(_documents(kind, device))
        else:
            text += "".join(_explained(model)) + f"\n# [[{name}]]\n" + "".join(_table(model))
        (folder / f"{name}.toml").write_bytes(text.encode())


def _explained(model: type[Entry]) -> Iterator[str]:
    """Yield what the fields hold."""
    for name, field in model.model_fields.items():
        if field.description:
            for part in wrap(f"{name}: {field.description}", WIDTH, subsequent_indent="    "):
                yield f"# {part}\n"


def _table(model: type[Entry], skipped: set[str] | None = None) -> Iterator[str]:
    types = get_type_hints(model, include_extras=True)
    for name, field in model.model_fields.items():
        if name in (skipped or ()):
            continue
        choices = _choices(types[name])
        needed = "needed" if field.is_required() or name in model.asked else "may be left out"
        remark = f"one of: {', '.join(choices)}; {needed}" if choices else needed
        yield f"# {name} = {_shown(types[name])}  # {remark}\n"


def _documents(kind: SubmissionKind | None, device: DeviceClass | None) -> Iterator[str]:
    """Yield a table for every line of the checklist that may apply."""
    for item in read_checklist().items:
        if (kind and item.types and kind not in item.types) or (device and not item.fits(device)):
            continue
        yield "\n" + "".join(f"# {line}\n" for line in wrap(_about(item), WIDTH))
        yield f'# [[document]]\n# id = "{item.id}"\n# item = "{item.id}"\n'
        yield from _table(Document, skipped={"id", "item"})


def _about(item: ChecklistItem) -> str:
    required = "" if item.required else " Not required."
    return f"{item.title} ({item.source}; wording {item.wording}).{required}"


def _choices(annotation: Any) -> list[str]:
    plain = _plain(annotation)
    if get_origin(plain) is Literal:
        return [str(each) for each in get_args(plain)]
    if isinstance(plain, type) and issubclass(plain, Enum):
        return [str(each.value) for each in plain]
    return []


def _shown(annotation: Any) -> str:
    """Return a value that shows how such a one is written."""
    if annotation == Slug:
        return '"an-id"'
    plain = _plain(annotation)
    choices = _choices(plain)
    if choices:
        return f'"{choices[0]}"'
    if get_origin(plain) is tuple:
        return f"[{_shown(get_args(plain)[0])}]"
    if plain is Attached:
        return '{ name = "its name in the folder files" }'
    if isinstance(plain, type) and issubclass(plain, Data):
        types = get_type_hints(plain, include_extras=True)
        inside = ", ".join(f"{name} = {_shown(types[name])}" for name in plain.model_fields)
        return f"{{ {inside} }}"
    plainly = {date: date(2026, 1, 31).isoformat(), bool: "true", int: "0"}
    return plainly.get(plain, '"…"')


def _plain(annotation: Any) -> Any:
    """Return a type without what is said about it, and without None."""
    if get_origin(annotation) is Annotated:
        return _plain(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        return _plain(next(each for each in get_args(annotation) if each is not type(None)))
    return annotation
