"""Words of a piece and the lines that they stand on, found for all at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.formats.piece import Piece

_PAD = 8
"""Blanks after the text, so that eight bytes can be read from the start of every word."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a piece, which blanks separate.

    Parameters
    ----------
    starts, lengths
        Place and bytes of each word, shape (words,).
    padded
        The text with blanks after it.
    """

    starts: NDArray[np.intp]
    lengths: NDArray[np.intp]
    padded: bytes

    @classmethod
    def of(cls, piece: Piece) -> Words:
        """Split a piece; raises :class:`InputError` where it is no text."""
        piece.refuse_controls()
        padded = piece.text + b" " * _PAD
        blank = np.frombuffer(padded, np.uint8) <= 32
        edges = np.flatnonzero(blank[1:] != blank[:-1]) + 1
        if not blank[0]:
            edges = np.concatenate([[0], edges])
        return cls(edges[::2], edges[1::2] - edges[::2], padded)

    def leading(self, size: int, chosen: NDArray[np.intp] | slice = slice(None)) -> NDArray[np.uint64]:
        """Return the first 4 or 8 bytes of words as numbers, the first byte lowest, cut at the word's end."""
        kind = np.dtype(f"<u{size}")
        windows: NDArray[np.uint64] = np.ndarray(len(self.padded) - size + 1, kind, self.padded, strides=(1,))
        keep = np.array([(1 << 8 * length) - 1 for length in range(size + 1)], kind)
        return np.asarray(windows[self.starts[chosen]] & keep[np.minimum(self.lengths[chosen], size)])
