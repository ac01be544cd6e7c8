"""The command ``labharness manual``."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from labharness.app.manual.place import Manual, manual
from labharness.cli.console import JsonOption, print_json, screen
from labharness.errors import InputError
from labharness.model.reasons.manual import Manuals


def command(
    words: Annotated[list[str] | None, typer.Argument(help="Words to search for.")] = None,
    *,
    show: Annotated[bool, typer.Option("--open", help="Open the first page found in the browser.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Search the manual, which needs no network, or list its pages."""
    book, wanted = manual(), " ".join(words or ())
    rows = _found(book, wanted) if wanted else [(page.name, page.title, "") for page in book.pages]
    files = [str(book.file(reference)[0]) for reference, _, _ in rows]
    if as_json:
        print_json(
            [
                {"page": page, "title": title, "excerpt": excerpt, "file": file}
                for (page, title, excerpt), file in zip(rows, files, strict=True)
            ]
        )
    else:
        for page, title, excerpt in rows:
            screen.print(f"{page}  {title}", style="bold" if excerpt else "")
            if excerpt:
                screen.print(f"    {' '.join(excerpt.split())}")
        screen.print(f"The pages are in {book.folder}.")
    if show:
        file, anchor = book.file(rows[0][0])
        webbrowser.open(Path(file).as_uri() + (f"#{anchor}" if anchor else ""))


def _found(book: Manual, words: str) -> list[tuple[str, str, str]]:
    hits = book.search(words)
    if not hits:
        raise InputError(Manuals.NOTHING_FOUND(words=words[:200]))
    return [(hit.reference, f"{hit.title}: {hit.section.heading}", hit.excerpt) for hit in hits[:20]]
