"""Authentications of software: what a unit and its dumped images gave, against the hashes of the submission."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from labharness.filings.entries.entry import Attached, Entry, Label, Line, PersonId
from labharness.games.data import Data, Slug
from labharness.model.field import Refers
from labharness.model.reasons.authentication import Authentications

Hexadecimal = Annotated[str, Field(pattern=r"^([0-9A-Fa-f]{2})*$")]


class Comparison(StrEnum):
    """What a comparison gave; only the first authenticates a component."""

    MATCH = "match"
    MISMATCH = "mismatch"
    NOT_REPORTED = "not reported"
    """No checksum was obtained, and no image."""
    NOT_FILED = "not filed"
    """The device names a component that the submission does not list."""
    NOT_COMPARABLE = "not comparable"
    """The submission does not tell the checksum that is expected under this algorithm and seed."""
    NOT_PROVEN = "equal, not proven"
    """Equal, but the device could have stored the answer, or the algorithm is no cryptographic hash."""


class AuthenticatedComponent(Data):
    """A comparison of one component.

    Parameters
    ----------
    component
        Id of the submission's component, "" where the submission lists none.
    name
        Name and version on file, or as the device named it.
    filed
        Algorithm and hash on file, "" where there is none.
    source
        Who calculated the checksum: the device, or the laboratory from a dumped image.
    algorithm
        Of the checksums compared.
    expected, obtained
        Checksums, "" where there is none; a device's is what it sent, hexadecimal or not.
    """

    component: str = ""
    name: Line
    filed: Label = ""
    source: Literal["device", "image"]
    algorithm: Line
    expected: Label = ""
    obtained: Label = ""
    result: Comparison

    @model_validator(mode="after")
    def _result_follows(self) -> AuthenticatedComponent:
        same = bool(self.component and self.expected) and self.expected == self.obtained
        differ = bool(self.component and self.expected and self.obtained) and not same
        result = self.result
        if (result in (Comparison.MATCH, Comparison.NOT_PROVEN) and not same) or (
            result is Comparison.MISMATCH and not differ
        ):
            raise ValueError(Authentications.NO_SUCH_RESULT(component=self.name, result=result.value))
        return self


class Authentication(Entry):
    """An authentication of a unit's software; ``labharness authenticate`` writes it."""

    kind = "authentication"
    unit: Annotated[Slug, Refers.UNIT]
    by: PersonId
    date: date
    time: Line
    url: Label = ""
    protocol: Label = ""
    seed: Hexadecimal = ""
    results: Annotated[tuple[AuthenticatedComponent, ...], Field(min_length=1)]
    files: tuple[Attached, ...] = ()

    @model_validator(mode="after")
    def _a_match_of_a_device_has_a_seed(self) -> Authentication:
        for result in self.results:
            if result.source == "device" and result.result is Comparison.MATCH and not self.seed:
                raise ValueError(
                    Authentications.NO_SUCH_RESULT(component=result.name, result=result.result.value)
                )
        return self
