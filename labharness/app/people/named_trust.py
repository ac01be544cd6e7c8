"""Whom a reader trusts for one verification: what is named for it, or else the lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from labharness.app.people.signers import read_signers, signers_of
from labharness.app.people.signing import revocations, trusted
from labharness.app.people.trusted_authorities import Trusted, lists, read_fingerprint, refuse_own
from labharness.model.reasons.signing import Signing


def named_trust(
    workspace: Path | None,
    report: Path,
    certificates: Sequence[Path] = (),
    fingerprints: Sequence[str] = (),
    crls: Sequence[Path] = (),
    signers: Path | None = None,
) -> Trusted:
    """Return whom to trust when a report is verified.

    Parameters
    ----------
    workspace
        Folder of a workspace, whose list of authorities is one of the lists, and whose people are the list of signers
        where no other is named.
    certificates, fingerprints
        Authorities to trust instead of the lists: certificates, or SHA-256 of certificates that anybody may bring along.
    crls
        Current lists of revoked certificates.
    signers
        File of the laboratory's list of signers.

    Raises
    ------
    InputError
        If something to be trusted lies in the folder of the report, a fingerprint is none, or the list of signers none.
    SignatureError
        If a file holds no certificate, or no such list.
    """
    refuse_own(report, certificates)
    refuse_own(report, crls, Signing.REVOCATIONS_CAME_WITH_REPORT)
    refuse_own(report, [signers] if signers else (), Signing.LIST_CAME_WITH_REPORT)
    refuse_own(report, [workspace] if workspace else (), Signing.WORKSPACE_IN_REPORT)
    if certificates or fingerprints:
        known = Trusted(trusted(certificates), frozenset(map(read_fingerprint, fingerprints)))
    else:
        known = lists(workspace)
    listed = signers_of(workspace) if signers is None else read_signers(signers)
    return replace(known, crls=revocations(crls), signers=listed)
