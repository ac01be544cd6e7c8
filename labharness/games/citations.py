"""Citations of sections, and the sections that there are: what a file cites must be one of them."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from labharness.errors import PlanError
from labharness.model.reasons.game import Games
from labharness.model.reasons.inputs import located
from labharness.reason import Reason

Section = tuple[str, ...]
"""A section and the paragraphs of it, outermost first: ``("645a.10", "(b)", "(2)")``."""

_SECTION = re.compile(r"(?:§§? )?(\d{3,4}[a-z]?\.\d+[a-z]?)((?:\([0-9A-Za-z]+\))*)|((?:\([0-9A-Za-z]+\))+)")
_PARAGRAPH = re.compile(r"\([0-9A-Za-z]+\)")
_BETWEEN = ("", ", ", " and ", "-")
_KINDS = tuple(map(re.compile, (r"\(\d+\)", r"\([a-z]\)", r"\([A-Z]\)", r"\([ivx]+\)")))
"""How paragraphs of one level are counted; (i) may be a letter or a Roman number."""


def cited(citation: str) -> list[Section]:
    """Return the sections that a citation names, of a range the first and the last.

    Raises
    ------
    ValueError
        If it is no citation.

    Examples
    --------
    >>> cited("§ 645a.3(b)(2), (3)")
    [('645a.3', '(b)', '(2)'), ('645a.3', '(b)', '(3)')]
    >>> cited("§ 645a.10(b)-(d), § 645.14(f)")
    [('645a.10', '(b)'), ('645a.10', '(d)'), ('645.14', '(f)')]
    """
    sections: list[Section] = []
    place = 0
    for match in _SECTION.finditer(citation):
        if citation[place : match.start()] not in (_BETWEEN if sections else ("",)):
            break
        place = match.end()
        parts = tuple(_PARAGRAPH.findall(match[2] or match[3] or ""))
        sections.append((match[1], *parts) if match[1] else (*_before(sections, parts, citation), *parts))
    if not sections or place != len(citation) or not citation.startswith("§"):
        raise ValueError(Games.NOT_A_CITATION(text=citation[:60]))
    return sections


def unknown(citation: str) -> Reason | None:
    """Return what is wrong with a citation, None where every section that it names is one that there is."""
    try:
        sections = cited(citation)
    except ValueError as error:
        wrong: Reason = error.args[0]
        return wrong
    for section in sections:
        if section not in known_sections():
            return Games.UNKNOWN_SECTION(section="".join(section))
    return None


@lru_cache(maxsize=1)
def known_sections() -> frozenset[Section]:
    """Return the sections of all lists beside the game files, with every whole of which one is a part.

    Raises
    ------
    PlanError
        If a line of a list is no section.
    """
    sections: set[Section] = set()
    for file in resources.files("test_plans.games").iterdir():
        if not (file.name.startswith("sections") and file.name.endswith(".txt")):
            continue
        for number, line in enumerate(file.read_text("utf-8-sig").splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                (section,) = cited(f"§ {line.strip()}")
            except ValueError as error:
                place = f"{file.name}:{number}"
                raise PlanError(located(place, [Games.NOT_A_SECTION()])) from error
            sections |= {section[:depth] for depth in range(1, len(section) + 1)}
    return frozenset(sections)


def _before(sections: list[Section], parts: Section, citation: str) -> Section:
    """Return what a paragraph without its section belongs to: the last one's, up to the level counted alike."""
    last = sections[-1] if sections else ()
    for depth in range(len(last) - 1, 0, -1):
        if any(kind.fullmatch(last[depth]) and kind.fullmatch(parts[0]) for kind in _KINDS):
            return last[:depth]
    raise ValueError(Games.PARAGRAPH_WITHOUT_SECTION(text=citation[:60], paragraph=parts[0]))
