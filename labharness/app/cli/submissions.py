"""Commands about submissions: new, import, export, list, show, history, attach, verify."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from labharness.app import submissions
from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    ERROR,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
)
from labharness.app.cli.root import app
from labharness.app.register import open_register, verify_register
from labharness.app.workspace import Workspace, quoted
from labharness.errors import RegisterError
from labharness.filings.entries.checklist import checklist_state
from labharness.filings.entries.filing import SubmissionKind
from labharness.filings.entries.review import Deficiency
from labharness.filings.entries.snapshot import KINDS, Change, Submission
from labharness.filings.entries.templates import id_of, write_templates
from labharness.language.catalogue import explain, say, sentences
from labharness.model.device import DeviceClass

submission_app = typer.Typer(
    help="The submission register: what was filed, by whom, and every change of it.", no_args_is_help=True
)
app.add_typer(submission_app, name="submission")

# Controls would steer the terminal, and signs of direction reorder what stands around them.
_HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")

IdArgument = Annotated[str, typer.Argument(metavar="ID", help="Id of a submission.")]
ByOption = Annotated[
    str | None, typer.Option("--by", help="Id of the person who does it; the login's if it is on the list.")
]
WhyOption = Annotated[str, typer.Option("--why", help="Why; it stays on record.")]


def visible(text: str) -> str:
    """Return what somebody wrote so that all of it is seen, as it stands in a table."""
    return escape(_HIDDEN.sub(lambda found: f"U+{ord(found[0]):04X}", text))


@submission_app.command("new")
def new_submission(
    reference: Annotated[
        list[str], typer.Argument(metavar="REF...", help="Submission reference, as the Bureau writes it.")
    ],
    *,
    kind: Annotated[
        SubmissionKind | None,
        typer.Option("--type", help="Type of the submission; it shortens the checklist."),
    ] = None,
    device: Annotated[
        DeviceClass | None,
        typer.Option("--device", help="Device class; it shortens the checklist. Leave it out for several."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--out", help="Folder to make; named after the reference if left out.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make a folder with a commented file for every kind of entry, to fill in and import."""
    text = " ".join(reference)
    place = folder or Path(id_of(text))
    write_templates(place, text, kind, device)
    if as_json:
        print_json({"submission": id_of(text), "folder": str(place)})
        return
    screen.print(
        f"Fill in the files in {place}, then: labharness submission import {quoted(place)} --why WHY",
        markup=False,
    )


@submission_app.command("import")
def import_folder(
    folder: Annotated[Path, typer.Argument(help="Folder that 'new' made or 'export' wrote.")],
    *,
    why: WhyOption,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Bring the register to what a folder holds: all of it, or nothing and every mistake at once."""
    try:
        space = Workspace.open(workspace)
        name, changes = submissions.take_in(space, folder, by, why)
    except RegisterError as error:
        if as_json:
            print_json(
                {"error": "RegisterError", "sentence": explain(error), "problems": list(sentences(error))}
            )
        else:
            for problem in sentences(error):
                screen.print(problem, markup=False)
        return ERROR
    with open_register(space) as register:
        doubts = list(map(say, submissions.doubts(register.snapshot(name))))
    if as_json:
        print_json({"submission": name, "changes": [asdict(one) for one in changes], "doubts": doubts})
        return 0
    for one in changes:
        screen.print(f"{_done(one)} {one.kind} {one.entry}", markup=False)
    for doubt in doubts:
        screen.print(f"Doubt: {doubt}", markup=False)
    count = "1 change" if len(changes) == 1 else f"{len(changes)} changes"
    screen.print(f"{count} of {name}. Next: labharness submission show {name}", markup=False)
    return 0


@submission_app.command("export")
def export_folder(
    submission: IdArgument,
    folder: Annotated[Path, typer.Argument(help="Folder to write.")],
    *,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Write a submission and its files as a folder, to read, edit and import again."""
    found = submissions.give_out(Workspace.open(workspace), submission, folder)
    if as_json:
        print_json(
            {"submission": found.id, "folder": str(folder), "entries": len(found.entries), "head": found.head}
        )
        return
    screen.print(f"{len(found.entries)} entries of {found.id} are in {folder}.", markup=False)


@submission_app.command("list")
def list_submissions(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> None:
    """List the submissions with type, submitter and what is still missing."""
    with open_register(Workspace.open(workspace)) as register:
        found = [register.snapshot(name) for name in register.submissions()]
    if as_json:
        print_json([_summary(one) for one in found])
        return
    if not found:
        screen.print("No submission is on record. Begin with: labharness submission new REFERENCE")
        return
    shown = table("Submission", "Type", "Submitter and title", "Missing")
    for one in found:
        words = f"{one.filing.submitter}: {one.filing.title}"
        missing = sum(each.blocks for each in checklist_state(one))
        shown.add_row(one.id, one.filing.type.value, visible(words), str(missing))
    screen.print(shown)


@submission_app.command("show")
def show_submission(
    submission: IdArgument, *, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False
) -> None:
    """Show everything on record about a submission, and what is missing."""
    with open_register(Workspace.open(workspace)) as register:
        found = register.snapshot(submission)
    if as_json:
        print_json(_whole(found))
    else:
        _show(found)


@submission_app.command("history")
def show_history(
    submission: IdArgument, *, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False
) -> None:
    """Show who changed what of a submission, when and why, oldest first."""
    with open_register(Workspace.open(workspace)) as register:
        changes = register.snapshot(submission).changes
    if as_json:
        print_json([asdict(one) for one in changes])
        return
    shown = table("Record", "When (UTC)", "Who", "What was changed, and why")
    for one in changes:
        what = f"{_done(one)} {one.kind} {one.entry}" if one.kind else one.what
        fields = f" ({', '.join(_changed(one))})" if one.before and one.after else ""
        shown.add_row(str(one.number), one.utc[:19], visible(one.who), visible(f"{what}{fields}: {one.why}"))
    screen.print(shown)
    screen.print(f"Head: {changes[-1].hash}")


@submission_app.command("attach")
def attach_file(
    submission: IdArgument,
    entry: Annotated[str, typer.Argument(metavar="KIND/ENTRY", help="An entry, for example unit/unit-1.")],
    file: Annotated[Path, typer.Argument(help="The file; a copy is kept under its hash.")],
    *,
    caption: Annotated[str, typer.Option(help="What a photograph shows.")] = "",
    why: Annotated[str, typer.Option("--why", help="Why; it stays on record.")] = "",
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Attach a document or a photograph to an entry."""
    kept = submissions.attach(Workspace.open(workspace), submission, entry, file, caption, by, why)
    if as_json:
        print_json(kept.model_dump(mode="json"))
        return
    screen.print(f"{kept.name} is kept with {entry}; SHA-256 {kept.sha256}", markup=False)


@submission_app.command("verify")
def verify_all(*, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False) -> int:
    """Check the audit chain, that it leads to what is on record, and every file."""
    changes, head, problems = verify_register(Workspace.open(workspace))
    if as_json:
        print_json({"changes": changes, "head": head, "problems": list(map(say, problems))})
    elif problems:
        screen.print("THE REGISTER IS NOT AS IT WAS WRITTEN", style="bold red")
        for problem in problems:
            screen.print(f"  - {say(problem)}", markup=False)
    else:
        screen.print(f"{changes} records, all as they were written. Head: {head}")
    return ERROR if problems else 0


def _done(change: Change) -> str:
    if change.what != "put":
        return "removed"
    return "wrote" if change.before is None else "changed"


def _changed(change: Change) -> list[str]:
    before, after = change.before or {}, change.after or {}
    return [name for name in after if before.get(name) != after[name]]


def _summary(found: Submission) -> dict[str, Any]:
    filing = found.filing
    return {
        "id": found.id,
        "reference": filing.reference,
        "type": filing.type.value,
        "submitter": filing.submitter,
        "title": filing.title,
        "missing": [one.id for one in checklist_state(found) if one.blocks],
        "open_deficiencies": [one.id for one in found.of(Deficiency) if one.status == "open"],
        "recommendation": found.recommendation.disposition if found.recommendation else None,
        "head": found.head,
    }


def _whole(found: Submission) -> dict[str, Any]:
    entries = {
        kind: [one.model_dump(mode="json") for one in found.of(model)] for kind, model in KINDS.items()
    }
    states = {one.id: one.state for one in checklist_state(found)}
    return {**_summary(found), "entries": entries, "checklist": states}


def _show(found: Submission) -> None:
    filing, facts = found.filing, _summary(found)
    screen.print(visible(f"{filing.reference}: {filing.title}"), style="bold")
    complete = f"complete {filing.complete}" if filing.complete else "not complete"
    who = f"{filing.submitter} ({filing.submitter_kind.value}, licence {filing.licence})"
    screen.print(visible(f"{filing.type.value} of {who}, received {filing.received}, {complete}"))
    shown = table("Kind", "Entries")
    for kind, model in KINDS.items():
        names = [one.id for one in found.of(model)]
        if names:
            shown.add_row(kind, escape(", ".join(names)))
    screen.print(shown)
    for one in checklist_state(found):
        if one.blocks:
            screen.print(f"Missing: {one.id} - {one.title}", markup=False)
    for doubt in map(say, submissions.doubts(found)):
        screen.print(f"Doubt: {doubt}", markup=False)
    for name in facts["open_deficiencies"]:
        screen.print(f"Open deficiency: {name}", markup=False)
    screen.print(f"Recommendation: {facts['recommendation'] or 'none yet'}", markup=False)
    screen.print(f"Head: {found.head}")
