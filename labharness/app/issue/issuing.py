"""Sign a report's folder, and verify one on any computer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from asn1crypto.x509 import Certificate
from pyhanko.sign.timestamps import TimeStamper

from labharness.app.bundle import DOSSIER, RUNS, Bundle
from labharness.app.issue.redrawing import Redrawing, redraw
from labharness.app.manifest import kept
from labharness.app.people.signing import NEEDS
from labharness.app.people.trusted_authorities import Authority, Trusted, lists
from labharness.app.register import REHEARSAL_SIGNED, SIGNED, open_register, record
from labharness.app.reverify import Reverification, reverify
from labharness.app.submission.dossier_records import (
    CONCLUSION,
    RECORD,
    listed_people,
    read_conclusion,
)
from labharness.app.submission.earlier import last_hashes
from labharness.app.workspace import Workspace
from labharness.assessment.dossier import SPECIMEN_PDF
from labharness.errors import EvidenceError, LabharnessError, SignatureError, WorkspaceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import FileLock
from labharness.evidence.verify import RunVerification, verify
from labharness.model.reasons.bundle import Bundles
from labharness.model.reasons.evidence import Lockable
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.report import Reports
from labharness.model.reasons.signing import Signing
from labharness.model.reasons.verification import Redrawn, ReportState
from labharness.reason import Reason
from labharness.reporting.pdf.archive import Declared
from labharness.reporting.stamps import SignatureRole
from labharness.signing.signature_check import SignatureFinding
from labharness.signing.signed_report import FileVerification, carried, verify_file, verify_signature
from labharness.signing.signer import SigningKey, sign

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class BundleVerification:
    """What :func:`verify_report` found.

    Parameters
    ----------
    file
        The PDF.
    runs, reverified
        The runs by name, empty where only a PDF was given.
    authorities
        Those whose certificates the folder brings along, to be compared with what the laboratory publishes.
    redrawn
        What came of drawing the report again; None where that was not asked for, or something was wrong before.
    problems
        Everything that is wrong; an authority that is not trusted is none.
    """

    file: FileVerification
    runs: dict[str, RunVerification]
    reverified: dict[str, Reverification]
    authorities: tuple[Authority, ...]
    redrawn: Redrawing | None
    problems: tuple[Reason, ...]
    notes: tuple[Reason, ...]

    @property
    def state(self) -> ReportState:
        """What all of it comes to."""
        if self.problems:
            return ReportState.DAMAGED
        if not self.file.signers:
            return ReportState.UNSIGNED
        if not self.file.trusted:
            return ReportState.UNTRUSTED
        if self.file.declared.specimen:
            return ReportState.SPECIMEN
        return ReportState.SIGNED_SO_FAR if self.file.unsigned else ReportState.ISSUED

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong and nobody signed whose authority is not trusted; nobody may have signed."""
        return self.state not in (ReportState.DAMAGED, ReportState.UNTRUSTED)

    @property
    def issued(self) -> bool:
        """Whether it is signed in every role by people for whom a trusted authority vouches."""
        return self.state is ReportState.ISSUED

    @property
    def proven(self) -> bool:
        """Whether it is issued, and drawn again the same where that was asked for."""
        return self.issued and self._same

    @property
    def rehearsed(self) -> bool:
        """Whether it is a rehearsal, signed in every role, and drawn again the same where that was asked for."""
        return self.state is ReportState.SPECIMEN and not self.file.unsigned and self._same

    @property
    def _same(self) -> bool:
        return self.redrawn is None or self.redrawn.report in (Redrawn.IDENTICAL, Redrawn.SAME_TEXT)

    @property
    def concluded(self) -> Declared | None:
        """What the signed file declares of its verdict; None where nobody who is trusted signed it."""
        trusted = (ReportState.ISSUED, ReportState.SIGNED_SO_FAR, ReportState.SPECIMEN)
        return self.file.declared if self.state in trusted else None


def verify_report(
    path: Path,
    trust: Sequence[Certificate] | Trusted = (),
    *,
    again: bool = False,
    on_step: Say = lambda _: None,
) -> BundleVerification:
    """Verify a report's folder, or its PDF alone, from what is there.

    Parameters
    ----------
    trust
        Certificates of the authorities that you trust, or all that you trust; those in the folder vouch for nothing.
    again
        Also do every run again from its recorded bytes, and draw the report again from runs and dossier.

    Raises
    ------
    WorkspaceError
        If there is no such file or folder.
    """
    trusted = trust if isinstance(trust, Trusted) else Trusted(tuple(trust))
    if path.is_file():
        return _alone(path, trusted)
    bundle, problems, known = Bundle.open(path), list[Reason](), list[Reason]()
    try:
        brought = bundle.authorities
    except EvidenceError:
        brought = ()  # its faults are told below
    on_step("verifying the signatures")
    pdf = bundle.pdf
    file = _verified(pdf, trusted, brought)
    manifest = file.declared.manifest
    on_step("verifying the files")
    problems += [*file.problems, *bundle.faults(manifest)]
    runs, reverified, redrawn = {}, {}, None
    if not problems:
        problems += [*_contradicted(bundle, file.declared), *_misnamed(bundle, file.declared)]
        for name, head in bundle.heads().items():
            on_step(f"verifying the run {name}")
            folder = path / RUNS / name
            try:
                runs[name] = verify(folder, head)
                before = bundle.known_problems(name)
                for problem in runs[name].problems:
                    (known if problem in before else problems).append(Bundles.OF_RUN(run=name, why=problem))
                if again and runs[name].clean:
                    reverified[name] = reverify(None, RunFolder.open(folder), on_step)
                    problems += [Bundles.OF_RUN(run=name, why=why) for why in reverified[name].problems]
            except LabharnessError as error:
                problems += [Bundles.OF_RUN(run=name, why=why) for why in error.reasons]
        listed, strangers = _strangers(bundle, file)
        problems += listed
    if again and not problems:
        redrawn = redraw(bundle, pdf, manifest, on_step)
        problems += redrawn.problems
    notes = [Bundles.REPORTED(why=problem) for problem in known]
    notes += redrawn.notes if redrawn else ()
    notes += [*file.notes, *([] if problems else strangers)]
    if problems and not runs:
        notes.append(Bundles.RUNS_UNVERIFIED())
    authorities = tuple(map(Authority.of, brought))
    return BundleVerification(file, runs, reverified, authorities, redrawn, tuple(problems), tuple(notes))


def sign_report(
    workspace: Workspace,
    number: str,
    role: SignatureRole,
    person: str,
    key: SigningKey,
    timestamper: TimeStamper | None = None,
    when: datetime | None = None,
    submission: str = "",
) -> Path:
    """Sign a report of a workspace, and put that on record.

    Parameters
    ----------
    submission
        Reference of the submission that the report is about, for the record.

    Raises
    ------
    SignatureError
        If the report does not verify as it is, or this signature may not be made now.
    """
    path = workspace.path / "reports" / number
    if Path(number).name != number or not path.is_dir():
        raise WorkspaceError(Reports.UNKNOWN(report=number))
    lock = FileLock(path.with_name(f"{number}.lock"), Lockable.REPORT, number)
    try:
        bundle = Bundle.open(path)
        # Who reviews states that the report was checked against the evidence: what it says of itself is none.
        roots = (*key.roots, *lists(workspace.path).roots)
        found = verify_report(path, roots, again=role is SignatureRole.REVIEWED)
        if found.problems:
            raise SignatureError(Reports.DOES_NOT_VERIFY(why=found.problems[0]))
        _refuse_untrusted(found.file.signers)
        if found.redrawn is not None and found.redrawn.report is Redrawn.OTHER_TEXTS:
            raise SignatureError(Reports.NOT_REDRAWN(why=found.redrawn.notes[0]))
        _refuse_other(workspace, number, found.file.sha256)
        signed = sign(bundle.pdf, role, person, key, timestamper, when)
        made = verify_signature(signed, role, roots)
        if made.problems:
            raise SignatureError(Signing.SIGNATURE_WRONG(why=made.problems[0]))
        _refuse_untrusted([made])
        bundle.put(signed, key.roots)
    finally:
        lock.release()
    what, title = (REHEARSAL_SIGNED, "rehearsal") if bundle.file == SPECIMEN_PDF else (SIGNED, "report")
    body = {
        "report": number,
        "role": role.value,
        "sha256": hashlib.sha256(signed).hexdigest(),
        "certificate": made.certificate,
        "certificate_sha256": key.certificate.sha256.hex(),
        "issuer": made.issuer,
        "trial": made.trial,
        "stamped": made.stamped,
        "stamper": made.stamper,
    }
    record(workspace, what, body, f"The {title} was signed as {role.value}.", submission, person)
    return path / bundle.file


def _refuse_other(workspace: Workspace, number: str, digest: str) -> None:
    """Raise :class:`SignatureError` unless the file is the one that was built or signed last, by the register."""
    with open_register(workspace) as register:
        known = last_hashes(register.changes()).get(number)
    if known is not None and known != digest:
        raise SignatureError(Reports.OTHER_THAN_RECORDED(report=number))


def _refuse_untrusted(signatures: Sequence[SignatureFinding]) -> None:
    """Raise :class:`SignatureError` where somebody signed for whom no trusted authority vouches."""
    for one in signatures:
        if not one.trusted:
            raise SignatureError(Signing.UNTRUSTED(role=one.role, issuer=one.issuer))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WorkspaceError(Inputs.FILE_UNREADABLE(path=str(path), why=str(error.strerror))) from error


def _verified(pdf: bytes, trusted: Trusted, brought: Sequence[Certificate]) -> FileVerification:
    roots = trusted.among((*brought, *carried(pdf)))
    return verify_file(pdf, roots, crls=trusted.crls, known=brought)


def _alone(path: Path, trusted: Trusted) -> BundleVerification:
    file = _verified(_read(path), trusted, ())
    problems = list(file.problems)
    if not file.signers:
        problems.append(Bundles.UNSIGNED())
    notes = [*file.notes, Bundles.REPORT_ALONE()]
    return BundleVerification(file, {}, {}, (), None, tuple(problems), tuple(notes))


def _misnamed(bundle: Bundle, declared: Declared) -> Iterator[Reason]:
    if declared.specimen != (bundle.file == SPECIMEN_PDF):
        code = Bundles.REHEARSAL_AS_REPORT if declared.specimen else Bundles.REPORT_AS_REHEARSAL
        yield code(file=bundle.file)


def _contradicted(bundle: Bundle, declared: Declared) -> Iterator[Reason]:
    """Yield where the dossier concludes otherwise than the signed file; either may be of a time before it was kept."""
    name = f"{DOSSIER}/{CONCLUSION}"
    if not declared.verdict or not bundle.holds(name):
        return
    try:
        said = read_conclusion({CONCLUSION: kept(bundle.path, name)})
        there = (said.outcome, said.recommendation or "", said.refused)
    except EvidenceError:
        there = ("", "", False)
    if there != (declared.verdict, declared.recommendation, declared.refused):
        yield Bundles.OTHER_CONCLUSION(file=name, report=bundle.file)


def _strangers(bundle: Bundle, file: FileVerification) -> tuple[list[Reason], list[Reason]]:
    """Return what keeps the list of people from being read, and who signed in a role that it does not give them.

    The list is that of the time when the report was built.
    """
    name = f"{DOSSIER}/{RECORD}"
    if not bundle.holds(name):
        return [], []
    try:
        people = list(listed_people({RECORD: kept(bundle.path, name)}))
    except EvidenceError as error:
        return list(error.reasons), []
    found = []
    for one in file.signatures:
        needed = NEEDS[SignatureRole(one.role)] if one.role in set(SignatureRole) else None
        if needed and not any(each.name == one.person and needed in each.known_roles for each in people):
            found.append(Bundles.NOT_LISTED(role=one.role, person=one.person, needed=needed.value))
    return [], found
