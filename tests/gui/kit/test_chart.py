"""Charts: small counts show no color that looks like a finding, and say so; of recorded bytes every bit stands in its place."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSplitter

from labharness.app.evidence.ledger_browser import ListedFrame
from labharness.evidence.history.course import RunCourse
from labharness.gui.kit import theme
from labharness.gui.kit.charts.chart import CALM, FEW, TOO_FEW, Chart, residuals, shades
from labharness.gui.results.run_tabs import PLadder
from labharness.gui.results.run_timeline import RunTimeline
from labharness.gui.results.sample_pane import ACROSS, MOST_DRAWN, BitImage, FrameView
from labharness.gui.run.live_counts import OrderCounts
from labharness.model.cards import CardSet
from labharness.model.observations import Kind, Shuffle
from labharness.model.results import Axis, Picture


def heat(values, expected):
    rows, columns = np.shape(values)
    names = tuple(map(str, range(columns))), tuple(map(str, range(rows)))
    return Picture(
        "heatmap", Axis.CARD, Axis.PLACE, *names, tuple(map(tuple, values)), tuple(map(tuple, expected))
    )


def test_a_cell_of_few_has_no_strong_color_and_others_keep_theirs():
    picture = heat([[9.0, 30.0], [0.0, 5.0]], [[FEW - 1, 10.0], [FEW - 1, FEW]])
    few, many = shades(picture)[:, 0], shades(picture)[:, 1]
    assert np.abs(few).max() <= CALM
    assert np.array_equal(many, residuals(picture)[:, 1])


@pytest.mark.parametrize(("shuffles", "few"), [(25, True), (400, False)])
def test_the_live_picture_of_a_few_shuffles_says_that_they_are_too_few(qtbot, shuffles, few):
    random, cards = np.random.Generator(np.random.PCG64(3)), CardSet.of_decks("deck", 1)
    counts = OrderCounts(cards, Kind.SHUFFLE, 52)
    for _ in range(shuffles):
        counts.add(Shuffle(cards.new_deck_order(), random.permutation(cards.new_deck_order())))
    chart = qtbot.addWidget(Chart())
    chart.show_picture(counts.picture().drawn(), "Positions · interim, not a verdict")
    assert chart.heading.text().endswith(TOO_FEW) is few
    assert (TOO_FEW in chart.readout.text()) is few
    painted = np.abs(chart._image.image).max()
    assert painted <= CALM if few else painted > CALM


def test_a_chart_is_shown_over_the_whole_window_and_comes_back_to_its_place(qtbot):
    page = qtbot.addWidget(QSplitter())
    chart, beside = Chart(), QLabel("beside")
    chart.show_picture(heat([[9.0]], [[9.0]]))
    for widget in (chart, beside):
        page.addWidget(widget)
    page.resize(900, 400)
    page.setSizes([300, 600])
    page.show()
    page.activateWindow()
    chart.setFocus()
    qtbot.waitUntil(chart.hasFocus)
    before = chart.width()
    qtbot.keyClick(chart, Qt.Key.Key_F11)
    larger = chart.window()
    qtbot.waitUntil(lambda: chart.width() > before)
    assert larger is not page
    assert larger.size() == page.size()
    assert chart.larger.text() == "Back (Esc)"
    qtbot.keyClick(chart, Qt.Key.Key_Escape)
    assert chart.window() is page
    assert (page.indexOf(chart), page.indexOf(beside), page.count()) == (0, 1, 2)
    assert chart.isVisible()
    assert chart.larger.text() == "Enlarge"


@pytest.mark.parametrize(
    ("kind", "nothing", "something"),
    [
        (
            Chart,
            lambda chart: chart.show_picture(None),
            lambda chart: chart.show_picture(heat([[9.0]], [[9.0]])),
        ),
        (PLadder, lambda chart: chart.show_checks(()), None),
        (BitImage, lambda chart: chart.show_bytes(b""), lambda chart: chart.show_bytes(b"bits")),
        (RunTimeline, lambda chart: chart.show_course(RunCourse()), None),
    ],
)
def test_a_chart_without_a_picture_has_no_axes(qtbot, kind, nothing, something):
    """Axes with a line at zero would be taken for a result."""
    chart = qtbot.addWidget(kind())
    assert chart.plot.isHidden()
    nothing(chart)
    assert chart.plot.isHidden()
    assert chart.heading.text()
    chart.enlarge()
    assert chart.window() is chart
    if something is not None:
        something(chart)
        assert not chart.plot.isHidden()
        nothing(chart)
        assert chart.plot.isHidden()


@pytest.fixture
def image(qtbot, qapp):
    theme.dress(qapp, theme.LIGHT)
    return qtbot.shown(BitImage(), 600, 400)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(min_size=1, max_size=40))
def test_every_bit_stands_in_its_place(image, content):
    image.show_bytes(content)
    bits = "".join(f"{value:08b}" for value in content)

    assert "".join(map(str, image.bits.reshape(-1)[: len(bits)])) == bits
    drawn = image._image.image.reshape(-1)
    assert np.isnan(drawn[len(bits) :]).all(), "behind the last byte nothing is drawn"
    assert [row[2] for row in image.numbers()[1:]] == [f"{value:08b}" for value in content]


def test_the_cursor_reads_bits_out_and_long_content_says_how_much_is_shown(image, qtbot):
    image.show_bytes(bytes([0x80, 0x01, *[0] * 8]))
    assert image.readout.text() == "Byte 0 (0x80), bit 1 of 8: 1. 2 of 80 bits are ones."
    image.point_at(15.4, 0.2)
    assert image.readout.text().startswith("Byte 1 (0x01), bit 8 of 8: 1.")
    for _ in range(9):
        qtbot.keyClick(image, Qt.Key.Key_Down)
        qtbot.keyClick(image, Qt.Key.Key_Right)
    assert image.readout.text().startswith("Byte 9 (0x00), bit 8 of 8: 0.")
    image.point_at(0, 99)
    assert image.readout.text().startswith("Byte 9")
    image.show_bytes(bytes(MOST_DRAWN + ACROSS))
    assert image.heading.text() == "Bits of 8,200 bytes, the first 8,192 shown"
    image.show_bytes(b"")
    assert image.readout.text() == "There are no bytes."


def test_the_bytes_of_a_frame_are_shown_as_a_picture_and_as_digits_again(qtbot, qapp):
    theme.dress(qapp, theme.LIGHT)
    view = qtbot.shown(FrameView("Choose a record."))
    frame = ListedFrame(number=1, direction="in", payload=b"\xff\x00", segment="s")
    view.show_frames(7, [frame], {})
    assert view.image is None, "it is made when it is first wanted"
    qtbot.click(view.bits)
    assert view.content.currentWidget() is view.image
    assert view.image.bits[0].tolist()[:16] == [1] * 8 + [0] * 8
    view.clear()
    assert view.image.readout.text() == "There are no bytes."
    qtbot.click(view.bits)
    assert view.content.currentWidget() is view.hex
