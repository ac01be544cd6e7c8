"""Whether a report's file is what is drawn again: byte for byte but for its signatures, or at least in its text.

What may be added to a report's file after it was drawn: signatures, time stamps, and what proves them.

The library's own rules also let a later revision replace what the file says of itself (document information and
XMP), for other programs write there whenever they save. A report's XMP names its evidence and its verdict, so
here nothing of it may change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import zip_longest
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import (
    CatalogModificationRule,
    DiffResult,
    DSSCompareRule,
    FormUpdatingRule,
    ModificationLevel,
    ObjectStreamRule,
    SigFieldCreationRule,
    SigFieldModificationRule,
    StandardDiffPolicy,
    XrefStreamRule,
)
from pyhanko.sign.fields import MDPPerm

from labharness.reporting.pdf.archive import SHOWING
from labharness.signing.signer import is_signed

_CATALOG = frozenset({"/AcroForm", "/DSS", "/Extensions"})
_FORM = frozenset({"/Fields"})


def _policy(catalog: frozenset[str], form: frozenset[str]) -> StandardDiffPolicy:
    rules = (XrefStreamRule(), ObjectStreamRule(), DSSCompareRule())
    return StandardDiffPolicy(
        [
            CatalogModificationRule(catalog),  # type: ignore[no-untyped-call]  # its types are not told
            *(rule.as_qualified(ModificationLevel.LTA_UPDATES) for rule in rules),
        ],
        FormUpdatingRule([SigFieldCreationRule(), SigFieldModificationRule()], form),  # type: ignore[no-untyped-call]  # as above
    )


AFTER_A_SIGNATURE = _policy(_CATALOG, _FORM)
"""What may follow a signature."""
AFTER_DRAWING = _policy(_CATALOG | {"/Perms"}, _FORM | {"/SigFlags"})
"""What may follow a file that nobody has signed: the first signature also sets what signatures permit."""


_WATCHED = " ".join(sorted({"Tf", "Do", *SHOWING}))
_FORMS = 200
"""Forms of a page that are looked into."""
_EXCERPT = 8
"""Words that are shown of a difference."""
_BLOCKS = re.compile(rb"begin(bfchar|bfrange)(.*?)end\1", re.DOTALL)
_CODES = re.compile(rb"<([0-9A-Fa-f]+)>")


@dataclass(frozen=True, slots=True)
class PageDifference:
    """A page whose text is not the same.

    Parameters
    ----------
    page
        Its number, from 1.
    there, drawn
        The first words that differ, as they stand in the file and as they are drawn again; "" where it ends.
    """

    page: int
    there: str
    drawn: str


def is_drawn(pdf: bytes, drawn: bytes) -> bool:
    """Whether a file is what was drawn, byte for byte, with nothing added but signatures."""
    return pdf == drawn or (is_signed(pdf) and pdf.startswith(drawn) and _only_signed(pdf, drawn))


def differences(pdf: bytes, drawn: bytes) -> tuple[PageDifference, ...]:
    """Return the pages whose text is not the same, line ends and spaces aside."""
    result, none = [], list[str]()
    for page, (there, here) in enumerate(zip_longest(_pages(pdf), _pages(drawn), fillvalue=none), 1):
        if "".join(there) != "".join(here):
            least = min(len(there), len(here))
            at = next((place for place in range(least) if there[place] != here[place]), least)
            result.append(PageDifference(page, _excerpt(there[at:]), _excerpt(here[at:])))
    return tuple(result)


def _only_signed(pdf: bytes, drawn: bytes) -> bool:
    """Whether all that follows what was drawn leaves every page as it is.

    What is appended to a file can replace any of its pages, and a signature vouches for what it finds.
    """
    reader = PdfFileReader(BytesIO(pdf))
    # A file could hold the drawn bytes and begin elsewhere.
    first = PdfFileReader(BytesIO(drawn)).last_startxref
    if reader.xrefs.get_startxref_for_revision(0) != first:
        return False
    return isinstance(AFTER_DRAWING.review_file(reader, 0, None, MDPPerm.FILL_FORMS), DiffResult)


def _excerpt(words: list[str]) -> str:
    text = " ".join(words[:_EXCERPT])
    shown = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)
    return f"{shown} …" if len(words) > _EXCERPT else shown


def _pages(pdf: bytes) -> list[list[str]]:
    """Return the words of each page, in the order in which they are drawn."""
    with pikepdf.open(BytesIO(pdf)) as file:
        fonts: dict[tuple[int, int], dict[int, str]] = {}
        return [
            " ".join(_Reader(fonts).shown(page, page.obj.get("/Resources", Dictionary()))).split()
            for page in file.pages
        ]


@dataclass
class _Reader:
    """Reads a page.

    Parameters
    ----------
    fonts
        What the codes of fonts stand for, as far as it was looked up.
    forms
        How many forms it will still look into: they may hold each other, and a page needs few.
    """

    fonts: dict[tuple[int, int], dict[int, str]]
    forms: int = _FORMS

    def shown(self, content: Any, resources: Any) -> Iterator[str]:
        """Yield what a page or a form writes, and what the forms write that it draws."""
        fonts, forms = resources.get("/Font", Dictionary()), resources.get("/XObject", Dictionary())
        letters: Mapping[int, str] = {}
        for instruction in pikepdf.parse_content_stream(content, _WATCHED):
            name, operands = str(instruction.operator), list(instruction.operands)
            if name == "Tf":
                letters = self._letters(fonts.get(str(operands[0])))
            elif name in SHOWING:
                parts = list(operands[0]) if name == "TJ" else operands[-1:]
                yield "".join(
                    letters.get(code, "\N{REPLACEMENT CHARACTER}")
                    for part in parts
                    if isinstance(part, pikepdf.String)
                    for code in bytes(part)
                )
            elif self.forms:
                form = forms.get(str(operands[0]))
                if form is not None and form.get("/Subtype") == Name.Form:
                    self.forms -= 1
                    yield from self.shown(form, form.get("/Resources", resources))

    def _letters(self, font: Any) -> Mapping[int, str]:
        """Return what the codes of a font stand for, as the font says it for those who search and copy."""
        if font is None or "/ToUnicode" not in font:
            return {}
        if font.objgen not in self.fonts or font.objgen == (0, 0):
            self.fonts[font.objgen] = dict(_mapped(font.ToUnicode.read_bytes()))
        return self.fonts[font.objgen]


def _mapped(content: bytes) -> Iterator[tuple[int, str]]:
    for kind, body in _BLOCKS.findall(content):
        codes = [each.decode("ascii") for each in _CODES.findall(body)]
        if kind == b"bfchar":
            for code, letter in zip(codes[::2], codes[1::2], strict=False):
                yield int(code, 16), _letter(letter)
        else:
            for first, last, letter in zip(codes[::3], codes[1::3], codes[2::3], strict=False):
                for code in range(int(first, 16), min(int(last, 16), 0xFF) + 1):
                    yield code, chr(min(int(letter[-4:], 16) + code - int(first, 16), 0xFFFF))


def _letter(digits: str) -> str:
    return bytes.fromhex(digits[: len(digits) // 2 * 2]).decode("utf-16-be", "replace")
