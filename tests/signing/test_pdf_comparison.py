"""The text of a report as another reader finds it, and whether a file is what was drawn."""

from io import BytesIO

import pikepdf
import pypdf
import pytest

from labharness.reporting.blocks import paragraph
from labharness.reporting.stamps import SignatureRole
from labharness.signing import pdf_comparison
from labharness.signing.pdf_comparison import PageDifference, differences, is_drawn
from tests.support.signing_factory import TEXTS, Signatories, drawn, small_pdf


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    return Signatories(tmp_path_factory.mktemp("people"))


def changed(pdf, change):
    out = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as file:
        change(file)
        file.save(out, deterministic_id=True)
    return out.getvalue()


def test_another_reader_finds_the_same_text():
    text = "§ 461a.4 – “naïve” χ² ≤ 3.84, Δ = −0.5; SHA-256 ﬁle ☃"
    pdf = drawn([paragraph(text), paragraph("word " * 300)])
    mine = ["".join(words) for words in pdf_comparison._pages(pdf)]
    theirs = ["".join(page.extract_text().split()) for page in pypdf.PdfReader(BytesIO(pdf)).pages]
    assert mine == theirs
    assert "461a.4–“naïve”" in mine[0]


def test_a_page_that_says_something_else_is_named():
    entry, other = (drawn([paragraph(f"Verdict {word} over all runs of it.")]) for word in ("PASS", "FAIL"))
    assert differences(entry, entry) == ()
    assert differences(entry, other) == (
        PageDifference(1, "PASS over all runs of it.", "FAIL over all runs of it."),
    )
    longer = drawn([paragraph("word " * 2000)])
    assert [each.page for each in differences(longer, drawn([paragraph("word")]))] == [1, 2, 3]


def test_packing_and_line_ends_are_no_text():
    pdf = small_pdf()
    repacked = changed(pdf, lambda file: file.remove_unreferenced_resources())
    assert not is_drawn(repacked, pdf)
    assert differences(repacked, pdf) == ()


def test_only_signatures_may_be_added(people):
    pdf = small_pdf()
    signed = people.sign(pdf)
    assert is_drawn(pdf, pdf)
    assert is_drawn(signed, pdf)
    assert not is_drawn(signed[:-1], signed)
    assert not is_drawn(pdf + b"\n", pdf)
    assert not is_drawn(signed, pdf.replace(b"obj", b"Obj", 1))
    # The drawn bytes stand there, and the file begins with another one that lies behind them.
    other = small_pdf(title="Another")
    assert not is_drawn(people.sign(other, (SignatureRole.TESTED,)), pdf)
    assert TEXTS["tested"].split()[0] in pdf_comparison._pages(signed)[0]


def test_forms_within_themselves_come_to_an_end():
    def nest(file):
        page = file.pages[0]
        form = file.make_stream(b"BT /F 9 Tf (A) Tj ET /Me Do /Me Do", Type=pikepdf.Name.XObject)
        form.Subtype = pikepdf.Name.Form
        form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Me=form))
        page.obj.Resources.XObject = pikepdf.Dictionary(Me=form)
        page.obj.Contents = file.make_stream(b"/Me Do [(B) -20 (C)] TJ (x) ' /None Do")

    (words,) = pdf_comparison._pages(changed(drawn([paragraph("x")]), nest))
    letter = "\N{REPLACEMENT CHARACTER}"
    assert words == [letter] * pdf_comparison._FORMS + [letter * 2, letter]


@pytest.mark.parametrize(
    ("codes", "meaning"),
    [
        (b"2 beginbfchar\n<01> <00A7>\n<02> <00660069>\nendbfchar", {1: "§", 2: "fi"}),
        (b"1 beginbfrange <41> <43> <0061> endbfrange", {0x41: "a", 0x42: "b", 0x43: "c"}),
        (b"beginbfrange <0000> <FFFFFFFF> <0061> endbfrange", None),
        (b"beginbfchar <01> <D8> endbfchar", {1: "\N{REPLACEMENT CHARACTER}"}),
        (b"nothing", {}),
    ],
)
def test_what_the_codes_of_a_font_stand_for(codes, meaning):
    read = dict(pdf_comparison._mapped(codes))
    if meaning is None:
        assert len(read) == 256
    else:
        assert read == meaning
