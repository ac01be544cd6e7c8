"""Whatever strangers write is printed whole, as text, between the margins, in every kind of block."""

import string
from io import BytesIO

import pypdf
import pypdfium2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from labharness.model.results import Picture
from labharness.reason import quoted
from labharness.reporting.blocks import (
    bullets,
    colored,
    contents,
    digest,
    facts,
    figure,
    mono,
    panel,
    paragraph,
    stacked,
    subheading,
    table,
    together,
)
from labharness.reporting.charts.counts import heat_map
from labharness.reporting.charts.power import Strip, power_strips
from labharness.reporting.pdf.flow import Imprint, draw, heading
from labharness.reporting.typography import (
    FRAME_BOTTOM,
    INK,
    MARGIN,
    PAGE,
    WASH,
    in_another_script,
    markup,
    plain,
)
from labharness.signing.archive_conformance import violations
from tests.support.paper import page_texts

HEAD = "0123456789abcdef" * 4
IMPRINT = Imprint("Report", "Author", "Subject", "R-1", HEAD, "", "2026-11-20T00:00:00Z")
TOP, STRIP, AXIS = "Zq", "50.0(40.0to60.0)%", "0%20%40%60%80%100%"
"""What may stand between the parts of a text that runs over pages."""
MONO = {"mono", "fact of a number", "digest"}


def narrow(text):
    return [table((TOP, "", ""), [["", text, ""], ["", "", ""]], (10, 5, 30))]


def map_of(text):
    cells = ((1.0, 2.0),)
    return figure(
        "", heat_map(Picture("heatmap", quoted(text), quoted(""), ("", ""), ("",), cells, cells)), ""
    )


BLOCKS = {
    "paragraph": lambda text: [paragraph(text)],
    "lead": lambda text: [paragraph(text, "lead")],
    "title": lambda text: [paragraph(text, "title")],
    "verdict": lambda text: [colored(text, INK, "verdict")],
    "bullets": lambda text: bullets([text]),
    "stacked": lambda text: [stacked(text, "")],
    "subheading": subheading,
    "mono": lambda text: [mono(text)],
    "digest": lambda text: [digest(text)],
    "label": lambda text: [facts([(text, "")])],
    "fact": lambda text: [facts([("", text)])],
    "fact of a number": lambda text: [facts([("", mono(text))])],
    "cell": narrow,
    "number": lambda text: [table((TOP, ""), [["", text]], (20, 3), "rr")],
    "head": lambda text: [table((text, ""), [["", ""]], (50, 50))],
    "panel": lambda text: [panel([paragraph(text)], WASH)],
    "title of what belongs together": lambda text: [together(text, [paragraph("")])],
    "what belongs together": lambda text: [together("", [facts([("", text)])])],
    "caption": lambda text: [figure("", paragraph(""), text)],
    "name in a chart": lambda text: [map_of(text)],
    "strip": lambda text: [power_strips([Strip(text, 0.5, 0.4, 0.6)], TOP)],
    "heading": lambda text: heading("1.1", text),
}
ALPHABETS = [
    st.characters(exclude_categories=()),
    st.sampled_from("W<>&;\"'/=+-@|{}%\\ "),
    st.sampled_from("\u202e\u200b\u0301\u05d0\u0627\U0001f600\x00\x1b\n\t\ud800\u00ad\u2028‹›  "),
    st.sampled_from(string.printable),
]
TEXTS = st.one_of(
    *(st.text(alphabet, max_size=80) for alphabet in ALPHABETS),
    st.builds(
        lambda part, times: (part * times)[:1_000],
        st.text(st.one_of(*ALPHABETS), min_size=1, max_size=12),
        st.sampled_from([20, 100]),
    ),
)


def pages_of(pdf):
    """Return the text of each page without white space, footers and heads of tables."""
    texts = ["".join(text.split()) for text in page_texts(pdf)]
    for number in range(1, len(texts) + 1):
        for constant in (f"Page{number}of{len(texts)}", "ReportR-1", "Runhead(SHA-256)", HEAD):
            assert constant in texts[number - 1]
            texts[number - 1] = texts[number - 1].replace(constant, "", 1)
    return texts


def coded(text):
    """Write letters of other scripts, which paragraphs print as themselves, as other places do."""
    return "".join(plain(each) if in_another_script(each) else each for each in text)


def hold(pdf):
    """Check that every character lies between the margins, or in the footer."""
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        text = page.get_textpage()
        for place in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(place)
            if right - left < 0.01:
                continue
            assert left >= MARGIN - 3
            assert right <= PAGE[0] - MARGIN + 3
            assert top <= PAGE[1] - MARGIN + 3
            assert bottom >= FRAME_BOTTOM - 4 or top <= FRAME_BOTTOM - 10


DRAWN = ("name in a chart", "strip")
"""Places where a name of another script stands in codes."""


@pytest.mark.parametrize("text", ["张伟", "エンゼル社 & Söhne, Ангел", "张伟エンゼル" * 200])
def test_names_in_other_scripts_are_printed_as_themselves(text):
    kinds = sorted(set(BLOCKS) - MONO - set(DRAWN))
    pdf = draw(IMPRINT, lambda _: [each for kind in kinds for each in BLOCKS[kind](text)], [])
    shown = "".join(pages_of(pdf)).replace(TOP, "")
    assert shown.count("".join(text.split())) == len(kinds)
    assert not violations(pdf)
    hold(pdf)


def test_letters_that_resemble_those_of_the_text_stand_in_codes():
    for text in ("ＡＢ", "ｱ", "﹣", "Ⅻ"):
        assert markup(text) == plain(text) == "".join(f"‹U+{ord(each):04X}›" for each in text)


@pytest.mark.parametrize("kind", BLOCKS)
@settings(max_examples=1, deadline=None)
@example("㐀 of another script, Ж, ｱ")
@example("A‹B <b>&amp;</b> \u202e\U0001f600 =1+1\x00 " + "wordWORD" * 700)
@given(TEXTS)
def test_text_of_strangers_is_printed_whole_between_the_margins(kind, text):
    pdf = draw(IMPRINT, lambda _: BLOCKS[kind](text), [])
    wanted = "".join(plain(text, mono=kind in MONO).split())
    pair = coded("".join(pages_of(pdf)))
    for between in (TOP, STRIP, AXIS):
        pair = pair.replace(between, "") if between not in wanted else pair
    assert wanted in pair
    hold(pdf)


@settings(max_examples=6, deadline=None)
@example("W" * 10_000)
@given(TEXTS)
def test_what_stands_outside_the_frame_keeps_the_page_in_order(text):
    imprint = Imprint(text, text, text, text, HEAD, text, "2026-11-20T00:00:00Z")
    title = f"1 {plain(text)}"
    pdf = draw(imprint, lambda entries: [contents(entries), *heading(1, text)], [title])
    reader = pypdf.PdfReader(BytesIO(pdf))
    assert reader.outline[0].title.split() == title.split()
    assert reader.metadata.title.split() == plain(f"{text} {text}").split()
    assert reader.metadata.author == plain(text)
    for page in pypdfium2.PdfDocument(pdf):
        shown = page.get_textpage()
        for place in range(shown.count_chars()):
            left, _, right, _ = shown.get_charbox(place)
            assert left >= MARGIN - 3
            assert right <= PAGE[0] - MARGIN + 3
