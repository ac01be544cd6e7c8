"""A suite: checks, with their parameters, for samples of one kind that belong to no run.

Packaged plans cut down: fewer units, trials or stages, for a demonstration or a rehearsal.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from labharness.errors import PlanError
from labharness.evidence.outside import FileReading, SizeLimit, read_outside
from labharness.games.mistakes import Data, Slug, Text, parse, twice
from labharness.model.observations import Kind
from labharness.model.reasons.inputs import Inputs, Noun
from labharness.plans.frozen import find_plan
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
        if wrong := twice(Noun.CHECK, (check.planned.id for check in self.checks)):
            raise ValueError(*wrong)
        return self


@dataclass(frozen=True, slots=True)
class SuiteFile:
    """A suite with the hash of the bytes that it was read from."""

    suite: Suite
    sha256: str


def packaged_suites() -> dict[str, Traversable]:
    """Return the suite files that come with the product, by id."""
    files = resources.files("test_plans.suites").iterdir()
    return dict(
        sorted((file.name.removesuffix(".toml"), file) for file in files if file.name.endswith(".toml"))
    )


def find_suite(name: str) -> SuiteFile:
    """Read a suite by path or packaged id; raises :class:`PlanError` with every mistake."""
    path, packaged = Path(name), packaged_suites()
    if path.suffix != ".toml" and name not in packaged:
        raise PlanError((Inputs.UNKNOWN(what=Noun.SUITE, name=name, known=tuple(packaged)),))
    with FileReading(name, PlanError.of):
        content = (
            read_outside(path, SizeLimit.WRITTEN) if path.suffix == ".toml" else packaged[name].read_bytes()
        )
    suite = parse(Suite, content, path.name if path.suffix == ".toml" else f"suites/{name}.toml")
    return SuiteFile(suite, hashlib.sha256(content).hexdigest())


_REASON = (
    "A cut of the plan {} for a demonstration or a rehearsal: its samples show less than those of that plan."
)


def small_plan(
    plan: str,
    stages: Mapping[str, Mapping[str, int]],
    *,
    plan_id: str = "",
    without: Collection[str] = (),
    interruptions_allowed: int | None = None,
    trials: int | None = None,
) -> bytes:
    """Return a plan with other numbers in some of its stages, under an id and with a reason of its own.

    Parameters
    ----------
    plan
        Id of the plan.
    stages
        By name of a stage, its keys to change (``units``, ``batch``, ``independent_reads``, …).
    plan_id
        Id of the plan returned; that of the plan with ``-cut`` if left out.
    without
        Names of stages to leave out, with their checks.
    trials
        Of every procedure; as planned if left out.

    Examples
    --------
    >>> content = small_plan("pai-gow-poker-645a-starting-position", {"draws": {"units": 7000}})
    >>> b"units = 7000" in content
    True
    """
    text = find_plan(plan)[0].decode()
    text = re.sub(r'(?m)^id = ".*"$', f'id = "{plan_id or f"{plan}-cut"}"', text, count=1)
    text = re.sub(r'(?m)^sample_size_reason = ".*"$', f'sample_size_reason = "{_REASON.format(plan)}"', text)
    if interruptions_allowed is not None:
        text = _changed(text, "interruptions_allowed", interruptions_allowed)
    text = re.sub(r"\bbudget = \d+", "budget = 5", text)  # of searches for known generators: seconds
    blocks, left_out = [], False
    for block in re.split(r"(?m)^(?=\[)", text):
        named = re.search(r'(?m)^name = "(.*)"$', block)
        name = named.group(1) if named and block.startswith("[[stages]]") else ""
        of = re.search(r'(?m)^stage = "(.*)"$', block)
        if not re.match(r"\[+\w+\.", block):  # the limits of a check and the health of a stage go with it
            left_out = bool(
                (name and name in without)
                or (block.startswith("[[checks]]") and of and of.group(1) in without)
            )
        if left_out:
            continue
        if trials is not None and re.search(r"(?m)^trials = ", block):
            block = _changed(block, "trials", trials)  # noqa: PLW2901  as below
        for key, value in stages.get(name, {}).items():
            block = _changed(block, key, value)  # noqa: PLW2901  one block, several keys
        blocks.append(block)
    return "".join(blocks).encode()


def _changed(text: str, key: str, value: int) -> str:
    changed, count = re.subn(rf"(?m)^{key} = .*$", f"{key} = {value}", text, count=1)
    if not count:
        raise ValueError(f"the plan has no {key!r} there")
    return changed
