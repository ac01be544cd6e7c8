"""An empty submission as a folder: every kind of entry, commented, for an engineer to fill in and import."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from textwrap import wrap

from labharness.errors import RegisterError
from labharness.evidence.durable import Writing
from labharness.filings.entries.checklist import ChecklistItem, read_checklist
from labharness.filings.entries.entry import Entry
from labharness.filings.entries.filing import Filing, SubmissionKind, id_of
from labharness.filings.entries.form_values import dump
from labharness.filings.entries.review import Document
from labharness.filings.entries.snapshot import KINDS, MAY, Authentication
from labharness.filings.entries.submission_folder import FILES
from labharness.games.mistakes import SLUG
from labharness.language.field_words import kind_words, words_of
from labharness.model.device import DeviceClass
from labharness.model.field import Field, FieldShape, fields_of
from labharness.model.reasons.register import Registers

WIDTH = 100
_HEAD = """\
# {what}
# Take the "# " away before what you fill in, and repeat the whole table for the next one.
schema = 1
"""


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
    with Writing(folder):
        if folder.exists():
            raise RegisterError(Registers.FOLDER_EXISTS(folder=str(folder)))
        (folder / FILES).mkdir(parents=True)
        _write_kinds(folder, reference, kind, device)


def _write_kinds(
    folder: Path, reference: str, kind: SubmissionKind | None, device: DeviceClass | None
) -> None:
    for name, model in KINDS.items():
        if name in MAY or model is Authentication:
            continue  # people decide it in the program, or a program writes it
        text = _HEAD.format(what=kind_words(name).help)
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
    for field in fields_of(model):
        for part in wrap(f"{field.name}: {words_of(field).help}", WIDTH, subsequent_indent="    "):
            yield f"# {part}\n"


def _table(model: type[Entry], skipped: set[str] | None = None) -> Iterator[str]:
    for field in fields_of(model):
        if field.name in (skipped or ()):
            continue
        needed = "needed" if field.needed else "may be left out"
        remark = f"one of: {', '.join(field.choices)}; {needed}" if field.choices else needed
        yield f"# {field.name} = {_shown(field)}  # {remark}\n"


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


def _shown(field: Field) -> str:
    """Return a value that shows how such a one is written."""
    if field.shape is FieldShape.TABLE:
        shown = f"{{ {', '.join(f'{each.name} = {_shown(each)}' for each in field.inner)} }}"
    else:
        text = field.choices[0] if field.choices else "an-id" if field.pattern == SLUG else "…"
        shown = _WRITTEN.get(field.shape, f'"{text}"')
    return f"[{shown}]" if field.many else shown


_WRITTEN = {
    FieldShape.FILE: '{ name = "its name in the folder files" }',
    FieldShape.DATE: date(2026, 1, 31).isoformat(),
    FieldShape.FLAG: "true",
    FieldShape.WHOLE: "0",
}
