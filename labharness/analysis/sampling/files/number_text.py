"""Outcomes and bits that are written as digits."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.sampling.files.piece import Piece
from labharness.analysis.sampling.files.source import SourceFile
from labharness.errors import InputError
from labharness.model.reasons.file import Files

LARGEST = 65535
"""Largest outcome that is read."""
_DIGITS = 8
_COMMA, _SEMICOLON = b",", b";"


def outcomes(source: SourceFile, skip: int = 0) -> Iterator[NDArray[np.uint16]]:
    """Yield the whole numbers of a text, which white space, commas or semicolons separate.

    Parameters
    ----------
    skip
        Bytes of the header.

    Raises
    ------
    InputError
        At the first word that is no whole number from 0 to :data:`LARGEST`.
    """
    for piece in source.pieces(last_separator, skip):
        yield outcomes_of(piece)


def ascii_bits(source: SourceFile, remainder: list[int]) -> Iterator[bytes]:
    """Yield digits 0 and 1 as packed bytes, the first digit the most significant bit.

    Parameters
    ----------
    remainder
        Takes the number of digits at the end that fill no byte.

    Raises
    ------
    InputError
        At the first character that is neither digit nor white space.
    """
    from labharness.analysis.laws.kernels.outcomes import written_samples as texts

    begun = digits = 0
    for piece in source.pieces(len):
        packed = np.zeros((len(piece.text) + 15) // 8, np.uint8)
        result = texts.packed_bits(np.frombuffer(piece.text, np.uint8), begun, digits, packed)
        if result == texts.ODD:
            piece.refuse_controls()
            offset = next(re.finditer(rb"[^01\s]", piece.text)).start()
            text = piece.text[offset : offset + 1].decode("ascii", "replace")
            raise piece.error(offset, Files.NOT_A_BIT(text=text))
        whole, digits = divmod(result, 8)
        begun = int(packed[whole]) & ((1 << digits) - 1)
        yield packed[:whole].tobytes()
    remainder.append(digits)


def last_separator(text: bytes) -> int:
    """Return how much of a line ends between two outcomes."""
    return max(map(text.rfind, (b" ", b"\t", _COMMA, _SEMICOLON))) + 1


def outcomes_of(piece: Piece) -> NDArray[np.uint16]:
    """Return the outcomes of a piece."""
    from labharness.analysis.laws.kernels.outcomes import written_samples as texts

    values = np.empty(len(piece.text) // 2 + 1, np.uint16)
    numbers = texts.numbers(np.frombuffer(piece.text, np.uint8), LARGEST, values)
    if numbers == texts.ODD:
        raise _wrong(piece)
    return values[:numbers]


def count_outcomes(text: bytes) -> int:
    """Return the number of words, right or wrong."""
    from labharness.analysis.laws.kernels.outcomes import written_samples as texts

    return int(texts.words(np.frombuffer(text, np.uint8)))


def _wrong(piece: Piece) -> InputError:
    """Return the error of the first word that is no outcome."""
    piece.refuse_controls()
    for each in re.finditer(rb"[^\s,;]+", piece.text):
        word = each[0]
        if len(word) > _DIGITS or not word.isdigit() or int(word) > LARGEST:
            break
    start = each.start()
    return piece.error(start, Files.NOT_AN_OUTCOME(word=piece.word(start), most=LARGEST))
