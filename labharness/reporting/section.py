"""What a section is: a pure function of the subject and of its own place in the layout.

A section is one file of the ``reports`` package with a function ``section(subject, part)`` that returns
what goes on paper.  The report puts the numbered heading above it and never cuts anything away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType

from reportlab.platypus import Flowable

from labharness.errors import InputError
from labharness.reporting.layout import Entry, SectionLayout
from labharness.reporting.subject import Subject
from labharness.reporting.wording import flowing


@dataclass(frozen=True, slots=True)
class Part:
    """A section's place in the document.

    Parameters
    ----------
    layout
        Its title and texts.
    report
        Title of the whole report.
    contents
        Headings of the whole document with their pages (page 0 while these are not known yet).
    """

    layout: SectionLayout
    report: str
    contents: tuple[Entry, ...]

    def text(self, name: str) -> str:
        """Return one of the section's editable texts."""
        return flowing(self.layout.text(name))


Section = Callable[[Subject, Part], list[Flowable]]


def sections_of(modules: Iterable[ModuleType]) -> Mapping[str, Section]:
    """Return the section functions of modules by the modules' last names.

    Raises
    ------
    InputError
        If a module has no function ``section``.
    """
    found = {}
    for module in modules:
        name = module.__name__.rpartition(".")[2]
        if not callable(function := getattr(module, "section", None)):
            raise InputError(f"The report section {name!r} has no function section(subject, part); add it.")
        found[name] = function
    return found
