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
    for one in filed:
        address = Address(Room.SUBMISSIONS, (one.id,))
        yield FoundObject(ResultGroup.SUBMISSION, one.id, address, one.title, f"{one.kind} {one.submitter}")
    if not filed:
        return
    from labharness.assessment.law import clauses

    for one in filed[:MOST_WITH_CLAUSES]:
        for each in clauses():
            address = Address(Room.SUBMISSIONS, (one.id, "clauses", each.clause))
            yield FoundObject(
                ResultGroup.CLAUSE, cited(each.clause), address, f"{one.id}: {each.text}", each.clause
            )
