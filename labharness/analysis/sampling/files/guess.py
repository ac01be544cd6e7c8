"""The content of a file, judged by its first bytes."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

from labharness.analysis.sampling.files.observes import Observes
from labharness.analysis.sampling.files.source import MARK, SourceFile
from labharness.errors import InputError
from labharness.model.reasons.file import Files

LOOKED_AT = 4096
"""Bytes at the start that are looked at, as many as decide whether bits are written or packed."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ENTRY = re.compile(r"\s*([a-z][a-z_-]*)\s*:\s*(.*)", re.IGNORECASE)
_OF_ROUNDS = frozenset({"dealt", "returned", "event", "round-cards", "buffer"})
_OF_OUTCOMES = frozenset({"low", "high"})
_CARD = re.compile(r"(?:(?:[A2-9TJQK]|10)[SHDC]|JK|CC|\?\?)(?:#\d+)?!?", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,5}")
_BITS = re.compile(r"[01]{6,}")


def guess(source: SourceFile) -> Observes:
    """Return the likely content of a file.

    Single digits 0 and 1 may be bits or outcomes, so such a file is refused.

    Raises
    ------
    InputError
        If its first bytes do not show it.
    """
    start = next(source.parts(LOOKED_AT), b"").removeprefix(MARK)
    try:
        text = getincrementaldecoder("utf-8")().decode(
            start
        )  # the last character may be cut where the look ends
    except UnicodeDecodeError:
        return Observes.BITS
    if _CONTROLS.search(text.replace("\r", "")):
        return Observes.BITS
    observes = _of_text(text)
    if observes is None:
        raise InputError(Files.CONTENT_UNKNOWN(file=source.name, choices=tuple(Observes)))
    return observes


def _of_text(text: str) -> Observes | None:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    entries = {match[1].lower() for line in lines if (match := _ENTRY.match(line))}
    if entries & _OF_ROUNDS:
        return Observes.ROUNDS
    # The last word may be cut, too.
    words = re.split(r"[\s,;]+", "\n".join(line for line in lines if not _ENTRY.match(line)).strip())
    words = words[:-1] if len(words) > 1 else words
    if all(map(_BITS.fullmatch, words)):
        return Observes.BITS
    if all(map(_NUMBER.fullmatch, words)) and (entries & _OF_OUTCOMES or not {*words} <= {"0", "1"}):
        return Observes.OUTCOMES
    if all(_CARD.fullmatch(word) for word in words if word != "<"):
        return Observes.DECKS
    return None
