"""A certificate authority that a workspace makes for itself, for trials; it says so in its name.

Its key lies unencrypted in the workspace, readable by the owner alone: whoever has the workspace can issue a
certificate in any name.  That is why every certificate, every visible block and every verification says
that it proves nothing about persons.

Whom a reader trusts: authorities named on the spot, or pinned in a list of the workspace, the user or the machine.

A report never vouches for its own signer, so nothing here is read from a report's folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from asn1crypto.crl import CertificateList
from asn1crypto.x509 import Certificate
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID

from labharness.app.outside.trusted import settings_files
from labharness.app.people.keys import read_certificates
from labharness.app.workspace.bundle import armoured
from labharness.app.workspace.manifest import MANIFEST
from labharness.errors import InputError, SignatureError, WorkspaceError
from labharness.evidence.durable import Writing, put
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.model.reasons.report import Signing
from labharness.reason import Code
from labharness.signing.proofs import name_of
from labharness.signing.signature_check import ListedSigner
from labharness.signing.signer import PROVES_NOTHING

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
    with FileReading(file, WorkspaceError), suppress(FileNotFoundError):
        content = read_outside(file, SizeLimit.CERTIFICATES)
        return read_certificates(content, str(file)) if content.strip() else ()
    return ()


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
    with Writing(file, WorkspaceError):
        file.parent.mkdir(parents=True, exist_ok=True)
        put(file, armoured(certificates))


FOLDER = "authority"
_ROOT, _KEY, _REVOKED, _NOTE = "authority.pem", "authority.key", "revoked.json", "README.txt"
_YEARS = timedelta(days=3652)
_LIFE = timedelta(days=730)
_LONGEST_NAME = 64
"""Characters of a name in a certificate: ub-common-name of RFC 5280."""
_CLOCKS = timedelta(minutes=5)
"""Clocks differ; a certificate is good from a little earlier on."""

README = f"""\
{PROVES_NOTHING}.

This folder holds the key with which this workspace issues certificates for trials.  The key has no pass
phrase: whoever can read this folder can issue a certificate in any name.  Signatures made with them show how
signing works and that a file was not changed; they do not show who signed.  For reports that leave the
laboratory use certificates of an authority that checks persons.
"""


@dataclass(frozen=True, slots=True)
class TrialAuthority:
    """The authority in a folder, made when it is first asked for."""

    path: Path

    @classmethod
    def of(cls, workspace: Path) -> TrialAuthority:
        """Return a workspace's authority; if there is none, make key and certificate, and pin it in the workspace."""
        authority = cls(workspace / FOLDER)
        if not (authority.path / _ROOT).is_file():
            authority._make()
        if not (authority.path / _NOTE).is_file():
            if not (workspace / LIST).exists():
                pin(workspace / LIST, authority.certificates)
            authority._write(_NOTE, README.encode())  # last: where it is, everything is
        return authority

    @property
    def root(self) -> bytes:
        """Its certificate, as PEM."""
        return read_outside(self.path / _ROOT, SizeLimit.CERTIFICATES)

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """Its certificate, read."""
        return read_certificates(self.root, str(self.path / _ROOT))

    def issue(self, person: str, role: str, passphrase: str) -> bytes:
        """Return a new key with a certificate in a person's name, as PKCS#12.

        Raises
        ------
        SignatureError
            If the name cannot stand in a certificate or the pass phrase is empty.
        """
        if not passphrase:
            raise SignatureError(Signing.NO_PASSPHRASE())
        if not 1 <= len(person.strip()) <= _LONGEST_NAME:
            raise SignatureError(Signing.NAME_LENGTH(most=_LONGEST_NAME))
        key = ec.generate_private_key(ec.SECP256R1())
        root, root_key = self._loaded()
        usage = _usage(digital_signature=True, content_commitment=True)
        sign = (
            _builder(_name(person.strip(), role), root.subject, key.public_key(), _LIFE)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), critical=False
            )
            .sign(root_key, hashes.SHA256())
        )
        locked = serialization.BestAvailableEncryption(passphrase.encode())
        return pkcs12.serialize_key_and_certificates(person.encode(), key, sign, [root], locked)

    def crl(self) -> bytes:
        """Return the list of revoked certificates as of now, as DER."""
        root, key = self._loaded()
        now = datetime.now(UTC)
        result = (
            x509.CertificateRevocationListBuilder()
            .issuer_name(root.subject)
            .last_update(now - _CLOCKS)
            .next_update(now + timedelta(days=30))
            .add_extension(x509.CRLNumber(int(now.timestamp())), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False
            )
        )
        for serial, since in self._revoked().items():
            entry = x509.RevokedCertificateBuilder().serial_number(int(serial, 16))
            result = result.add_revoked_certificate(
                entry.revocation_date(datetime.fromisoformat(since)).build()
            )
        return result.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.DER)

    def _revoked(self) -> dict[str, str]:
        file = self.path / _REVOKED
        texts: dict[str, str] = (
            json.loads(read_outside(file, SizeLimit.CERTIFICATES)) if file.is_file() else {}
        )
        return texts

    def _make(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        name = _name(PROVES_NOTHING, "labharness workspace")
        sign = (
            _builder(name, name, key.public_key(), _YEARS)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(key_cert_sign=True, crl_sign=True), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .sign(key, hashes.SHA256())
        )
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
        self._write(_KEY, key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))
        self._write(_ROOT, sign.public_bytes(pem))

    def _loaded(self) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
        try:
            root = x509.load_pem_x509_certificate(self.root)
            key = serialization.load_pem_private_key(
                read_outside(self.path / _KEY, SizeLimit.CERTIFICATES), password=None
            )
        except (OSError, ValueError) as error:
            raise SignatureError(Signing.AUTHORITY_UNUSABLE(folder=str(self.path))) from error
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise SignatureError(Signing.AUTHORITY_UNUSABLE(folder=str(self.path)))
        return root, key

    def _write(self, name: str, content: bytes) -> None:
        put(self.path / name, content, 0o600)


def pin_own(workspace: Path) -> None:
    """Begin the list of whom a workspace trusts with its own authority; one that is there stays as it is."""
    if not (workspace / LIST).exists():
        pin(workspace / LIST, TrialAuthority.of(workspace).certificates)


def _name(common: str, unit: str) -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, unit[:64]),
            x509.NameAttribute(NameOID.COMMON_NAME, common),
        ]
    )


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, life: timedelta
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _CLOCKS)
        .not_valid_after(now + life)
    )


def _usage(**granted: bool) -> x509.KeyUsage:
    every = (
        "digital_signature",
        "content_commitment",
        "key_encipherment",
        "data_encipherment",
        "key_agreement",
        "key_cert_sign",
        "crl_sign",
        "encipher_only",
        "decipher_only",
    )
    return x509.KeyUsage(**{name: granted.get(name, False) for name in every})
