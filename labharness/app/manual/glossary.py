"""The glossary: its words are underlined where a page has them first, and lead to what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from markdown_it.token import Token

from labharness.app.manual.headings import ManualSection

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
