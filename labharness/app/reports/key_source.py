"""Sign a report with a key from a file or a token, and what belongs to that: certificates, lists, a time stamp."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError
from labharness.model.reasons.command import Commands

if TYPE_CHECKING:  # a signature's libraries take a second that most need not wait
    from labharness.signing.proofs import SigningKey


@dataclass(frozen=True, slots=True)
class KeySource:
    """Where a key is; the pass phrase or PIN is asked for and stands nowhere.

    Parameters
    ----------
    file
        PKCS#12 file, None where the key is on a token.
    token, module, label
        Name of a PKCS#11 token, its driver, and the name of key and certificate on it.
    roots, crls
        Further certificates of authorities and lists of revoked certificates to keep with the signature.
    timestamp
        URL of an RFC 3161 time-stamp server, "" for none, None for the one of the workspace's settings.
    """

    file: Path | None = None
    token: str = ""
    module: Path | None = None
    label: str = ""
    roots: tuple[Path, ...] = ()
    crls: tuple[Path, ...] = ()
    timestamp: str | None = None


@dataclass(frozen=True, slots=True)
class ReportSigned:
    """A signature that was made; ``owner`` is the name that the certificate vouches for."""

    number: str
    path: Path
    role: str
    person: str
    owner: str


def sign_with(
    workspace: Workspace, number: str, role: str, by: str | None, source: KeySource, ask: Callable[[str], str]
) -> ReportSigned:
    """Sign a report in a role.

    Parameters
    ----------
    ask
        Asks a person for a pass phrase or PIN.

    Raises
    ------
    SignatureError
        If the person may not, the key does not open, or the report may not be signed now.
    InputError
        If no key or no such role is named.
    """
    from labharness.app.people.signing import holder, signatory
    from labharness.app.reports.issuing import sign_report
    from labharness.app.reports.submission_reports import submission_of
    from labharness.signing.proofs import server

    person, part = signatory(workspace, role, by)
    with _opened(workspace, person, source, ask) as key:
        owner = holder(key)
        wanted = read_settings(workspace).time_stamps if source.timestamp is None else source.timestamp
        stamper = server(wanted) if wanted else None
        path = sign_report(workspace, number, part, person, key, stamper, submission=submission_of(number))
    return ReportSigned(number, path, part.value, person, owner)


@contextmanager
def _opened(
    workspace: Workspace, person: str, source: KeySource, ask: Callable[[str], str]
) -> Iterator[SigningKey]:
    from labharness.app.people import keys
    from labharness.app.people.signing import revocations, trusted, with_trial_proof

    roots, crls = trusted(source.roots), revocations(source.crls)
    if source.file is not None and not source.token:
        yield with_trial_proof(workspace, keys.open_file(source.file, ask, roots, crls), person)
    elif source.token and source.file is None and source.module is not None:
        with keys.open_token(source.module, source.token, source.label, ask, roots, crls) as key:
            yield key
    else:
        raise InputError(Commands.KEY_NEEDED())
