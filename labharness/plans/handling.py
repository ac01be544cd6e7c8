"""Times that people need at the bench, from a table that the laboratory can edit."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from labharness.errors import PlanError
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.games.mistakes import Data, parse

FILE = "handling.toml"
"""Name of the table, beside the packaged plans and in a workspace."""
Seconds = Annotated[float, Field(gt=0, le=86_400)]


class Handling(Data):
    """Seconds of one step each; ``test_plans/bench/handling.toml`` says what each step is and where its time is from."""

    schema_: Literal[1] = Field(alias="schema")
    shuffle: Seconds
    load: Seconds
    read_deck: Seconds
    deal_card: Seconds
    deal_round: Seconds
    throw: Seconds
    read_die: Seconds
    type_number: Seconds
    trial: Seconds
    trial_deck: Seconds
    item: Seconds
    session: Annotated[float, Field(ge=600, le=86_400)]

    def read(self, cards: int) -> float:
        """Return the seconds of reading so many cards."""
        return self.read_deck * cards / 52

    def dealt(self, cards: int) -> float:
        """Return the seconds of one round of so many cards."""
        return self.deal_round + self.deal_card * cards

    def tried(self, cards: int) -> float:
        """Return the seconds of one trial with so many cards in the device."""
        return self.trial + self.trial_deck * max(0.0, cards / 52 - 1)

    def thrown(self, dice: int) -> float:
        """Return the seconds of one throw of so many dice."""
        return self.throw + self.read_die * dice


def packaged_file() -> bytes:
    """Return the table that comes with the product, with its comments."""
    return resources.files("test_plans").joinpath("bench", FILE).read_bytes()


@cache
def usual_times() -> Handling:
    """Return the table that comes with the product."""
    return parse(Handling, packaged_file(), FILE)


def laboratory_times(workspace: Path) -> Handling:
    """Return the table of a workspace, that of the product where it has none.

    Raises
    ------
    PlanError
        If the file cannot be read, lacks a time, or has a key that the table has not.
    """
    place = workspace / FILE
    with FileReading(place, PlanError.of), suppress(FileNotFoundError):
        return parse(Handling, read_outside(place, SizeLimit.WRITTEN), str(place))
    return usual_times()
