"""Recorded bytes as a picture: every bit in its place, read out by keys and pointer, and taken away as numbers."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from labharness.app.evidence.ledger_browser import ListedFrame
from labharness.gui.kit import theme
from labharness.gui.results.bit_image import ACROSS, MOST, BitImage
from labharness.gui.results.sample_pane import FrameView


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


def test_the_cursor_reads_bits_out_and_stays_within_the_bytes(image, qtbot):
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


def test_long_content_says_how_much_is_shown_and_none_is_told(image):
    image.show_bytes(bytes(MOST + ACROSS))
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
