"""What the units of a file are compared with, in words."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.file_remark import FilePopulations
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    FilePopulations.BYTES: "Bytes of eight fair bits.",
    FilePopulations.OUTCOMES: "Outcomes from {low:raw} to {high:raw}.",
    FilePopulations.DECKS: "Decks of {cards} cards ({set}).",
    FilePopulations.ROUNDS: "Rounds of {size} of {cards} cards ({set}).",
    FilePopulations.ROUNDS_BUFFERED: "Rounds of {size} of {cards} cards, {buffer} of which always lie ready ({set}).",
}
