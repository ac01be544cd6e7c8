"""What was submitted: products, units, software, options; and with what it was tested."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, model_validator

from labharness.filings.entries.entry import Attached, Entry, Label, Line, Prose
from labharness.games.data import Data, Slug
from labharness.model.device import DeviceClass
from labharness.model.reasons.entry import Entries
from labharness.model.reasons.inputs import Inputs


class Product(Entry):
    """A model of a device.

    Parameters
    ----------
    model
        As the device and its label name it.
    games
        Ids of the games that it is for; all of the filing's if empty.
    """

    kind = "product"
    manufacturer: Line
    model: Line
    device_class: DeviceClass
    games: tuple[Slug, ...] = ()
    description: str = ""


class Board(Data):
    """A part of a unit with a revision of its own."""

    name: Line
    revision: Line
    serial: Label = ""


class Unit(Entry):
    """One piece that was delivered.

    Parameters
    ----------
    product
        Id of its product.
    use
        ``tested``, or ``reserve`` for a piece that need not be tested, with the reason.
    condition
        On receipt.
    photographs
        Pictures, JPEG or PNG; printed in the report.
    holds
        Ids of the software components that the laboratory itself read or installed in it, for a unit that
        names none.
    """

    kind = "unit"
    product: Slug
    serial: Line
    received: date
    condition: Prose
    boards: tuple[Board, ...] = ()
    use: Literal["tested", "reserve"] = "tested"
    reason: str = ""
    photographs: tuple[Attached, ...] = ()
    holds: tuple[Slug, ...] = ()

    @model_validator(mode="after")
    def _reserve_has_a_reason(self) -> Unit:
        if self.use == "reserve" and not self.reason:
            raise ValueError(Inputs.KEY_NEEDS(key="use = 'reserve'", other="reason"))
        return self


DIGITS = {"md5": 32, "sha1": 40, "sha224": 56, "sha256": 64, "sha384": 96, "sha512": 128}
"""Hexadecimal digits of a digest, by the letters and digits of its algorithm."""


class Component(Entry):
    """One piece of software.

    Parameters
    ----------
    medium
        On what it is stored.
    obtained
        How the laboratory came to the hash.
    taken_over
        Whether it is what the device itself said, and the laboratory has obtained none of its own.
    rebuilt
        Whether it was rebuilt from the source submitted, and equal.
    submitted
        Whether approval is asked for this version; False for one that a later one replaced.
    """

    kind = "component"
    product: Slug
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
    product: Slug
    name: Line
    choices: Line
    tested: Line


class Equipment(Entry):
    """What the laboratory measured with: a reader, a camera, a computer.

    Parameters
    ----------
    calibrated
        When it was last calibrated or verified, None where that does not apply.
    """

    kind = "equipment"
    name: Line
    identification: Line
    calibrated: date | None = None
    due: date | None = None
    remark: str = ""
