"""A report from a run folder or a dossier: the same bytes for the same evidence, wherever and whenever it is built."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from string import ascii_uppercase
from typing import Any

from reportlab.platypus import Flowable, PageBreak

from labharness.analysis.power.power_table import FILE as POWER
from labharness.assessment.conclusion import Case
from labharness.assessment.dossier import Dossier
from labharness.assessment.runs.subject import Subject
from labharness.errors import InputError
from labharness.filings.entries.entry import Laboratory
from labharness.language.dates import period
from labharness.language.numbers import amount
from labharness.language.standings import standing_words
from labharness.language.template import run_list
from labharness.model.reasons.report import Reports
from labharness.model.results import Ending
from labharness.plans.frozen import GAME, PLAN
from labharness.reporting.blocks import Nothing, paragraph
from labharness.reporting.fitting import high
from labharness.reporting.layout import (
    IN_FULL,
    INTERRUPTED,
    REPLAYED,
    SIMULATED,
    SPECIMEN,
    UNVERIFIED,
    WATERMARK,
    LayoutEntry,
    ReportLayout,
    Section,
    SectionLayout,
    SectionPlace,
    read_layout,
)
from labharness.reporting.night import Night
from labharness.reporting.pdf.archive import Declared
from labharness.reporting.pdf.flow import Imprint, draw, heading
from labharness.reporting.typography import FRAME_HEIGHT

DOSSIER_HEAD = "Dossier head (SHA-256)"
_HEADING = 44.0
"""Room of a heading."""
NIGHT_HEAD = "Hash over the runs' heads (SHA-256)"


def build_report(
    subject: Subject,
    sections: Mapping[str, Section],
    layout: ReportLayout | None = None,
    laboratory: Laboratory | None = None,
) -> bytes:
    """Return the report of a run as a PDF.

    Parameters
    ----------
    subject
        The run, which was read and verified; every fault of it is printed in the report.
    sections
        Sections by name, as they were found.
    layout
        Which of them in which order, with which words; the packaged one if left out.
    laboratory
        Who issues it; the layout's own words if left out.

    Raises
    ------
    InputError
        If the layout names a section that was not found, or lacks one of its texts.
    """
    layout = _issued_by(layout or read_layout(), laboratory)
    imprint = Imprint(
        title=layout.title,
        author=layout.author,
        subject=f"{subject.frozen.plan.title}: {subject.device_name}, {standing_words(subject.concluded)}",
        number=subject.run,
        head=subject.head,
        warning="   ·   ".join(dict.fromkeys(_warnings(subject))),
        made=subject.summary.updated,
    )
    return compose(imprint, sections, layout, "subject", subject)


def build_dossier(
    dossier: Dossier, sections: Mapping[str, Section], layout: ReportLayout, manifest: str = ""
) -> bytes:
    """Return a report of a submission as a PDF.

    Parameters
    ----------
    manifest
        SHA-256 of the manifest that goes with the report, "" where there is none.

    Raises
    ------
    InputError
        If the layout names a section that was not found, or lacks one of its texts.
    """
    case = Case.of(dossier, manifest, numbered=True)
    layout = _issued_by(layout, dossier.submission.laboratory)
    title = layout.amended_title if dossier.amends and layout.amended_title else layout.title
    marked = f"{WATERMARK} – " if dossier.specimen else ""
    title = f"{marked}{title}"
    filing = dossier.submission.filing
    warnings = [SPECIMEN] if dossier.specimen else []
    warnings += [warning for run in dossier.runs for warning in _warnings(run)]
    imprint = Imprint(
        title=title,
        author=layout.author,
        subject=f"{marked}{filing.reference}: {filing.title}, {standing_words(case.standing)}",
        number=dossier.number,
        head=dossier.head,
        warning="   ·   ".join(dict.fromkeys(warnings)),
        made=dossier.made,
        head_of=DOSSIER_HEAD,
        declared=_declared(case),
    )
    return compose(imprint, sections, layout.model_copy(update={"title": title}), "case", case)


def build_night(
    night: Night, sections: Mapping[str, Section], layout: ReportLayout, laboratory: Laboratory | None = None
) -> bytes:
    """Return the morning report of a night as a PDF.

    Parameters
    ----------
    laboratory
        Who issues it; the layout's own words if left out.

    Raises
    ------
    InputError
        If the layout names a section that was not found, or lacks one of its texts.
    """
    layout = _issued_by(layout, laboratory)
    imprint = Imprint(
        title=layout.title,
        author=layout.author,
        subject=f"{amount(len(night.runs), 'run')}, {period(night.since.isoformat(), night.until.isoformat())}",
        number=night.number,
        head=night.head,
        warning="   ·   ".join(night.warnings),
        made=night.made,
        head_of=NIGHT_HEAD,
    )
    return compose(imprint, sections, layout, "night", night)


def _declared(case: Case) -> Declared:
    conclusion = case.conclusion
    advice = conclusion.recommendation.disposition if conclusion.recommendation else ""
    outcome = conclusion.outcome.value
    return Declared(case.manifest, outcome, advice, conclusion.refused, case.dossier.specimen)


def _issued_by(layout: ReportLayout, laboratory: Laboratory | None) -> ReportLayout:
    """Let the laboratory on record stand where a layout names one; as it is where none is on record."""
    if laboratory is None:
        return layout
    text = {"issuer": laboratory.name, "addressee": laboratory.addressee}

    def issued(section: SectionLayout) -> SectionLayout:
        own = {name: text.get(name, words) for name, words in section.texts.items()}
        return section.model_copy(update={"texts": own})

    sections = tuple(map(issued, layout.sections))
    return layout.model_copy(update={"author": laboratory.name, "sections": sections})


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One section on paper: its parts, each with the heading of its own that it may have."""

    part: SectionPlace
    pieces: tuple[tuple[str, list[Flowable]], ...]


def compose(
    imprint: Imprint, sections: Mapping[str, Section], layout: ReportLayout, about: str, thing: Any
) -> bytes:
    """Draw the sections of a layout about one thing.

    Parameters
    ----------
    about
        What ``thing`` is, as the sections call it.
    """
    _refuse(layout, sections, about)
    drawn = [
        _draw(SectionPlace(section, layout.title, ()), sections[section.name], about, thing)
        for section in layout.sections
    ]
    kept = _in_order([each for each in drawn if any(body for _, body in each.pieces)], sections, about, thing)
    entries = tuple(LayoutEntry(f"{number} {title}") for number, title in _headings(kept))

    def story(contents: tuple[LayoutEntry, ...]) -> list[Flowable]:
        flowables: list[Flowable] = []
        numbers = _numbers(kept)
        annexed = False
        for each in kept:
            if each.part.layout.annex and not annexed:
                annexed = True
                flowables.append(PageBreak())
            if not each.part.layout.title:  # only such a one shows the contents
                part = replace(each.part, contents=contents)
                flowables += sections[part.layout.name].draw(thing, part)
                continue
            flowables += _numbered(next(numbers), each)
        return flowables

    return draw(imprint, story, [entry.title for entry in entries])


def _in_order(
    drawn: Sequence[_Drawn], sections: Mapping[str, Section], about: str, thing: Any
) -> list[_Drawn]:
    """Return the body, each section within its pages, then what is there only in short, then the other annexes."""
    body: list[_Drawn] = []
    whole: list[_Drawn] = []
    for each in drawn:
        layout, section = each.part.layout, sections[each.part.layout.name]
        brief, room = section.brief, layout.pages * FRAME_HEIGHT - _HEADING
        # What is measured is drawn for that alone: a paragraph keeps the lines that it was broken into.
        if (
            layout.annex
            or not layout.pages
            or brief is None
            or _tall(_draw(each.part, section, about, thing)) <= room
        ):
            body.append(each)
            continue
        full = layout.model_copy(update={"title": f"{layout.title}{IN_FULL}", "annex": True})
        body.append(_Drawn(each.part, (("", brief(thing, each.part, room)),)))
        whole.append(_Drawn(replace(each.part, layout=full), each.pieces))
    first = next((at for at, each in enumerate(body) if each.part.layout.annex), len(body))
    return [*body[:first], *whole, *body[first:]]


def _tall(drawn: _Drawn) -> float:
    return sum(high(body) + (_HEADING if title else 0) for title, body in drawn.pieces)


def _refuse(layout: ReportLayout, sections: Mapping[str, Section], about: str) -> None:
    unknown = [part.name for part in layout.sections if part.name not in sections]
    if unknown:
        raise InputError(Reports.SECTION_NOT_THERE(sections=tuple(unknown), known=tuple(sorted(sections))))
    fitting = {about, "subject"} if about == "case" else {about}
    wrong = [part.name for part in layout.sections if sections[part.name].about not in fitting]
    if wrong:
        raise InputError(Reports.SECTION_OF_OTHER(sections=tuple(wrong)))


def _draw(part: SectionPlace, section: Section, about: str, thing: Any) -> _Drawn:
    if section.about == about:
        return _Drawn(part, (("", section.draw(thing, part)),))
    each = part.layout.each
    parted = _parted(thing.dossier, each)
    if not parted:
        return _Drawn(part, (("", [paragraph("No run was recorded.")]),))
    pieces: list[tuple[str, list[Flowable]]] = []
    idle: dict[str, list[str]] = {}
    for runs in parted:
        names = tuple(thing.dossier.called(run.run) for run in runs)
        body = section.draw(runs[0], replace(part, again=bool(pieces), runs=names))
        if len(body) == 1 and isinstance(body[0], Nothing):
            idle.setdefault(body[0].said, []).extend(names)
        elif body:
            pieces.append((_title(thing.dossier, runs[0], each), [*_unit(runs[0], each), *body]))
    if len(parted) == 1 and pieces:
        return _Drawn(part, (("", pieces[0][1]),))
    return _Drawn(part, (*_idle(idle, alone=not pieces), *pieces))


def _parted(dossier: Dossier, each: str) -> list[tuple[Subject, ...]]:
    """Part the runs into those for which a section stands once."""
    if each == "group":
        return [group.runs for group in dossier.groups]
    if each == "run":
        return [(run,) for run in dossier.runs]
    result: dict[tuple[str, ...], list[Subject]] = {}
    for run in dossier.runs:
        files = run.start.files
        kept = tuple(str(files.get(name, "")) for name in (PLAN, GAME, POWER))
        result.setdefault((run.frozen.sha256, *kept), []).append(run)
    return [tuple(runs) for runs in result.values()]


def _idle(idle: Mapping[str, Sequence[str]], *, alone: bool) -> Iterator[tuple[str, list[Flowable]]]:
    """Say once for all runs that have nothing to show what they have not."""
    for text, runs in idle.items():
        named = "" if alone and len(idle) == 1 else f"{run_list(runs)}: "
        yield "", [paragraph(f"{named}{text}")]


def _title(dossier: Dossier, run: Subject, each: str) -> str:
    """Name in a heading what a section stands for."""
    return run.frozen.plan.title if each == "plan" else dossier.entitled(run.run)


def _unit(run: Subject, each: str) -> list[Flowable]:
    """Say below the heading of a run which unit it tested, by which plan."""
    if each == "plan":
        return []
    identity, plan = run.summary.identity, run.frozen.plan.title
    unit = f"{identity.model}, serial number {identity.serial}" if identity else "Unidentified device"
    return [paragraph(f"{unit}; plan: {plan}", "quiet")]


def _numbers(kept: Sequence[_Drawn]) -> Iterator[str]:
    """Yield the number of every section with a title: 1, 2 in the body; A, B for annexes, and AA after Z."""
    body, annexes = count(1), count()
    for each in kept:
        if not each.part.layout.title:
            continue
        if each.part.layout.annex:
            place = next(annexes)
            yield ascii_uppercase[place % 26] * (1 + place // 26)
        else:
            yield str(next(body))


def _headings(kept: Sequence[_Drawn]) -> Iterator[tuple[str, str]]:
    titled = [each for each in kept if each.part.layout.title]
    for number, each in zip(_numbers(kept), titled, strict=True):
        yield number, each.part.layout.title
        yield from ((place, name) for place, name, _ in _placed(number, each) if name)


def _numbered(number: str, drawn: _Drawn) -> list[Flowable]:
    flowables = heading(number, drawn.part.layout.title)
    for place, name, body in _placed(number, drawn):
        flowables += heading(place, name) if name else []
        flowables += body
    return flowables


def _placed(number: str, drawn: _Drawn) -> Iterator[tuple[str, str, list[Flowable]]]:
    """Give each part that has a heading of its own its number."""
    place = 0
    for name, body in drawn.pieces:
        place += bool(name)
        yield f"{number}.{place}", name, body


def _warnings(subject: Subject) -> list[str]:
    result = [] if subject.verification.clean else [UNVERIFIED]
    result += [INTERRUPTED] if subject.ending is Ending.INTERRUPTED else []
    result += [REPLAYED] if subject.replayed else []
    return [*result, SIMULATED] if subject.simulated else result
