"""Whom a reader trusts: authorities named on the spot, or pinned in a list of the workspace, the user or the machine.

A report never vouches for its own signer, so nothing here is read from a report's folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from asn1crypto.crl import CertificateList
from asn1crypto.x509 import Certificate

from labharness.app.bundle import armoured
from labharness.app.manifest import MANIFEST
from labharness.app.outside.trusted import settings_files
from labharness.app.people.keys import read_certificates
from labharness.errors import InputError, WorkspaceError
from labharness.evidence.durable import put
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.signing import Signing
from labharness.reason import Code
from labharness.signing.proofs import name_of
from labharness.signing.signers import ListedSigner

LIST = "trust.pem"
"""File of certificates (PEM): in a workspace, and in the folders of :func:`installed`."""
_SHA256 = 64


@dataclass(frozen=True, slots=True)
class Trusted:
    """What a reader trusts.

    Parameters
    ----------
    roots
        Certificates of authorities.
    pins
        SHA-256 of further ones, 64 hex digits each: whoever holds the certificate may bring it along.
    crls
        Lists of certificates that authorities have revoked.
    signers
        The laboratory's list of signers; empty where there is none.
    """

    roots: tuple[Certificate, ...] = ()
    pins: frozenset[str] = frozenset()
    crls: tuple[CertificateList, ...] = ()
    signers: tuple[ListedSigner, ...] = ()

    def among(self, brought: Iterable[Certificate]) -> tuple[Certificate, ...]:
        """Return the certificates that are trusted, those among ``brought`` whose fingerprint is pinned included."""
        pinned = {each.sha256: each for each in brought if fingerprint(each) in self.pins}
        return (*self.roots, *pinned.values())


@dataclass(frozen=True, slots=True)
class Authority:
    """An authority as people compare it.

    Parameters
    ----------
    sha256
        Fingerprint of its certificate.
    """

    name: str
    sha256: str

    @classmethod
    def of(cls, certificate: Certificate) -> Authority:
        """Return the authority of a certificate."""
        return cls(name_of(certificate.subject), fingerprint(certificate))


def fingerprint(certificate: Certificate) -> str:
    """Return the SHA-256 of a certificate, 64 hex digits."""
    return str(certificate.sha256.hex())


def read_fingerprint(text: str) -> str:
    """Return a SHA-256 as 64 hex digits, from the notations of openssl and of certificate viewers.

    Raises
    ------
    InputError
        If it is none.

    Examples
    --------
    >>> read_fingerprint("AB:" * 31 + "ab") == "ab" * 32
    True
    """
    digits = text.replace(":", "").replace(" ", "").lower()
    if len(digits) != _SHA256 or not set(digits) <= set("0123456789abcdef"):
        raise InputError(Signing.NOT_A_FINGERPRINT(got=text))
    return digits


def installed() -> tuple[Path, ...]:
    """Return where the lists of the user and of the machine lie, whether they are there or not."""
    return settings_files(LIST)


def places(workspace: Path | None = None) -> tuple[Path, ...]:
    """Return where the lists of a workspace, of the user and of the machine lie."""
    return (*([workspace / LIST] if workspace is not None else []), *installed())


def lists(workspace: Path | None = None) -> Trusted:
    """Return what the lists of a workspace, of the user and of the machine trust together."""
    result = {each.sha256: each for file in places(workspace) for each in read_list(file)}
    return Trusted(tuple(result.values()))


def refuse_own(report: Path, named: Iterable[Path], why: Code = Signing.CAME_WITH_REPORT) -> None:
    """Raise :class:`InputError` where what is to be trusted lies in the folder of the report that it is to vouch for."""
    folder = report if report.is_dir() else report.parent
    if not (folder / MANIFEST).exists():
        return
    for each in named:
        if each.resolve().is_relative_to(folder.resolve()):
            raise InputError(why(file=str(each)))


def read_list(file: Path) -> tuple[Certificate, ...]:
    """Return the certificates of a list, none where there is no such file.

    Raises
    ------
    WorkspaceError
        If the file cannot be read.
    SignatureError
        If it holds anything but certificates.
    """
    try:
        content = read_outside(file, SizeLimit.CERTIFICATES)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise WorkspaceError(Inputs.FILE_UNREADABLE(path=str(file), why=str(error.strerror))) from error
    return read_certificates(content, str(file)) if content.strip() else ()


def pin(file: Path, certificates: Sequence[Certificate]) -> None:
    """Add certificates to a list; raises :class:`WorkspaceError` where it cannot be written."""
    known = {each.sha256: each for each in (*read_list(file), *certificates)}
    _write(file, known.values())


def unpin(file: Path, digest: str) -> None:
    """Take a certificate off a list; raises :class:`InputError` where it is not on it."""
    kept = [each for each in read_list(file) if fingerprint(each) != digest]
    if len(kept) == len(read_list(file)):
        raise InputError(Signing.NOT_PINNED(file=str(file), fingerprint=digest))
    _write(file, kept)


def _write(file: Path, certificates: Iterable[Certificate]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        put(file, armoured(certificates))
    except OSError as error:
        raise WorkspaceError(Inputs.UNWRITABLE(path=str(file), why=str(error.strerror))) from error
