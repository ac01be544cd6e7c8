"""Contrast: every pair of ink and ground of every theme, computed as WCAG 2.2 does."""

from itertools import combinations, product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLabel

from labharness.gui.kit import theme
from labharness.gui.kit.icons import PIPS
from labharness.gui.kit.page import Crumb
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.tables.row_model import Column
from labharness.gui.kit.tables.row_table import RowTable
from labharness.gui.plans.plan_draft import Outline
from labharness.gui.shell.top_bar import CrumbPath
from labharness.model.address import Address, Room

TEXT, SIGN, HIGH = 4.5, 3.0, 7.0
LEAST_DIFFERENCE = 12
"""Pixels in which two signs of a row differ at least, in black and white."""
THEMES = {"light": theme.LIGHT, "dark": theme.DARK}


def luminance(color):
    parts = QColor(color).getRgbF()[:3]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(each, two):
    high, low = sorted((luminance(each), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def poor(least, *pairs):
    return [(pair, contrast(*pair)) for pair in pairs if contrast(*pair) < least]


@pytest.mark.parametrize("look", theme.THEMES, ids=("light", "dark", "contrast"))
def test_text_lines_and_signs_stand_out_from_every_ground(look):
    high = look is theme.CONTRAST
    grounds = (look.window, look.card, look.base)
    texts = [*product((look.text, look.muted, look.accent), grounds), (look.on_accent, look.accent)]
    for ink, ground in look.tones.values():
        texts += [(ink, ground), (ink, look.card), (ink, look.window), (look.text, ground)]
    assert poor(HIGH if high else TEXT, *texts) == []
    lines = (look.field, look.border) if high else (look.field, look.accent)
    assert poor(TEXT if high else SIGN, *product(lines, grounds)) == []
    low, _, middle, _, most = look.heat
    assert poor(TEXT, (low, middle), (most, middle)) == []
    assert not high or poor(TEXT, (look.text, look.raised)) == []
    assert set(look.tones) == set(Tone)


def test_suits_are_read_on_a_white_face():
    assert min(contrast(ink, "#ffffff") for ink in PIPS.values()) >= TEXT


@pytest.fixture
def from_light_to_dark(qapp):
    theme.dress(qapp, theme.LIGHT)
    yield lambda: theme.dress(qapp, theme.DARK)
    theme.dress(qapp, theme.LIGHT)


def inks(widget):
    return colors(widget.grab().toImage())


def colors(image):
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_links_of_the_path_follow_the_colors(qtbot, from_light_to_dark):
    path = qtbot.addWidget(CrumbPath())
    path.resize(400, 40)
    theme.enlarge(path, 2.0)
    path.show_path([Crumb("▇▇▇", Address(Room.RUNS)), Crumb("run-1", Address(Room.RUNS, ("run-1",)))])
    path.show()
    assert theme.LIGHT.accent.lower() in inks(path)
    from_light_to_dark()
    assert theme.LIGHT.accent.lower() not in inks(path)
    assert theme.DARK.accent.lower() in inks(path)


@pytest.mark.parametrize("grounded", [False, True])
def test_what_is_tinted_follows_the_colors(qtbot, from_light_to_dark, grounded):
    label = qtbot.addWidget(QLabel("▇▇▇"))
    theme.tint(label, Tone.FAIL, grounded=grounded)
    label.show()
    for look in (theme.LIGHT, theme.DARK):
        assert set(look.tones[Tone.FAIL][: 2 if grounded else 1]) <= inks(label)
        from_light_to_dark()
    theme.tint(label, Tone.PASS)
    assert theme.DARK.tones[Tone.PASS][0] in inks(label)


def test_parts_of_a_plan_have_the_ink_of_the_page(qtbot):
    outline = qtbot.addWidget(Outline())
    outline.show_parts({"stages": [{"name": "shuffles", "kind": "acquire"}]})
    outline.show_mistakes(())
    assert outline.topLevelItem(0).foreground(0).style() is Qt.BrushStyle.NoBrush


STATES = {
    "PASS": Tone.PASS,
    "INCONCLUSIVE": Tone.UNSURE,
    "FAIL": Tone.FAIL,
    "NOT TESTED": Tone.QUIET,
    "not testable": None,
    "waived": None,
}


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_states_of_one_table_are_told_apart_without_color(qtbot, qapp, look):
    """In gray every sign has another shape, and what has no sign has its word."""
    theme.dress(qapp, look)
    columns = (Column[str]("State", str, 200, tone=STATES.get),)
    table = qtbot.addWidget(RowTable("States", columns, str, "Nothing."))
    table.resize(260, 320)
    table.show_rows(tuple(STATES))
    table.show()
    image = table.viewport().grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    signs = {}
    for row in range(len(STATES)):
        place = table.visualRect(table.model().index(row, 0))
        state = table.model().index(row, 0).data()
        picture = image.copy(place.x() + 2, place.y() + 2, place.height(), place.height() - 4)
        light = [
            picture.pixelColor(x, y).lightness() > 128
            for x in range(picture.width())
            for y in range(picture.height())
        ]
        signs[state] = tuple(light)
    theme.dress(qapp, theme.LIGHT)
    for each, other in combinations(("PASS", "INCONCLUSIVE", "FAIL", "NOT TESTED"), 2):
        different = sum(a != b for a, b in zip(signs[each], signs[other], strict=True))
        assert different >= LEAST_DIFFERENCE, (each, other, different)
