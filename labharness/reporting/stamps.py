"""The box of a signature: where it stands on the page, and what it shows before and after signing."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from io import BytesIO
from typing import Any

from reportlab.lib.colors import Color
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph

from labharness.reporting.typography import ACCENT, FRAME_WIDTH, QUIET, RULE, TEXT, fonts, markup, style

BOX = (FRAME_WIDTH, 76.0)
"""Width and height of a signature's box, in points."""

_MARK = "labharness signature field "
_PADDING = 9.0


class SignatureRole(StrEnum):
    """What a signature says; the order of the members is the order of signing."""

    TESTED = "tested"
    REVIEWED = "reviewed"
    AUTHORIZED = "authorized"


def role_of(field: str) -> str:
    """Return the role that the name of a signature field states; reports of version 0.1 spell it "authorised"."""
    return SignatureRole.AUTHORIZED.value if field == "authorised" else field


class SignatureBox(Flowable):  # type: ignore[misc]
    """Room for a signature: it leaves a note on the page, which becomes a field of the finished file.

    Parameters
    ----------
    meaning
        What the person states by signing; the field keeps it.
    """

    def __init__(self, role: SignatureRole, meaning: str) -> None:
        super().__init__()
        self.role, self.meaning = role, meaning
        self.width, self.height = BOX

    def wrap(self, *_: float) -> tuple[float, float]:
        """Return the size, which is fixed."""
        return BOX

    def draw(self) -> None:
        """Leave the note exactly where the box stands."""
        text = _MARK + json.dumps([self.role.value, self.meaning])
        self.canv.textAnnotation(text, Rect=[0, 0, *BOX], relative=1)


def marked(contents: str) -> tuple[SignatureRole, str] | None:
    """Return role and meaning of a note that :class:`SignatureBox` left, or None for anything else."""
    if not contents.startswith(_MARK):
        return None
    role, meaning = json.loads(contents.removeprefix(_MARK))
    return SignatureRole(role), meaning


def unsigned() -> bytes:
    """Return what empty fields show, as a PDF with a page for each role."""
    fields = ((f"Field for the signature: {role.value}", "label") for role in SignatureRole)
    return _drawn([[("NOT SIGNED", "kicker"), field] for field in fields], QUIET)


def stamp(lines: Sequence[tuple[object, str]]) -> bytes:
    """Return what a signed field shows, as a PDF of one page of the size of :data:`BOX`.

    Parameters
    ----------
    lines
        Text from anywhere and the name of its style, from top to bottom; made smaller until all of it fits.
    """
    return _drawn([lines], ACCENT)


def _drawn(pages: Sequence[Sequence[tuple[object, str]]], color: Color) -> bytes:
    fonts()
    out = BytesIO()
    canvas = Canvas(out, pagesize=BOX, invariant=1, pageCompression=1, initialFontName=TEXT)
    for lines in pages:
        width, height = BOX
        canvas.setStrokeColor(RULE)
        canvas.setLineWidth(0.6)
        canvas.rect(0.3, 0.3, width - 0.6, height - 0.6)
        canvas.setFillColor(color)
        canvas.rect(0, 0, 4, height, stroke=0, fill=1)
        for percent in range(100, 20, -5):
            drawn = [_line(text, kind, percent / 100) for text, kind in lines]
            heights = [each.wrap(width - 2 * _PADDING - 8, height)[1] for each in drawn]
            if sum(heights) <= height - 2 * _PADDING:
                break
        top = height - _PADDING
        for each, tall in zip(drawn, heights, strict=True):
            top -= tall
            each.drawOn(canvas, _PADDING + 8, top)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _line(text: object, kind: str, scale: float) -> Any:
    like = style(kind)
    return Paragraph(markup(text), style(kind, fontSize=like.fontSize * scale, leading=like.leading * scale))
