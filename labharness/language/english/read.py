"""Why a read of cards is made again, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.read import Read
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Read.NOT_THE_SET: "The cards are not the set. {difference}",
    Read.WRONG_NUMBER: "{read} {read:card was|cards were} read; {expected} were expected.",
    Read.FOREIGN_CARDS: "The read holds cards that the set does not hold, or more of a card than the set holds.",
    Read.UNLIKE_REPORT: "The read differs from the device's report.",
    Read.UNSHUFFLED: (
        "The output equals the input. Check that the cards were shuffled and that this is the right file."
    ),
    Read.READ_BEFORE: "This order was read before. Check that this is the right file.",
}
