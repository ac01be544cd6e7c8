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


def told(report: Path, found: BundleVerification) -> Iterator[str]:
    """Yield one line for each signature, run, problem and note, and in the last whether all of it holds."""
    if found.file.declared.specimen:
        yield SPECIMEN
    for reason, indent in _lines(report, found):
        yield printable(f"{indent}{say(reason)}", _LONGEST)


def _lines(report: Path, found: BundleVerification) -> Iterator[tuple[Reason, str]]:
    signatures = (_signature(one, sure=not found.doubts_of(one)) for one in found.file.signatures)
    for reason in (*signatures, *_runs(found)):
        yield reason, ""
    if found.redrawn is not None:
        yield Verifications.REDRAWN(redrawn=found.redrawn.report), ""
    for problem in found.problems:
        yield Verifications.PROBLEM(why=problem), "  "
    for doubt in found.doubts if found.file.trusted else ():
        yield Verifications.DOUBTED(why=doubt), "  "
    for note in found.notes:
        yield note, "  - "
    for reason in (*_advice(found), *_verdict(found), _state(report, found)):
        yield reason, ""


def _runs(found: BundleVerification) -> Iterator[Reason]:
    for name, run in found.runs.items():
        again = found.reverified.get(name)
        if not run.clean:
            code = Verifications.RUN_NOT_VERIFIED
        elif again is None:
            code = Verifications.RUN_VERIFIED
        else:
            code = Verifications.RUN_REPRODUCED if again.same else Verifications.RUN_NOT_REPRODUCED
        yield code(run=name, records=run.records)


def _advice(found: BundleVerification) -> Iterator[Reason]:
    """Yield what a reader does next."""
    if found.file.unsigned:
        yield Signatures.ROLES_UNSIGNED(roles=found.file.unsigned)
    if found.state is ReportState.UNTRUSTED:
        for one in found.authorities:
            yield Verifications.AUTHORITY_BROUGHT(file=AUTHORITY, name=one.name, sha256=one.sha256)
        yield Verifications.HOW_TO_TRUST()
    elif found.file.signers and found.state is not ReportState.SPECIMEN:
        yield Verifications.LATER_AMENDMENTS()


def _signature(one: SignatureFinding, *, sure: bool) -> Reason:
    standing = (
        SignatureStanding.NOT_GOOD
        if one.problems
        else SignatureStanding.GOOD
        if one.trusted and sure
        else SignatureStanding.INTACT
    )
    if not one.by_person:
        details = [Verifications.CERTIFICATE_OF(certificate=one.certificate)]
    elif one.certificate == one.person:
        details = [Verifications.SIGNED_BY(person=one.person, when=one.when)]
    else:
        names = {"person": one.person, "certificate": one.certificate}
        details = [Verifications.SIGNED_WITH_CERTIFICATE_OF(**names, when=one.when)]
    if one.stamped:
        details.append(Verifications.STAMPED(stamped=one.stamped, stamper=one.stamper))
    if one.trusted:
        details.append(Verifications.VOUCHED_FOR(root=one.root))
    else:
        details.append(Verifications.NOT_TRUSTED(issuer=one.issuer))
    if one.trial:
        details.append(Verifications.TRIAL())
    return Verifications.SIGNATURE(role=one.role, standing=standing, details=tuple(details))


def _verdict(found: BundleVerification) -> Iterator[Reason]:
    declared = found.concluded
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


def _state(report: Path, found: BundleVerification) -> Reason:
    """Return what the report is shown to be."""
    trial = any(one.trial for one in found.file.signers) and found.state is not ReportState.DAMAGED
    if found.file.declared.specimen and found.state is not ReportState.SPECIMEN:
        code = Verifications.SPECIMEN_STATE_OF_TRIAL if trial else Verifications.SPECIMEN_STATE
    else:
        code = Verifications.STATE_OF_TRIAL if trial else Verifications.STATE
    return code(report=str(report), state=found.state, sha256=found.file.sha256)
