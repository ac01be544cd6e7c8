"""Two plans, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from labharness.plans.plan import Plan

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
    return tuple(_differences(before, after))


def values(plan: Plan) -> dict[str, Any]:
    """Return the leaves of a plan by where they stand, entries of lists by their name or id."""
    return dict(_leaves(plan.model_dump(mode="json", by_alias=True), ""))


def _differences(before: Plan, after: Plan) -> Iterator[Difference]:
    there, here = values(before), values(after)
    for key in dict.fromkeys((*there, *here)):
        if there.get(key) != here.get(key):  # what is not set and what is not there are the same
            yield Difference(key, there.get(key), here.get(key))
    for key, names in _orders(before).items():
        now = _orders(after)[key]
        both = [name for name in names if name in now]
        if both != [each for each in now if each in names]:
            yield Difference(f"{key}{IN_ORDER}", names, now)


def _orders(plan: Plan) -> dict[str, list[str]]:
    """Return the names of the entries of each list whose order matters."""
    return {"stages": [stage.name for stage in plan.stages]}


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
