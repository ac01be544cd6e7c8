"""The command ``labharness authenticate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    table,
    working,
)
from labharness.cli.deciding import KeyOption, signer
from labharness.cli.from_acts import ByOption
from labharness.cli.submissions import IdArgument


def command(
    submission: IdArgument,
    unit: Annotated[str, typer.Argument(metavar="UNIT", help="Id of the unit.")],
    *,
    device: Annotated[
        str,
        typer.Option(metavar="URL", help="Device that speaks GAT 3.50, by serial:// (9600 baud) or tcp://."),
    ] = "",
    image: Annotated[
        list[str] | None,
        typer.Option(metavar="COMPONENT=FILE", help="Dumped image of a component; repeat for several."),
    ] = None,
    no_seed: Annotated[
        bool, typer.Option("--no-seed", help="Give the device no seed; equality then proves nothing.")
    ] = False,
    pdf: Annotated[Path | None, typer.Option(help="Write a PDF for the submission to this file.")] = None,
    by: ByOption = None,
    key: KeyOption = "",
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Authenticate the software of a unit against the hashes of its submission, and record the result.

    Exit code 0: every component matches. 1: a component differs. 2: anything is missing or not proven.
    """
    from labharness.app.authentication.authenticate import AuthenticationOrder, authenticate
    from labharness.app.authentication.record_json import as_json as values
    from labharness.language.catalog import say
    from labharness.model.reasons.authentication import Authentications

    space = Workspace.open(workspace)
    order = AuthenticationOrder(submission, unit, device, image or (), seeded=not no_seed)
    with signer(space, key) as sign, working("Authenticating", quiet=as_json):
        record = authenticate(space, order, by, sign)
    if pdf is not None:
        from labharness.app.reports import put
        from labharness.reporting.documents.authentication import build_authentication

        put(pdf, build_authentication(record))
    if as_json:
        print_json(values(record))
        return record.exit
    for reason in record.problems:
        screen.print(say(reason))
    rows = table("Result", "Component", "By", "Algorithm", "Expected", "Obtained", whole=1)
    for one in record.results:
        rows.add_row(
            one.result.value.upper(), one.name, one.source, one.algorithm, one.expected, one.obtained
        )
    screen.print(rows)
    for name in record.unseeded:
        screen.print(say(Authentications.SEED_IGNORED(component=name)))
    if device:
        screen.print(say(Authentications.CALCULATED_BY_THE_DEVICE()), style="dim")
    screen.print(say(record.conclusion))
    return record.exit
