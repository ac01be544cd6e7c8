"""What the search finds in the register: submissions, and their units by serial number."""

from __future__ import annotations

from collections.abc import Iterator

from labharness.app.submission.open_items import SubmissionPart
from labharness.filings.entries.items import Unit
from labharness.gui.filings.register_reader import RegisterReader
from labharness.gui.kit.findable import FoundObject, ResultGroup
from labharness.gui.kit.words import tr
from labharness.model.address import Address, Room


def found_submissions(reader: RegisterReader) -> Iterator[FoundObject]:
    """Yield every submission and every unit of it."""
    for each in reader.filed():
        here = Address(Room.SUBMISSIONS, (each.id,))
        yield FoundObject(
            ResultGroup.SUBMISSION,
            each.reference or each.id,
            here,
            f"{each.title} · {each.submitter}",
            each.id,
        )
        for unit in reader.recorded(each.id).submission.of(Unit):
            place = here.within(SubmissionPart.ITEMS.value, Unit.kind, unit.id)
            yield FoundObject(
                ResultGroup.DEVICE,
                unit.serial,
                place,
                tr("unit {id} of {reference}", id=unit.id, reference=each.reference or each.id),
            )
