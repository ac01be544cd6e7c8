"""A report from a run folder: the same bytes for the same run, wherever and whenever it is built."""

from __future__ import annotations

from collections.abc import Mapping

from reportlab.platypus import Flowable

from labharness.errors import InputError
from labharness.evidence.folder import RunFolder
from labharness.model.results import Ending
from labharness.reporting.document import Imprint, draw, heading
from labharness.reporting.layout import Entry, ReportLayout, SectionLayout, read_layout
from labharness.reporting.section import Part, Section
from labharness.reporting.subject import Subject
from labharness.reporting.wording import plain

SIMULATED = "SIMULATED DEVICE — not a submission"
REPLAYED = "REPLAY OF RECORDED BYTES — no device was tested"
UNVERIFIED = "THE EVIDENCE DOES NOT VERIFY"
INTERRUPTED = "INTERRUPTED — the record has no end"


def build_report(
    folder: RunFolder, sections: Mapping[str, Section], layout: ReportLayout | None = None
) -> bytes:
    """Return the report of a run as a PDF.

    Parameters
    ----------
    sections
        Section functions by name, as they were found.
    layout
        Which of them in which order, with which words; the packaged one if left out.

    Raises
    ------
    InputError
        If the layout names a section that was not found, or lacks one of its texts.
    IntegrityError
        If the run has no start record or no readable plan; every other fault is printed in the report.
    """
    layout = layout or read_layout()
    missing = [part.name for part in layout.sections if part.name not in sections]
    if missing:
        known = ", ".join(sorted(sections))
        raise InputError(f"The report layout names {', '.join(missing)}; the sections found are: {known}.")
    subject = Subject.of(folder)
    imprint = Imprint(
        title=plain(layout.title),
        author=layout.author,
        subject=f"{subject.frozen.plan.title}: {subject.device_name}, {subject.outcome}",
        number=plain(subject.run),
        head=subject.head,
        warning="   ·   ".join(_warnings(subject)),
        made=subject.summary.updated,
    )
    numbered = _numbered(layout)
    titles = [plain(f"{number} {part.title}") for part, number in numbered if number]

    def story(contents: tuple[Entry, ...]) -> list[Flowable]:
        found: list[Flowable] = []
        for part, number in numbered:
            body = sections[part.name](subject, Part(part, layout.title, contents))
            found += [*heading(number, part.title, body), *body] if number else body
        return found

    return draw(imprint, story, titles)


def _numbered(layout: ReportLayout) -> list[tuple[SectionLayout, int]]:
    found, number = [], 0
    for part in layout.sections:
        number += bool(part.title)
        found.append((part, number if part.title else 0))
    return found


def _warnings(subject: Subject) -> list[str]:
    found = [] if subject.verification.clean else [UNVERIFIED]
    found += [INTERRUPTED] if subject.ending is Ending.INTERRUPTED else []
    found += [REPLAYED] if subject.replayed else []
    return [*found, SIMULATED] if subject.simulated else found
