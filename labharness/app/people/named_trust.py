"""Whom a reader trusts for one verification: what is named for it, or else the lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from labharness.app.people.signing import revocations, trusted
from labharness.app.people.trusted_authorities import Trusted, lists, read_fingerprint, refuse_own


def named_trust(
    workspace: Path | None,
    report: Path,
    certificates: Sequence[Path] = (),
    fingerprints: Sequence[str] = (),
    crls: Sequence[Path] = (),
) -> Trusted:
    """Return whom to trust when a report is verified.

    Parameters
    ----------
    workspace
        Folder of a workspace, whose list is one of the lists.
    certificates, fingerprints
        Authorities to trust instead of the lists: certificates, or SHA-256 of certificates that anybody may bring along.
    crls
        Current lists of revoked certificates.

    Raises
    ------
    InputError
        If something to be trusted lies in the folder of the report, or a fingerprint is none.
    SignatureError
        If a file holds no certificate, or no such list.
    """
    refuse_own(report, [*certificates, *crls, *([workspace] if workspace else [])])
    if certificates or fingerprints:
        known = Trusted(trusted(certificates), frozenset(map(read_fingerprint, fingerprints)))
    else:
        known = lists(workspace)
    return replace(known, crls=revocations(crls))
