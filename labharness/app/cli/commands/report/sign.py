"""The command ``labharness report sign``."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from labharness.app.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
)
from labharness.app.settings import read_settings
from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.model.reasons.command import Commands

if TYPE_CHECKING:  # a signature's libraries take a second that most commands need not wait
    from labharness.signing.signer import SigningKey
from labharness.app.cli.reporting import ByOption


def command(
    number: Annotated[str, typer.Argument(help="Number of the report.")],
    *,
    role: Annotated[
        str, typer.Option(help="Role of the signature: tested, reviewed or authorized, in this order.")
    ],
    by: ByOption = None,
    key: Annotated[
        Path | None, typer.Option(help="PKCS#12 file; the command prompts for its pass phrase.")
    ] = None,
    token: Annotated[
        str, typer.Option(help="Name of a PKCS#11 token; the command prompts for its PIN.")
    ] = "",
    module: Annotated[Path | None, typer.Option(help="Driver of the token.")] = None,
    label: Annotated[str, typer.Option(help="Name of key and certificate on the token.")] = "",
    crl: Annotated[
        list[Path] | None, typer.Option(help="List of revoked certificates to keep with the signature.")
    ] = None,
    timestamp: Annotated[
        str | None,
        typer.Option(
            help='URL of an RFC 3161 time-stamp server; default: the setting time_stamps of the workspace, "" for none.'
        ),
    ] = None,
    root: Annotated[
        list[Path] | None,
        typer.Option(
            help="Root certificate of the key's or the time-stamp server's authority, to store with the report."
        ),
    ] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Sign a report in a role; the key's pass phrase comes from a prompt or the system's key store."""
    from labharness.app.issue.issuing import sign_report
    from labharness.app.people.signing import holder, signatory
    from labharness.app.submission.submission_reports import submission_of
    from labharness.signing.signer import server

    space = Workspace.open(workspace)
    person, part = signatory(space, role, by)
    with _opened(space, person, key, (token, module, label), root or [], crl or []) as opened:
        owner = holder(opened)
        wanted = read_settings(space).time_stamps if timestamp is None else timestamp
        stamper = server(wanted) if wanted else None
        path = sign_report(space, number, part, person, opened, stamper, submission=submission_of(number))
    if as_json:
        told = {"report": number, "role": part.value, "person": person, "certificate": owner}
        print_json({**told, "path": str(path)})
    else:
        screen.print(f"{number}: signed as {part.value} by {person}. {path}")
        if owner != person:
            screen.print(f"The certificate is in the name of {owner}. The report prints both names.")
    return 0


@contextmanager
def _opened(
    space: Workspace,
    person: str,
    key: Path | None,
    token: tuple[str, Path | None, str],
    roots: list[Path],
    crls: list[Path],
) -> Iterator[SigningKey]:
    from labharness.app.people import keys
    from labharness.app.people.signing import revocations, trusted, with_trial_proof

    name, module, label = token
    known, lists = trusted(roots), revocations(crls)
    if key is not None and not name:
        yield with_trial_proof(space, keys.open_file(key, getpass.getpass, known, lists), person)
    elif name and key is None and module is not None:
        with keys.open_token(module, name, label, getpass.getpass, known, lists) as opened:
            yield opened
    else:
        raise InputError(Commands.KEY_NEEDED())
