"""What a signature rests on besides a key: certificates, lists of revoked ones, and time stamps."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from urllib.request import Request, urlopen

from asn1crypto.crl import CertificateList
from asn1crypto.tsp import TimeStampReq, TimeStampResp
from asn1crypto.x509 import Certificate
from asn1crypto.x509 import Name as X509Name
from pyhanko.sign.signers import Signer
from pyhanko.sign.timestamps import TimeStamper
from pyhanko.sign.timestamps.common_utils import TimestampRequestError, set_tsp_headers
from pyhanko_certvalidator import CertificateValidator, ValidationContext
from pyhanko_certvalidator.errors import PathBuildingError, PathValidationError

from labharness.errors import SignatureError
from labharness.model.reasons.signing import Signing

_PATIENCE_S = 30


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key that can sign, and what others need to judge its certificate.

    Parameters
    ----------
    signer
        The key itself, in memory or on a token.
    roots
        Certificates at the top of the chain, of the time stamps' too.
    crls
        Lists of revoked certificates for the chain; without them the signature holds no proof that the
        certificate was good on the day.
    """

    signer: Signer
    roots: tuple[Certificate, ...] = ()
    crls: tuple[CertificateList, ...] = ()

    @property
    def certificate(self) -> Certificate:
        """The signer's certificate."""
        cert = self.signer.signing_cert
        if cert is None:
            raise SignatureError(Signing.KEY_INCOMPLETE())
        return cert


def server(url: str) -> TimeStamper:
    """Return the RFC 3161 time-stamp server at an http(s) address."""
    if not url.startswith(("http://", "https://")):
        raise SignatureError(Signing.NOT_A_STAMP_SERVER(url=url))
    return _Server(url)


def context(key: SigningKey) -> ValidationContext:
    """Return what the key's own certificates are judged by; no network is asked."""
    return ValidationContext(
        trust_roots=list(key.roots),
        crls=list(key.crls),
        allow_fetching=False,
        revocation_mode="require" if key.crls else "soft-fail",
    )


def provable(key: SigningKey, timestamper: TimeStamper | None) -> bool:
    """Say whether the proof that all certificates are good can be put into the file.

    Raises
    ------
    SignatureError
        If the signer's own certificate is not good now.
    TimestampRequestError
        If the server gives no time stamp.
    """
    if not key.roots:
        return False
    try:
        asyncio.run(_signer_is_good(key))
    except (PathBuildingError, PathValidationError) as error:
        raise SignatureError(Signing.CERTIFICATE_INVALID(why=str(error))) from error
    if timestamper is None or not key.crls:
        return False
    try:
        asyncio.run(_stamps_are_good(key, timestamper))
    except (PathBuildingError, PathValidationError):
        return False
    return True


def name_of(name: X509Name) -> str:
    """Return what a certificate calls somebody: the common name, or all of the name where there is none."""
    result = name.native.get("common_name")
    return result if isinstance(result, str) else str(name.human_friendly)


async def _signer_is_good(key: SigningKey) -> None:
    judge = CertificateValidator(
        key.certificate, intermediate_certs=list(key.signer.cert_registry), validation_context=context(key)
    )
    await judge.async_validate_usage({"non_repudiation"})  # type: ignore[no-untyped-call]  # its types are not told


async def _stamps_are_good(key: SigningKey, timestamper: TimeStamper) -> None:
    async for _ in timestamper.validation_paths(context(key)):  # type: ignore[no-untyped-call]  # its types are not told
        pass


class _Server(TimeStamper):
    """An RFC 3161 server over HTTP, asked with what Python itself can do."""

    def __init__(self, url: str) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # its types are not told
        self._url = url

    async def async_request_tsa_response(self, req: TimeStampReq) -> TimeStampResp:
        """Send a request and return the answer."""
        return await asyncio.to_thread(self._ask, req)

    def _ask(self, req: TimeStampReq) -> TimeStampResp:
        asked = Request(self._url, req.dump(), set_tsp_headers({}))  # noqa: S310 - http(s) only, see server()
        try:
            with urlopen(asked, timeout=_PATIENCE_S) as answer:  # noqa: S310 - as above
                content, kind = answer.read(1 << 20), answer.headers.get_content_type()
        except OSError as error:
            raise TimestampRequestError(f"{self._url}: {error}") from error
        if kind != "application/timestamp-reply":
            raise TimestampRequestError(f"{self._url} answered with {kind}, which is no time stamp")
        return TimeStampResp.load(content)
