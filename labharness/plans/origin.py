"""Whether a plan is the one that its id and version promise: those that come with the product are known by them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from labharness.errors import CardError, PlanError
from labharness.evidence.records.course import PlanNamed, PlannedStage
from labharness.games.data import parse
from labharness.plans.frozen import FrozenPlan, find_plan
from labharness.plans.plan import Plan

_MOST = 20
"""Alterations that are named; the rest are counted."""
_LONGEST = 60
"""Characters of a value that are shown."""


def alterations(frozen: FrozenPlan) -> tuple[str, ...]:
    """Return what a plan has otherwise than the one of its id and version that comes with the product.

    Returns
    -------
    tuple
        One line a value; empty where the two are alike, and where no plan of this id and version comes with
        the product, so that the id promises nothing.

    Notes
    -----
    The plans are compared by their values: comments and the order of keys are nobody's concern.
    """
    try:
        known = parse(Plan, find_plan(frozen.plan.id)[0], f"{frozen.plan.id}.toml")
    except (PlanError, CardError):
        return ()
    if known.version != frozen.plan.version:
        return ()
    there, here = _values(known.model_dump(mode="json")), _values(frozen.plan.model_dump(mode="json"))
    found = [
        f"{where}: {_shown(here, where)}, not {_shown(there, where)}"
        for where in dict.fromkeys((*there, *here))
        if here.get(where, _ABSENT) != there.get(where, _ABSENT)
    ]
    more = len(found) - _MOST
    return (*found[:_MOST], *([f"and {more} more"] if more > 0 else []))


_ABSENT = object()


def _values(tree: Any) -> dict[str, Any]:
    """Return the leaves of a plan by where they stand, entries of lists by their name or id."""
    return dict(_leaves(tree, ""))


def _leaves(tree: Any, where: str) -> Iterator[tuple[str, Any]]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from _leaves(value, f"{where}.{key}" if where else key)
    elif isinstance(tree, list) and any(isinstance(one, dict) for one in tree):
        for at, value in enumerate(tree, 1):
            named = isinstance(value, dict) and (value.get("name") or value.get("id"))
            yield from _leaves(value, f"{where} {named or at}")
    else:
        yield where, tree


def _shown(values: dict[str, Any], where: str) -> str:
    if where not in values:
        return "nothing"
    text = str(values[where])
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def plan_named(frozen: FrozenPlan, altered: tuple[str, ...] = ()) -> PlanNamed:
    """Return what a run's start record says of its plan; ``altered`` is that of :func:`alterations`."""
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
        altered=altered,
    )
