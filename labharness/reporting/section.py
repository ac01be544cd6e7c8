"""What a section is: a pure function of what the report is about and of its own place in the layout.

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
from types import ModuleType
from typing import Any

from reportlab.platypus import Flowable

from labharness.errors import InputError
from labharness.language.template import flowing
from labharness.model.reasons.report import Reports
from labharness.reporting.layout import LayoutEntry, SectionLayout

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
