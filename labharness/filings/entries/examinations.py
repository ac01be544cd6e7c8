"""What the laboratory itself must have looked at, as staff word it in a file."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Annotated, Literal

from pydantic import Field, model_validator

from labharness.filings.entries.entry import Line
from labharness.filings.entries.review import Waiver
from labharness.filings.entries.snapshot import Submission
from labharness.games.data import Data, parse
from labharness.model.device import DeviceClass
from labharness.model.reasons.entry import Entries

FILE = "examinations.toml"


class Matter(StrEnum):
    """What is looked at; the value is the id by which it is waived."""

    ERROR_LIST = "error-list"
    ERROR_EXERCISE = "error-exercise"
    LEAK = "information-leak"
    VULNERABILITIES = "vulnerabilities"
    EQUIPMENT = "equipment"
    CALIBRATION = "calibration"
    DETECTABLE = "detectable-defects"
    BASELINE = "baseline"


class Examination(Data):
    """One line of the file.

    Parameters
    ----------
    objection
        What is said where it was not done, without the things that it is about.
    not_for
        Device classes of which it is not asked.
    """

    id: Matter
    title: Line
    objection: Line
    not_for: tuple[DeviceClass, ...] = ()


class _Examinations(Data):
    schema_: Literal[1] = Field(alias="schema")
    examinations: Annotated[tuple[Examination, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _each_once(self) -> _Examinations:
        ids = [each.id for each in self.examinations]
        for matter in Matter:
            if ids.count(matter) != 1:
                times = ids.count(matter)
                raise ValueError(Entries.EXAMINATION_TIMES(examination=matter.value, times=times))
        return self


def read_examinations(text: bytes | None = None) -> dict[Matter, Examination]:
    """Read examinations, or the packaged ones; raises ``PlanError`` with one line for each mistake."""
    return _packaged() if text is None else _read(text)


@cache
def _packaged() -> dict[Matter, Examination]:
    return _read(resources.files("reports").joinpath(FILE).read_bytes())


def _read(text: bytes) -> dict[Matter, Examination]:
    return {each.id: each for each in parse(_Examinations, text, FILE).examinations}


def waiver_of(submission: Submission, matter: Matter) -> Waiver | None:
    """Return the authorizer's last word that an examination need not be, None where there is none."""
    kinds = [kind for kind in submission.grounded(Waiver) if kind.item == matter.value]
    return kinds[-1] if kinds else None
