"""High contrast: every text at 7:1 on every ground that it stands on, every border at 4.5:1."""

import itertools

from PySide6.QtGui import QColor

from labharness.gui.kit import theme


def luminance(color):
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in QColor(color).getRgbF()[:3]
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def ratio(first, second):
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_measure_is_that_of_wcag():
    assert ratio("#000000", "#ffffff") == 21
    assert round(ratio("#777777", "#ffffff"), 2) == 4.48


def test_every_text_is_at_seven_to_one_and_every_border_at_four_and_a_half():
    colors = theme.CONTRAST
    grounds = (colors.window, colors.card, colors.base)
    for ink, ground in itertools.product((colors.text, colors.muted, colors.accent), grounds):
        assert ratio(ink, ground) >= 7, (ink, ground)
    for ink, ground in colors.tones.values():
        assert ratio(ink, ground) >= 7, (ink, ground)
        assert ratio(colors.text, ground) >= 7
    assert ratio(colors.on_accent, colors.accent) >= 7
    for border, ground in itertools.product((colors.field, colors.border), grounds):
        assert ratio(border, ground) >= 4.5
    assert ratio(colors.text, colors.raised) >= 4.5
