"""The explanations of equal data that a workspace has on record, whatever submission they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from labharness.app.workspace.register import has_register, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.runs.repeats import Pair
from labharness.filings.entries.review import Explanation


@dataclass(frozen=True, slots=True)
class ExplainedPair:
    """An explanation that is in effect.

    Parameters
    ----------
    person
        Printed name of who wrote it.
    """

    word: Explanation
    submission: str
    person: str


def explanations(workspace: Workspace) -> Mapping[Pair, ExplainedPair]:
    """Return every explanation that an authorizer wrote with evidence, by the two runs that it is about.

    A report counts those of its own submission only.

    Raises
    ------
    RegisterError
        If the register does not answer.
    """
    if not has_register(workspace):
        return {}
    with open_register(workspace) as register:
        result = [(name, register.snapshot(name)) for name in register.submissions()]
    return {
        word.pair: ExplainedPair(word, name, snapshot.person(word.by))
        for name, snapshot in result
        for word in snapshot.grounded(Explanation)
    }
