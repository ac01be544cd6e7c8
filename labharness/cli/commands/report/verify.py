"""The command ``labharness report verify``."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path
from typing import Annotated

import typer

from labharness.app.workspace import Workspace
from labharness.cli.console import (
    DEFAULT_WORKSPACE,
    INCONCLUSIVE,
    PASSED,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    working,
)
from labharness.cli.trust import workspace_or_none
from labharness.language.catalog import term
from labharness.language.values import as_values
from labharness.model.reasons.verification import ReportState


def command(
    report: Annotated[Path, typer.Argument(help="Folder of a report, or its PDF alone.")],
    *,
    trust: Annotated[
        list[Path] | None,
        typer.Option(help="Certificate of a trusted authority, instead of the lists."),
    ] = None,
    fingerprint: Annotated[
        list[str] | None,
        typer.Option(
            help="SHA-256 of a trusted authority's certificate; the certificate itself may be in the report's folder."
        ),
    ] = None,
    crl: Annotated[list[Path] | None, typer.Option(help="Current list of revoked certificates.")] = None,
    signers: Annotated[
        Path | None,
        typer.Option(
            help="The laboratory's list of signers ('people list --json' writes it), instead of the people of the workspace."
        ),
    ] = None,
    reverify: Annotated[
        bool,
        typer.Option(
            "--reverify",
            help="Also reverify every run from its recorded bytes and draw the report again.",
        ),
    ] = False,
    specimen: Annotated[
        bool,
        typer.Option("--specimen", help="Expect a rehearsal: exit with code 0 only for a rehearsal."),
    ] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Verify the signatures, files and runs of a report, without a network.

    Trusted authorities are those of --trust and --fingerprint, or else those of the lists of 'labharness trust'.
    Exit codes:
    """
    from labharness.app.file_change import finish_changes
    from labharness.app.issue.issuing import verify_report
    from labharness.app.issue.verification_words import told
    from labharness.app.people.named_trust import named_trust

    place = workspace_or_none(workspace)
    known = named_trust(place, report, trust or (), fingerprint or (), crl or (), signers)
    if place is not None and report.resolve().is_relative_to(place.resolve()):
        finish_changes(Workspace(place))
    with working("Verifying", quiet=as_json):
        found = verify_report(report, known, again=reverify, workspace=Workspace(place) if place else None)
    if as_json:
        derived = {"clean": found.clean, "issued": found.issued, "state": found.state}
        derived["exit_code"] = found.state.exit_code
        print_json({**as_values(found), **derived, "concluded": found.concluded})
    else:
        for line in told(report, found):
            screen.print(line)
    if specimen and found.rehearsed:
        return PASSED
    return INCONCLUSIVE if specimen and found.issued else found.state.exit_code


command.__doc__ = f"{cleandoc(command.__doc__ or '')}\n" + "\n".join(
    f"{state.exit_code} {term(state)}{', 0 with --specimen' if state is ReportState.SPECIMEN else ''}."
    for state in ReportState
)
