"""Pages as they are read: headings, heads of tables, links, bookmarks and numbers.

Whatever strangers write is printed whole, as text, between the margins, in every kind of block.
"""

import random
import string
from io import BytesIO

import pdfplumber
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
    gap,
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
from labharness.reporting.rows import Look, TableRows
from labharness.reporting.typography import (
    ACCENT,
    FRAME_BOTTOM,
    FRAME_HEIGHT,
    INK,
    MARGIN,
    PAGE,
    WASH,
    in_another_script,
    plain,
    style,
)
from labharness.signing.archive_conformance import violations
from tests.support.paper import page_texts

HEAD = "0123456789abcdef" * 4
IMPRINT = Imprint("Report", "Author", "Subject", "R-1", HEAD, "", "2026-11-20T00:00:00Z")
HEADINGS = {style(name).fontSize for name in ("h1", "h1-within", "h2")}
SQUARE = Picture(
    "heatmap", quoted("x"), quoted("y"), ("a", "b"), ("c", "d"), ((1.0, 2.0), (3.0, 4.0)), ((2.0, 3.0),)
)


def random_story(seed):
    """Return headings and blocks of many heights in any order."""
    source = random.Random(seed)
    text = "Words that fill a line or two of a paragraph, as reports have them. "
    result, section, part = [], 0, 0
    for _ in range(60):
        size = source.randrange(1, 9)
        kind = source.randrange(9)
        if kind == 0:
            section, part = section + 1, 0
            result += heading(section, f"Section {section}")
        elif kind == 1 and section:
            part += 1
            result += heading(f"{section}.{part}", "Part")
        elif kind in (2, 3):
            result += subheading("Below " * size)
        elif kind == 4:
            result += bullets([text] * size)
        elif kind == 5:
            result.append(facts([(f"label {i}", text * size) for i in range(size)]))
        elif kind == 6:
            result += [gap(size), table(("A", "B"), [[str(i), text * size] for i in range(size * 6)], (1, 5))]
        elif kind == 7:
            result += [paragraph(text), figure("Figure", heat_map(SQUARE), text)]
        else:
            result.append(together("Together", [paragraph(text * size * 4)]))
    return [*result, paragraph("The end.")]


@pytest.mark.parametrize("seed", range(461, 464))
def test_no_page_ends_with_a_heading(seed):
    pdf = draw(IMPRINT, lambda _: random_story(seed), [])
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) > 3
    for number, page in enumerate(document, 1):
        shown = page.get_textpage()
        sizes = {}
        for place in range(shown.count_chars()):
            _, bottom, _, top = shown.get_charbox(place)
            if bottom > FRAME_BOTTOM - 4 and top > bottom:
                sizes[bottom] = pypdfium2.raw.FPDFText_GetFontSize(shown, place)
        assert round(sizes[min(sizes)], 3) not in HEADINGS, number


def test_heads_are_repeated_and_no_row_is_lost_or_printed_twice():
    rows = [[f"row {i}", "text " * (i % 90), str(i)] for i in range(80)]
    pdf = draw(IMPRINT, lambda _: [table(("First", "Second", "Third"), rows, (2, 5, 1), "llr")], [])
    seen = []
    with pdfplumber.open(BytesIO(pdf)) as document:
        assert len(document.pages) > 2
        for page in document.pages:
            frame = page.crop((0, 0, PAGE[0], PAGE[1] - FRAME_BOTTOM + 4))
            words = frame.extract_words(keep_blank_chars=True)
            top = min(word["top"] for word in words)
            assert [word["text"] for word in words if word["top"] == top] == ["First", "Second", "Third"]
            seen += [word["text"].strip() for word in words if word["text"].startswith("row ")]
    assert seen == [f"row {i}" for i in range(80)]


def test_a_cell_higher_than_a_page_is_divided_and_begins_where_there_is_room():
    numbers = " ".join(f"n{i}" for i in range(6000))
    rows = table(("Head", ""), [["", numbers], ["", "after"]], (1, 4))
    story = [*(paragraph("x") for _ in range(20)), rows]
    reader = pypdf.PdfReader(BytesIO(draw(IMPRINT, lambda _: story, [])))
    texts = [page.extract_text() for page in reader.pages]
    assert "n0" in texts[0]
    assert all("Head" in text for text in texts)
    result = [word for text in texts for word in text.split() if word[:1] == "n" and word[1:].isdigit()]
    assert result == numbers.split()
    assert "after" in texts[-1]


def test_a_row_that_a_page_can_hold_is_never_divided():
    lines = [["", "word " * 300] for _ in range(12)]
    result = table(("Head", ""), lines, (1, 4))
    while result.wrap(0, 0)[1] > FRAME_HEIGHT:
        first, result = result.split(0, FRAME_HEIGHT)
        assert first.wrap(0, 0)[1] <= FRAME_HEIGHT
        assert {len(row.cells[1][0].text or "") for row in first._rows} == {len(lines[0][1].strip())}


def test_the_contents_lead_to_their_sections_and_bookmarks_are_nested():
    titles = ["1 One", "1.1 First part", "1.2 Second part", "2 Two", "2.1 Its part"]

    def story(entries):
        result = [contents(entries)]
        for title in titles:
            number, _, words = title.partition(" ")
            result += [*heading(number, words), *(paragraph("Words. " * 40) for _ in range(30))]
        return result

    reader = pypdf.PdfReader(BytesIO(draw(IMPRINT, story, titles)))
    outline = reader.outline
    assert [each.title for each in outline if not isinstance(each, list)] == ["1 One", "2 Two"]
    parts = [[each.title for each in part] for part in outline if isinstance(part, list)]
    assert parts == [titles[1:3], titles[4:]]
    flat = [each for part in outline for each in (part if isinstance(part, list) else [part])]
    pages = {each.title: reader.get_destination_page_number(each) for each in flat}
    first = " ".join(reader.pages[0].extract_text().split())
    places = {page.indirect_reference.idnum: number for number, page in enumerate(reader.pages)}
    led = [
        places[reader.named_destinations[link.get_object()["/Dest"][1:]].page.idnum]
        if isinstance(link.get_object()["/Dest"], str)
        else places[link.get_object()["/Dest"][0].idnum]
        for link in reader.pages[0]["/Annots"]
    ]
    assert sorted(led) == sorted(pages.values())
    for title, page in pages.items():
        assert f"{title} {page + 1}" in first
        text = " ".join(reader.pages[page].extract_text().split())
        assert title in text
        assert f"Page {page + 1} of {len(reader.pages)}" in text


def test_nothing_is_hyphenated():
    word = "application-2.4.1-" * 3
    pdf = draw(IMPRINT, lambda _: [table(("", ""), [[word, word + "x" * 200]], (1, 1))], [])
    text = "".join(pypdf.PdfReader(BytesIO(pdf)).pages[0].extract_text().split())
    assert text.count(word) == 2
    assert text.count("-") == 2 * word.count("-") + text.count("SHA-256") + text.count("R-1")


def test_a_table_without_rows_keeps_its_head():
    rows = TableRows([100, 100], [[paragraph("a")], [paragraph("b")]], [], Look())
    assert rows.wrap(0, 0)[1] == rows.least > 0


def pages_below(height, *things):
    """Return the lines of each page of a story that begins so far below the top."""
    pdf = draw(IMPRINT, lambda _: [paragraph("top"), gap(height), *things], [])
    texts = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)]
    return [text.splitlines() for text in texts]


def rows_of(lines):
    return [line.split()[1] for line in lines if line.startswith("row ")]


def test_a_small_table_is_not_parted_and_no_row_of_a_large_one_stands_alone():
    for height in range(440, 640, 16):
        small = pages_below(height, table(("A",), [[f"row {i}"] for i in range(4)], (1,)))
        large = pages_below(height, table(("A",), [[f"row {i}"] for i in range(40)], (1,)))

        assert [rows_of(page) for page in small if rows_of(page)] == [["0", "1", "2", "3"]], height
        assert all(len(rows_of(page)) != 1 for page in large), height
        assert [row for page in large for row in rows_of(page)] == [str(i) for i in range(40)], height


def test_a_note_stands_with_the_last_rows_of_its_table():
    rows = [[f"row {i}"] for i in range(31)]
    for height in range(0, 120, 8):
        *_, last = pages_below(height, table(("A",), rows, (1,)), paragraph("The note.", "quiet"))

        assert "The note." in last, height
        assert rows_of(last)[-2:] == ["29", "30"], height


def test_a_banner_stands_with_the_text_below_it_and_two_points_together():
    for height in range(540, 640, 10):
        banner = panel([paragraph("LOUD", "banner")], ACCENT, filled=True)
        text = pages_below(height, banner, gap(2), paragraph("What is loud."))
        listed = pages_below(height, *bullets([f"row {i}" for i in range(3)]))

        loud, below = ([words in page for page in text] for words in ("LOUD", "What is loud."))
        assert loud == below, height
        assert sum("row 0" in "".join(page) for page in listed) == 1, height
        assert all(sum("row" in line for line in page) in (0, 3) for page in listed), height


def test_too_long_an_identifier_is_broken_at_a_hyphen():
    name = "demo-automated-dealing-shoe-461a-2026"
    pdf = draw(IMPRINT, lambda _: [table(("A", "B", "C"), [[name, "x", ""]], (12, 3, 85))], [])
    lines = pypdf.PdfReader(BytesIO(pdf)).pages[0].extract_text().splitlines()
    parts = [line.strip() for line in lines if line.strip() and line.strip() in name]

    assert "".join(parts) == name
    assert all(part.endswith("-") for part in parts[:-1])


TOP, STRIP, AXIS = "Zq", "50.0(40.0to60.0)%", "0%20%40%60%80%100%"
"""What may stand between the parts of a text that runs over pages."""
MONO = {"mono", "fact of a number", "digest"}


def narrow(text):
    return [table((TOP, "", ""), [["", text, ""], ["", "", ""]], (10, 5, 30))]


def map_of(text):
    cells = ((1.0, 2.0),)
    picture = Picture("heatmap", quoted(text), quoted(""), ("", ""), ("",), cells, cells)
    return figure("", heat_map(picture), "")


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
