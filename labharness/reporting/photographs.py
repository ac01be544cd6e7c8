"""Photographs that came from outside: decoded in a bounded way, and drawn anew before they are printed.

A file is whatever somebody sent.  Nothing of it reaches the report but its pixels: it is decoded as a JPEG or
PNG and as nothing else, made small enough for paper, and encoded again, so that the same file always gives
the same bytes and metadata, profiles and hidden payloads stay behind.
"""

from __future__ import annotations

import hashlib
import warnings
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError
from reportlab.platypus import Flowable
from reportlab.platypus import Image as Drawn

from labharness.filings.entries.entry import Attached
from labharness.language.numbers import size

LARGEST = 32 << 20
"""Bytes of a file; a larger one is not opened."""
PIXELS = 60_000_000
"""More than any camera of a laboratory makes; a decoder would need 180 MB for them."""
_LONGEST = 1000
"""Pixels along the longer side: 300 to the inch of the widest picture."""
_QUALITY = 85


@dataclass(frozen=True, slots=True)
class Print:
    """A photograph as it is printed, or why it cannot be.

    Parameters
    ----------
    jpeg
        Empty where there is a fault.
    fault
        One sentence.
    """

    jpeg: bytes = b""
    size: tuple[int, int] = (0, 0)
    fault: str = ""

    def drawn(self, wide: float, high: float) -> Flowable:
        """Return the picture, as large as it can be within so many points."""
        scale = min(wide / self.size[0], high / self.size[1])
        picture = Drawn(BytesIO(self.jpeg), self.size[0] * scale, self.size[1] * scale)
        picture.hAlign = "LEFT"
        return picture


def develop(attached: Attached, content: bytes | None) -> Print:
    """Decode a photograph.

    Parameters
    ----------
    content
        The file; None where it is not there.
    """
    if content is None:
        return Print(fault="The file is missing.")
    if hashlib.sha256(content).hexdigest() != attached.sha256:
        return Print(fault="The hash of the file differs from the registered hash.")
    if len(content) > LARGEST:
        return Print(fault=f"The file is larger than {size(LARGEST)}, too large to be printed.")
    return _decoded(content)


@lru_cache(maxsize=64)
def _decoded(content: bytes) -> Print:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes, which are looked at here, and of broken metadata
            with Image.open(BytesIO(content), formats=("JPEG", "PNG")) as opened:
                if opened.width * opened.height > PIXELS:
                    return Print(fault=f"The picture has more than {PIXELS // 1_000_000} million pixels.")
                opened.draft("RGB", (_LONGEST, _LONGEST))
                return _encoded(opened)
    except UnidentifiedImageError:
        return Print(fault="The file is neither a JPEG nor a PNG picture.")
    except Exception as error:  # noqa: BLE001  a broken file fails anywhere in the decoder, in ways nobody lists
        return Print(fault=f"The picture cannot be decoded ({type(error).__name__}).")


def _encoded(opened: Image.Image) -> Print:
    plain = _opaque(ImageOps.exif_transpose(opened))
    plain.thumbnail((_LONGEST, _LONGEST))
    plain.info.clear()  # comments and the like would be written again
    out = BytesIO()
    plain.save(out, "JPEG", quality=_QUALITY, optimize=False, progressive=False)
    return Print(out.getvalue(), plain.size)


def _opaque(picture: Image.Image) -> Image.Image:
    """Return a picture in colors of eight bits, on white where one looks through it."""
    if picture.mode.startswith("I"):  # sixteen bits for each pixel: a plain conversion would clip them
        return picture.convert("I").point(lambda value: value / 256).convert("L").convert("RGB")
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        seen = picture.convert("RGBA")
        ground = Image.new("RGB", seen.size, "white")
        ground.paste(seen, mask=seen.getchannel("A"))
        return ground
    return picture.convert("RGB")
