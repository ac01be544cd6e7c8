"""The layout of a report: which sections in which order, the words that staff may edit, and what a section is.

What nobody may overlook, in the words in which every report, every command and the window say it.

The ending of a run in words.

A section is one file of the ``reports`` package with a function ``section(subject, part)`` that returns
what goes on paper.  The name of the first parameter says what it is about: ``subject`` one run, ``case`` a
submission with all its runs, ``night`` all that ran in a span of time, ``examined`` an analysis of a file.  The report puts the numbered heading
above it and never cuts anything away; a section with nothing to say returns an empty list and is left out.

A section of a submission's body may have a second function, ``brief(case, part, room)``.  It returns the same in short,
no higher than so many points, for reports in which the whole section stands among the annexes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from types import ModuleType
from typing import Annotated, Any, Literal

from pydantic import Field
from reportlab.platypus import Flowable

from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import ending_reasons
from labharness.errors import InputError
from labharness.games.mistakes import Data, Text, parse
from labharness.language.run_groups import worded
from labharness.language.template import flowing, words
from labharness.model.device import SimulationSign
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.model.reasons.report import Reports

LAYOUT = "run_report.toml"


class SectionLayout(Data):
    """One section of a layout.

    Parameters
    ----------
    name
        The section's file in the reports folder, without ``.py``.
    title
        Its heading; a section without one has no number.
    each
        In a report of many runs, whether a section of one run is repeated for each ``run``, or stands once for
        all runs of one unit, software and plan (``group``), or of one frozen plan (``plan``).
    annex
        Whether it stands behind the body, under a letter; the first such one begins a page.
    pages
        Pages that it may take in the body of a submission's report; a longer one stands there in short, and in full
        among the annexes.  0 where nothing limits it.
    texts
        Its words, by the names that the section asks for.
    """

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
    title: str = ""
    each: Literal["run", "group", "plan"] = "run"
    annex: bool = False
    pages: Annotated[float, Field(ge=0, le=12)] = 0
    texts: dict[str, Text] = Field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return one of the section's words; raises :class:`InputError` naming what is missing."""
        if name not in self.texts:
            raise InputError(Reports.TEXT_MISSING(section=self.name, text=name))
        return self.texts[name]


class ReportLayout(Data):
    """A whole layout.

    Parameters
    ----------
    amended_title
        Title of a report that replaces an earlier one.
    texts_from
        Layout whose words hold for sections of the same name that have none here.
    """

    schema_: Literal[1] = Field(alias="schema")
    title: Text
    amended_title: str = ""
    texts_from: Annotated[str, Field(pattern=r"^([a-z][a-z0-9_]{0,59}\.toml)?$")] = ""
    author: Text
    sections: Annotated[tuple[SectionLayout, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class LayoutEntry:
    """A heading with its number, ``7 Results`` or ``7.2 Overview``, as contents and bookmarks show it."""

    title: str

    @property
    def level(self) -> int:
        """1 for a section, 2 for a part of one."""
        return 2 if "." in self._number else 1

    @property
    def key(self) -> str:
        """Name of the place to which links to it lead."""
        return f"section-{self._number}"

    @property
    def _number(self) -> str:
        return self.title.partition(" ")[0]


def read_layout(text: bytes | None = None, name: str = LAYOUT) -> ReportLayout:
    """Read a layout file, or a packaged one; raises ``PlanError`` with one line for each mistake.

    Raises
    ------
    InputError
        If no layout of that name is packaged.
    """
    layout = parse(ReportLayout, _packaged(name) if text is None else text, name)
    if not layout.texts_from:
        return layout
    words = {section.name: section.texts for section in read_layout(name=layout.texts_from).sections}
    pairs = ((each, words.get(each.name, {}) | each.texts) for each in layout.sections)
    sections = tuple(each.model_copy(update={"texts": texts}) for each, texts in pairs)
    return layout.model_copy(update={"sections": sections})


def _packaged(name: str) -> bytes:
    folder = resources.files("reports")
    file = folder.joinpath(name)
    if not file.is_file():
        layouts = tuple(sorted(each.name for each in folder.iterdir() if each.name.endswith(".toml")))
        raise InputError(Inputs.UNKNOWN(what=Noun.LAYOUT, name=name, known=layouts))
    return file.read_bytes()


WATERMARK = "SPECIMEN"
SPECIMEN = f"{WATERMARK} — a rehearsal with simulated devices, not a report"
SIMULATED = "SIMULATED DEVICE — not a submission"
REPLAYED = "REPLAY OF RECORDED BYTES — no device was tested"
UNVERIFIED = "INTEGRITY NOT VERIFIED"
INTERRUPTED = "INTERRUPTED — the record has no end"

_SIGNS = {
    SimulationSign.DECLARED: "declared as “{}”",
    SimulationSign.LOOPBACK: "connected within the computer of the runner: {}",
    SimulationSign.USB_NUMBERS: "USB numbers of the simulators of labharness: {}",
    SimulationSign.HARDWARE: "hardware revision “{}”",
    SimulationSign.BENCH: "prompts answered by the {}",
    SimulationSign.READER: "cards read by the {}",
}


def signs_in_words(signs: Mapping[SimulationSign, str]) -> str:
    """Say what shows that a device was simulated.

    Examples
    --------
    >>> signs_in_words({Sign.USB_NUMBERS: "1209:0001"})
    'Shown by: USB numbers of the simulators of labharness: 1209:0001.'
    """
    items = [_SIGNS[sign].format(shown.rstrip(".")) for sign, shown in signs.items()]
    return f"Shown by: {'; '.join(items)}."


def ended(subject: Subject) -> str:
    """Write how the run ended, and why."""
    return f"{words(subject.ending.value)}. {worded(ending_reasons(subject))}"


IN_FULL = ", in full"
"""Ends the title of an annex whose section stands in the body in short."""

ABOUT = ("subject", "case", "night", "examined")


@dataclass(frozen=True, slots=True)
class SectionPlace:
    """A section's place in the document.

    Parameters
    ----------
    layout
        Its title and texts.
    report
        Title of the whole report.
    again
        Whether the same section stands above for another run: what holds for all runs was said there.
    runs
        Names of the runs for which the section stands here, where a report has many.
    contents
        Headings of the whole document, for :func:`~labharness.reporting.blocks.contents`.
    """

    layout: SectionLayout
    report: str
    contents: tuple[LayoutEntry, ...] = ()
    again: bool = False
    runs: tuple[str, ...] = ()

    @property
    def annexed(self) -> str:
        """Where the whole section stands of which only a part stands here."""
        return f"in the annex “{self.layout.title}{IN_FULL}”"

    def text(self, name: str) -> str:
        """Return one of the section's editable texts."""
        return flowing(self.layout.text(name))


@dataclass(frozen=True, slots=True)
class Section:
    """A section's function, and what it is about."""

    name: str
    about: str
    draw: Callable[[Any, SectionPlace], list[Flowable]]
    brief: Callable[[Any, SectionPlace, float], list[Flowable]] | None = None


def sections_of(modules: Iterable[ModuleType]) -> Mapping[str, Section]:
    """Return the sections of modules by the modules' last names.

    Raises
    ------
    InputError
        If a module has no function ``section``, or its first parameter says nothing we know.
    """
    sections = {}
    for module in modules:
        name = module.__name__.rpartition(".")[2]
        if not callable(function := getattr(module, "section", None)):
            raise InputError(Reports.SECTION_WITHOUT_FUNCTION(section=name))
        about = next(iter(inspect.signature(function).parameters), "")
        if about not in ABOUT:
            raise InputError(Reports.SECTION_ABOUT(section=name, about=about, known=tuple(ABOUT)))
        sections[name] = Section(name, about, function, getattr(module, "brief", None))
    return sections
