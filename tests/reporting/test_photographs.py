"""Photographs from outside: drawn anew, the same every time, and never trusted."""

import hashlib
import io
import struct
import zlib

import pytest
from PIL import Image

from labharness.reporting import photographs
from labharness.reporting.photographs import develop
from tests.support.dossiers import attached, picture


def made(mode, color, form="PNG", size=(40, 30), **options):
    out = io.BytesIO()
    Image.new(mode, size, color).save(out, form, **options)
    return out.getvalue()


def developed(content):
    return develop(attached("front.png", content), content)


def color_of(print_, at=(5, 5)):
    return Image.open(io.BytesIO(print_.jpeg)).convert("RGB").getpixel(at)


@pytest.mark.parametrize(
    ("content", "color"),
    [
        (made("RGB", (200, 30, 30)), (200, 30, 30)),
        (made("RGB", (200, 30, 30), "JPEG"), (200, 30, 30)),
        (made("RGBA", (10, 10, 10, 0)), (255, 255, 255)),
        (made("LA", (10, 255)), (10, 10, 10)),
        (made("1", 1), (255, 255, 255)),
        (made("P", 0), (0, 0, 0)),
        (made("I;16", 40000), (156, 156, 156)),
        (made("L", 77), (77, 77, 77)),
        (made("CMYK", (0, 0, 0, 0), "JPEG"), (255, 255, 255)),
    ],
    ids=["rgb", "jpeg", "clear", "gray-alpha", "bilevel", "palette", "sixteen-bits", "gray", "cmyk"],
)
def test_a_picture_of_any_kind_is_drawn_anew_in_colors_of_eight_bits(content, color):
    result = developed(content)

    assert not result.fault
    assert result.size == (40, 30)
    assert max(abs(each - other) for each, other in zip(color_of(result), color, strict=True)) <= 3
    assert Image.open(io.BytesIO(result.jpeg)).mode == "RGB"


def test_a_large_picture_is_made_small_and_keeps_its_shape():
    assert developed(picture(size=(4000, 1500))).size == (1000, 375)
    assert developed(picture(size=(4000, 1500), form="JPEG")).size == (1000, 375)


def test_a_picture_taken_on_its_side_stands_upright():
    exif = Image.Exif()
    exif[0x0112] = 6
    out = io.BytesIO()
    Image.new("RGB", (60, 40), "red").save(out, "JPEG", exif=exif)

    assert developed(out.getvalue()).size == (40, 60)


def test_nothing_but_pixels_is_kept():
    secret = b"do not print this"
    exif = Image.Exif()
    exif[0x010E] = secret.decode()
    out = io.BytesIO()
    Image.new("RGB", (60, 40), "red").save(out, "JPEG", exif=exif, comment=secret)
    result = developed(out.getvalue() + secret)

    assert secret in out.getvalue()
    assert result.jpeg
    assert secret not in result.jpeg


def test_the_same_file_gives_the_same_bytes():
    content = picture(form="JPEG")
    first = developed(content)
    photographs._decoded.cache_clear()

    assert developed(content) == first


def bomb():
    """Return a PNG that says that it has a billion pixels."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 40000, 25000, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"not a picture", "neither a JPEG nor a PNG"),
        (b"", "neither a JPEG nor a PNG"),
        (made("RGB", "red", "GIF"), "neither a JPEG nor a PNG"),
        (made("RGB", "red", "TIFF"), "neither a JPEG nor a PNG"),
        (picture()[:600], "cannot be decoded"),
        (picture(form="JPEG")[:900], "cannot be decoded"),
        (bomb(), "pixels"),
    ],
    ids=["text", "empty", "gif", "tiff", "torn-png", "torn-jpeg", "bomb"],
)
def test_what_is_no_whole_picture_is_said_in_words(content, words):
    result = developed(content)

    assert words in result.fault or "cannot be decoded" in result.fault
    assert result.jpeg == b""


def test_a_file_that_is_not_there_or_is_another_one_or_too_large_is_said_in_words(monkeypatch):
    content = picture()

    assert develop(attached("front.png", content), None).fault == "The file is missing."
    assert "differs from the registered hash" in develop(attached("front.png", b"another"), content).fault
    monkeypatch.setattr(photographs, "LARGEST", 100)
    assert "too large" in developed(content).fault
    assert hashlib.sha256(content).hexdigest() == attached("front.png", content).sha256
