"""Evidence index: every file with its hash, every kind of record, and how to check them."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.assessment.runs.subject import Subject
from labharness.language.numbers import number
from labharness.language.text import words
from labharness.reporting.blocks import (
    Cell,
    digest,
    facts,
    mono,
    paired,
    paragraph,
    subheading,
    table,
    together,
)
from labharness.reporting.section import SectionPlace


def section(subject: Subject, part: SectionPlace) -> list[Flowable]:
    """Return what the report rests on."""
    verification = subject.verification
    state = "verifies" if verification.clean else "INTEGRITY NOT VERIFIED; see the cover"
    return [
        paragraph(part.text("intro")),
        facts(
            [
                ("Run", subject.run),
                ("Run head (SHA-256)", digest(subject.head)),
                ("Verification", f"The evidence {state}."),
                ("Records", number(verification.records)),
                ("Raw bytes on file", number(verification.raw_bytes)),
                ("How to verify", mono(f"labharness verify {subject.run} --head {subject.head}")),
            ]
        ),
        *subheading("Files"),
        _files(subject),
        together("Records", [_records(subject)]),
    ]


def _files(subject: Subject) -> Flowable:
    rows: list[list[Cell]] = [
        [
            mono(file.name),
            number(file.size),
            "–" if file.frames is None else number(file.frames),
            digest(file.sha256) if file.sha256 else "fixed by the run head",
        ]
        for file in subject.files
    ]
    return table(("File", "Bytes", "Frames", "SHA-256"), rows, (104, 54, 40, 282), "lrrl")


def _records(subject: Subject) -> Flowable:
    rows = [(words(kind.value), number(count)) for kind, count in sorted(subject.log.counted.items())]
    return paired(("Kind of record", "Number"), rows, (36, 12), "lr")
