"""What was submitted: products, units, software, options; and with what it was tested."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, model_validator

from labharness.filings.entries.entry import (
    Attached,
    ComponentId,
    Entry,
    GameId,
    Label,
    Line,
    Lines,
    ProductId,
    Prose,
)
from labharness.games.data import Data
from labharness.model.device import DeviceClass
from labharness.model.reasons.entry import Entries
from labharness.model.reasons.inputs import Inputs


class Product(Entry):
    """A model of a device."""

    kind = "product"
    manufacturer: Line
    model: Line
    device_class: DeviceClass
    games: tuple[GameId, ...] = ()
    description: Lines = ""


class Board(Data):
    """A part of a unit with a revision of its own."""

    name: Line
    revision: Line
    serial: Label = ""


class Unit(Entry):
    """One piece that was delivered."""

    kind = "unit"
    product: ProductId
    serial: Line
    received: date
    condition: Prose
    boards: tuple[Board, ...] = ()
    use: Literal["tested", "reserve"] = "tested"
    reason: str = ""
    photographs: tuple[Attached, ...] = ()
    holds: tuple[ComponentId, ...] = ()

    @model_validator(mode="after")
    def _reserve_has_a_reason(self) -> Unit:
        if self.use == "reserve" and not self.reason:
            raise ValueError(Inputs.KEY_NEEDS(key="use = 'reserve'", other="reason"))
        return self


DIGITS = {"md5": 32, "sha1": 40, "sha224": 56, "sha256": 64, "sha384": 96, "sha512": 128}
"""Hexadecimal digits of a digest, by the letters and digits of its algorithm."""


class Component(Entry):
    """One piece of software."""

    kind = "component"
    asked = frozenset({"taken_over"})
    product: ProductId
    name: Line
    version: Line
    medium: Line
    algorithm: Line
    digest: Annotated[str, Field(pattern=r"^[0-9A-Fa-f]{4,256}$")]
    obtained: Prose
    taken_over: bool = False
    rebuilt: Literal["yes, equal", "yes, different", "no"]
    rebuilt_remark: str = ""
    submitted: bool = True

    @model_validator(mode="after")
    def _digest_is_whole(self) -> Component:
        digits = DIGITS.get("".join(sign for sign in self.algorithm.lower() if sign.isalnum()))
        if digits is not None and len(self.digest) != digits:
            raise ValueError(
                Entries.DIGEST_LENGTH(algorithm=self.algorithm, digits=digits, got=len(self.digest))
            )
        return self


class Option(Entry):
    """Something that can be configured: a mode, a switch, the number of decks, the card stock."""

    kind = "option"
    product: ProductId
    name: Line
    choices: Line
    tested: Line


class Equipment(Entry):
    """What the laboratory measured with: a reader, a camera, a computer."""

    kind = "equipment"
    planned = frozenset({"due"})
    name: Line
    identification: Line
    calibrated: date | None = None
    due: date | None = None
    remark: str = ""
