"""What a verification of a report says, line by line, for the command line and the window alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from labharness.app.issuing import BundleVerification
from labharness.app.redrawing import DIFFERS, IDENTICAL, NOT_KEPT, OTHER_TEXTS, SAME_TEXT
from labharness.reporting.verification import SignatureFinding

_REDRAWN = {
    IDENTICAL: "concluded and drawn again from the dossier, the same byte for byte",
    SAME_TEXT: "concluded and drawn again from the dossier, the same text under other versions",
    OTHER_TEXTS: "the same verdict comes out again; IN OTHER WORDS, for it was drawn with other texts",
    DIFFERS: "DOES NOT FOLLOW from the dossier",
    NOT_KEPT: "not drawn again, for its folder does not hold the whole dossier",
}


_LATER = "A later amendment cannot be seen from here: ask the laboratory whether this report was replaced."


def told(report: Path, found: BundleVerification) -> Iterator[str]:
    """Yield one line for each signature, run, problem and note, and in the last whether all of it holds."""
    for one in found.file.signatures:
        stamped = f", time stamp {one.stamped}" if one.stamped else ""
        trial = " (TRIAL certificate: proves nothing about persons)" if one.trial else ""
        root = one.root or "nobody that you trust"
        named = "" if one.certificate == one.person else f", with the certificate of {one.certificate}"
        yield f"{one.role}: {_signed(one)}; {one.person}{named}, {one.when}{stamped}; vouched for by {root}{trial}"
    for name, run in found.runs.items():
        again = found.reverified.get(name)
        repeated = "" if again is None else "; reproduced" if again.same else "; NOT REPRODUCED"
        state = "as it was written" if run.clean else "NOT AS IT WAS WRITTEN"
        yield f"run {name}: {state}, {run.records:,} records{repeated}"
    if found.redrawn is not None:
        yield f"report: {_REDRAWN[found.redrawn.report]}"
    unvouched = found.file.unvouched
    yield from (f"  {'UNKNOWN' if line in unvouched else 'WRONG'}: {line}" for line in found.problems)
    yield from (f"  - {line}" for line in found.notes)
    if found.file.unsigned:
        yield f"Not signed: {', '.join(found.file.unsigned)}."
    if found.file.signatures:
        yield _LATER
    if found.concluded:
        yield f"It says: {found.concluded}"
    yield f"{report} {_state(found)} (SHA-256 {found.file.sha256})"


def _signed(one: SignatureFinding) -> str:
    if one.unvouched:
        return "intact, and nobody you trust vouches for it"
    return "good" if not one.problems else "NOT GOOD"


def _state(found: BundleVerification) -> str:
    """Say what holds; a file without signatures may have been made by anybody."""
    if not found.clean:
        # Bytes that are right say nothing of who signed: anybody can make a certificate with any name in it.
        whole = found.file.signatures and set(found.problems) <= found.file.unvouched
        return "IS INTACT; NOBODY YOU TRUST VOUCHES FOR IT" if whole else "DOES NOT VERIFY"
    if not found.file.signatures:
        return "IS NOT SIGNED: its files fit together, and nothing shows who made them"
    trial = ", WITH TRIAL CERTIFICATES" if any(one.trial for one in found.file.signatures) else ""
    if not found.issued:
        return f"is as it was signed so far, and IS NOT ISSUED{trial}"
    return f"is as it was issued{trial}"
