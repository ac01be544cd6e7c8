"""Digests of a dumped image, all of one reading of its file."""

from __future__ import annotations

import hashlib
import hmac
import zlib
from pathlib import Path
from typing import Protocol

from labharness.assessment.authentication import ImageDigests
from labharness.errors import InputError
from labharness.evidence.outside import open_outside
from labharness.filings.entries.items import DIGITS, Component
from labharness.model.reasons.authentication import Authentications
from labharness.model.reasons.inputs import Inputs

_CHUNK = 1 << 20
CRC = "crc32"
"""CRC-32 of ISO 3309, as zlib and PNG use it; other CRCs have no unambiguous name and are not compared."""


class _Hash(Protocol):
    def update(self, data: bytes, /) -> None: ...

    def hexdigest(self) -> str: ...


class _Crc32:
    """CRC-32 with the methods of a hash."""

    def __init__(self) -> None:
        self._value = 0

    def update(self, data: bytes, /) -> None:
        """Go on with more bytes."""
        self._value = zlib.crc32(data, self._value)

    def hexdigest(self) -> str:
        """Return the checksum so far, high byte first."""
        return f"{self._value:08x}"


def read_image(file: Path, part: Component, seed: bytes) -> ImageDigests:
    """Read an image once; return its digests.

    Parameters
    ----------
    part
        The component on file: one digest is under its algorithm.
    seed
        Key of HMAC-SHA-1, empty for none.

    Raises
    ------
    InputError
        If the file cannot be read, or is empty.
    """
    name = "".join(sign for sign in part.algorithm.lower() if sign.isalnum())
    digests: dict[str, _Hash] = {
        each: hashlib.new(each, usedforsecurity=False) for each in ("sha1", "sha256")
    }
    if name in DIGITS:
        digests.setdefault(name, hashlib.new(name, usedforsecurity=False))
    elif name == CRC:
        digests[name] = _Crc32()
    if seed:
        digests["keyed"] = hmac.new(seed, digestmod="sha1")
    size = 0
    try:
        with open_outside(file) as content:
            while chunk := content.read(_CHUNK):
                size += len(chunk)
                for each in digests.values():
                    each.update(chunk)
    except OSError as error:
        raise InputError(Inputs.FILE_UNREADABLE(path=str(file)[:200], why=str(error.strerror))) from error
    if not size:
        raise InputError(Authentications.IMAGE_EMPTY(file=str(file)[:200]))
    result = {each: value.hexdigest().upper() for each, value in digests.items()}
    return ImageDigests(
        file.name,
        size,
        result["sha256"],
        result["sha1"],
        result.get("keyed", ""),
        result.get(name),
        name in DIGITS,
    )
