"""A suite: checks, with their parameters, for samples of one kind that belong to no run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from labharness.errors import PlanError
from labharness.evidence.outside import SizeLimit, read_outside
from labharness.games.data import Data, Slug, Text, parse
from labharness.model.observations import Kind
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.plans.plan import PlannedCheck


class SuiteCheck(Data):
    """A check of a suite.

    Parameters
    ----------
    id
        Name in the suite; that of the check, with hyphens, if left out.
    role
        Required checks are judged together; informational ones are only shown.
    """

    check: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,60}$")]
    id: Slug | None = None
    role: Literal["required", "informational"] = "required"
    parameters: dict[str, Any] = Field(default_factory=dict)

    @property
    def planned(self) -> PlannedCheck:
        """The check as a plan would name it."""
        return PlannedCheck(
            id=self.id or self.check.replace("_", "-"),
            check=self.check,
            stage="file",
            role=self.role,
            parameters=self.parameters,
        )


class Suite(Data):
    """A named list of checks.

    Parameters
    ----------
    observes
        What a unit of the sample is.
    purpose
        What the checks find together.
    """

    schema_: Literal[1] = Field(alias="schema")
    id: Slug
    version: Annotated[int, Field(ge=1)]
    title: Text
    purpose: Text
    observes: Kind
    checks: Annotated[tuple[SuiteCheck, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _once(self) -> Suite:
        names = [check.planned.id for check in self.checks]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(*(Inputs.TWICE(what=Noun.CHECK, name=name) for name in twice))
        return self


@dataclass(frozen=True, slots=True)
class SuiteFile:
    """A suite with the hash of the bytes that it was read from."""

    suite: Suite
    sha256: str


def packaged_suites() -> dict[str, Traversable]:
    """Return the suite files that come with the product, by id."""
    return dict(sorted(_files()))


def find_suite(name: str) -> SuiteFile:
    """Read a suite by path or packaged id; raises :class:`PlanError` with every mistake."""
    path, packaged = Path(name), packaged_suites()
    if path.suffix != ".toml" and name not in packaged:
        raise PlanError((Inputs.UNKNOWN(what=Noun.SUITE, name=name, known=tuple(packaged)),))
    try:
        content = (
            read_outside(path, SizeLimit.WRITTEN) if path.suffix == ".toml" else packaged[name].read_bytes()
        )
    except OSError as error:
        raise PlanError((Inputs.FILE_UNREADABLE(path=name, why=str(error.strerror)),)) from error
    suite = parse(Suite, content, path.name if path.suffix == ".toml" else f"suites/{name}.toml")
    return SuiteFile(suite, hashlib.sha256(content).hexdigest())


def _files() -> Iterator[tuple[str, Traversable]]:
    for file in resources.files("test_plans.suites").iterdir():
        if file.name.endswith(".toml"):
            yield file.name.removesuffix(".toml"), file
