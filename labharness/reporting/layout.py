"""The layout of a report: which sections in which order, and the words that staff may edit.

What nobody may overlook, in the words in which every report, every command and the window say it.

The ending of a run in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Annotated, Literal

from pydantic import Field

from labharness.assessment.runs.subject import Subject
from labharness.assessment.statements import ending_reasons
from labharness.errors import InputError
from labharness.games.mistakes import Data, Text, parse
from labharness.language.run_groups import worded
from labharness.language.template import words
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
