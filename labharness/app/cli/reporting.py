"""Commands about reports: build, sign, verify, amend, and trial keys."""

from __future__ import annotations

import getpass
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from labharness.app.cli.console import (
    COLOURS,
    DEFAULT_WORKSPACE,
    ERROR,
    INCONCLUSIVE,
    PASSED,
    JsonOption,
    WorkspaceOption,
    print_json,
    screen,
    working,
    workspace_or_none,
)
from labharness.app.cli.root import app
from labharness.app.workspace import Workspace
from labharness.errors import InputError
from labharness.language.catalogue import say
from labharness.reporting.banners import SIMULATED, SPECIMEN, UNVERIFIED

if TYPE_CHECKING:  # a signature's libraries take a second that most commands need not wait
    from labharness.app.submission_reports import Issued
    from labharness.signing.signer import SigningKey

report_app = typer.Typer(
    help="Reports: of a run, of a submission under § 461a.4, of a night.", no_args_is_help=True
)
app.add_typer(report_app, name="report")

ByOption = Annotated[
    str | None, typer.Option("--by", help="Id of the person who acts; the login's name if left out.")
]


@report_app.command("build")
def build_report(
    run: Annotated[str, typer.Argument(metavar="[RUN]", help="Name of a run, or its folder.")] = "",
    *,
    submission: Annotated[str, typer.Option(help="Id of a submission, for the report of all its runs.")] = "",
    night: Annotated[
        str, typer.Option(help="Span of a morning report: SINCE..UNTIL, ISO 8601; UNTIL may be left out.")
    ] = "",
    layout: Annotated[
        str,
        typer.Option(
            help="run or run-summary of a run; approval or deficiency of a submission, or rehearsal: a SPECIMEN of the "
            "approval with simulated devices."
        ),
    ] = "",
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Build a report of a run, of a submission, or of a night."""
    if sum(map(bool, (run, submission, night))) != 1:
        raise InputError("Say what the report is of: RUN, --submission ID, or --night SINCE..UNTIL.")
    space = Workspace.open(workspace)
    if run:
        return _build_run(space, run, layout or "run", as_json=as_json)
    if night:
        return _build_night(space, night, as_json=as_json)
    from labharness.app.submission_reports import build_submission_report

    with working("Building the report", quiet=as_json):
        made = build_submission_report(space, submission, layout or "approval", by)
    return _print_issued(made, as_json=as_json)


@report_app.command("amend")
def amend(
    number: Annotated[str, typer.Argument(help="Number of the signed report that is replaced.")],
    *,
    why: Annotated[str, typer.Option(help="Why; the new report prints it.")],
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Replace a signed report by a new one that says what changed and why; the old one stays."""
    from labharness.app.submission_reports import amend_report

    with working("Building the amended report", quiet=as_json):
        made = amend_report(Workspace.open(workspace), number, why, by)
    return _print_issued(made, as_json=as_json)


@report_app.command("sign")
def sign(
    number: Annotated[str, typer.Argument(help="Number of the report.")],
    *,
    role: Annotated[str, typer.Option(help="tested, reviewed or authorised; in this order.")],
    by: ByOption = None,
    key: Annotated[Path | None, typer.Option(help="PKCS#12 file; its pass phrase is asked for.")] = None,
    token: Annotated[str, typer.Option(help="Name of a PKCS#11 token; its PIN is asked for.")] = "",
    module: Annotated[Path | None, typer.Option(help="Driver of the token.")] = None,
    label: Annotated[str, typer.Option(help="Name of key and certificate on the token.")] = "",
    crl: Annotated[
        list[Path] | None, typer.Option(help="List of revoked certificates to keep with the signature.")
    ] = None,
    timestamp: Annotated[str, typer.Option(help="URL of an RFC 3161 time-stamp server.")] = "",
    root: Annotated[
        list[Path] | None,
        typer.Option(
            help="Root certificate of the key's or the time-stamp server's authority, for the folder."
        ),
    ] = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Sign a report in a role; the key's pass phrase comes from a prompt or the system's key store."""
    from labharness.app.issuing import sign_report
    from labharness.app.signing import holder, signatory
    from labharness.app.submission_reports import submission_of
    from labharness.signing.signer import server

    space = Workspace.open(workspace)
    person, part = signatory(space, role, by)
    with _opened(space, person, key, (token, module, label), root or [], crl or []) as opened:
        owner = holder(opened)
        stamper = server(timestamp) if timestamp else None
        path = sign_report(space, number, part, person, opened, stamper, submission=submission_of(number))
    if as_json:
        told = {"report": number, "role": part.value, "person": person, "certificate": owner}
        print_json({**told, "path": str(path)})
    else:
        screen.print(f"{number}: signed as {part.value} by {person}. {path}", markup=False)
        if owner != person:
            screen.print(f"The certificate is in the name of {owner}; the report prints both.", markup=False)
    return 0


@report_app.command("verify")
def verify(
    report: Annotated[Path, typer.Argument(help="A report's folder, or its PDF alone.")],
    *,
    trust: Annotated[
        list[Path] | None,
        typer.Option(help="Certificate of an authority that you trust, instead of those on the lists."),
    ] = None,
    fingerprint: Annotated[
        list[str] | None,
        typer.Option(help="SHA-256 of such a certificate, which may then come from the report's folder."),
    ] = None,
    crl: Annotated[
        list[Path] | None, typer.Option(help="List of revoked certificates, as new as you can get it.")
    ] = None,
    reverify: Annotated[
        bool,
        typer.Option(
            "--reverify",
            help="Also do every run again from its recorded bytes, and draw the report again from them.",
        ),
    ] = False,
    specimen: Annotated[
        bool,
        typer.Option("--specimen", help="Expect a rehearsal: exit code 0 for one, and for nothing else."),
    ] = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> int:
    """Verify a report: signatures, files, runs; no network is needed.

    Exit codes: 0 issued by authorities that you trust, 2 intact and not shown to be issued, 3 does not verify.
    Whom you trust comes from --trust and --fingerprint, or else from the lists of 'labharness trust'.
    """
    from labharness.app.issuing import verify_report
    from labharness.app.report_state import ReportState
    from labharness.app.signing import revocations, trusted
    from labharness.app.trust import Trusted, lists, read_fingerprint, refuse_own
    from labharness.app.verification_words import told

    own = workspace_or_none(workspace)
    refuse_own(report, [*(trust or []), *(crl or []), *([own] if own else [])])
    if trust or fingerprint:
        known = Trusted(trusted(trust or []), frozenset(map(read_fingerprint, fingerprint or [])))
    else:
        known = lists(own)
    with working("Verifying", quiet=as_json):
        found = verify_report(report, replace(known, crls=revocations(crl or [])), again=reverify)
    if as_json:
        derived = {"clean": found.clean, "issued": found.issued, "state": found.state.value}
        said = asdict(found.concluded) if found.concluded is not None else None
        spoken = {"runs": _spoken(found.runs), "reverified": _spoken(found.reverified)}
        print_json({**asdict(found), **spoken, **derived, "concluded": said})
    else:
        for line in told(report, found):
            screen.print(line, markup=False)
    if found.state is ReportState.DAMAGED:
        return ERROR
    return PASSED if (found.rehearsed if specimen else found.proven) else INCONCLUSIVE


@report_app.command("trial-key")
def trial_key(
    file: Annotated[Path, typer.Argument(help="PKCS#12 file to write.")],
    *,
    by: ByOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
) -> int:
    """Issue a key for trials from the workspace's own authority; it proves nothing about persons."""
    from labharness.app.signing import issue_trial_key

    name = issue_trial_key(Workspace.open(workspace), by, file, _new_passphrase)
    screen.print(f"{file}: a key in the name of {name}, for trials only.", markup=False)
    return 0


def _build_run(space: Workspace, run: str, layout: str, *, as_json: bool) -> int:
    from labharness.app.reports import build
    from labharness.evidence.verify import verify as check_folder

    folder = space.run(run)
    with working("Building the report", quiet=as_json):
        path = build(space, folder, layout)
    clean = check_folder(folder.path).clean
    if as_json:
        print_json({"run": folder.run, "report": str(path), "verifies": clean})
    else:
        screen.print(str(path) if clean else f"{UNVERIFIED}: {path}", markup=False)
    return 0 if clean else ERROR


def _build_night(space: Workspace, night: str, *, as_json: bool) -> int:
    from labharness.app.nights import build_night_report, read_span

    since, until = read_span(night)
    with working("Building the report", quiet=as_json):
        path = build_night_report(space, since, until)
    if as_json:
        print_json({"report": str(path)})
    else:
        screen.print(str(path), markup=False)
    return 0


def _print_issued(made: Issued, *, as_json: bool) -> int:
    """Say what the report says; a report that was built is no error, whatever it found."""
    found = made.case.conclusion
    if as_json:
        told: dict[str, Any] = {
            "report": made.number,
            "specimen": made.case.dossier.specimen,
            "path": str(made.bundle.path),
            "outcome": found.outcome.value,
            "reasons": list(found.reasons),
            "objections": list(found.objections),
            "recommendation": found.recommendation.disposition if found.recommendation else None,
            "refused": found.refused,
        }
        print_json(told)
        return 0
    dossier = made.case.dossier
    if dossier.specimen:
        screen.print(SPECIMEN, style="bold reverse", markup=False)
    if dossier.simulated:
        screen.print(f"{SIMULATED}: {', '.join(dossier.simulated)}", style="bold reverse", markup=False)
    screen.print(found.outcome.value, style=COLOURS[found.outcome], end="  ")
    screen.print(f"{made.number}: {found.sentence}", markup=False)
    for objection in found.objections:
        screen.print(f"  - {objection}", markup=False)
    if found.refused:
        screen.print("The recommendation on record is not printed: the above stands against it.")
    elif found.disposition:
        screen.print(f"Recommended: {found.disposition.title}.", markup=False)
    else:
        screen.print("No recommendation is on record.")
    screen.print(str(made.bundle.path / made.bundle.file), markup=False)
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
    from labharness.app import keys
    from labharness.app.signing import revocations, trusted, with_trial_proof

    name, module, label = token
    known, lists = trusted(roots), revocations(crls)
    if key is not None and not name:
        yield with_trial_proof(space, keys.open_file(key, getpass.getpass, known, lists), person)
    elif name and key is None and module is not None:
        with keys.open_token(module, name, label, getpass.getpass, known, lists) as opened:
            yield opened
    else:
        raise InputError("Say which key signs: --key FILE, or --token NAME --module DRIVER --label KEY.")


def _new_passphrase() -> str:
    first = getpass.getpass("Pass phrase for the new key: ")
    if first != getpass.getpass("Again: "):
        raise InputError("The two pass phrases differ; try again.")
    return first


def _spoken(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was verified of each run as JSON values, with its reasons in words."""
    return {
        name: asdict(each)
        | {key: list(map(say, getattr(each, key))) for key in ("problems", "notes") if hasattr(each, key)}
        for name, each in found.items()
    }
