"""What a plan may not take from a plan that comes with the product: its id, and the reason of its sample sizes.

Two plans, field by field.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from labharness.errors import CardError, PlanError
from labharness.evidence.records.course import PlanCompared, PlanNamed, PlannedStage
from labharness.games.mistakes import parse
from labharness.model.reasons.inputs import located
from labharness.model.reasons.plan import Plans
from labharness.plans.coverage import composed_id, packaged
from labharness.plans.frozen import FrozenPlan, find_composed
from labharness.plans.plan import Plan
from labharness.plans.procedures import Procedure
from labharness.reason import Reason

IN_ORDER = " in order"
"""End of the key of a list whose entries stand in another order."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which two plans differ.

    Parameters
    ----------
    key
        Where it stands, entries of lists by their name or id: ``stages shuffles.units``.
    before, after
        Values as JSON has them; None where a plan has none.
    """

    key: str
    before: Any
    after: Any


def differences(before: Plan, after: Plan) -> tuple[Difference, ...]:
    """Return the fields in which two plans differ, in the order of the first plan, then what the second one adds.

    Notes
    -----
    The plans are compared by their values: comments and the order of keys do not matter. An entry of a list that both
    plans have under one name is compared with itself wherever it stands; where the entries that both have stand in
    another order, the order is a difference of its own.
    """
    there, here = values(before), values(after)
    changed = [
        Difference(key, there.get(key), here.get(key))
        for key in dict.fromkeys((*there, *here))
        if there.get(key) != here.get(key)  # what is not set and what is not there are the same
    ]
    names, now = ([stage.name for stage in plan.stages] for plan in (before, after))
    if [name for name in names if name in now] != [name for name in now if name in names]:
        changed.append(Difference(f"stages{IN_ORDER}", names, now))
    return tuple(changed)


def values(plan: Plan) -> dict[str, Any]:
    """Return the leaves of a plan by where they stand, entries of lists by their name or id."""
    return dict(_leaves(plan.model_dump(mode="json", by_alias=True), ""))


def _leaves(tree: Any, where: str) -> Iterator[tuple[str, Any]]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from _leaves(value, f"{where}.{key}" if where else key)
    elif isinstance(tree, list) and any(isinstance(each, dict) for each in tree):
        for at, value in enumerate(tree, 1):
            named = isinstance(value, dict) and (value.get("name") or value.get("id"))
            yield from _leaves(value, f"{where} {named or at}")
    else:
        yield where, tree


_MOST = 20
"""Keys with another value that are named."""


def refuse_borrowed(frozen: FrozenPlan, where: str) -> None:
    """Raise :class:`PlanError` where a plan claims the id or the reason of a plan that it is not.

    Notes
    -----
    A plan file is the laboratory's to write. Its id and version promise the values of the plan that comes with the
    product, and its reason states what the sample sizes of that plan show. A copy with other values states its own.
    """
    if problems := list(_borrowed(frozen)):
        raise PlanError(located(where, problems))


def _borrowed(frozen: FrozenPlan) -> Iterator[Reason]:
    plan, promised = frozen.plan, _parsed(frozen.plan.id)
    if promised is not None and promised.version == plan.version:
        if keys := altered_keys(frozen):
            yield Plans.ID_OF_ANOTHER(plan=plan.id, version=plan.version, keys=keys[:_MOST])
        return
    for known in _known(plan):
        if _samples(known) != _samples(plan) and _words(known) == _words(plan):
            yield Plans.REASON_OF_ANOTHER(plan=known.id)
            return


def altered_keys(frozen: FrozenPlan) -> tuple[str, ...]:
    """Return the keys in which a plan differs from the one of its id and version that comes with the product.

    Returns
    -------
    tuple
        Empty where the two are alike, and where no plan of this id and version comes with the product.

    Notes
    -----
    The plans are compared by their values: comments and the order of keys do not matter.
    """
    known = _parsed(frozen.plan.id)
    if known is None or known.version != frozen.plan.version:
        return ()
    return _different(known, frozen.plan)


def compared(frozen: FrozenPlan) -> PlanCompared:
    """Return how a plan differs from the plan of the product that it differs from least.

    Notes
    -----
    Compared are plans for the same game and device class. Names and reasons of a plan are its own and do not matter.
    """
    plan = frozen.plan
    known = [each for each in _known(plan) if each.device_class is plan.device_class]
    result = [(each, [key for key in _different(each, plan) if key not in _OWN]) for each in known]
    if not result:
        return PlanCompared()
    nearest, keys = min(result, key=lambda pair: len(pair[1]))
    return PlanCompared(id=nearest.id, version=nearest.version, values=len(keys), keys=tuple(keys[:_MOST]))


def _different(known: Plan, plan: Plan) -> tuple[str, ...]:
    """Return the keys at which two plans have other values."""
    return tuple(difference.key for difference in differences(known, plan))


_OWN = frozenset({"id", "version", "title", "purpose", "sample_size_reason"})


def _known(plan: Plan) -> Iterator[Plan]:
    """Yield the plans of the product for the same game and device class, and the one of the same id."""
    result = composed_id(plan.game.id, plan.device_class)
    decks = f"{result}-{plan.game.decks}-decks"
    for name in dict.fromkeys((plan.id, result, decks, *packaged())):
        known = _parsed(name)
        if known is not None and (name == plan.id or known.game.id == plan.game.id):
            yield known


def _parsed(name: str) -> Plan | None:
    """Return the plan of an id that comes with the product, None where none does."""
    try:
        content = packaged().get(name) or find_composed(name)
        return None if content is None else parse(Plan, content, f"{name}.toml")
    except (PlanError, CardError):
        return None


def _samples(plan: Plan) -> dict[str, int]:
    """Return units and trials by stage."""
    units = {each.name: each.units for each in plan.acquisitions}
    return units | {trial.name: trial.trials for trial in plan.trials if isinstance(trial, Procedure)}


def _words(plan: Plan) -> list[str]:
    return plan.sample_size_reason.split()


def plan_named(frozen: FrozenPlan) -> PlanNamed:
    """Return what a run's start record says of its plan."""
    plan = frozen.plan
    return PlanNamed(
        id=plan.id,
        version=plan.version,
        title=plan.title,
        device_class=plan.device_class,
        sha256=frozen.sha256,
        stages=tuple(
            PlannedStage(name=stage.name, kind=stage.kind, units=getattr(stage, "units", 0))
            for stage in plan.stages
        ),
        compared=compared(frozen),
    )
