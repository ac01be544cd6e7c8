"""The explanations of equal data that a workspace has on record, whatever submission they belong to."""

from __future__ import annotations

from labharness.app.register import has_register, open_register
from labharness.app.workspace import Workspace
from labharness.assessment.runs.repeats import Pair


def explained_pairs(workspace: Workspace) -> frozenset[Pair]:
    """Return every two runs whose equal data an authorizer explained with evidence.

    A report counts those of its own submission only.

    Raises
    ------
    RegisterError
        If the register does not answer.
    """
    if not has_register(workspace):
        return frozenset()
    with open_register(workspace) as register:
        found = [register.snapshot(name).explained for name in register.submissions()]
    return frozenset[Pair]().union(*found)
