"""Headings of a page and the names by which links find them, as GitHub makes these.

The glossary: its words are underlined where a page has them first, and lead to what they mean.

Links and pictures of a page: pages become files for a browser, and what leads nowhere is a mistake.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from labharness.model.reasons.command import Manuals
from labharness.reason import Reason

_DROPPED = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True)
class ManualSection:
    """A heading and the text below it.

    Parameters
    ----------
    anchor
        Name within the page, "" for what stands under its title.
    """

    anchor: str
    heading: str
    text: str


def parser() -> MarkdownIt:
    """Return the parser of all pages: CommonMark with tables; HTML within a page is shown as text."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def name_headings(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Give every heading its name, and return the names in order."""
    taken: dict[str, int] = {}
    names = []
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            slug = _DROPPED.sub("", words_of(inline).lower()).replace(" ", "-")
            count = taken.get(slug, 0)
            taken[slug] = count + 1
            name = f"{slug}-{count}" if count else slug
            token.attrSet("id", name)
            names.append(name)
    return tuple(names)


def words_of(inline: Token) -> str:
    """Return the text of an inline token without its marks."""
    return "".join(
        " " if each.type in ("softbreak", "hardbreak") else each.content for each in inline.children or ()
    )


def sections_of(tokens: Sequence[Token]) -> tuple[ManualSection, ...]:
    """Return the sections of a page, in order; its first heading is the title."""
    sections: list[ManualSection] = []
    anchor, heading = "", ""
    text: list[str] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            if heading:
                sections.append(ManualSection(anchor, heading, " ".join(text)))
            anchor = "" if token.tag == "h1" else str(token.attrGet("id"))
            heading, text = words_of(tokens[at + 1]), []
        elif token.type == "inline" and tokens[at - 1].type != "heading_open":
            text.append(words_of(token))
        elif token.type in ("fence", "code_block"):
            text.append(token.content)
    return (*sections, ManualSection(anchor, heading, " ".join(text))) if heading else ()


GLOSSARY = "glossary"
"""Name of the page that explains words: one section a word, several forms of it parted by commas."""
TERM = "term"
"""Class of a link to the glossary."""


class Glossary:
    """Words with what they mean.

    Parameters
    ----------
    sections
        Of the glossary's page.
    """

    def __init__(self, sections: Sequence[ManualSection]) -> None:
        self._anchors: dict[str, str] = {}
        self.meanings: dict[str, str] = {}
        for section in sections:
            if section.anchor:
                self.meanings[section.anchor] = section.text
                for form in section.heading.lower().split(", "):
                    self._anchors[form] = section.anchor
        longest = sorted(self._anchors, key=len, reverse=True)
        words = "|".join(re.escape(word) for word in longest)
        self._pattern = re.compile(rf"(?<![\w-])({words})(e?s)?(?![\w-])", re.IGNORECASE) if words else None

    @property
    def anchors(self) -> Mapping[str, str]:
        """Name of the section for each form of a word, in small letters."""
        return self._anchors

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield a text in pieces, each with the name of the section that explains it, "" for none."""
        at = 0
        for each in self._pattern.finditer(text) if self._pattern is not None else ():
            yield text[at : each.start()], ""
            yield each[0], self._anchors[each[1].lower()]
            at = each.end()
        yield text[at:], ""

    def mark(self, tokens: Sequence[Token], page: str) -> None:
        """Turn the first occurrence of each word in a page's text into a link; headings and links stay as they are."""
        if page == GLOSSARY:
            return
        explained: set[str] = set()
        for at, token in enumerate(tokens):
            if token.type == "inline" and tokens[at - 1].type != "heading_open" and token.children:
                token.children = list(self._marked(token.children, explained, "../" * page.count("/")))

    def _marked(self, children: Sequence[Token], explained: set[str], root: str) -> Iterator[Token]:
        depth = 0
        for child in children:
            depth += child.nesting if child.type in ("link_open", "link_close") else 0
            if child.type != "text" or depth:
                yield child
                continue
            for piece, anchor in self.split(child.content):
                text = Token("text", "", 0, content=piece)
                if not anchor or anchor in explained:
                    yield text
                    continue
                explained.add(anchor)
                link: dict[str, str | int | float] = {
                    "href": f"{root}{GLOSSARY}.html#{anchor}",
                    "class": TERM,
                }
                yield from (Token("link_open", "a", 1, attrs=link), text, Token("link_close", "a", -1))


@dataclass(frozen=True, slots=True)
class Targets:
    """What links may lead to.

    Parameters
    ----------
    anchors
        Names of the headings of each page; pages are named by their path without its ending.
    pictures
        Paths of the pictures.
    """

    anchors: Mapping[str, Sequence[str]]
    pictures: frozenset[str]

    def resolve(self, tokens: Sequence[Token], page: str) -> Iterator[Reason]:
        """Let the links of a page lead to files for a browser; yield what is wrong with them."""
        for token in tokens:
            for child in token.children or ():
                if child.type == "link_open":
                    yield from self._link(child, page)
                elif child.type == "image":
                    yield from self._picture(child, page)

    def _link(self, token: Token, page: str) -> Iterator[Reason]:
        target = str(token.attrGet("href"))
        parts = urlsplit(target)
        if parts.scheme in ("http", "https"):
            return
        file = _beside(page, parts.path) if parts.path else f"{page}.md"
        name = f"{file}/README" if f"{file}/README" in self.anchors else file.removesuffix(".md")
        if parts.scheme or file.startswith("../") or name not in self.anchors:
            yield Manuals.NO_PAGE(page=page, target=target)
        elif parts.fragment and unquote(parts.fragment) not in self.anchors[name]:
            yield Manuals.NO_HEADING(page=page, target=target)
        else:
            here = posixpath.relpath(f"{name}.html", posixpath.dirname(page) or ".")
            token.attrSet("href", f"{here}#{parts.fragment}" if parts.fragment else here)

    def _picture(self, token: Token, page: str) -> Iterator[Reason]:
        target = str(token.attrGet("src"))
        if _beside(page, target) not in self.pictures:
            yield Manuals.NO_PICTURE(page=page, target=target)
        if not token.content.strip():
            yield Manuals.PICTURE_WITHOUT_WORDS(page=page, target=target)


def linked(tokens: Sequence[Token], page: str) -> list[str]:
    """Return the names of what a page's links lead to, before or after they are resolved."""
    links = (
        urlsplit(str(child.attrGet("href")))
        for token in tokens
        for child in token.children or ()
        if child.type == "link_open"
    )
    result = (_beside(page, link.path) for link in links if not link.scheme and link.path)
    return list(dict.fromkeys(name.removesuffix(".md").removesuffix(".html") for name in result))


def _beside(page: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(target)))
