"""Open a key to sign with: a PKCS#12 file or a token, never with a pass phrase from a command line."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import keyring
from asn1crypto import crl, keys, pem, x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.serialization import pkcs12
from keyring.errors import KeyringError
from pyhanko.sign.signers import SimpleSigner
from pyhanko_certvalidator.registry import SimpleCertificateStore

from labharness.errors import SignatureError
from labharness.evidence.durable import Writing
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.model.reasons.report import Signing
from labharness.signing.proofs import SigningKey

SERVICE = "labharness"
"""Name under which the system's key store keeps pass phrases."""

_BINARY = getattr(os, "O_BINARY", 0)

Ask = Callable[[str], str]
"""Asks a person for a pass phrase, showing them a question and nothing of the answer."""


def open_file(
    path: Path, ask: Ask, roots: Sequence[x509.Certificate] = (), crls: Sequence[crl.CertificateList] = ()
) -> SigningKey:
    """Open a PKCS#12 file with the pass phrase from the system's key store, or else from a person.

    Parameters
    ----------
    roots, crls
        Further certificates at the top of chains, and lists of revoked certificates.

    Raises
    ------
    SignatureError
        If the file cannot be read, is no such file, or the pass phrase is wrong.
    """
    with FileReading(path, SignatureError):
        content = read_outside(path, SizeLimit.CERTIFICATES)
    stored = stored_passphrase(path)
    passphrase = ask(f"Pass phrase of {path.name}: ") if stored is None else stored
    try:
        opened = pkcs12.load_pkcs12(content, passphrase.encode())
    except ValueError as error:
        if not content.startswith(b"\x30"):
            raise SignatureError(Signing.NOT_PKCS12(file=str(path))) from error
        wrong = (
            Signing.WRONG_PASSPHRASE(file=str(path))
            if stored is None
            else Signing.STORED_PASSPHRASE_WRONG(file=str(path), command=f"keyring del {SERVICE} {path}")
        )
        raise SignatureError(wrong) from error
    if opened.key is None or opened.cert is None:
        raise SignatureError(Signing.KEY_INCOMPLETE())
    der = serialization.Encoding.DER
    chain = [x509.Certificate.load(cert.certificate.public_bytes(der)) for cert in opened.additional_certs]
    registry = SimpleCertificateStore()  # type: ignore[no-untyped-call]  # its types are not told
    registry.register_multiple(chain)
    private = opened.key.private_bytes(der, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    signer = SimpleSigner(
        signing_cert=x509.Certificate.load(opened.cert.certificate.public_bytes(der)),
        signing_key=keys.PrivateKeyInfo.load(private),
        cert_registry=registry,
        embed_roots=False,
    )
    own = [each for each in chain if each.self_issued]
    return SigningKey(signer, (*own, *roots), tuple(crls))


def save_file(path: Path, content: bytes) -> None:
    """Write a PKCS#12 file that its owner alone can read; one that is there is never overwritten.

    Raises
    ------
    SignatureError
        If there is such a file, or it cannot be written.
    """
    with Writing(path, SignatureError):
        try:
            with os.fdopen(
                os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600), "wb"
            ) as file:
                file.write(content)
        except FileExistsError as error:
            raise SignatureError(Signing.KEY_EXISTS(file=str(path))) from error


@contextmanager
def open_token(
    module: Path,
    token: str,
    label: str,
    ask: Ask,
    roots: Sequence[x509.Certificate] = (),
    crls: Sequence[crl.CertificateList] = (),
) -> Iterator[SigningKey]:
    """Open a key on a PKCS#11 token for as long as the session lasts.

    Parameters
    ----------
    module
        The driver's library, such as ``opensc-pkcs11.so``.
    token, label
        Names of the token, and of the certificate and key on it.

    Raises
    ------
    SignatureError
        If the extra is not installed, or driver, token, key or PIN are not good.
    """
    try:
        import pkcs11
        from pyhanko.config.pkcs11 import TokenCriteria
        from pyhanko.sign.pkcs11 import PKCS11Signer, open_pkcs11_session
    except ImportError as error:
        raise SignatureError(Signing.TOKENS_NOT_INSTALLED()) from error
    if not module.is_file():
        raise SignatureError(Signing.NO_DRIVER(driver=str(module)))
    pin = ask(f"PIN of the token {token}: ")
    try:
        session = open_pkcs11_session(str(module), token_criteria=TokenCriteria(label=token), user_pin=pin)
    except pkcs11.exceptions.PinIncorrect as error:
        raise SignatureError(Signing.WRONG_PIN(token=token)) from error
    except (pkcs11.exceptions.PKCS11Error, RuntimeError, OSError, LookupError) as error:
        raise SignatureError(Signing.TOKEN_NOT_OPENED(token=token)) from error
    with session:
        # Hashing is done here: many tokens can only sign a hash.
        signer = PKCS11Signer(
            session, cert_label=label, key_label=label, embed_roots=False, use_raw_mechanism=True
        )
        try:
            asyncio.run(signer.ensure_objects_loaded())  # type: ignore[no-untyped-call]  # its types are not told
        except pkcs11.exceptions.PKCS11Error as error:
            raise SignatureError(Signing.NOT_ON_TOKEN(token=token, label=label)) from error
        yield SigningKey(signer, tuple(roots), tuple(crls))


def stored_passphrase(path: Path) -> str | None:
    """Return what the system's key store keeps for a file; None where it keeps nothing or there is none."""
    try:
        return keyring.get_password(SERVICE, str(path.absolute()))
    except KeyringError:
        return None


def read_certificates(content: bytes, file: str) -> tuple[x509.Certificate, ...]:
    """Read certificates from PEM or DER; raises :class:`SignatureError` where there is none."""
    try:
        blocks = (
            [der for _, _, der in pem.unarmor(content, multiple=True)] if pem.detect(content) else [content]
        )
        result = tuple(x509.Certificate.load(block) for block in blocks)
        for each in result:
            each.native  # noqa: B018 - reads the whole certificate, which load() does not
    except (ValueError, TypeError) as error:
        raise SignatureError(Signing.NO_CERTIFICATE(file=file)) from error
    return result


def read_revocations(content: bytes, file: str) -> crl.CertificateList:
    """Read a list of revoked certificates, PEM or DER; raises :class:`SignatureError` where it is none."""
    try:
        block = pem.unarmor(content)[2] if pem.detect(content) else content
        result = crl.CertificateList.load(block)
        result.native  # noqa: B018 - as above
    except (ValueError, TypeError) as error:
        raise SignatureError(Signing.NO_REVOCATIONS(file=file)) from error
    return result
