"""Contrast: every pair of ink and ground of both themes, computed as WCAG 2.2 does."""

import pytest
from PySide6.QtGui import QColor

from labharness.gui.kit import theme
from labharness.gui.kit.run_standing import Tone
from labharness.gui.kit.suits import PIPS

TEXT, SIGN = 4.5, 3.0
THEMES = {"light": theme.LIGHT, "dark": theme.DARK}


def luminance(color):
    parts = QColor(color).getRgbF()[:3]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, two):
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_that_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_text_is_read_on_every_ground(look):
    pairs = [
        (ink, ground)
        for ink in (look.text, look.muted, look.accent)
        for ground in (look.window, look.card, look.base)
    ]
    pairs += [(look.on_accent, look.accent)]
    for ink, ground in look.tones.values():
        pairs += [(ink, ground), (ink, look.card), (ink, look.window), (look.text, ground)]
    assert [(pair, contrast(*pair)) for pair in pairs if contrast(*pair) < TEXT] == []


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_borders_of_controls_and_the_focus_stand_out(look):
    pairs = [
        (line, ground) for line in (look.field, look.accent) for ground in (look.window, look.card, look.base)
    ]
    assert [(pair, contrast(*pair)) for pair in pairs if contrast(*pair) < SIGN] == []


@pytest.mark.parametrize("look", THEMES.values(), ids=THEMES)
def test_both_ends_of_the_heat_stand_out_from_its_middle(look):
    low, _, middle, _, high = look.heat
    assert min(contrast(low, middle), contrast(high, middle)) >= TEXT


def test_suits_are_read_on_a_white_face():
    assert min(contrast(ink, "#ffffff") for ink in PIPS.values()) >= TEXT


def test_each_kind_of_news_has_its_colors():
    assert all(set(look.tones) == set(Tone) for look in THEMES.values())
