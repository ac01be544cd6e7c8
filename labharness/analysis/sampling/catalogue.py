"""What the product found by folder: checks and adapters, handed down by the composition root."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from labharness.analysis.sampling.check import Check, CheckInfo
from labharness.analysis.sampling.check import info_of as check_info
from labharness.devices.adapter import AdapterInfo
from labharness.devices.adapter import info_of as adapter_info
from labharness.errors import InputError, PlanError
from labharness.games.mistakes import mistakes
from labharness.plans.frozen import FrozenPlan
from labharness.plans.plan import PlannedCheck


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Checks and adapters by name.

    Parameters
    ----------
    checks, adapters
        Classes under the ``check`` and ``adapter`` decorators.
    """

    checks: Mapping[str, type[Any]]
    adapters: Mapping[str, type[Any]]

    def check_info(self, name: str) -> CheckInfo:
        """Return the description of a check; raises :class:`PlanError` if it is not known."""
        if name not in self.checks:
            raise PlanError(
                (f"check {name!r} is not known; choose one of: {', '.join(sorted(self.checks))}.",)
            )
        return check_info(self.checks[name])

    def adapter_info(self, name: str) -> AdapterInfo:
        """Return the description of an adapter; raises :class:`InputError` if it is not known."""
        if name not in self.adapters:
            known = ", ".join(sorted(self.adapters))
            raise InputError(f"Adapter {name!r} is not known; choose one of: {known}.")
        return adapter_info(self.adapters[name])

    def build(self, planned: PlannedCheck) -> Check:
        """Return a check with the plan's parameters; raises :class:`PlanError` if they do not fit."""
        self.check_info(planned.check)
        where = f"check {planned.id!r} ({planned.check})"
        cls = self.checks[planned.check]
        unknown = planned.parameters.keys() - cls.__dataclass_fields__.keys()
        if unknown:
            known = ", ".join(cls.__dataclass_fields__) or "none"
            raise PlanError((f"{where}: unknown parameter {', '.join(sorted(unknown))}; it takes: {known}.",))
        try:
            check: Check = TypeAdapter(cls).validate_json(
                json.dumps(planned.parameters, default=str), strict=True
            )
        except ValidationError as error:
            found = mistakes(error, planned.parameters)
            raise PlanError(tuple(f"{where}: parameters: {line}" for line in found)) from error
        except InputError as error:
            raise PlanError((f"{where}: {error}",)) from error
        return check

    def validate(self, frozen: FrozenPlan, where: str) -> None:
        """Check a plan against what there is; raises :class:`PlanError` with every mistake."""
        kinds = {stage.name: stage.observes for stage in frozen.plan.acquisitions}
        problems: list[str] = []
        for planned in frozen.plan.checks:
            try:
                self.build(planned)
                observes = self.check_info(planned.check).observes
            except PlanError as error:
                problems += map(str, error.problems)
                continue
            if kinds[planned.stage] not in observes:
                can = ", ".join(sorted(observes))
                problems.append(
                    f"check {planned.id!r}: {planned.check} reads {can}, not {kinds[planned.stage]}."
                )
        if problems:
            raise PlanError(tuple(f"{where}: {problem}" for problem in problems))
