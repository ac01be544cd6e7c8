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
    summary = "A model of a device."
    manufacturer: Line
    model: Line = Field(description="Model as the device and its label name it.")
    device_class: DeviceClass
    games: tuple[GameId, ...] = Field(
        default=(),
        description="Ids of the games for which the device is intended; all games of the filing if empty.",
    )
    description: Lines = ""


class Board(Data):
    """A part of a unit with a revision of its own."""

    name: Line
    revision: Line
    serial: Label = ""


class Unit(Entry):
    """One piece that was delivered."""

    kind = "unit"
    summary = "A delivered unit of a product."
    product: ProductId = Field(description="Id of its product.")
    serial: Line
    received: date
    condition: Prose = Field(description="Condition on receipt.")
    boards: tuple[Board, ...] = ()
    use: Literal["tested", "reserve"] = Field(
        default="tested",
        description="tested, or reserve for a unit that need not be tested, with the reason.",
    )
    reason: str = ""
    photographs: tuple[Attached, ...] = Field(
        default=(), description="Pictures, JPEG or PNG, which the report prints."
    )
    holds: tuple[ComponentId, ...] = Field(
        default=(),
        description="Ids of the components that the laboratory read or installed, for a unit that identifies none.",
    )

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
    summary = "A software component."
    asked = frozenset({"taken_over"})
    product: ProductId
    name: Line
    version: Line
    medium: Line = Field(description="Storage medium.")
    algorithm: Line
    digest: Annotated[str, Field(pattern=r"^[0-9A-Fa-f]{4,256}$")]
    obtained: Prose = Field(description="How the laboratory obtained the hash.")
    taken_over: bool = Field(
        default=False,
        description="Whether the hash is the one that the device reports, and the laboratory obtained none of its own.",
    )
    rebuilt: Literal["yes, equal", "yes, different", "no"] = Field(
        description='Whether a build from the submitted source is equal; "no" where the laboratory built none.'
    )
    rebuilt_remark: str = ""
    submitted: bool = Field(
        default=True,
        description="Whether approval is requested for this version; false for a replaced one.",
    )

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
    summary = "A configurable option: a mode, a switch, the number of decks, the card stock."
    product: ProductId
    name: Line
    choices: Line
    tested: Line


class Equipment(Entry):
    """What the laboratory measured with: a reader, a camera, a computer."""

    kind = "equipment"
    summary = "Measuring equipment of the laboratory: a reader, a camera, a computer."
    planned = frozenset({"due"})
    name: Line
    identification: Line
    calibrated: date | None = Field(
        default=None,
        description="Date of the last calibration or verification; leave out where none applies.",
    )
    due: date | None = None
    remark: str = ""
