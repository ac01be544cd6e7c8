"""Check one signature of a file: its bytes, whose certificate made it, and whether that was good on the day.

Nothing in the file vouches for its own signer: authorities, and lists of what they revoked, come from outside.

Who signed a report: names, roles and times of signatures, against the laboratory's list of signers.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

from asn1crypto.crl import CertificateList
from asn1crypto.x509 import Certificate
from cryptography import x509
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.ades.report import AdESIndeterminate
from pyhanko.sign.diff_analysis import ModificationLevel
from pyhanko.sign.validation import validate_pdf_signature, validate_pdf_timestamp
from pyhanko.sign.validation.dss import DocumentSecurityStore
from pyhanko.sign.validation.errors import NoDSSFoundError
from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature
from pyhanko_certvalidator import ValidationContext

from labharness.model.reasons.report import Signatures
from labharness.reason import Reason
from labharness.reporting.stamps import SignatureRole, role_of
from labharness.signing.pdf_comparison import AFTER_A_SIGNATURE
from labharness.signing.proofs import alike, faults, name_of, normalized, odd_letters, other_letters, token
from labharness.signing.signer import is_trial

_UNKNOWN = (None, AdESIndeterminate.NO_CERTIFICATE_CHAIN_FOUND)
"""What the library says where no chain leads to a trusted authority."""


@dataclass(frozen=True, slots=True)
class TrustStore:
    """What a reader trusts.

    Parameters
    ----------
    roots
        Certificates of authorities.
    crls
        Lists of certificates that authorities have revoked.
    """

    roots: tuple[Certificate, ...] = ()
    crls: tuple[CertificateList, ...] = ()


@dataclass(frozen=True, slots=True)
class SignatureFinding:
    """One signature, or the time stamp over the finished file.

    Parameters
    ----------
    role
        Name of its field: a role, or that of the time stamp.
    person
        Name as the signer gave it; ``certificate`` is the name that the authority vouches for.
    when
        Time by the signer's clock, UTC.
    stamped, stamper
        Time by the time-stamp server, UTC, and its name; "" without a time stamp.
    revision, revisions
        The revision of the file that it covers, from 1, and how many there are.
    whole
        Whether it covers the whole file.
    intact
        Whether what it covers is as it was signed.
    root
        Name of the trusted authority that vouches for the certificate, or "".
    problems
        Empty where the signature is good. An authority that is not trusted is none.
    notes
        What weakens it, though it is good.
    key
        SHA-256 of the public key.
    """

    role: str
    person: str
    certificate: str
    issuer: str
    when: str
    stamped: str
    stamper: str
    revision: int
    revisions: int
    whole: bool
    intact: bool
    root: str
    trial: bool
    problems: tuple[Reason, ...]
    notes: tuple[Reason, ...] = ()
    key: str = ""

    @property
    def by_person(self) -> bool:
        """Whether somebody signed in a role; a time stamp speaks for no one."""
        return self.role in set(SignatureRole)

    @property
    def trusted(self) -> bool:
        """Whether an authority that is trusted vouches for the certificate."""
        return bool(self.root)


def check_signature(
    pdf: bytes,
    reader: PdfFileReader,
    embedded: EmbeddedPdfSignature,
    trust: TrustStore,
    known: Sequence[Certificate] = (),
) -> SignatureFinding:
    """Check one signature.

    Parameters
    ----------
    known
        Certificates that may complete a chain and vouch for nothing.
    """
    ranges = [int(each) for each in embedded.byte_range]
    certificate = embedded.signer_cert
    archive = embedded.sig_object_type == "/DocTimeStamp"
    claimed = embedded.self_reported_timestamp
    stamp = embedded.signed_data if archive else _token_data(embedded)
    stamped = _generated(stamp) if stamp is not None else None
    problems = _ranges(pdf, ranges) or list(faults(pdf, ranges, [*trust.roots, *known, *_stored(reader)]))
    whole_inside = not problems
    judge = _Judge(reader, embedded, trust.roots)
    if archive:
        moment = stamped or datetime.now(UTC)
        status = proof = judge.time_stamp(moment)
        proven = moment if _good(proof) else None
    else:
        moment = claimed or datetime.now(UTC)
        status = judge.signature(moment, stamped or moment)
        proof = status.timestamp_validity
        proven = stamped if _good(proof) else None
        # Else a stranger's time stamp would choose the day by which a certificate is judged.
        if proven is not None:
            moment = proven
            status = judge.signature(moment, moment)
    problems += _judged(status, proof, moment, archive=archive)
    problems += revoked(status, certificate, trust.crls, proven)
    return SignatureFinding(
        role=role_of(embedded.field_name),
        person=str(embedded.sig_object.get("/Name", "")),
        certificate=name_of(certificate.subject),
        issuer=name_of(certificate.issuer),
        when=claimed.astimezone(UTC).isoformat(timespec="seconds") if claimed else "",
        stamped=stamped.astimezone(UTC).isoformat(timespec="seconds") if stamped and proof else "",
        stamper=name_of(proof.signing_cert.subject) if stamped and proof else "",
        revision=embedded.signed_revision + 1,
        revisions=reader.xrefs.total_revisions,
        whole=ranges[2] + ranges[3] == len(pdf),
        intact=status.intact and status.valid and whole_inside,
        root=root_of(status),
        trial=is_trial(certificate),
        problems=tuple(problems),
        notes=tuple(_weaknesses(proof, stamped)),
        key=certificate.public_key.sha256.hex(),
    )


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges a signature's certificates as of a moment, with the proofs that the file itself keeps."""

    reader: PdfFileReader
    embedded: EmbeddedPdfSignature
    roots: Sequence[Certificate]

    def signature(self, moment: datetime, stamped: datetime) -> Any:
        contexts = self._context(moment), self._context(stamped)
        return validate_pdf_signature(self.embedded, *contexts, AFTER_A_SIGNATURE)

    def time_stamp(self, moment: datetime) -> Any:
        return validate_pdf_timestamp(self.embedded, self._context(moment), AFTER_A_SIGNATURE)

    def _context(self, moment: datetime) -> ValidationContext:
        options: dict[str, Any] = {"trust_roots": list(self.roots), "allow_fetching": False, "moment": moment}
        try:
            store = DocumentSecurityStore.read_dss(self.reader)
        except NoDSSFoundError:
            return ValidationContext(revocation_mode="soft-fail", **options)
        mode = "require" if store.crls or store.ocsps else "soft-fail"
        return store.as_validation_context({**options, "revocation_mode": mode})


def _good(proof: Any) -> bool:
    """Whether a time stamp is as it was made, by somebody who is trusted."""
    return proof is not None and proof.intact and proof.valid and proof.trusted


def _weaknesses(proof: Any, stamped: datetime | None) -> Iterator[Reason]:
    """Say what weakens a good signature: a time stamp of a stranger is no worse than none, and no better."""
    if proof is None:
        yield Signatures.SIGNERS_CLOCK()
    elif not proof.trusted:
        why = untrusted(proof, stamped or datetime.now(UTC)) or Signatures.AUTHORITY_UNTRUSTED()
        yield Signatures.TIME_UNPROVEN(why=why)


def _ranges(pdf: bytes, ranges: list[int]) -> list[Reason]:
    """Say what a signature leaves out besides the one gap that its container fills."""
    plain = len(ranges) == 4 and ranges[0] == 0 and 0 < ranges[1] < ranges[2] <= sum(ranges[2:]) <= len(pdf)
    return [] if plain else [Signatures.LEAVES_OUT_MORE()]


def _judged(status: Any, proof: Any, moment: datetime, *, archive: bool) -> Iterator[Reason]:
    if not (status.intact and status.valid):
        yield Signatures.ALTERED()
    elif not status.trusted and not archive and (why := untrusted(status, moment)):
        yield why
    if not archive and proof is not None and not (proof.intact and proof.valid):
        yield Signatures.TIME_STAMP_ALTERED()
    level = status.modification_level
    if not status.docmdp_ok if not archive else level is ModificationLevel.OTHER:
        yield Signatures.CHANGED_LATER()


def untrusted(status: Any, moment: datetime) -> Reason | None:
    """Return what is wrong with a certificate; None where its authority is only not among those that are trusted."""
    certificate, reason = status.signing_cert, status.trust_problem_indic
    if not certificate.not_valid_before <= moment <= certificate.not_valid_after:
        return Signatures.OUT_OF_VALIDITY()
    if status.revoked:
        return Signatures.REVOKED()
    return None if reason in _UNKNOWN else Signatures.CERTIFICATE_INVALID(finding=reason.name)


def revoked(
    status: Any, certificate: Certificate, crls: Sequence[CertificateList], proven: datetime | None
) -> Iterator[Reason]:
    """Yield certificates of a chain that their authority revoked before the time that a trusted stamp proves.

    Without such a stamp the day of a signature is the signer's word, and whoever took a key can write any day.
    """
    path = status.validation_path
    chain = list(path.iter_certs(include_root=True)) if path is not None else [certificate]
    for each, issuer in zip(chain[1:], chain[:-1], strict=True):
        for entry in (
            each
            for crl in crls
            if is_of(crl, issuer)
            for each in crl["tbs_cert_list"]["revoked_certificates"]
        ):
            since: datetime = entry["revocation_date"].native
            if entry["user_certificate"].native == each.serial_number and (proven is None or since <= proven):
                yield Signatures.REVOKED_BEFORE(holder=name_of(each.subject), since=f"{since:%Y-%m-%d}")


def is_of(crl: CertificateList, issuer: Certificate) -> bool:
    """Whether an authority signed a list of revoked certificates; two authorities may have one name."""
    if crl.issuer != issuer.subject:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # what is merely odd for the library is damage for us
            key = x509.load_der_x509_certificate(issuer.dump()).public_key()
            return bool(x509.load_der_x509_crl(crl.dump()).is_signature_valid(key))  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 - a damaged list is refused in many ways, and all mean the same
        return False


def _stored(reader: PdfFileReader) -> list[Certificate]:
    try:
        return list(DocumentSecurityStore.read_dss(reader).load_certs())
    except NoDSSFoundError:
        return []


def _token_data(embedded: EmbeddedPdfSignature) -> Any:
    result = token(embedded.signer_info)
    return None if result is None else result["content"]


def _generated(data: Any) -> datetime:
    moment: datetime = data["encap_content_info"]["content"].parsed["gen_time"].native
    return moment


def root_of(status: Any) -> str:
    """Return the name of the trusted authority that vouches for a signature's certificate, "" without one."""
    if not status.trusted or status.validation_path is None:
        return ""
    return name_of(status.validation_path.trust_anchor.certificate.subject)


TOLERANCE = timedelta(minutes=10)
"""By which the clocks of two computers may differ."""


@dataclass(frozen=True, slots=True)
class ListedSigner:
    """A line of the laboratory's list: who may sign in a role, and from when to when.

    Parameters
    ----------
    since, until
        ISO 8601 with an offset; "" where there is no such limit.
    """

    name: str
    role: str
    since: str = ""
    until: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError where a time or the role is none."""
        SignatureRole(self.role)
        if any(datetime.fromisoformat(each).tzinfo is None for each in (self.since, self.until) if each):
            raise ValueError("a time without an offset")

    def covers(self, moments: Sequence[datetime]) -> bool:
        """Whether all of these times are within the line's."""
        early = bool(self.since) and datetime.fromisoformat(self.since) - min(moments) > TOLERANCE
        late = bool(self.until) and max(moments) - datetime.fromisoformat(self.until) > TOLERANCE
        return not (early or late)


def doubts(
    signers: Sequence[SignatureFinding],
    listed: Sequence[ListedSigner],
    recorded: Sequence[datetime],
    now: datetime,
) -> tuple[Reason, ...]:
    """Return why the signers of a report may be other people, or have signed at other times, than it states.

    Parameters
    ----------
    signers
        Signatures of people, in their order.
    listed
        The laboratory's list; empty where there is none.
    recorded
        Times of the newest records that the report rests on.
    now
        The verifier's clock.
    """
    result = [why for signer in signers for why in _names(signer, listed)]
    result += [
        Signatures.SAME_PERSON(role=later.role, earlier=each.role)
        for each, later in combinations(signers, 2)
        if (
            each.key == later.key
            or alike(each.person, later.person)
            or alike(each.certificate, later.certificate)
        )
    ]
    result += _times(signers, recorded, now)
    if listed:
        result += [why for signer in signers for why in _unlisted(signer, listed)]
    elif signers:
        result.append(Signatures.NO_LIST())
    return tuple(result)


def _names(finding: SignatureFinding, listed: Sequence[ListedSigner]) -> Iterator[Reason]:
    own, certified = normalized(finding.person), normalized(finding.certificate)
    models = {each.name for each in listed}
    if own in map(normalized, models):
        models = set()
    if own != certified:
        models.add(finding.certificate)
    model = next((name for name in sorted(models) if alike(name, finding.person)), None)
    odd = odd_letters(finding.person)
    if model is not None:
        letters = other_letters(finding.person, model)
        yield Signatures.LOOK_ALIKE(role=finding.role, person=finding.person, model=model, letters=letters)
    elif odd:
        yield Signatures.MIXED_LETTERS(role=finding.role, person=finding.person, letters=odd)
    elif own != certified:
        yield Signatures.OTHER_NAME(role=finding.role, person=finding.person, certificate=finding.certificate)


def _times(
    signers: Sequence[SignatureFinding], recorded: Sequence[datetime], now: datetime
) -> Iterator[Reason]:
    newest, earlier = max(recorded, default=None), ""
    for signer in signers:
        moments = _moments(signer)
        if not moments:
            yield Signatures.TIME_MISSING(role=signer.role)
            continue
        first, last = min(moments), max(moments)
        if last - now > TOLERANCE:
            yield Signatures.IN_FUTURE(role=signer.role, when=_written(last), now=_written(now))
        if last - first > TOLERANCE:
            yield Signatures.CLOCK_OFF(role=signer.role, when=signer.when, stamped=signer.stamped)
        if newest is not None and newest - first > TOLERANCE:
            times = {"role": signer.role, "when": _written(first), "newest": _written(newest)}
            if earlier:
                yield Signatures.OUT_OF_TURN(**times, earlier=earlier)
            else:
                yield Signatures.BEFORE_EVIDENCE(**times)
        newest, earlier = last, signer.role


def _unlisted(finding: SignatureFinding, listed: Sequence[ListedSigner]) -> Iterator[Reason]:
    lines = [each for each in listed if each.role == finding.role]
    moments = _moments(finding)
    if not any(
        normalized(each.name) == normalized(finding.person) and (not moments or each.covers(moments))
        for each in lines
    ):
        yield Signatures.NOT_LISTED(role=finding.role, person=finding.person)


def _moments(finding: SignatureFinding) -> list[datetime]:
    return [datetime.fromisoformat(each) for each in (finding.when, finding.stamped) if each]


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
