"""Sign a statement outside any file, such as a decision of the register, and check whose signature it is."""

from __future__ import annotations

import asyncio
import base64
import binascii
from dataclasses import dataclass
from datetime import datetime

from asn1crypto.cms import ContentInfo
from pyhanko.sign.general import SigningError
from pyhanko.sign.validation.generic_cms import async_validate_detached_cms
from pyhanko_certvalidator import ValidationContext

from labharness.errors import SignatureError
from labharness.model.reasons.report import Signatures, Signing
from labharness.reason import Reason
from labharness.signing.proofs import SigningKey, name_of
from labharness.signing.signature_check import TrustStore, revoked, root_of, untrusted
from labharness.signing.signer import is_trial

_LONGEST = 1 << 16
"""Characters of the longest signature that is read."""


@dataclass(frozen=True, slots=True)
class StatementFinding:
    """The signature of a statement.

    Parameters
    ----------
    holder
        Name that the authority vouches for.
    root
        Name of the trusted authority, "" without one.
    trial
        Whether the key comes from an authority that a workspace made for itself.
    problems
        Empty where the signature is good; an authority that is not trusted is none.
    """

    holder: str
    root: str
    trial: bool
    problems: tuple[Reason, ...]


def sign_statement(content: bytes, key: SigningKey) -> str:
    """Return a detached CMS signature over bytes, base64 of DER; raises :class:`SignatureError` where the key cannot."""
    try:
        result = asyncio.run(key.signer.async_sign_general_data(content, "sha256", detached=True))
    except (SigningError, ValueError) as error:
        raise SignatureError(Signing.SIGNING_FAILED(why=str(error))) from error
    return base64.b64encode(result.dump()).decode("ascii")


def check_statement(content: bytes, signature: str, trust: TrustStore, when: datetime) -> StatementFinding:
    """Check a signature that :func:`sign_statement` made.

    Parameters
    ----------
    when
        Time at which the certificate must have been good.
    """
    try:
        return _checked(content, signature, trust, when)
    except Exception as error:  # noqa: BLE001 - a damaged signature breaks its readers in ways nobody has listed
        why = Signatures.UNREADABLE(why=str(error) or type(error).__name__)
        return StatementFinding("", "", trial=False, problems=(why,))


def _checked(content: bytes, signature: str, trust: TrustStore, when: datetime) -> StatementFinding:
    if len(signature) > _LONGEST:
        raise binascii.Error("too long")
    signed = ContentInfo.load(base64.b64decode(signature, validate=True), strict=True)["content"]
    context = ValidationContext(
        trust_roots=list(trust.roots), allow_fetching=False, moment=when, revocation_mode="soft-fail"
    )
    status = asyncio.run(async_validate_detached_cms(content, signed, context))
    problems: list[Reason] = []
    if not (status.intact and status.valid):
        problems.append(Signatures.ALTERED())
    elif not status.trusted and (why := untrusted(status, when)):
        problems.append(why)
    certificate = status.signing_cert
    problems += revoked(status, certificate, trust.crls, None)
    return StatementFinding(
        name_of(certificate.subject), root_of(status), is_trial(certificate), tuple(problems)
    )
