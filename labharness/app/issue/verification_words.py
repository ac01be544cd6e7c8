"""What a verification of a report says, line by line, for the command line and the window alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from labharness.app.bundle import AUTHORITY
from labharness.app.issue.issuing import BundleVerification
from labharness.app.issue.redrawing import DIFFERS, IDENTICAL, NOT_KEPT, OTHER_TEXTS, SAME_TEXT
from labharness.app.issue.report_state import ReportState
from labharness.devices.untrusted import printable
from labharness.reporting.archive import Declared
from labharness.reporting.banners import SPECIMEN
from labharness.signing.signature_check import SignatureFinding

_REDRAWN = {
    IDENTICAL: "concluded and drawn again from the dossier, the same byte for byte",
    SAME_TEXT: "concluded and drawn again from the dossier, the same text under other versions",
    OTHER_TEXTS: "the same verdict comes out again; IN OTHER WORDS, for it was drawn with other texts",
    DIFFERS: "DOES NOT FOLLOW from the dossier",
    NOT_KEPT: "NOT DRAWN AGAIN, for its folder does not hold the whole dossier",
}
_STATES = {
    ReportState.ISSUED: "is as it was issued",
    ReportState.SIGNED_SO_FAR: "is as it was signed so far, and IS NOT ISSUED",
    ReportState.SPECIMEN: "IS A SPECIMEN, NOT A REPORT; it is as it was signed",
    ReportState.UNTRUSTED: "IS INTACT, SIGNED BY AUTHORITIES YOU HAVE NOT TRUSTED",
    ReportState.UNSIGNED: "IS NOT SIGNED: its files fit together, and nothing shows who made them",
    ReportState.DAMAGED: "DOES NOT VERIFY",
}
_HOW = (
    "Anybody can make an authority. Get the certificate or its fingerprint from the laboratory by another way, then "
    "name it: --trust FILE, --fingerprint SHA256, or once for all: labharness trust add FILE"
)
_LATER = "A later amendment cannot be seen from here: ask the laboratory whether this report was replaced."
_ON_PAGE_ONE = (
    "Read the verdict on its first page: this file, of an earlier version, declares none to programs."
)
_LONGEST = 2000
"""Characters of a line: names and files are whatever somebody wrote into the report."""


def told(report: Path, found: BundleVerification) -> Iterator[str]:
    """Yield one line for each signature, run, problem and note, and in the last whether all of it holds."""
    yield from (printable(line, _LONGEST) for line in _lines(report, found))


def state(found: BundleVerification) -> str:
    """Say what a report is shown to be."""
    trial = any(one.trial for one in found.file.signers) and found.state is not ReportState.DAMAGED
    specimen = found.file.declared.specimen and found.state is not ReportState.SPECIMEN
    told = f"{_STATES[found.state]}{' (A SPECIMEN, NOT A REPORT)' if specimen else ''}"
    return f"{told}{', WITH TRIAL CERTIFICATES' if trial else ''}"


def _lines(report: Path, found: BundleVerification) -> Iterator[str]:
    if found.file.declared.specimen:
        yield SPECIMEN
    yield from map(_signature, found.file.signatures)
    for name, run in found.runs.items():
        again = found.reverified.get(name)
        repeated = "" if again is None else "; reproduced" if again.same else "; NOT REPRODUCED"
        written = "integrity verified" if run.clean else "INTEGRITY NOT VERIFIED"
        yield f"run {name}: {written}, {run.records:,} records{repeated}"
    if found.redrawn is not None:
        yield f"report: {_REDRAWN[found.redrawn.report]}"
    yield from (f"  WRONG: {line}" for line in found.problems)
    yield from (f"  - {line}" for line in found.notes)
    if found.file.unsigned:
        yield f"Not signed: {', '.join(found.file.unsigned)}."
    if found.state is ReportState.UNTRUSTED:
        for one in found.authorities:
            yield f"{AUTHORITY} of the folder itself holds {one.name}, SHA-256 {one.sha256}"
        yield _HOW
    elif found.file.signers and found.state is not ReportState.SPECIMEN:
        yield _LATER
    if found.concluded is not None:
        yield f"It says: {_concluded(found.concluded)}" if found.concluded.verdict else _ON_PAGE_ONE
    yield f"{report} {state(found)} (SHA-256 {found.file.sha256})"


def _signature(one: SignatureFinding) -> str:
    judged = "NOT GOOD" if one.problems else "good" if one.trusted else "intact"
    named = "" if one.certificate == one.person else f", with the certificate of {one.certificate}"
    who = f"{one.person}{named}, {one.when}" if one.by_person else f"certificate of {one.certificate}"
    stamped = f", time stamp {one.stamped}" if one.stamped else ""
    vouched = (
        f"vouched for by {one.root}" if one.root else f"of {one.issuer}, an authority you have not trusted"
    )
    trial = " (TRIAL certificate: proves nothing about persons)" if one.trial else ""
    return f"{one.role}: {judged}; {who}{stamped}; {vouched}{trial}"


def _concluded(declared: Declared) -> str:
    advice = declared.recommendation
    given = (
        f"“{advice}” is on record and refused" if declared.refused else f"the recommendation is “{advice}”"
    )
    rehearsed = "in a rehearsal with simulated devices, " if declared.specimen else ""
    return f"{rehearsed}the verdict is {declared.verdict}; {given if advice else 'no recommendation is on record'}."
