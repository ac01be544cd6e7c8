"""Say of a report's file who signed what, whether every byte is covered, and whether it is fit to be kept.

Sign a statement outside any file, such as a decision of the register, and check whose signature it is.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO

from asn1crypto.cms import ContentInfo
from asn1crypto.crl import CertificateList
from asn1crypto.x509 import Certificate
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.general import SigningError
from pyhanko.sign.validation.generic_cms import async_validate_detached_cms
from pyhanko_certvalidator import ValidationContext

from labharness.errors import SignatureError
from labharness.model.reasons.evidence import Archive
from labharness.model.reasons.report import Signatures, Signing
from labharness.reason import Reason
from labharness.reporting.pdf.archive import UNDECLARED, Declared
from labharness.reporting.stamps import SignatureRole
from labharness.signing.archive_conformance import dated, described, violations
from labharness.signing.proofs import SigningKey, name_of
from labharness.signing.signature_check import (
    SignatureFinding,
    TrustStore,
    check_signature,
    is_of,
    revoked,
    root_of,
    untrusted,
)
from labharness.signing.signer import ARCHIVE_FIELD, is_trial, signed_by


@dataclass(frozen=True, slots=True)
class FileVerification:
    """What :func:`verify_file` found.

    Parameters
    ----------
    declared, dated
        What the file declares of its evidence, verdict and date, as the first signature covers it.
    problems
        Everything that is wrong; an authority that is not trusted is none.
    notes
        What a reader must know, though nothing is wrong.
    """

    sha256: str
    title: str
    declared: Declared
    signatures: tuple[SignatureFinding, ...]
    problems: tuple[Reason, ...]
    notes: tuple[Reason, ...]
    dated: str = ""

    @property
    def signers(self) -> tuple[SignatureFinding, ...]:
        """The signatures of people; a time stamp signs nothing for anybody."""
        return tuple(signature for signature in self.signatures if signature.by_person)

    @property
    def unsigned(self) -> tuple[str, ...]:
        """Roles in which nobody has signed yet, whatever fields the file has."""
        signed = {signer.role for signer in self.signers}
        return tuple(role.value for role in SignatureRole if role not in signed)

    @property
    def trusted(self) -> bool:
        """Whether people signed, all with certificates of authorities that are trusted."""
        return bool(self.signers) and all(signer.trusted for signer in self.signers)

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong, and nobody signed whose authority is not trusted."""
        return not self.problems and (self.trusted or not self.signers)


def verify_file(
    pdf: bytes,
    roots: Sequence[Certificate] = (),
    *,
    crls: Sequence[CertificateList] = (),
    known: Sequence[Certificate] = (),
) -> FileVerification:
    """Verify a report's file from its bytes alone; no network is asked.

    Parameters
    ----------
    roots
        Certificates of the authorities that you trust.
    crls
        Lists of certificates that they revoked, beside those that the file holds.
    known
        Certificates that may complete a chain and vouch for nothing.
    """
    digest = hashlib.sha256(pdf).hexdigest()
    try:
        return _verified(pdf, TrustStore(tuple(roots), tuple(crls)), known, digest)
    except Exception as error:  # noqa: BLE001 - a damaged file breaks its readers in ways nobody has listed
        reason = Signatures.UNREADABLE(why=str(error) or type(error).__name__)
        return FileVerification(digest, "", UNDECLARED, (), (reason,), ())


def verify_signature(pdf: bytes, role: SignatureRole, roots: Sequence[Certificate] = ()) -> SignatureFinding:
    """Verify one signature of a file that was just made.

    Raises
    ------
    SignatureError
        If nobody signed in this role.
    """
    reader = PdfFileReader(BytesIO(pdf))
    for each in reader.embedded_regular_signatures:
        if each.field_name == role.value:
            return check_signature(pdf, reader, each, TrustStore(tuple(roots)))
    raise SignatureError(Signing.NOT_SIGNED(role=role.value))


def carried(pdf: bytes) -> tuple[Certificate, ...]:
    """Return the certificates of the signatures that a file carries; they vouch for nothing."""
    try:
        signatures = PdfFileReader(BytesIO(pdf)).embedded_signatures
        return tuple(entry for each in signatures for entry in (each.signer_cert, *each.other_embedded_certs))
    except Exception:  # noqa: BLE001 - a damaged file breaks its readers in ways nobody has listed
        return ()


def _verified(pdf: bytes, trust: TrustStore, known: Sequence[Certificate], digest: str) -> FileVerification:
    reader = PdfFileReader(BytesIO(pdf))
    embedded = reader.embedded_signatures
    signatures = tuple(check_signature(pdf, reader, each, trust, known) for each in embedded)
    problems = [Signatures.OF_ROLE(role=each.role, why=why) for each in signatures for why in each.problems]
    held = pdf.count(b"/ByteRange")
    if held != len(signatures):  # the way to a signature may be damaged, and then nothing else would tell
        problems.append(Signatures.UNREACHED(held=held, reached=len(signatures)))
    problems += _order(reader)
    if embedded:
        end = embedded[-1].byte_range
        after = len(pdf) - int(end[2]) - int(end[3])
        if after:
            problems.append(Signatures.BYTES_APPENDED(size=after))
    problems += [Archive.NOT_PDF_A(why=why) for why in violations(pdf)]
    first = _first_signed(pdf, reader)
    title, declared = described(first)
    result = FileVerification(digest, title, declared, signatures, tuple(problems), (), dated(first))
    return replace(result, notes=(*_notes(result), *_lists(trust, reader)))


def _first_signed(pdf: bytes, reader: PdfFileReader) -> bytes:
    """Return the file as it was when somebody first signed it: whoever adds to it later declares nothing."""
    signatures = reader.embedded_regular_signatures
    return pdf[: sum([int(each) for each in signatures[0].byte_range][2:])] if signatures else pdf


def _notes(result: FileVerification) -> Iterator[Reason]:
    if any(each.trial for each in result.signatures):
        yield Signatures.TRIAL()
    if not result.signers:
        yield Signatures.UNSIGNED()
    elif result.unsigned:
        yield Signatures.ROLES_UNSIGNED(roles=result.unsigned)
    for each in result.signatures:
        yield from (Signatures.OF_ROLE(role=each.role, why=note) for note in each.notes)


def _lists(trust: TrustStore, reader: PdfFileReader) -> Iterator[Reason]:
    """Say of each list of revoked certificates that was given how new it is, and whether it is of anybody here."""
    others = (cert for each in reader.embedded_signatures for cert in each.other_embedded_certs)
    held = [*trust.roots, *others]
    for crl in trust.crls:
        since = crl["tbs_cert_list"]["this_update"].native
        if any(is_of(crl, each) for each in held):
            yield Signatures.REVOCATIONS_AS_OF(authority=name_of(crl.issuer), since=f"{since:%Y-%m-%d}")
        else:
            yield Signatures.REVOCATIONS_OF_OTHERS(authority=name_of(crl.issuer))


def _order(reader: PdfFileReader) -> Iterator[Reason]:
    """Signatures come in the order of the roles, each once."""
    names = [each.role for each in signed_by(reader)]
    if names != [role.value for role in SignatureRole][: len(names)]:
        yield Signatures.OUT_OF_ORDER(roles=tuple(names))
    if any(each.field_name != ARCHIVE_FIELD for each in reader.embedded_timestamp_signatures):
        yield Signatures.FOREIGN_TIME_STAMP()


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
    holder, trial = name_of(certificate.subject), is_trial(certificate)
    return StatementFinding(holder, root_of(status), trial, tuple(problems))
