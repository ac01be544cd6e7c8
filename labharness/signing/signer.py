"""Signatures by role: PAdES (ETSI EN 319 142-1), each one added at the end so that earlier ones stay valid."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import ParseError

import pikepdf
from asn1crypto.x509 import Certificate
from pyhanko.pdf_utils.content import AppearanceContent
from pyhanko.pdf_utils.generic import IndirectObject
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.layout import BoxConstraints
from pyhanko.pdf_utils.misc import PdfError
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter, enumerate_sig_fields
from pyhanko.sign.general import SigningError
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner
from pyhanko.sign.signers.constants import ESIC_EXTENSION_1
from pyhanko.sign.signers.pdf_signer import (
    DSSContentSettings,
    PdfSigningSession,
    PdfTimeStamper,
    SigDSSPlacementPreference,
    TimestampDSSContentSettings,
)
from pyhanko.sign.timestamps import TimeStamper
from pyhanko.sign.timestamps.common_utils import TimestampRequestError
from pyhanko.stamp import BaseStampStyle

from labharness.errors import SignatureError
from labharness.language.dates import day_and_time
from labharness.model.reasons.report import Reports, Signing
from labharness.reporting.layout import WATERMARK
from labharness.reporting.stamps import SignatureRole, role_of, stamp
from labharness.signing.archive_conformance import described
from labharness.signing.proofs import SigningKey, alike, context, name_of, provable

TRIAL = "TRIAL AUTHORITY"
"""Begins the name of an authority that a workspace made for itself."""
PROVES_NOTHING = f"{TRIAL} – proves nothing about persons"

# What goes wrong is raised or returned; without a handler Python would print the library's remarks.
logging.getLogger("pyhanko").addHandler(logging.NullHandler())
logging.getLogger("pyhanko_certvalidator").addHandler(logging.NullHandler())

ARCHIVE_FIELD = "archive-timestamp"
_BEFORE = TimestampDSSContentSettings(include_vri=False, update_before_ts=True)
"""What proves a certificate good is written first, so that nothing ever follows the last signature."""
_LONGEST_NAME = 120


def sign(
    pdf: bytes,
    role: SignatureRole,
    person: str,
    key: SigningKey,
    timestamper: TimeStamper | None = None,
    when: datetime | None = None,
) -> bytes:
    """Return a report with one signature more.

    The level follows from what is given: B-B with a key alone, B-T with a time stamp, B-LT where lists of
    revoked certificates prove all certificates good, those of the time stamp too, and B-LTA for the last
    signature.

    Parameters
    ----------
    person
        Name as the visible block prints it; the certificate's own name stands beside it.
    when
        The signer's clock, in UTC; now if left out.

    Raises
    ------
    SignatureError
        If the role's turn has not come, the same person signed in another role, key or time stamp cannot be used, or the key of
        a specimen is no trial key.
    """
    person, when = _named(person), when or datetime.now(UTC)
    meaning = _allowed(pdf, role, person, key.certificate)
    try:
        return _signed(pdf, role, person, meaning, key, timestamper, when)
    except TimestampRequestError as error:
        raise SignatureError(Signing.NO_TIME_STAMP(why=str(error))) from error
    except (SigningError, PdfError, ValueError) as error:
        raise SignatureError(Signing.SIGNING_FAILED(why=str(error))) from error


def _signed(
    pdf: bytes,
    role: SignatureRole,
    person: str,
    meaning: str,
    key: SigningKey,
    timestamper: TimeStamper | None,
    when: datetime,
) -> bytes:
    lasting = provable(key, timestamper)
    metadata = PdfSignatureMetadata(
        field_name=role.value,
        name=person,
        reason=meaning,
        md_algorithm="sha256",
        subfilter=SigSeedSubFilter.PADES,
        certify=role is SignatureRole.TESTED,
        docmdp_permissions=MDPPerm.FILL_FORMS,
        embed_validation_info=lasting,
        validation_context=context(key) if lasting else None,
        dss_settings=DSSContentSettings(
            include_vri=False,
            placement=SigDSSPlacementPreference.TOGETHER_WITH_SIGNATURE,
            next_ts_settings=_BEFORE,
        ),
    )
    signer = _DatedSigner(
        metadata,
        signer=key.signer,
        timestamper=timestamper,
        stamp_style=_Style(lines=_block(role, person, meaning, key.certificate, when)),
    )
    signer.when = when
    out = signer.sign_pdf(_Writer(BytesIO(pdf)), existing_fields_only=True)
    if timestamper and lasting and role is SignatureRole.AUTHORIZED:
        archive = PdfTimeStamper(timestamper, ARCHIVE_FIELD)
        out = archive.timestamp_pdf(_Writer(out), "sha256", context(key), dss_settings=_BEFORE)
    return bytes(out.getbuffer())


def is_trial(certificate: Certificate) -> bool:
    """Say whether a certificate comes from an authority that a workspace made for itself."""
    return TRIAL in certificate.issuer.human_friendly


@dataclass(frozen=True, slots=True)
class PersonSignature:
    """A signature that is there: who made it, by their own word and by their certificate."""

    role: str
    person: str
    certificate: Certificate


def signed_by(reader: PdfFileReader) -> list[PersonSignature]:
    """Return the signatures of people in a file, in the order in which they were made; nothing is verified."""
    return [
        PersonSignature(role_of(each.field_name), str(each.sig_object.get("/Name", "")), each.signer_cert)
        for each in reader.embedded_regular_signatures
    ]


def is_signed(pdf: bytes) -> bool:
    """Say whether anybody signed a file, even where it is damaged so that no signature can be read."""
    return b"/ByteRange" in pdf


def _allowed(pdf: bytes, role: SignatureRole, person: str, certificate: Certificate) -> str:
    """Return what the field says that its signature means; raise where it may not be made now."""
    try:
        reader = PdfFileReader(BytesIO(pdf))
        fields = {name: ref.get_object() for name, _, ref in enumerate_sig_fields(reader)}
        result = {each.role: each for each in signed_by(reader)}
        specimen = described(pdf)[1].specimen
    except (PdfError, pikepdf.PdfError, ParseError, ValueError) as error:
        raise SignatureError(Reports.UNREADABLE(why=str(error))) from error
    if specimen and not is_trial(certificate):
        raise SignatureError(Signing.SPECIMEN_TAKES_TRIAL_KEY())
    if role.value not in fields:
        raise SignatureError(Signing.NO_FIELD(role=role.value))
    if role.value in result:
        raise SignatureError(Signing.SIGNED_ALREADY(role=role.value, person=result[role.value].person))
    order = list(SignatureRole)
    missing = [each.value for each in order[: order.index(role)] if each.value not in result]
    if missing:
        raise SignatureError(Signing.SIGNED_TOO_EARLY(role=role.value, missing=missing[0]))
    later = [each.value for each in order[order.index(role) :] if each.value in result]
    if later:
        raise SignatureError(Signing.SIGNED_TOO_LATE(role=role.value, later=later[0]))
    for before in result.values():
        if _same(before, person, certificate):
            raise SignatureError(Signing.SAME_PERSON(role=before.role, person=before.person))
    meaning = str(fields[role.value].get("/TU", role.value))
    return f"{WATERMARK}: {meaning}" if specimen else meaning


def _same(before: PersonSignature, person: str, certificate: Certificate) -> bool:
    """Say whether a signer is the one of another signature: by name, by key or by certificate."""
    return (
        alike(before.person, person)
        or before.certificate.public_key.dump() == certificate.public_key.dump()
        or before.certificate.subject == certificate.subject
    )


def _named(person: str) -> str:
    person = " ".join(person.split())
    if not person or len(person) > _LONGEST_NAME or not person.isprintable():
        raise SignatureError(Signing.NAME_LENGTH(most=_LONGEST_NAME))
    return person


def _block(
    role: SignatureRole, person: str, meaning: str, certificate: Certificate, when: datetime
) -> Sequence[tuple[str, str]]:
    name, issuer = name_of(certificate.subject), name_of(certificate.issuer)
    clock = "by the signer's clock; a time stamp, if there is one, is in the signature"
    lines = [
        (f"{role.value.upper()} — {person}", "word"),
        (meaning, "cell"),
        (f"{day_and_time(when.isoformat())} {clock}", "label"),
        (f"Certificate: {name}, no. {certificate.serial_number:x}; issued by {issuer}", "label"),
    ]
    return [*lines, (PROVES_NOTHING, "word")] if is_trial(certificate) else lines


class _Writer(IncrementalPdfFileWriter):
    """Adds to a file and leaves what it says of itself alone: one date, one producer, the same in both places."""

    def _update_meta(self) -> None:
        pass


class _DatedSigner(PdfSigner):
    """Signs with the clock that the visible block shows."""

    when: datetime

    def register_extensions(self, pdf_out: Any, *, md_algorithm: str) -> None:
        """Declare PAdES only; the extension for elliptic curves would ask for PDF 2.0, which is no PDF/A-2."""
        del md_algorithm
        pdf_out.register_extension(ESIC_EXTENSION_1)

    def init_signing_session(self, *arguments: Any, **options: Any) -> PdfSigningSession:
        session = super().init_signing_session(*arguments, **options)
        session.system_time = self.when
        return session


@dataclass(frozen=True)
class _Style(BaseStampStyle):
    """A block drawn by the report's own hand, in its own fonts."""

    lines: Sequence[tuple[str, str]] = ()

    def create_stamp(self, writer: Any, box: BoxConstraints, text_params: dict[str, Any]) -> Any:
        del text_params
        return _Block(writer, box, stamp(self.lines))


class _Block(AppearanceContent):
    def __init__(self, writer: Any, box: BoxConstraints, drawn: bytes) -> None:
        super().__init__(writer, box)
        self._drawn = drawn

    def register(self) -> IndirectObject:
        """Take the drawn page over as the field's appearance."""
        drawn = PdfFileReader(BytesIO(self._drawn))
        result: IndirectObject = self._ensure_writer.import_page_as_xobject(drawn)
        return result
