"""Pages and headings of the manual."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from labharness.app.manual.place import ManualPage
from labharness.gui.kit.findable import FoundObject, ResultGroup
from labharness.gui.kit.words import tr
from labharness.gui.services import Services
from labharness.model.address import Address, Room


def objects(services: Services) -> Iterator[FoundObject]:
    """Yield the pages for users, then their headings; then those for whoever changes the program."""
    manual = services.manual()
    for developing in (False, True):
        yield from _of([page for page in manual.pages if page.developing is developing])


def _of(pages: Sequence[ManualPage]) -> Iterator[FoundObject]:
    for page in pages:
        yield FoundObject(ResultGroup.HELP, page.title, Address(Room.HELP, (page.name,)), tr("manual"))
    for page in pages:
        for section in page.sections:
            if section.anchor:
                yield FoundObject(
                    ResultGroup.HELP,
                    section.heading,
                    Address(Room.HELP, (page.name, section.anchor)),
                    page.title,
                )
