"""Words of a verification, line by line, for the command line and the window alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from labharness.app.bundle import AUTHORITY
from labharness.app.issue.issuing import BundleVerification
from labharness.devices.untrusted import printable
from labharness.language.catalog import say
from labharness.model.reasons.signature import Signatures
from labharness.model.reasons.verification import ReportState, SignatureStanding, Verifications
from labharness.reason import Reason
from labharness.reporting.banners import SPECIMEN
from labharness.reporting.pdf.archive import Declared
from labharness.signing.signature_check import SignatureFinding

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
