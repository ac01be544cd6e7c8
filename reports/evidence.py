"""Evidence index: every file with its hash, every kind of record, and how to check them."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit


def section(subject: kit.Subject, part: kit.SectionPlace) -> list[Flowable]:
    """Return what the report rests on."""
    verification = subject.verification
    state = "verifies" if verification.clean else "INTEGRITY NOT VERIFIED; see the cover"
    return [
        kit.paragraph(part.text("intro")),
        kit.facts(
            [
                ("Run", subject.run),
                ("Run head (SHA-256)", kit.digest(subject.head)),
                ("Verification", f"The evidence {state}."),
                ("Records", verification.records),
                ("Raw bytes on file", verification.raw_bytes),
                ("How to verify", kit.mono(f"labharness verify {subject.run} --head {subject.head}")),
            ]
        ),
        *kit.subheading("Files"),
        kit.table(
            ("File", "Bytes", "Frames", "SHA-256"), kit.said.files(subject), (104, 54, 40, 282), "lrrl"
        ),
        kit.together("Records", [_records(subject)]),
    ]


def _records(subject: kit.Subject) -> Flowable:
    rows = [(kit.words(kind.value), count) for kind, count in sorted(subject.log.counted.items())]
    return kit.paired(("Kind of record", "Number"), rows, (36, 12), "lr")
