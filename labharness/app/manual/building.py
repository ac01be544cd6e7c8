"""Make the manual's pages of its Markdown: for a browser without a network, and with an index to search."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from html import escape
from pathlib import Path

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from labharness.app.manual.headings import (
    GLOSSARY,
    Glossary,
    ManualSection,
    Targets,
    linked,
    name_headings,
    parser,
    sections_of,
)
from labharness.errors import InputError, StorageError
from labharness.model.reasons.command import Manuals
from labharness.model.reasons.inputs import Inputs
from labharness.reason import Reason

INDEX, CONTENTS, STYLE = "index", "contents.json", "style.css"
LEFT_OUT = frozenset({"packaging", "images"})
"""Folders of the source that hold no pages."""
PICTURES = "images"
DEVELOPING = "Extending and developing"
"""Heading of the index below which stand the pages for whoever changes the program."""
FOLDER_PAGE = "README"
"""Name of the page of a folder."""


@dataclass
class _Page:
    """A page in the making; ``name`` is its path in the source without its ending."""

    name: str
    tokens: list[Token]
    sections: tuple[ManualSection, ...]
    anchors: tuple[str, ...]

    @property
    def title(self) -> str:
        return self.sections[0].heading if self.sections else self.name


@dataclass
class _Manual:
    pages: dict[str, _Page] = field(default_factory=dict)
    problems: list[Reason] = field(default_factory=list)


def build(source: Path, target: Path) -> tuple[Reason, ...]:
    """Make the manual in a folder, which is made anew; returns what is wrong with the source.

    Parameters
    ----------
    source
        Folder with Markdown, ``index.md`` and ``images/``.

    Raises
    ------
    InputError
        If the source has no index.
    StorageError
        If a file cannot be read or written.
    """
    try:
        return _build(source, target)
    except OSError as error:
        raise StorageError(
            Inputs.UNWRITABLE(path=str(error.filename or target), why=str(error.strerror))
        ) from error


def _build(source: Path, target: Path) -> tuple[Reason, ...]:
    if not (source / f"{INDEX}.md").is_file():
        raise InputError(Manuals.NO_INDEX(folder=str(source)))
    manual = _read(source)
    pictures = frozenset(
        file.relative_to(source).as_posix() for file in (source / PICTURES).rglob("*") if file.is_file()
    )
    targets = Targets({name: page.anchors for name, page in manual.pages.items()}, pictures)
    known = Glossary(manual.pages[GLOSSARY].sections) if GLOSSARY in manual.pages else Glossary(())
    for page in manual.pages.values():
        manual.problems += targets.resolve(page.tokens, page.name)
    listed = linked(manual.pages[INDEX].tokens, INDEX)
    order = _reading_order(manual.pages)
    manual.problems += [Manuals.UNLISTED(page=name) for name in sorted(set(manual.pages) - set(order))]
    for page in manual.pages.values():
        known.mark(page.tokens, page.name)
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    _write(manual, draft, order, [name for name in listed if name in manual.pages], _developing(manual.pages))
    shutil.copytree(source / PICTURES, draft / PICTURES)
    draft.chmod(0o755)  # as any folder of a program; the temporary one is its owner's alone
    shutil.rmtree(target, ignore_errors=True)
    draft.replace(target)
    return tuple(manual.problems)


def _read(source: Path) -> _Manual:
    manual = _Manual()
    for file in sorted(source.rglob("*.md")):
        path = file.relative_to(source)
        if path.parts[0] in LEFT_OUT:
            continue
        name = path.with_suffix("").as_posix()
        tokens = parser().parse(file.read_text(encoding="utf-8"))
        anchors = name_headings(tokens)
        page = _Page(name, tokens, sections_of(tokens), anchors)
        manual.pages[name] = page
        if not page.sections or page.sections[0].anchor:
            manual.problems.append(Manuals.NO_TITLE(page=name))
    _list_folders(manual)
    return manual


def _list_folders(manual: _Manual) -> None:
    """Let the page of a folder list what lies in it and is linked nowhere on it, such as a new decision."""
    for page in manual.pages.values():
        folder, _, own = page.name.rpartition("/")
        if own != FOLDER_PAGE:
            continue
        within = [name for name in manual.pages if name.rpartition("/")[0] == folder and name != page.name]
        missing = [name for name in within if name not in linked(page.tokens, page.name)]
        rows = "".join(f"- [{manual.pages[name].title}]({name.rpartition('/')[2]}.md)\n" for name in missing)
        page.tokens += parser().parse(rows)


def _reading_order(pages: Mapping[str, _Page]) -> list[str]:
    """Return the pages that are reached from the index: each before those that only it leads to."""
    order: list[str] = []
    listed = [INDEX, *linked(pages[INDEX].tokens, INDEX)]
    ahead = list(reversed(listed))
    while ahead:
        name = ahead.pop()
        if name in pages and name not in order:
            order.append(name)
            ahead += [each for each in reversed(linked(pages[name].tokens, name)) if each not in listed]
    return order


def _developing(pages: Mapping[str, _Page]) -> frozenset[str]:
    """Return the pages for whoever changes the program: those the index has for them, with all of their folders."""
    tokens = pages[INDEX].tokens
    heads = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    begin = next((at for at in heads if tokens[at + 1].content == DEVELOPING), len(tokens))
    own = linked(tokens[begin:], INDEX)
    folders = {name.rpartition("/")[0] for name in own} - {""}
    return frozenset(name for name in pages if name in own or name.rpartition("/")[0] in folders)


def _write(
    manual: _Manual, target: Path, order: list[str], listed: list[str], developing: frozenset[str]
) -> None:
    render, template = RendererHTML(), Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    for page in manual.pages.values():
        root = "../" * page.name.count("/")
        body = render.render(page.tokens, parser().options, {})
        file = target / f"{page.name}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        contents = _navigation(manual.pages, listed, page.name, root)
        text = template.format(title=escape(page.title), root=root, contents=contents, body=body)
        file.write_text(text, encoding="utf-8", newline="\n")
    shutil.copyfile(Path(__file__).with_name(STYLE), target / STYLE)
    words = [
        {
            "page": name,
            "title": manual.pages[name].title,
            "listed": name in (INDEX, *listed),
            "developing": name in developing,
            "sections": [asdict(section) for section in manual.pages[name].sections],
        }
        for name in order
    ]
    (target / CONTENTS).write_text(json.dumps(words, ensure_ascii=False, indent=1), encoding="utf-8")


def _navigation(pages: Mapping[str, _Page], listed: list[str], here: str, root: str) -> str:
    rows = []
    for name in [INDEX, *listed]:
        mark = ' class="here"' if name == here else ""
        rows.append(f'<li{mark}><a href="{root}{name}.html">{escape(pages[name].title)}</a></li>')
    return "<ul>" + "".join(rows) + "</ul>"
