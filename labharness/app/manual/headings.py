"""Headings of a page and the names by which links find them, as GitHub makes these."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

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
