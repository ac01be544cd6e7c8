"""Typefaces, sizes and colors; every glyph of a report comes from the packaged fonts.

Text that others chose, as a page prints it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources
from io import BytesIO
from itertools import groupby
from typing import Any
from unicodedata import category
from unicodedata import name as unicode_name
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PAGE = letter
MARGIN = 66.0
FRAME_WIDTH = PAGE[0] - 2 * MARGIN
"""Width between the margins, in points; tables and drawings fill it."""
FRAME_BOTTOM = MARGIN + 14
FRAME_HEIGHT = PAGE[1] - MARGIN - FRAME_BOTTOM
"""Height between the warning on top and the footer."""

TEXT, STRONG, MONO, WIDE = "LabText", "LabText-Strong", "LabMono", "LabWide"
_FILES = {
    TEXT: "IBMPlexSans-Regular.ttf",
    STRONG: "IBMPlexSans-SemiBold.ttf",
    MONO: "IBMPlexMono-Regular.ttf",
}

_WIDE_FILE = "DroidSansFallbackFull.ttf"
_IDEOGRAPHS = ("CJK UNIFIED IDEOGRAPH", "HIRAGANA LETTER", "KATAKANA LETTER")
"""Letters of other scripts that no letter of the text resembles; forms of full width do."""

_WORDS_KEPT = 100_000

INK, QUIET, RULE, WASH = HexColor(0x1B1F24), HexColor(0x5B6470), HexColor(0xCBD2D9), HexColor(0xF3F5F7)
ACCENT, WHITE = HexColor(0x1F3F66), HexColor(0xFFFFFF)
GREEN, AMBER, RED = HexColor(0x1D6B45), HexColor(0x8A5A00), HexColor(0xA3212B)
OUTCOME_COLORS = {"PASS": GREEN, "INCONCLUSIVE": AMBER, "FAIL": RED}
"""The verdict's color; the word always stands beside it."""


class _Face(TTFont):  # type: ignore[misc]  # the library has no types
    """A packaged font that measures a word once: the words of a report repeat."""

    def __init__(self, name: str, file: BytesIO) -> None:
        super().__init__(name, file)
        self._lengths: dict[str, float] = {}

    def stringWidth(self, text: Any, size: float, encoding: str = "utf8") -> float:  # noqa: N802  the library's name
        """Return the length of a text in points."""
        length = self._lengths.get(text)
        if length is None:
            length = super().stringWidth(text, 1, encoding)
            if len(self._lengths) < _WORDS_KEPT:
                self._lengths[text] = length
        return length * size


@lru_cache(maxsize=1)
def fonts() -> dict[str, Any]:
    """Register the packaged fonts and return them by name."""
    folder = resources.files("reports").joinpath("fonts")
    loaded = {name: _Face(name, BytesIO(folder.joinpath(file).read_bytes())) for name, file in _FILES.items()}
    for font in loaded.values():
        pdfmetrics.registerFont(font)
    pdfmetrics.registerFontFamily(TEXT, normal=TEXT, bold=STRONG, italic=TEXT, boldItalic=STRONG)
    pdfmetrics.registerFontFamily(MONO, normal=MONO, bold=MONO, italic=MONO, boldItalic=MONO)
    return loaded


@lru_cache(maxsize=2)
def printable(*, mono: bool = False) -> frozenset[str]:
    """Return every character that prints as one visible glyph, or is a space that may or may not end a line.

    Marks that combine with the letter before them are none: many of them would hide each other.
    """
    faces = (MONO,) if mono else (TEXT, STRONG)
    common = set.intersection(*(set(fonts()[face].face.charToGlyph) for face in faces))
    characters = {chr(point) for point in common}
    return frozenset(
        character
        for character in characters
        if character == "\N{NO-BREAK SPACE}"
        or (character.isprintable() and not category(character).startswith("M"))
    )


def in_another_script(character: str) -> bool:
    """Say whether a character prints in the wide font: a letter of Chinese or Japanese that the text's own lack."""
    if character.isascii():
        return False
    return unicode_name(character, "").startswith(_IDEOGRAPHS) and ord(character) in _wide().face.charToGlyph


@lru_cache(maxsize=1)
def _wide() -> Any:
    """Register the font of other scripts, for the first report with a name in one; it is 4 MB long."""
    file = resources.files("reports").joinpath("fonts").joinpath(_WIDE_FILE)
    font = _Face(WIDE, BytesIO(file.read_bytes()))
    pdfmetrics.registerFont(font)
    pdfmetrics.registerFontFamily(WIDE, normal=WIDE, bold=WIDE, italic=WIDE, boldItalic=WIDE)
    return font


def width(text: str, font: str, size: float) -> float:
    """Return the length of a line of text in points."""
    fonts()
    return float(pdfmetrics.stringWidth(text, font, size))


@lru_cache(maxsize=1)
def _styles() -> dict[str, Any]:
    fonts()
    body = ParagraphStyle(
        "body",
        fontName=TEXT,
        fontSize=9.5,
        leading=13.5,
        textColor=INK,
        spaceAfter=6,
        bulletFontName=TEXT,
        allowWidows=0,
        allowOrphans=0,
    )

    def text(name: str, size: float, leading: float, after: float = 0, color: Any = INK, **more: Any) -> Any:
        return ParagraphStyle(
            name, body, fontSize=size, leading=leading, spaceAfter=after, textColor=color, **more
        )

    point: dict[str, Any] = {"leftIndent": 14, "bulletIndent": 2}
    strong: dict[str, Any] = {"fontName": STRONG}
    result = [
        body,
        text("lead", 11, 16, 6),
        text("quiet", 8.5, 12, 6, QUIET),
        text("caption", 8, 11, 10, QUIET),
        text("bullet", 9.5, 13.5, 3, **point),
        text("detail", 8.5, 11.5, 1.5, **point),
        text("cell", 8.5, 11.5),
        text("fine", 7.6, 10),
        text("head", 7.8, 10.5, color=ACCENT, **strong),
        text("word", 8.5, 11.5, **strong),
        text("label", 8.5, 11.5, color=QUIET),
        # A hash is one word: it is never broken, and every column that holds one is wide enough.
        text("hash", 7.2, 11.5, fontName=MONO, splitLongWords=0),
        text("mono", 7.6, 11.5, fontName=MONO),
        text("h1", 16, 20, 8, ACCENT, spaceBefore=16, **strong),
        text("h1-within", 13, 17, 6, ACCENT, spaceBefore=12, **strong),
        text("h2", 11, 14.5, 5, spaceBefore=8, **strong),
        text("title", 27, 32, 2, ACCENT, **strong),
        text("kicker", 8.5, 12, color=QUIET, **strong),
        text("banner", 11, 15, 6, WHITE, **strong),
        text("verdict", 24, 28, 4, **strong),
    ]
    named = {style.name: style for style in result}
    for name, like in (("number", "cell"), ("number-head", "head"), ("fine-number", "fine")):
        named[name] = ParagraphStyle(name, named[like], alignment=TA_RIGHT)
    return named


def style(name: str, **changes: Any) -> Any:
    """Return a paragraph style by name, with some of its attributes changed."""
    style = _styles()[name]
    return ParagraphStyle(name, style, **changes) if changes else style


_CODE = "58\N{NO-BREAK SPACE}Pa.\N{NO-BREAK SPACE}Code"
_POWER = re.compile("(?<=10)⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SPACES = re.compile(" {2,}")


def plain(text: object, *, mono: bool = False) -> str:
    """Return text that prints as it reads: what has no glyph or controls the line is shown by its code.

    Devices choose their strings; none may end a line, turn the direction of writing, hide behind another
    character or vanish.  A code stands in brackets that stand for nothing else, ``‹U+1F600›``; these
    brackets themselves are shown by their codes.
    """
    words, shown = str(text), _shown(mono=mono)
    if shown.issuperset(words):
        return words
    return "".join(each if each in shown else f"‹U+{ord(each):04X}›" for each in words)


def markup(text: object, *, mono: bool = False) -> str:
    """Return text for a paragraph, with everything that markup would read as its own made harmless."""
    runs = ((False, text),) if (text := str(text)).isascii() else groupby(text, in_another_script)
    words = "".join(
        f'<font name="{WIDE}">{"".join(run)}</font>' if wide else _escaped("".join(run), mono=mono)
        for wide, run in runs
    )
    words = words.replace("§ ", "§\N{NO-BREAK SPACE}").replace("58 Pa. Code", _CODE)
    # A paragraph would print several spaces as one.
    return _SPACES.sub(lambda result: " " + "\N{NO-BREAK SPACE}" * (len(result[0]) - 1), words)


def _escaped(text: str, *, mono: bool) -> str:
    """Return text with negative powers of ten raised by markup: the fonts have raised digits and no raised minus."""
    parts = _POWER.split(text)
    parts[::2] = [escape(plain(part, mono=mono)) for part in parts[::2]]
    parts[1::2] = [f"<super>−{power.translate(_LOWERED)}</super>" for power in parts[1::2]]
    return "".join(parts)


@lru_cache(maxsize=2)
def _shown(*, mono: bool) -> frozenset[str]:
    return printable(mono=mono) - set("‹›")
