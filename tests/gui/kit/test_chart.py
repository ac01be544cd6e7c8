"""The chart: small counts show no color that looks like a finding, and say so."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSplitter

from labharness.evidence.history.course import RunCourse
from labharness.gui.kit.charts.chart import CALM, FEW, TOO_FEW, Chart, residuals, shades
from labharness.gui.results.bit_image import BitImage
from labharness.gui.results.run_tabs import PLadder
from labharness.gui.results.run_timeline import RunTimeline
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
