"""The photograph that a simulated bench takes: a gray picture, for there is nothing to be seen."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

WIDTH, HEIGHT, GRAY = 96, 64, 160


def picture() -> bytes:
    """Return a PNG file (ISO/IEC 15948) of one gray, the same every time."""
    rows = (b"\0" + bytes([GRAY]) * WIDTH) * HEIGHT
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def taken(folder: Path) -> Path:
    """Lay the photograph into a folder, made if it is not there, and return where it lies."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "simulated-bench.png"
    if not file.exists():
        file.write_bytes(picture())
    return file


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
