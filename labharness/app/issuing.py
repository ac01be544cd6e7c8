"""Sign a report's folder, and verify one on any computer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from asn1crypto.x509 import Certificate
from pyhanko.sign.timestamps import TimeStamper

from labharness.app.bundle import AUTHORITY, DOSSIER, PDF, RUNS, Bundle
from labharness.app.earlier import last_hashes
from labharness.app.redrawing import OTHER_TEXTS, Redrawing, redraw
from labharness.app.register import SIGNED, open_register, record
from labharness.app.reverify import Reverification, reverify
from labharness.app.signing import NEEDS
from labharness.app.workspace import Workspace
from labharness.errors import SignatureError, WorkspaceError
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import FileLock
from labharness.evidence.verify import Verification, verify
from labharness.reporting.signing import SigningKey, sign
from labharness.reporting.stamps import Role
from labharness.reporting.verification import FileVerification, verify_file, verify_signature

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
    trust
        Where the trusted certificates came from: ``given``, ``bundle`` or ``none``.
    redrawn
        What came of drawing the report again; None where that was not asked for, or something was wrong before.
    problems
        Everything that is wrong, one line each.
    concluded
        Verdict and recommendation of the report in words; "" where the folder does not prove them.
    """

    file: FileVerification
    runs: dict[str, Verification]
    reverified: dict[str, Reverification]
    trust: str
    redrawn: Redrawing | None
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    concluded: str = ""

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong; a report that nobody signed may be clean too."""
        return not self.problems

    @property
    def issued(self) -> bool:
        """Whether it is clean and signed in every role."""
        return self.clean and bool(self.file.signatures) and not self.file.unsigned


def verify_report(
    path: Path,
    trust: Sequence[Certificate] = (),
    *,
    again: bool = False,
    on_step: Say = lambda _: None,
) -> BundleVerification:
    """Verify a report's folder, or its PDF alone, from what is there.

    Parameters
    ----------
    trust
        Certificates of the authorities that you trust; without them those in the folder are taken, and the
        notes say so.
    again
        Also do every run again from its recorded bytes, and draw the report again from runs and dossier.

    Raises
    ------
    WorkspaceError
        If there is no such file or folder.
    """
    if path.is_file():
        return _alone(path, trust)
    bundle, problems, known = Bundle.open(path), list[str](), list[str]()
    try:
        roots, source = (tuple(trust), "given") if trust else (bundle.authorities, "bundle")
    except (ValueError, TypeError):
        roots, source = (), "none"  # its faults are told below
    source = source if roots else "none"
    on_step("verifying the signatures")
    pdf = bundle.pdf
    file = verify_file(pdf, roots)
    on_step("verifying the files")
    problems += [*file.problems, *bundle.faults(file.manifest)]
    runs, reverified, redrawn = {}, {}, None
    if not problems:
        for name, head in bundle.heads().items():
            on_step(f"verifying the run {name}")
            folder = path / RUNS / name
            runs[name] = verify(folder, head)
            for fault in (f"run {name}: {problem}." for problem in runs[name].problems):
                (known if fault in bundle.known_faults() else problems).append(fault)
            if again and runs[name].clean:
                reverified[name] = reverify(None, RunFolder.open(folder), on_step)
                problems += [f"run {name}: {problem}." for problem in reverified[name].problems]
    if again and not problems:
        redrawn = redraw(bundle, pdf, file.manifest, on_step)
        problems += redrawn.problems
    notes = [f"As the report says, {fault}" for fault in known]
    notes += redrawn.notes if redrawn else ()
    notes += [*file.notes, *_trust_note(file, source), *([] if problems else _strangers(path, file))]
    if problems and not runs:
        notes.append(
            "The runs were not looked at, for their copies here are not certain to be those reported."
        )
    concluded = "" if problems else _concluded(path)
    return BundleVerification(
        file, runs, reverified, source, redrawn, tuple(problems), tuple(notes), concluded
    )


def sign_report(
    workspace: Workspace,
    number: str,
    role: Role,
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
        raise WorkspaceError(
            f"There is no report {number!r} in {workspace.path / 'reports'}; build it first."
        )
    lock = FileLock(path.with_name(f"{number}.lock"), f"The report {number}")
    try:
        bundle = Bundle.open(path)
        # Who reviews states that the report was checked against the evidence: what it says of itself is none.
        found = verify_report(path, (*key.roots, *bundle.authorities), again=role is Role.REVIEWED)
        if not found.clean:
            raise SignatureError(f"This report does not verify, so it cannot be signed: {found.problems[0]}")
        if found.redrawn is not None and found.redrawn.report == OTHER_TEXTS:
            raise SignatureError(
                f"This report cannot be drawn again here, so it cannot be reviewed: {found.redrawn.notes[0]}"
            )
        _refuse_other(workspace, number, found.file.sha256)
        signed = sign(bundle.pdf, role, person, key, timestamper, when)
        made = verify_signature(signed, role, (*key.roots, *bundle.authorities))
        if made.problems:
            raise SignatureError(f"The signature was made but does not verify: {made.problems[0]}.")
        bundle.put(signed, key.roots)
    finally:
        lock.release()
    body = {
        "report": number,
        "role": role.value,
        "sha256": hashlib.sha256(signed).hexdigest(),
        "certificate": made.certificate,
        "certificate_sha256": key.certificate.sha256.hex(),
        "issuer": made.issuer,
        "trial": made.trial,
        "stamped": made.stamped,
    }
    record(workspace, SIGNED, body, f"The report was signed as {role.value}.", submission, person)
    return path / PDF


def _refuse_other(workspace: Workspace, number: str, digest: str) -> None:
    """Raise :class:`SignatureError` unless the file is the one that was built or signed last, by the register."""
    with open_register(workspace) as register:
        known = last_hashes(register.changes()).get(number)
    if known is not None and known != digest:
        raise SignatureError(
            f"{number} is not the report that the register has on record as built or signed last; build it again, or "
            "restore it from a copy."
        )


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WorkspaceError(f"{path} cannot be read: {error.strerror}.") from error


def _alone(path: Path, trust: Sequence[Certificate]) -> BundleVerification:
    file = verify_file(_read(path), trust)
    problems = list(file.problems)
    if not file.signatures:
        problems.append("Nobody has signed this file, so nothing shows that it is as it was made.")
    notes = [*file.notes, "Only the PDF was verified; name its folder to verify the evidence too."]
    return BundleVerification(file, {}, {}, "given" if trust else "none", None, tuple(problems), tuple(notes))


def _concluded(path: Path) -> str:
    """Say what the report concludes, of a folder whose files are those that it names; "" where it is not kept."""
    kept = path / DOSSIER / "conclusion.json"
    if not kept.is_file():
        return ""
    said = json.loads(kept.read_bytes())
    advice, refused = said["recommendation"], said["refused"]
    given = f"“{advice}” is on record and refused" if refused else f"the recommendation is “{advice}”"
    return f"the verdict is {said['outcome']}; {given if advice else 'no recommendation is on record'}."


def _strangers(path: Path, file: FileVerification) -> Iterator[str]:
    """Yield who signed in a role that the list of people, as it was when the report was built, does not give them."""
    kept = path / DOSSIER / "submission.json"
    if not kept.is_file():
        return
    entries = json.loads(kept.read_bytes())["entries"]
    people = [one for one in entries if one["kind"] == "person" and one["active"]]
    for one in file.signatures:
        needed = NEEDS[Role(one.role)] if one.role in set(Role) else None
        if needed and not any(each["name"] == one.person and needed in each["roles"] for each in people):
            yield f"{one.role}: {one.person} was no {needed.value} on the laboratory's list when the report was built."


def _trust_note(file: FileVerification, source: str) -> list[str]:
    if not file.signatures or source == "given":
        return []
    told = (
        f"The signatures rest on {AUTHORITY} of this folder itself; compare its fingerprint with the one that"
    )
    return [f"{told} the laboratory publishes, or name the certificate that you trust with --trust."]
