"""Submissions, and the clauses of each."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.gui.kit.findable import LATER, FoundObject, Later, ResultGroup
from labharness.gui.kit.screen_text import cited
from labharness.gui.services import Services
from labharness.model.address import Address, Room

MOST_WITH_CLAUSES = 20


def objects(services: Services) -> Iterator[FoundObject | Later]:
    """Yield the submissions, the latest first, then the clauses of the latest ones; what judges them takes long to load."""
    yield LATER
    filed = list(reversed(services.submissions.filed()))
    for entry in filed:
        address = Address(Room.SUBMISSIONS, (entry.id,))
        yield FoundObject(
            ResultGroup.SUBMISSION, entry.id, address, entry.title, f"{entry.kind} {entry.submitter}"
        )
    if not filed:
        return
    from labharness.assessment.law import clauses

    for entry in filed[:MOST_WITH_CLAUSES]:
        for each in clauses():
            address = Address(Room.SUBMISSIONS, (entry.id, "clauses", each.clause))
            yield FoundObject(
                ResultGroup.CLAUSE, cited(each.clause), address, f"{entry.id}: {each.text}", each.clause
            )
