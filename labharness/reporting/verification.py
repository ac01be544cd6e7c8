"""Say of a report's file who signed what, whether every byte is covered, and whether it is fit to be kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from asn1crypto.x509 import Certificate
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.ades.report import AdESIndeterminate
from pyhanko.sign.diff_analysis import ModificationLevel
from pyhanko.sign.fields import enumerate_sig_fields
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko.sign.validation.errors import NoDSSFoundError
from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature
from pyhanko_certvalidator import ValidationContext

from labharness.errors import SignatureError
from labharness.reporting.conformance import described, violations
from labharness.reporting.containers import faults, token
from labharness.reporting.signing import (
    ARCHIVE_FIELD,
    PROVES_NOTHING,
    is_trial,
    name_of,
    same_person,
    signed_by,
)
from labharness.reporting.stamps import Role

_THE_CERTIFICATE = "the certificate "
UNVOUCHED = f"{_THE_CERTIFICATE}is of an authority that is not among those you trust"
"""All that can be wrong with a signature whose bytes are right."""


@dataclass(frozen=True, slots=True)
class SignatureFinding:
    """One signature, or the time stamp over the finished file.

    Parameters
    ----------
    person
        Name as the signer gave it; ``certificate`` is the name that the authority vouches for.
    when
        Time by the signer's clock, UTC.
    stamped
        Time by the time-stamp server and its name, or "".
    covers
        How much of the file it covers.
    intact
        Whether what it covers is as it was signed.
    root
        Who vouches for the certificate in the end, or "" where nobody does whom you trust.
    problems
        One line each; empty where the signature is good.
    notes
        What weakens it, though it is good.
    """

    role: str
    person: str
    certificate: str
    issuer: str
    when: str
    stamped: str
    covers: str
    intact: bool
    root: str
    trial: bool
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def unvouched(self) -> bool:
        """Whether its bytes are right and only nobody whom you trust vouches for the certificate."""
        return self.intact and self.problems == (UNVOUCHED,)


@dataclass(frozen=True, slots=True)
class FileVerification:
    """What :func:`verify_file` found.

    Parameters
    ----------
    manifest
        SHA-256 of the manifest of the evidence, as the file says it, or "".
    unsigned
        Roles in which nobody has signed yet.
    problems
        Everything that is wrong, one line each.
    notes
        What a reader must know, though nothing is wrong.
    """

    sha256: str
    title: str
    manifest: str
    signatures: tuple[SignatureFinding, ...]
    unsigned: tuple[str, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    @property
    def unvouched(self) -> frozenset[str]:
        """Those of the problems that say no more than that nobody whom you trust vouches for a certificate."""
        return frozenset(_problem(each, UNVOUCHED) for each in self.signatures if each.unvouched)


def verify_file(pdf: bytes, roots: Sequence[Certificate] = ()) -> FileVerification:
    """Verify a report's file from its bytes alone; no network is asked.

    Parameters
    ----------
    roots
        Certificates of the authorities that you trust.
    """
    digest = hashlib.sha256(pdf).hexdigest()
    try:
        return _verified(pdf, roots, digest)
    except Exception as error:  # noqa: BLE001 - a damaged file breaks its readers in ways nobody has listed
        reason = f"The file cannot be read as a PDF: {str(error) or type(error).__name__}."
        return FileVerification(digest, "", "", (), (), (reason,), ())


def verify_signature(pdf: bytes, role: Role, roots: Sequence[Certificate] = ()) -> SignatureFinding:
    """Verify one signature of a file that was just made.

    Raises
    ------
    SignatureError
        If nobody signed in this role.
    """
    reader = PdfFileReader(BytesIO(pdf))
    for each in reader.embedded_regular_signatures:
        if each.field_name == role.value:
            return _signature(pdf, reader, each, roots)
    raise SignatureError(f"Nobody signed as {role.value}.")


def _verified(pdf: bytes, roots: Sequence[Certificate], digest: str) -> FileVerification:
    reader = PdfFileReader(BytesIO(pdf))
    found = [_signature(pdf, reader, each, roots) for each in reader.embedded_signatures]
    open_roles = tuple(
        name for name, value, _ in enumerate_sig_fields(reader, filled_status=False) if value is None
    )
    problems = [_problem(each, problem) for each in found for problem in each.problems]
    held = pdf.count(b"/ByteRange")
    if held != len(found):  # the way to a signature may be damaged, and then nothing else would tell
        problems.append(f"The file holds {held} signatures, of which {len(found)} can be reached.")
    problems += _order(reader)
    if reader.embedded_signatures:
        end = reader.embedded_signatures[-1].byte_range
        after = len(pdf) - int(end[2]) - int(end[3])
        if after:
            problems.append(f"{after} bytes follow the last signature; nobody signed them.")
    problems += violations(pdf)
    title, manifest = described(pdf)
    return FileVerification(
        digest, title, manifest, tuple(found), open_roles, tuple(problems), tuple(_notes(found, open_roles))
    )


def _problem(found: SignatureFinding, problem: str) -> str:
    return f"{found.role}: {problem}."


def _notes(found: list[SignatureFinding], open_roles: tuple[str, ...]) -> Iterator[str]:
    if any(each.trial for each in found):
        yield f"Signed with certificates of a {PROVES_NOTHING}."
    if not found:
        yield "Nobody has signed this file: its bytes prove nothing by themselves; compare its SHA-256."
    elif open_roles:
        yield f"Not signed as: {', '.join(open_roles)}."
    for each in found:
        yield from (f"{each.role}: {note}." for note in each.notes)


def _signature(
    pdf: bytes, reader: PdfFileReader, embedded: EmbeddedPdfSignature, roots: Sequence[Certificate]
) -> SignatureFinding:
    ranges = [int(each) for each in embedded.byte_range]
    certificate = embedded.signer_cert
    archive = embedded.sig_object_type == "/DocTimeStamp"
    stamp = embedded.signed_data if archive else _token_data(embedded)
    stamped = _generated(stamp) if stamp is not None else None
    claimed = embedded.self_reported_timestamp
    moment = stamped or claimed or datetime.now(UTC)
    context = _context(reader, roots, moment)
    problems = _ranges(pdf, ranges) or list(faults(pdf, ranges, [*roots, *_stored(reader)]))
    if archive:
        status: Any = validate_pdf_timestamp(embedded, context)
        proof = status
    else:
        status = validate_pdf_signature(embedded, context)
        proof = status.timestamp_validity
    whole_inside = not problems
    problems += _judged(status, proof, moment, archive=archive)
    last = reader.xrefs.total_revisions
    whole = ranges[2] + ranges[3] == len(pdf)
    return SignatureFinding(
        role=embedded.field_name,
        person=str(embedded.sig_object.get("/Name", "")),
        certificate=name_of(certificate.subject),
        issuer=name_of(certificate.issuer),
        when=claimed.astimezone(UTC).isoformat(timespec="seconds") if claimed else "",
        stamped=_stamped(stamped, proof),
        covers="the whole file" if whole else f"revision {embedded.signed_revision + 1} of {last}",
        intact=status.intact and status.valid and whole_inside,
        root=_root(status),
        trial=is_trial(certificate),
        problems=tuple(problems),
        notes=tuple(_weaknesses(proof, moment)),
    )


def _weaknesses(proof: Any, moment: datetime) -> Iterator[str]:
    """Say what weakens a good signature: a time stamp of a stranger is no worse than none, and no better."""
    if proof is None:
        yield "the time is that of the signer's own clock"
    elif not proof.trusted:
        yield f"the certificate of the time stamp {_untrusted(proof, moment)}, so it proves no time"


def _ranges(pdf: bytes, ranges: list[int]) -> list[str]:
    """Say what a signature leaves out besides the one gap that its container fills."""
    plain = len(ranges) == 4 and ranges[0] == 0 and 0 < ranges[1] < ranges[2] <= sum(ranges[2:]) <= len(pdf)
    return [] if plain else ["it leaves out more of the file than its own container"]


def _judged(status: Any, proof: Any, moment: datetime, *, archive: bool) -> Iterator[str]:
    if not (status.intact and status.valid):
        yield "the file is not as it was signed, or the signature itself was changed"
    elif not status.trusted and not archive:
        yield f"{_THE_CERTIFICATE}{_untrusted(status, moment)}"
    if not archive and proof is not None and not (proof.intact and proof.valid):
        yield "the time stamp is not as it was made"
    level = status.modification_level
    if not status.docmdp_ok if not archive else level is ModificationLevel.OTHER:
        yield "the file was changed later in a way that the signature does not permit"


def _untrusted(status: Any, moment: datetime) -> str:
    certificate, reason = status.signing_cert, status.trust_problem_indic
    if not certificate.not_valid_before <= moment <= certificate.not_valid_after:
        return "was not valid at the time of the signature"
    if status.revoked:
        return "was revoked"
    if reason is None or reason is AdESIndeterminate.NO_CERTIFICATE_CHAIN_FOUND:
        return UNVOUCHED.removeprefix(_THE_CERTIFICATE)
    return f"does not hold ({reason.name.lower().replace('_', ' ')})"


def _order(reader: PdfFileReader) -> Iterator[str]:
    """Signatures come in the order of the roles, each once, and the reviewer is not the tester."""
    made = signed_by(reader)
    names = [each.role for each in made]
    if names != [role.value for role in Role][: len(names)]:
        yield f"The signatures are not in the order tested, reviewed, authorised but: {', '.join(names)}."
    if any(each.field_name != ARCHIVE_FIELD for each in reader.embedded_timestamp_signatures):
        yield "There is a time stamp in a field that is none of the report's."
    if len(made) > 1 and same_person(made[0], made[1].person, made[1].certificate):
        yield "The reviewer is the tester; somebody else must review."


def _context(reader: PdfFileReader, roots: Sequence[Certificate], moment: datetime) -> ValidationContext:
    """Return what certificates are judged by: the moment of signing, and the proofs kept in the file."""
    options: dict[str, Any] = {"trust_roots": list(roots), "allow_fetching": False, "moment": moment}
    try:
        store = DocumentSecurityStore.read_dss(reader)
    except NoDSSFoundError:
        return ValidationContext(revocation_mode="soft-fail", **options)
    mode = "require" if store.crls or store.ocsps else "soft-fail"
    return store.as_validation_context({**options, "revocation_mode": mode})


def _stored(reader: PdfFileReader) -> list[Certificate]:
    try:
        return list(DocumentSecurityStore.read_dss(reader).load_certs())
    except NoDSSFoundError:
        return []


def _token_data(embedded: EmbeddedPdfSignature) -> Any:
    found = token(embedded.signer_info)
    return None if found is None else found["content"]


def _generated(data: Any) -> datetime:
    moment: datetime = data["encap_content_info"]["content"].parsed["gen_time"].native
    return moment


def _stamped(moment: datetime | None, proof: Any) -> str:
    if moment is None or proof is None:
        return ""
    return f"{moment.astimezone(UTC).isoformat(timespec='seconds')} by {name_of(proof.signing_cert.subject)}"


def _root(status: Any) -> str:
    if not status.trusted or status.validation_path is None:
        return ""
    return name_of(status.validation_path.trust_anchor.certificate.subject)
