"""A certificate authority that a workspace makes for itself, for trials; it says so in its name.

Its key lies unencrypted in the workspace, readable by the owner alone: whoever has the workspace can issue a
certificate in any name.  That is why every certificate, every visible block and every verification says
that it proves nothing about persons.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from asn1crypto.x509 import Certificate
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import NameOID

from labharness.app.people.keys import read_certificates
from labharness.app.people.trusted_authorities import LIST, pin
from labharness.errors import SignatureError
from labharness.evidence.durable import put
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.model.reasons.signing import Signing
from labharness.signing.signer import PROVES_NOTHING

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
