"""Evidence index: every file on which this report rests, with its hash."""

from __future__ import annotations

from collections.abc import Iterator

from reportlab.platypus import Flowable

from labharness.assessment.case import Case
from labharness.assessment.runs.subject import Subject
from labharness.filings.entries.entry import Attached
from labharness.filings.entries.snapshot import Submission
from labharness.language.catalog import say
from labharness.language.numbers import number
from labharness.reporting.banners import UNVERIFIED
from labharness.reporting.blocks import Cell, digest, facts, mono, paragraph, subheading, table
from labharness.reporting.said import loud
from labharness.reporting.section import SectionPlace

_HEAD, _WIDTHS = ("File", "Bytes", "Frames", "SHA-256"), (104, 54, 40, 282)


def section(case: Case, part: SectionPlace) -> list[Flowable]:
    """Return the heads, the files of every run, and those of the register."""
    dossier = case.dossier
    manifest: Cell = digest(case.manifest) if case.manifest else part.text("no_manifest")
    found: list[Flowable] = [
        paragraph(part.text("intro")),
        facts(
            [
                ("Dossier head (SHA-256)", digest(dossier.head)),
                (
                    "Head of the register",
                    digest(dossier.submission.head) if dossier.submission.head else "none",
                ),
                ("Manifest (SHA-256)", manifest),
                ("Runs", number(len(dossier.runs))),
            ]
        ),
    ]
    for run in dossier.runs:
        found += _run(run)
    rows = list(_registered(dossier.submission))
    title = subheading("Files of the register")
    if not rows:
        return [*found, *title, paragraph("None.")]
    return [
        *found,
        *title,
        table(("File; belongs to", "Bytes", "SHA-256"), rows, (144, 54, 282), "lrl", dense=True),
    ]


def _run(run: Subject) -> list[Flowable]:
    checked = run.verification
    state: Cell = "Integrity verified."
    if not checked.clean:
        state = [loud(UNVERIFIED), *(paragraph(say(one), "cell") for one in checked.problems)]
    rows: list[list[Cell]] = [
        [
            mono(file.name),
            number(file.size),
            "–" if file.frames is None else number(file.frames),
            digest(file.sha256) if file.sha256 else "fixed by the run head",
        ]
        for file in run.files
    ]
    rows += [
        [[mono("attachments/"), paragraph(name, "label")], "–", "–", digest(sha256)]
        for name, sha256 in _attachments(run).items()
    ]
    told: list[tuple[str, Cell]] = [
        ("Run head (SHA-256)", digest(run.head)),
        ("Verification", state),
        ("Records", number(checked.records)),
        ("Raw bytes on file", number(checked.raw_bytes)),
    ]
    return [*subheading(run.run), facts(told, dense=True), table(_HEAD, rows, _WIDTHS, "lrrl", dense=True)]


def _attachments(run: Subject) -> dict[str, str]:
    """Return hashes of what people added, by the names that they gave it."""
    return {
        one.attachment.name: one.attachment.sha256
        for found in run.findings.values()
        for one in found
        if one.attachment
    }


def _registered(submission: Submission) -> Iterator[list[Cell]]:
    for entry in submission.entries:
        for name in ("files", "photographs"):
            kept: tuple[Attached, ...] = getattr(entry, name, ())
            for file in kept:
                told = [paragraph(file.name, "cell"), paragraph(f"{entry.kind} {entry.id}", "label")]
                yield [told, number(file.size), digest(file.sha256)]
