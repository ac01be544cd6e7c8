from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pikepdf
import pypdf
import pytest
from reportlab.platypus import Flowable

from labharness.reporting.blocks import paragraph
from labharness.reporting.pdf.archive import PROFILE, About, Declared, archival, profile
from labharness.reporting.stamps import BOX, SignatureRole
from labharness.signing.archive_conformance import described, violations
from tests.support.signing_factory import TEXTS, drawn, field_texts, small_pdf

ROOT = Path(__file__).parents[3]
ABOUT = About("T", "A", "S", "K", datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))


def test_a_file_to_keep_breaks_no_rule_of_pdf_a():
    assert violations(small_pdf("cd" * 32)) == ()
    assert violations(small_pdf()) == ()


def test_the_file_says_the_same_of_itself_in_both_places():
    title = "Report <R> & “1” – \N{GREEK SMALL LETTER CHI}²"
    pdf = small_pdf("cd" * 32, title=title)

    assert described(pdf) == (title, Declared("cd" * 32))
    assert pypdf.PdfReader(BytesIO(pdf)).metadata.title == title
    assert pypdf.PdfReader(BytesIO(pdf)).metadata.creation_date == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_the_three_fields_stand_where_their_boxes_were_drawn():
    with pikepdf.open(BytesIO(small_pdf())) as file:
        fields = list(file.Root.AcroForm.Fields)
        pages = [page.obj.objgen for page in file.pages]

        assert [str(field.T) for field in fields] == [role.value for role in SignatureRole]
        assert [str(field.TU) for field in fields] == [TEXTS[role.value] for role in SignatureRole]
        for field in fields:
            left, low, right, high = map(float, field.Rect)
            assert (right - left, high - low) == BOX
            assert field.P.objgen in pages
            assert "/V" not in field
        heights = [float(field.Rect[1]) for field in fields]
        assert heights == sorted(heights, reverse=True)
        assert all("labharness signature field" not in str(note.get("/Contents", ""))
                   for page in file.pages for note in page.obj.Annots)  # fmt: skip


def test_empty_fields_say_that_nobody_signed():
    for role, text in zip(SignatureRole, field_texts(small_pdf()), strict=True):
        assert "NOT SIGNED" in text
        assert role.value in text


class Stray(Flowable):
    """Selects a font that is not embedded, and writes in it if it is told to."""

    def __init__(self, text):
        super().__init__()
        self.text = text

    def draw(self):
        self.canv.setFont("Helvetica", 8)
        if self.text:
            self.canv.drawString(0, 0, self.text)
        else:
            self.canv._code.append(f"BT {self.canv._doc.getInternalFontName('Helvetica')} 8 Tf ET")


def test_a_default_font_under_which_nothing_is_written_is_dropped():
    pdf = archival(drawn([paragraph("before"), Stray(""), paragraph("after")]), ABOUT)

    assert violations(pdf) == ()
    assert b"Helvetica" not in pdf
    assert "after" in pypdf.PdfReader(BytesIO(pdf)).pages[0].extract_text()


def test_text_in_a_font_that_is_not_embedded_is_refused():
    with pytest.raises(ValueError, match="page 1 sets text in a font that is not embedded"):
        archival(drawn([Stray("text")]), ABOUT)


def test_the_color_profile_is_packaged_with_its_license():
    folder = ROOT / "reports" / "color"

    assert (folder / PROFILE).read_bytes() == profile()
    assert "CC0 1.0 Universal" in (folder / "CC0.txt").read_text("utf-8")
    assert profile()[36:40] == b"acsp"
    assert b"CC0" in profile()
