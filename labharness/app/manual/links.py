"""Links and pictures of a page: pages become files for a browser, and what leads nowhere is a mistake."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from markdown_it.token import Token

from labharness.model.reasons.manual import Manuals
from labharness.reason import Reason


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
