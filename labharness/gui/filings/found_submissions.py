"""What the search finds in the register: submissions, and their units by serial number."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.app.submission.open_items import Part
from labharness.filings.entries.items import Unit
from labharness.gui.filings.services import SubmissionServices
from labharness.gui.kit.findable import Found, Kind
from labharness.model.address import Address, Room


def found_submissions(services: SubmissionServices) -> Iterator[Found]:
    """Yield every submission and every unit of it."""
    for one in services.filed():
        here = Address(Room.SUBMISSIONS, (one.id,))
        yield Found(Kind.SUBMISSION, one.reference or one.id, here, f"{one.title} · {one.submitter}", one.id)
        for unit in services.recorded(one.id).submission.of(Unit):
            place = here.within(Part.ITEMS.value, Unit.kind, unit.id)
            yield Found(Kind.DEVICE, unit.serial, place, f"unit {unit.id} of {one.reference or one.id}")
