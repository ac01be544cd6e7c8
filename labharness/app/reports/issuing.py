"""Sign a report's folder, and verify one on any computer.

Words of a verification, line by line, for the command line and the window alike.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from asn1crypto.x509 import Certificate
from pyhanko.sign.timestamps import TimeStamper

from labharness.app.people.authority import Authority, Trusted, lists
from labharness.app.people.signing import NEEDS
from labharness.app.reports.redrawing import Redrawing, redraw
from labharness.app.reports.reverify import Reverification, reverify
from labharness.app.submission.baselines import last_hashes
from labharness.app.submission.decisions import CONCLUSION, RECORD, listed_people, read_conclusion
from labharness.app.workspace.bundle import AUTHORITY, DOSSIER, RUNS, Bundle
from labharness.app.workspace.file_change import FileChange, finish_changes
from labharness.app.workspace.manifest import kept
from labharness.app.workspace.register import REHEARSAL_SIGNED, SIGNED, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.dossier import SPECIMEN_PDF
from labharness.devices.adapter import printable
from labharness.errors import EvidenceError, LabharnessError, SignatureError, WorkspaceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.evidence.records.line import Record
from labharness.evidence.verify import RunVerification, verify
from labharness.language.catalog import say
from labharness.model.reasons.conduct import Doing
from labharness.model.reasons.evidence import Redrawn, ReportState, SignatureStanding, Verifications
from labharness.model.reasons.report import Bundles, Reports, Signatures, Signing
from labharness.reason import OnStep, Reason, unheard
from labharness.reporting.layout import SPECIMEN
from labharness.reporting.pdf.archive import Declared
from labharness.reporting.stamps import SignatureRole
from labharness.signing.proofs import SigningKey
from labharness.signing.signature_check import SignatureFinding, doubts
from labharness.signing.signed_report import FileVerification, carried, verify_file, verify_signature
from labharness.signing.signer import sign

_DOUBTS = {
    Signatures.LOOK_ALIKE: ReportState.LOOK_ALIKE,
    Signatures.MIXED_LETTERS: ReportState.LOOK_ALIKE,
    Signatures.OTHER_NAME: ReportState.OTHER_NAME,
    Signatures.SAME_PERSON: ReportState.SAME_PERSON,
    Signatures.TIME_MISSING: ReportState.TIME_IMPLAUSIBLE,
    Signatures.IN_FUTURE: ReportState.TIME_IMPLAUSIBLE,
    Signatures.CLOCK_OFF: ReportState.TIME_IMPLAUSIBLE,
    Signatures.BEFORE_EVIDENCE: ReportState.TIME_IMPLAUSIBLE,
    Signatures.OUT_OF_TURN: ReportState.TIME_IMPLAUSIBLE,
    Signatures.NOT_LISTED: ReportState.SIGNER_NOT_LISTED,
    Signatures.NO_LIST: ReportState.SIGNERS_UNCHECKED,
}
"""What a doubt makes of a report; of several the first counts."""
_TRUSTED = frozenset(
    {
        ReportState.ISSUED,
        ReportState.SPECIMEN,
        ReportState.SIGNED_SO_FAR,
        ReportState.NOT_REDRAWN,
        ReportState.SIGNERS_UNCHECKED,
    }
)
"""States in which a trusted authority vouches for who stated the verdict, and nothing speaks against it."""


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
    doubts
        Why people for whom a trusted authority vouches may not be the laboratory's signers at these times.
    """

    file: FileVerification
    runs: dict[str, RunVerification]
    reverified: dict[str, Reverification]
    authorities: tuple[Authority, ...]
    redrawn: Redrawing | None
    problems: tuple[Reason, ...]
    notes: tuple[Reason, ...]
    doubts: tuple[Reason, ...] = ()

    @property
    def state(self) -> ReportState:
        """What all of it comes to."""
        if self.problems or not self.file.signers:
            return ReportState.DAMAGED if self.problems else ReportState.UNSIGNED
        if not self.file.trusted:
            return ReportState.UNTRUSTED
        for code, state in _DOUBTS.items():
            if any(why.is_a(code) for why in self.doubts):
                return state
        if self.file.declared.specimen:
            return ReportState.SPECIMEN
        if self.file.unsigned:
            return ReportState.SIGNED_SO_FAR
        return ReportState.ISSUED if self._same else ReportState.NOT_REDRAWN

    def doubts_of(self, finding: SignatureFinding) -> tuple[Reason, ...]:
        """Return the doubts about one signature."""
        return tuple(why for why in self.doubts if ("role", finding.role) in why.parameters)

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong or in doubt; nobody may have signed, and nobody may have checked the list."""
        return self.state in (*_TRUSTED, ReportState.UNSIGNED)

    @property
    def issued(self) -> bool:
        """Whether it is signed in every role by the right people, and drawn again the same where that was asked for."""
        return self.state is ReportState.ISSUED

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
        return self.file.declared if self.state in _TRUSTED else None


def verify_report(
    path: Path,
    trust: Sequence[Certificate] | Trusted = (),
    *,
    again: bool = False,
    workspace: Workspace | None = None,
    on_step: OnStep = unheard,
    now: datetime | None = None,
) -> BundleVerification:
    """Verify a report's folder, or its PDF alone, from what is there.

    Parameters
    ----------
    trust
        Certificates of the authorities that you trust, or all that you trust; those in the folder vouch for nothing.
    again
        Also do every run again from its recorded bytes, and draw the report again from runs and dossier.
    now
        The verifier's clock.
    workspace
        The one that a person named or opened: its plug-ins may do so.  Nothing in the folder may.

    Raises
    ------
    WorkspaceError
        If there is no such file or folder.
    """
    trusted, now = trust if isinstance(trust, Trusted) else Trusted(tuple(trust)), now or datetime.now(UTC)
    if path.is_file():
        return _alone(path, trusted, now)
    bundle, problems, known = Bundle.open(path), list[Reason](), list[Reason]()
    try:
        brought = bundle.authorities
    except EvidenceError:
        brought = ()  # its faults are told below
    on_step(Doing.VERIFYING_SIGNATURES())
    pdf = bundle.pdf
    file = _verified(pdf, trusted, brought)
    manifest = file.declared.manifest
    on_step(Doing.VERIFYING_FILES())
    problems += [*file.problems, *bundle.faults(manifest)]
    runs, reverified, redrawn = {}, {}, None
    ends = dict[str, str]()
    if not problems:
        problems += [*_contradicted(bundle, file.declared), *_misnamed(bundle, file.declared)]
        for name, head in bundle.heads().items():
            on_step(Doing.VERIFYING(run=name))
            folder = path / RUNS / name
            try:
                runs[name] = verify(folder, head, partial(_note_time, ends, name))
                before = bundle.known_problems(name)
                for problem in runs[name].problems:
                    (known if problem in before else problems).append(Bundles.OF_RUN(run=name, why=problem))
                if again and runs[name].clean:
                    reverified[name] = reverify(workspace, RunFolder.open(folder), on_step)
                    problems += [Bundles.OF_RUN(run=name, why=why) for why in reverified[name].problems]
            except LabharnessError as error:
                problems += [Bundles.OF_RUN(run=name, why=why) for why in error.reasons]
        listed, strangers = _strangers(bundle, file)
        problems += listed
    if again and not problems:
        redrawn = redraw(bundle, pdf, manifest, workspace.path if workspace else None, on_step)
        problems += redrawn.problems
    notes = [Bundles.REPORTED(why=problem) for problem in known]
    notes += redrawn.notes if redrawn else ()
    notes += [*file.notes, *([] if problems else strangers)]
    if problems and not runs:
        notes.append(Bundles.RUNS_UNVERIFIED())
    authorities = tuple(map(Authority.of, brought))
    doubted = doubts(file.signers, trusted.signers, _recorded(file, ends.values()), now)
    return BundleVerification(
        file, runs, reverified, authorities, redrawn, tuple(problems), tuple(notes), doubted
    )


def sign_report(
    workspace: Workspace,
    number: str,
    role: SignatureRole,
    person: str,
    key: SigningKey,
    timestamper: TimeStamper | None = None,
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
    finish_changes(workspace)
    path = workspace.path / "reports" / number
    if Path(number).name != number or not path.is_dir():
        raise WorkspaceError(Reports.UNKNOWN(report=number))
    with FileChange(workspace, path) as change:
        bundle = Bundle.open(path)
        # Who reviews states that the report was checked against the evidence: what it says of itself is none.
        roots = (*key.roots, *lists(workspace.path).roots)
        result = verify_report(path, roots, again=role is SignatureRole.REVIEWED, workspace=workspace)
        if result.problems:
            raise SignatureError(Reports.DOES_NOT_VERIFY(why=result.problems[0]))
        _refuse_untrusted(result.file.signers)
        if result.redrawn is not None and result.redrawn.report is Redrawn.OTHER_TEXTS:
            raise SignatureError(Reports.NOT_REDRAWN(why=result.redrawn.notes[0]))
        _refuse_other(workspace, number, result.file.sha256)
        signed = sign(bundle.pdf, role, person, key, timestamper)
        finding = verify_signature(signed, role, roots)
        if finding.problems:
            raise SignatureError(Signing.SIGNATURE_WRONG(why=finding.problems[0]))
        _refuse_untrusted([finding])
        _refuse_doubted(verify_file(signed, roots), datetime.now(UTC))
        for file, content in bundle.revised(signed, key.roots).items():
            change.put(file, content)
        what, title = (REHEARSAL_SIGNED, "rehearsal") if bundle.file == SPECIMEN_PDF else (SIGNED, "report")
        body = {
            "report": number,
            "role": role.value,
            "sha256": hashlib.sha256(signed).hexdigest(),
            "certificate": finding.certificate,
            "certificate_sha256": key.certificate.sha256.hex(),
            "issuer": finding.issuer,
            "trial": finding.trial,
            "stamped": finding.stamped,
            "stamper": finding.stamper,
        }
        change.commit(what, body, f"The {title} was signed as {role.value}.", submission, person)
    return path / bundle.file


def _refuse_other(workspace: Workspace, number: str, digest: str) -> None:
    """Raise :class:`SignatureError` unless the file is the one that was built or signed last, by the register."""
    with open_register(workspace) as register:
        known = last_hashes(register.changes()).get(number)
    if known is not None and known != digest:
        raise SignatureError(Reports.OTHER_THAN_RECORDED(report=number))


def _refuse_untrusted(signatures: Sequence[SignatureFinding]) -> None:
    """Raise :class:`SignatureError` where somebody signed for whom no trusted authority vouches."""
    for signature in signatures:
        if not signature.trusted:
            raise SignatureError(Signing.UNTRUSTED(role=signature.role, issuer=signature.issuer))


def _refuse_doubted(file: FileVerification, now: datetime) -> None:
    """Raise :class:`SignatureError` where every verification would doubt who signed, or when."""
    for why in doubts(file.signers, (), _recorded(file), now):
        if not why.is_a(Signatures.NO_LIST):
            raise SignatureError(Signing.DOUBTED(why=why))


def _verified(pdf: bytes, trusted: Trusted, brought: Sequence[Certificate]) -> FileVerification:
    roots = trusted.among((*brought, *carried(pdf)))
    return verify_file(pdf, roots, crls=trusted.crls, known=brought)


def _note_time(ends: dict[str, str], run: str, record: Record) -> None:
    ends[run] = record.utc


def _recorded(file: FileVerification, ends: Iterable[str] = ()) -> list[datetime]:
    """Return the times of the newest records that a report states, and that its runs hold."""
    result = []
    for each in (file.dated, *ends):
        with suppress(ValueError):  # a record may hold any text
            result.append(datetime.fromisoformat(each))
    return [each for each in result if each.tzinfo is not None]


def _alone(path: Path, trusted: Trusted, now: datetime) -> BundleVerification:
    with FileReading(path, WorkspaceError):
        content = read_outside(path, SizeLimit.DOCUMENT)
    file = _verified(content, trusted, ())
    problems = list(file.problems)
    if not file.signers:
        problems.append(Bundles.UNSIGNED())
    notes = [*file.notes, Bundles.REPORT_ALONE()]
    doubted = doubts(file.signers, trusted.signers, _recorded(file), now)
    return BundleVerification(file, {}, {}, (), None, tuple(problems), tuple(notes), doubted)


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
        text = read_conclusion({CONCLUSION: kept(bundle.path, name)})
        there = (text.outcome, text.recommendation or "", text.refused)
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
    result = []
    for signature in file.signatures:
        needed = NEEDS[SignatureRole(signature.role)] if signature.role in set(SignatureRole) else None
        if needed and not any(
            each.name == signature.person and needed in each.known_roles for each in people
        ):
            result.append(
                Bundles.NOT_LISTED(role=signature.role, person=signature.person, needed=needed.value)
            )
    return [], result


_LONGEST = 2000
"""Characters of a line: names and files are whatever somebody wrote into the report."""


def told(report: Path, result: BundleVerification) -> Iterator[str]:
    """Yield one line for each signature, run, problem and note, and in the last whether all of it holds."""
    if result.file.declared.specimen:
        yield SPECIMEN
    for reason, indent in _lines(report, result):
        yield printable(f"{indent}{say(reason)}", _LONGEST)


def _lines(report: Path, result: BundleVerification) -> Iterator[tuple[Reason, str]]:
    signatures = (
        _signature(signature, sure=not result.doubts_of(signature)) for signature in result.file.signatures
    )
    for reason in (*signatures, *_runs(result)):
        yield reason, ""
    if result.redrawn is not None:
        yield Verifications.REDRAWN(redrawn=result.redrawn.report), ""
    for problem in result.problems:
        yield Verifications.PROBLEM(why=problem), "  "
    for doubt in result.doubts if result.file.trusted else ():
        yield Verifications.DOUBTED(why=doubt), "  "
    for note in result.notes:
        yield note, "  - "
    for reason in (*_advice(result), *_verdict(result), _state(report, result)):
        yield reason, ""


def _runs(result: BundleVerification) -> Iterator[Reason]:
    for name, run in result.runs.items():
        again = result.reverified.get(name)
        if not run.clean:
            code = Verifications.RUN_NOT_VERIFIED
        elif again is None:
            code = Verifications.RUN_VERIFIED
        else:
            code = Verifications.RUN_REPRODUCED if again.same else Verifications.RUN_NOT_REPRODUCED
        yield code(run=name, records=run.records)


def _advice(result: BundleVerification) -> Iterator[Reason]:
    """Yield what a reader does next."""
    if result.file.unsigned:
        yield Signatures.ROLES_UNSIGNED(roles=result.file.unsigned)
    if result.state is ReportState.UNTRUSTED:
        for authority in result.authorities:
            yield Verifications.AUTHORITY_BROUGHT(
                file=AUTHORITY, name=authority.name, sha256=authority.sha256
            )
        yield Verifications.HOW_TO_TRUST()
    elif result.file.signers and result.state is not ReportState.SPECIMEN:
        yield Verifications.LATER_AMENDMENTS()


def _signature(finding: SignatureFinding, *, sure: bool) -> Reason:
    standing = (
        SignatureStanding.NOT_GOOD
        if finding.problems
        else SignatureStanding.GOOD
        if finding.trusted and sure
        else SignatureStanding.INTACT
    )
    if not finding.by_person:
        details = [Verifications.CERTIFICATE_OF(certificate=finding.certificate)]
    elif finding.certificate == finding.person:
        details = [Verifications.SIGNED_BY(person=finding.person, when=finding.when)]
    else:
        names = {"person": finding.person, "certificate": finding.certificate}
        details = [Verifications.SIGNED_WITH_CERTIFICATE_OF(**names, when=finding.when)]
    if finding.stamped:
        details.append(Verifications.STAMPED(stamped=finding.stamped, stamper=finding.stamper))
    if finding.trusted:
        details.append(Verifications.VOUCHED_FOR(root=finding.root))
    else:
        details.append(Verifications.NOT_TRUSTED(issuer=finding.issuer))
    if finding.trial:
        details.append(Verifications.TRIAL())
    return Verifications.SIGNATURE(role=finding.role, standing=standing, details=tuple(details))


def _verdict(result: BundleVerification) -> Iterator[Reason]:
    declared = result.concluded
    if declared is None:
        return
    if not declared.verdict:
        yield Verifications.VERDICT_UNDECLARED()
        return
    code = Verifications.VERDICT_OF_REHEARSAL if declared.specimen else Verifications.VERDICT
    yield code(verdict=declared.verdict, advice=_recommendation(declared))


def _recommendation(declared: Declared) -> Reason:
    if not declared.recommendation:
        return Verifications.NOTHING_RECOMMENDED()
    code = Verifications.WITHHELD if declared.refused else Verifications.RECOMMENDED
    return code(recommendation=declared.recommendation)


def _state(report: Path, result: BundleVerification) -> Reason:
    """Return what the report is shown to be."""
    trial = any(signer.trial for signer in result.file.signers) and result.state is not ReportState.DAMAGED
    if result.file.declared.specimen and result.state is not ReportState.SPECIMEN:
        code = Verifications.SPECIMEN_STATE_OF_TRIAL if trial else Verifications.SPECIMEN_STATE
    else:
        code = Verifications.STATE_OF_TRIAL if trial else Verifications.STATE
    return code(report=str(report), state=result.state, sha256=result.file.sha256)
