"""A report's folder: the PDF, the evidence that it rests on, and what anybody needs to check both."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from asn1crypto import pem
from asn1crypto.x509 import Certificate

from labharness.app.workspace.manifest import MANIFEST, ListedFile, Manifest, ReportedRun, is_inside, kept
from labharness.assessment.dossier import PDF, SPECIMEN_PDF
from labharness.errors import EvidenceError, InputError, IntegrityError, WorkspaceError
from labharness.evidence.durable import Writing
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import evidence_file
from labharness.evidence.verify import verify
from labharness.language.catalog import term
from labharness.model.reasons.evidence import ReportState
from labharness.model.reasons.report import Bundles, Reports
from labharness.reason import Reason, dump_reason, load_reason
from labharness.signing.archive_conformance import violations

SUMS, AUTHORITY, NOTE = "SHA256SUMS", "authority.pem", "HOW-TO-VERIFY.txt"
RUNS, DOSSIER = "runs", "dossier"
_LEFT_OUT = frozenset({"lock", "inbox"})
"""Of a run folder: they serve who is at work on it and are no evidence."""
_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_CODE = re.compile(
    r"\.(py[a-z]?|pth|so(\.[0-9]+)*|dll|dylib|exe|com|scr|bat|cmd|ps1|vbs|sh|lnk)$", re.IGNORECASE
)
_LISTS = 1 << 22
"""Bytes of the longest list of hashes or of certificates."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """The folder of a report.

    Parameters
    ----------
    file
        Name of the report itself, which is another one for a rehearsal.
    """

    path: Path
    file: str = PDF

    @classmethod
    def open(cls, path: Path) -> Bundle:
        """Return the bundle in a folder; raises :class:`WorkspaceError` where there is none."""
        file = next((name for name in (PDF, SPECIMEN_PDF) if (path / name).is_file()), None)
        if file is None:
            raise WorkspaceError(Reports.NOT_A_FOLDER(folder=str(path), file=PDF))
        return cls(path, file)

    @property
    def pdf(self) -> bytes:
        """The report itself; raises :class:`EvidenceError` where it cannot be read as a file."""
        return kept(self.path, self.file)

    @property
    def authorities(self) -> tuple[Certificate, ...]:
        """Certificates of authorities that the bundle brings along: they complete chains and vouch for nothing.

        Raises
        ------
        EvidenceError
            If the file is there and holds no certificates.
        """
        if not self.holds(AUTHORITY):
            return ()
        try:
            blocks = pem.unarmor(kept(self.path, AUTHORITY, _LISTS), multiple=True)
            result = tuple(Certificate.load(der) for _, _, der in blocks)
            for each in result:
                each.native  # noqa: B018 - reads the whole certificate, which load() does not
        except (ValueError, TypeError, RecursionError) as error:
            raise IntegrityError(Reports.FILE_UNREADABLE(file=AUTHORITY, why=str(error))) from error
        return result

    def holds(self, name: str) -> bool:
        """Whether something, even a link, has the name of a file."""
        return os.path.lexists(self.path / name)

    def revised(self, pdf: bytes, roots: Sequence[Certificate] = ()) -> dict[Path, bytes]:
        """Return the files that change with another revision of the report, which all change or none."""
        known = {each.sha256: each for each in (*self.authorities, *roots)}
        changed = {self.file: pdf}
        if known:
            changed[AUTHORITY] = armoured(known.values())
        changed[SUMS] = self._sums(changed)
        return {self.path / name: content for name, content in changed.items()}

    def faults(self, manifest: str) -> Iterator[Reason]:
        """Yield what is wrong with the files, given the hash of the manifest that the report names."""
        for look in (self._sums_faults, self._authority_faults, lambda: self._file_faults(manifest)):
            try:
                yield from look()
            except EvidenceError as error:
                yield from error.reasons

    def dossier(self, manifest: str) -> dict[str, bytes]:
        """Return the files of the dossier by name, given the hash of the manifest that the report names.

        Raises
        ------
        EvidenceError
            If one of them is not what the manifest lists, or the manifest is another.
        """
        contents = {}
        for each in Manifest.of(self.path, manifest).files:
            folder, _, name = each.name.partition("/")
            if folder == DOSSIER and is_inside(each.name):
                content = kept(self.path, each.name)
                if hashlib.sha256(content).hexdigest() != each.sha256:
                    raise IntegrityError(Reports.FILE_ALTERED(file=each.name))
                contents[name] = content
        return contents

    def heads(self) -> dict[str, str]:
        """Return the runs by name with the hash of their last record, as the manifest has them."""
        return {name: run.head for name, run in Manifest.of(self.path).runs.items()}

    def known_problems(self, run: str) -> tuple[Reason, ...]:
        """Return what was damaged in a run when the report was made; the report states it too."""
        try:
            return tuple(map(load_reason, Manifest.of(self.path).runs[run].problems))
        except (ValueError, TypeError):
            return ()  # every problem of the run then counts

    def _sums_faults(self) -> Iterator[Reason]:
        if kept(self.path, SUMS, _LISTS) != self._sums({}):
            yield Bundles.SUMS_DIFFER(file=SUMS, of=(self.file, MANIFEST, AUTHORITY))

    def _authority_faults(self) -> Iterator[Reason]:
        if self.holds(AUTHORITY) and kept(self.path, AUTHORITY, _LISTS) != armoured(self.authorities):
            yield Bundles.FILE_REWRITTEN(file=AUTHORITY)

    def _file_faults(self, manifest: str) -> Iterator[Reason]:
        result = Manifest.of(self.path, manifest)
        listed = {each.name: each for each in result.files}
        for name, each in listed.items():
            if not is_inside(name):
                yield Bundles.NAME_OUTSIDE(name=name)
                continue
            try:
                if self.measured(name) != (each.size, each.sha256):
                    yield Reports.FILE_ALTERED(file=name)
            except EvidenceError as error:
                yield from error.reasons
        parts = (PurePosixPath(name).parts for name in listed if is_inside(name))
        held = {within[0] for folder, *within in parts if folder == RUNS and within}
        for name in sorted(held ^ result.runs.keys()):
            yield Bundles.RUN_INCOMPLETE(manifest=MANIFEST, run=name)
        yield from (Bundles.CODE(file=name) for name in _names(self.path) if is_code(name))
        allowed = {self.file, MANIFEST, SUMS, AUTHORITY, *listed}
        yield from (Bundles.FILE_ADDED(file=name) for name in _names(self.path) if name not in allowed)

    def measured(self, name: str) -> tuple[int, str]:
        """Return length and SHA-256 of a file."""
        try:
            with evidence_file(self.path, name) as content:
                digest = hashlib.file_digest(content, "sha256").hexdigest()
                return content.tell(), digest
        except FileNotFoundError as error:
            raise IntegrityError(Reports.FILE_MISSING(file=name)) from error

    def _sums(self, changed: Mapping[str, bytes]) -> bytes:
        """Return the list that ``sha256sum -c`` reads, of the files that the manifest cannot list."""
        lines = []
        for name in (self.file, MANIFEST, AUTHORITY):
            if name in changed:
                lines.append(f"{hashlib.sha256(changed[name]).hexdigest()}  {name}\n")
            elif self.holds(name):
                lines.append(f"{self.measured(name)[1]}  {name}\n")
        return "".join(lines).encode()


def write_bundle(
    path: Path,
    revision: int,
    dossier: Mapping[str, bytes],
    runs: Sequence[RunFolder],
    draw: Callable[[str], bytes],
    roots: Sequence[Certificate] = (),
    file: str = PDF,
    number: str = "",
) -> Bundle:
    """Write a report's folder: copy the evidence, list it, and draw the report that names the list.

    Parameters
    ----------
    path
        The folder; it must not exist.
    dossier
        Files of the dossier by name, with ``/`` between folders.
    draw
        Makes the PDF from the SHA-256 of the manifest.
    file
        Name of the PDF.
    number
        The report's, that of the folder if left out.

    Raises
    ------
    WorkspaceError
        If the folder exists or the number cannot name one.
    InputError
        If something in the report, such as a photograph, keeps it from being PDF/A-2b.
    StorageError
        If the disk refuses.
    """
    number = number or path.name
    if not _NUMBER.fullmatch(number):
        raise WorkspaceError(Reports.NOT_A_NUMBER(number=number))
    if path.exists():
        raise WorkspaceError(Reports.EXISTS(report=number))
    how_to = Path(__file__).with_name("how_to_verify.txt").read_text("utf-8")
    with Writing(Path(number)):
        for name, content in {
            NOTE: how_to.replace(PDF, file).replace("CODES", _exit_codes()).encode(),
            **{f"{DOSSIER}/{key}": dossier[key] for key in dossier},
        }.items():
            target = path.joinpath(*PurePosixPath(name).parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        heads = dict[str, ReportedRun]()
        for run in runs:
            shutil.copytree(run.path, path / RUNS / run.run, ignore=no_evidence)
            result = verify(path / RUNS / run.run)
            problems = tuple(map(dump_reason, result.problems))
            heads[run.run] = ReportedRun(head=result.head, records=result.records, problems=problems)
        files = []
        for name in _names(path):
            size, digest = Bundle(path).measured(name)
            files.append(ListedFile(name=name, size=size, sha256=digest))
        listed = Manifest(report=number, revision=revision, runs=heads, files=tuple(files))
        (path / MANIFEST).write_bytes(manifest := listed.written())
        pdf = draw(hashlib.sha256(manifest).hexdigest())
        if broken := violations(pdf):
            shutil.rmtree(path)
            raise InputError(Reports.NOT_ARCHIVABLE(report=number, why=broken))
        bundle = Bundle(path, file)
        for place, content in bundle.revised(pdf, roots).items():
            place.write_bytes(content)
    return bundle


def _exit_codes() -> str:
    return "\n".join(f"  {state.exit_code:2}  {term(state)}" for state in ReportState)


def is_code(name: str) -> bool:
    """Whether a file is, by its name, a program or a library: no evidence is one."""
    return bool(_CODE.search(name))


def armoured(certificates: Any) -> bytes:
    """Return certificates as PEM, in the order of their hashes."""
    return b"".join(
        pem.armor("CERTIFICATE", each.dump()) for each in sorted(certificates, key=lambda each: each.sha256)
    )


def no_evidence(folder: str, names: list[str]) -> list[str]:
    """Return what of a run's folder is no evidence: working files, programs, links, pipes and devices."""
    return [
        name
        for name in names
        if name in _LEFT_OUT
        or is_code(name)
        or stat.S_IFMT(os.lstat(Path(folder, name)).st_mode) not in (stat.S_IFREG, stat.S_IFDIR)
    ]


def _names(folder: Path) -> list[str]:
    return sorted(
        file.relative_to(folder).as_posix()
        for file in folder.rglob("*")
        if file.is_symlink() or not file.is_dir()
    )
