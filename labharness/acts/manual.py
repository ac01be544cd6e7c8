"""The act ``labharness manual``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from labharness.acts.declaring import Seat, Shown, Styled, WindowControl, act, tr
from labharness.acts.gates import OUTSIDE

_MOST = 20


@dataclass(frozen=True, slots=True)
class PageLine:
    """A page of the manual, or a place in it where words were found."""

    page: str
    title: str
    excerpt: str
    file: str


@dataclass(frozen=True, slots=True)
class ManualLines:
    """Pages, and the folder in which the files of all lie."""

    folder: Path
    lines: tuple[PageLine, ...]


def _shown(pages: ManualLines) -> Iterator[Shown]:
    for each in pages.lines:
        line = f"{each.page}  {each.title}"
        yield Styled(line, "bold") if each.excerpt else line
        if each.excerpt:
            yield f"    {' '.join(each.excerpt.split())}"
    yield f"The pages are in {pages.folder}."


@act(OUTSIDE, WindowControl("Help", tr("Search the manual")), shown=_shown, values=lambda pages: pages.lines)
def manual(
    _: Seat, words: list[str] | None = None, *, show: Annotated[bool, typer.Option("--open")] = False
) -> ManualLines:
    """Search the manual, which needs no network, or list its pages."""
    from labharness.app.manual import place
    from labharness.errors import InputError
    from labharness.model.reasons.command import Manuals

    book, wanted = place.manual(), " ".join(words or ())
    rows = [(page.name, page.title, "") for page in book.pages]
    if wanted:
        hits = book.search(wanted)[:_MOST]
        rows = [(hit.reference, f"{hit.title}: {hit.section.heading}", hit.excerpt) for hit in hits]
    if not rows:
        raise InputError(Manuals.NOTHING_FOUND(words=wanted[:200]))
    if show:
        import webbrowser

        file, anchor = book.file(rows[0][0])
        webbrowser.open(file.as_uri() + (f"#{anchor}" if anchor else ""))
    return ManualLines(book.folder, tuple(PageLine(*row, str(book.file(row[0])[0])) for row in rows))
