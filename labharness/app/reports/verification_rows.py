"""The verification of a report as one answer and a table: each part, what came of it, who, and who says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from labharness.model.reasons.evidence import (
    Answer,
    PartResult,
    Redrawn,
    ReportState,
    TimeSource,
    Verifications,
)
from labharness.model.reasons.report import Bundles, Signatures
from labharness.reason import Reason

if TYPE_CHECKING:  # a signature's libraries take a second that a list need not wait
    from labharness.app.reports.issuing import BundleVerification
    from labharness.signing.signature_check import SignatureFinding

ANSWERS: Mapping[ReportState, Answer] = {
    ReportState.ISSUED: Answer.ISSUED,
    ReportState.UNTRUSTED: Answer.UNTRUSTED,
    ReportState.SIGNED_SO_FAR: Answer.NOT_ISSUED,
    ReportState.SPECIMEN: Answer.NOT_ISSUED,
    ReportState.UNSIGNED: Answer.NOT_ISSUED,
    ReportState.NOT_REDRAWN: Answer.NOT_ISSUED,
    ReportState.DAMAGED: Answer.CHANGED,
}
"""Of every state but those in which signers are in doubt."""


@dataclass(frozen=True, slots=True)
class VerificationRow:
    """One part of a report.

    Parameters
    ----------
    who
        Name as the signer gave it.
    issuer
        Authority that vouches for the certificate; in brackets it is not trusted.
    when, source
        When it was signed (UTC), and who says so.
    """

    part: Reason
    result: PartResult
    who: str = ""
    issuer: str = ""
    when: str = ""
    source: TimeSource = TimeSource.NONE
    notes: tuple[Reason, ...] = ()


def answer_of(result: BundleVerification) -> Answer:
    """Return the answer: issued, intact without trust or with doubts of the signers, not issued yet, or changed."""
    return ANSWERS.get(result.state, Answer.DOUBTED)


def why_of(result: BundleVerification) -> tuple[Reason, ...]:
    """Return what the answer rests on: everything that was changed, or what is missing."""
    if result.problems:
        return tuple(Verifications.CHANGED(why=why) for why in result.problems)
    why = [Verifications.DOUBTED(why=why) for why in result.doubts] if result.file.trusted else []
    if result.file.declared.specimen:
        why.append(Verifications.REHEARSAL())
    if result.file.unsigned:
        why.append(Verifications.SIGNATURES_MISSING(roles=result.file.unsigned))
    if any(signer.trial for signer in result.file.signers):
        why.append(Signatures.TRIAL())
    return tuple(why)


def rows_of(answer: BundleVerification, *, alone: bool = False) -> Iterator[VerificationRow]:
    """Yield the parts of a report: signatures and missing ones, files, runs, and the report drawn again.

    Parameters
    ----------
    alone
        Whether only the PDF was verified.
    """
    yield from (_signature(signature, answer.doubts_of(signature)) for signature in answer.file.signatures)
    for role in answer.file.unsigned:
        yield VerificationRow(Verifications.PART_SIGNATURE(role=role), PartResult.MISSING)
    yield _files(answer, alone=alone)
    for name, run in answer.runs.items():
        again = answer.reverified.get(name)
        wrong = not run.clean or (again is not None and not again.same)
        known = [Verifications.RUN_RECORDS(records=run.records)] if run.clean else list(run.problems[:3])
        yield VerificationRow(
            Verifications.PART_RUN(run=name),
            PartResult.CHANGED if wrong else PartResult.GOOD,
            notes=(*known, *(again.problems[:3] if again is not None else ())),
        )
    if answer.state is ReportState.UNTRUSTED:
        for authority in answer.authorities:
            note = Verifications.AUTHORITY_PRINT(sha256=_in_groups(authority.sha256))
            yield VerificationRow(
                Verifications.PART_AUTHORITY(),
                PartResult.UNTRUSTED,
                issuer=f"({authority.name})",
                notes=(note,),
            )
    if answer.redrawn is not None:
        same = answer.redrawn.report in (Redrawn.IDENTICAL, Redrawn.SAME_TEXT)
        kept = answer.redrawn.report is not Redrawn.NOT_KEPT
        result = PartResult.GOOD if same else PartResult.CHANGED if kept else PartResult.UNCHECKED
        note = Verifications.REDRAWN(redrawn=answer.redrawn.report)
        yield VerificationRow(Verifications.PART_REDRAWN(), result, notes=(note,))


def _in_groups(sha256: str) -> str:
    """Write a fingerprint so that people can compare it and lines can break."""
    return " ".join(sha256[at : at + 16] for at in range(0, len(sha256), 16))


def _signature(finding: SignatureFinding, doubts: tuple[Reason, ...]) -> VerificationRow:
    trusted = PartResult.DOUBTED if doubts else PartResult.GOOD
    result = PartResult.CHANGED if finding.problems else trusted if finding.trusted else PartResult.UNTRUSTED
    notes = [*finding.problems, *doubts, *finding.notes, *([Verifications.TRIAL()] if finding.trial else [])]
    if finding.by_person and finding.certificate != finding.person:
        notes.append(Verifications.CERTIFICATE_OF(certificate=finding.certificate))
    return VerificationRow(
        Verifications.PART_SIGNATURE(role=finding.role),
        result,
        who=finding.person if finding.by_person else finding.certificate,
        issuer=finding.root if finding.trusted else f"({finding.issuer})",
        when=finding.stamped or finding.when,
        source=TimeSource.STAMP if finding.stamped else TimeSource.CLOCK if finding.when else TimeSource.NONE,
        notes=tuple(notes),
    )


def _files(answer: BundleVerification, *, alone: bool) -> VerificationRow:
    of_signatures = {why for each in answer.file.signatures for why in each.problems}
    wrong = tuple(
        why
        for why in answer.problems
        if why.code not in (Signatures.OF_ROLE.code, Bundles.UNSIGNED.code) and why not in of_signatures
    )
    if wrong:
        return VerificationRow(Verifications.PART_FILES(), PartResult.CHANGED, notes=wrong)
    if alone:
        return VerificationRow(
            Verifications.PART_FILES(), PartResult.UNCHECKED, notes=(Verifications.ALONE(),)
        )
    unread = bool(answer.problems)  # a signature that is not good vouches for no list of files
    notes = () if unread else (Verifications.FILES_MATCH(),)
    result = PartResult.UNCHECKED if unread else PartResult.GOOD
    return VerificationRow(Verifications.PART_FILES(), result, notes=notes)
