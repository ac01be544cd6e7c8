"""The layout of a report: which sections in which order, and the words that staff may edit."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from typing import Annotated, Literal

from pydantic import Field

from labharness.errors import InputError
from labharness.games.data import Data, Text, parse

LAYOUT = "run_report.toml"


class SectionLayout(Data):
    """One section of a layout.

    Parameters
    ----------
    name
        The section's file in the reports folder, without ``.py``.
    title
        Its heading; a section without one has no number.
    texts
        Its words, by the names that the section asks for.
    """

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
    title: str = ""
    texts: dict[str, Text] = Field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return one of the section's words; raises :class:`InputError` naming what is missing."""
        if name not in self.texts:
            raise InputError(f"The report layout lacks the text {name!r} of section {self.name!r}; add it.")
        return self.texts[name]


class ReportLayout(Data):
    """A whole layout."""

    schema_: Literal[1] = Field(alias="schema")
    title: Text
    author: Text
    sections: Annotated[tuple[SectionLayout, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading and the page on which it stands."""

    title: str
    page: int


def read_layout(text: bytes | None = None) -> ReportLayout:
    """Read a layout file, or the packaged one; raises ``PlanError`` with one line for each mistake."""
    if text is None:
        text = resources.files("reports").joinpath(LAYOUT).read_bytes()
    return parse(ReportLayout, text, LAYOUT)
