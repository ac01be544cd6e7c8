"""What the product found by folder: checks and adapters, handed down by the composition root."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from labharness.analysis.sampling.check import Check, CheckInfo
from labharness.analysis.sampling.check import info_of as check_info
from labharness.devices.adapter import AdapterInfo
from labharness.devices.adapter import info_of as adapter_info
from labharness.errors import InputError, PlanError
from labharness.games.mistakes import mistakes
from labharness.model.reasons.inputs import Inputs, Noun, located
from labharness.model.reasons.plan import Plans
from labharness.plans.plan import PlannedCheck
from labharness.reason import Reason

if TYPE_CHECKING:  # a file is analyzed without a plan or a game
    from labharness.plans.frozen import FrozenPlan


@dataclass(frozen=True, slots=True)
class Catalog:
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
            known = tuple(sorted(self.checks))
            raise PlanError((Inputs.UNKNOWN(what=Noun.CHECK, name=name, known=known),))
        return check_info(self.checks[name])

    def titles(self, planned: Iterable[PlannedCheck]) -> dict[str, str]:
        """Return the titles of checks by their ids; one that several share names its id too."""
        titles = {each.id: self.check_info(each.check).title for each in planned}
        count = Counter(titles.values())
        return {id_: title if count[title] == 1 else f"{title} ({id_})" for id_, title in titles.items()}

    def adapter_info(self, name: str) -> AdapterInfo:
        """Return the description of an adapter; raises :class:`InputError` if it is not known."""
        if name not in self.adapters:
            known = tuple(sorted(self.adapters))
            raise InputError(Inputs.UNKNOWN(what=Noun.ADAPTER, name=name, known=known))
        return adapter_info(self.adapters[name])

    def build(self, planned: PlannedCheck) -> Check:
        """Return a check with the plan's parameters; raises :class:`PlanError` if they do not fit."""
        where = f"checks (id {planned.id})"
        try:
            self.check_info(planned.check)
        except PlanError as error:
            raise PlanError(located(where, error.problems)) from error
        cls = self.checks[planned.check]
        unknown = planned.parameters.keys() - cls.__dataclass_fields__.keys()
        if unknown:
            known = tuple(cls.__dataclass_fields__)
            wrong = (Inputs.UNKNOWN(what=Noun.PARAMETER, name=name, known=known) for name in sorted(unknown))
            raise PlanError(located(where, wrong))
        try:
            check: Check = _validator(cls).validate_json(  # type: ignore[arg-type]  # mypy takes a class for its instance
                json.dumps(planned.parameters, default=str), strict=True
            )
        except ValidationError as error:
            result = mistakes(error, planned.parameters)
            raise PlanError(located(where, located("parameters", result))) from error
        except InputError as error:
            raise PlanError(located(where, error.reasons)) from error
        return check

    def validate(self, frozen: FrozenPlan, where: str) -> None:
        """Check a plan against what there is; raises :class:`PlanError` with every mistake."""
        kinds = {stage.name: stage.observes for stage in frozen.plan.acquisitions}
        problems: list[Reason] = []
        for planned in frozen.plan.checks:
            try:
                self.build(planned)
                observes = self.check_info(planned.check).observes
            except PlanError as error:
                problems += error.problems
                continue
            if kinds[planned.stage] not in observes:
                kind = kinds[planned.stage]
                reads = tuple(sorted(observes))
                wrong = Plans.CHECK_READS_OTHERS(check=planned.check, reads=reads, observes=kind)
                problems += located(f"checks (id {planned.id})", [wrong])
        if frozen.plan.monitoring and not problems:
            from labharness.analysis.sampling.monitors import watched_samples  # games come with it

            if not watched_samples(frozen):
                problems.append(Plans.NOTHING_TO_MONITOR())
        if problems:
            raise PlanError(located(where, problems))


@cache
def _validator(cls: type[Any]) -> TypeAdapter[Any]:
    """Return what validates the parameters of a check; making it takes longer than using it."""
    return TypeAdapter(cls)
